"""The words of the window: everything that rules say in codes becomes a sentence here.

`Texts` is one object of one class; its parts are a chain, each of which uses those before it:

* `counts` numbers with their nouns (the only plural forms) · `names` short names, money, lists;
* `cards` what is printed on cards, spaces and tiles · `why` reasons and undo stops;
* `bar` the decision bar, actions, buttons · `log` events, log lines, GMI's reasons;
* `pieces` names and tooltips of everything on the table · `ends` final scoring and glossary.

Texts are plain (no markup): whoever shows them as rich text must escape them, since they hold names that people typed.
Every text goes through `self.tr`, and nothing is remembered, so a new language shows with the next call.
"""

from __future__ import annotations

from saltonsea_desktop.ui.texts.bar import (
    brine_in_reach,
    claim_price,
    process_total,
    repair_total,
    research_price,
    sale_total,
    shares_total,
    well_layers,
)
from saltonsea_desktop.ui.texts.ends import Ends
from saltonsea_desktop.ui.texts.log import CROSS, NOTE, TICK, TraceLine
from saltonsea_desktop.ui.texts.names import reconstructed_ids


class Texts(Ends):
    """The words of one game.

    `tables` the component pack; `seat_names` in turn order; `gmi_seat` GMI's seat, -1 without GMI (`State.gmi_seat`);
    `reconstructed` ids of component records with a reconstructed value (`reconstructed_ids`), which tooltips name.
    """


__all__ = [
    "CROSS",
    "NOTE",
    "TICK",
    "Texts",
    "TraceLine",
    "brine_in_reach",
    "claim_price",
    "process_total",
    "reconstructed_ids",
    "repair_total",
    "research_price",
    "sale_total",
    "shares_total",
    "well_layers",
]
