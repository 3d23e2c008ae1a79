"""One canonical text per action, without spaces: used by saves, logs, tests, scenarios and the command line.

The table of forms stands in docs/notation.md. Names are component ids without their prefix; places count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea.choices import BENEFIT_CLAIM, BENEFIT_DEVELOP, BENEFIT_MONEY, BENEFIT_SHARES
from saltonsea_desktop.games.saltonsea.components.tables import VALUES, Tables

_PRODUCT = ("b", "g", "l")
_BENEFIT = {BENEFIT_MONEY: "money", BENEFIT_SHARES: "shares", BENEFIT_DEVELOP: "develop", BENEFIT_CLAIM: "claim"}


class NotationError(ValueError):
    """A text that is no action of these tables; the message is one sentence."""


class Notation:
    """Both directions for one component pack."""

    def __init__(self, tables: Tables) -> None:
        t = tables
        self._texts: dict[a.Action, str] = {}
        self._actions: dict[str, a.Action] = {}
        words: tuple[tuple[str, a.Action], ...] = (
            ("d", a.DRILL_LAYER), ("e", a.EXTRACT_BRINE), ("no", a.DECLINE), ("done", a.DONE), ("ok", a.CONFIRM),
            ("end", a.END_TURN), ("gmi", a.TURN_GMI_CARD),
        )  # fmt: skip
        for word, action in words:
            self._add(action, word)
        families: tuple[tuple[tuple[a.Action, ...], str, Iterable[str]], ...] = (
            (a.PLACE, "@", (x.name for x in t.spaces)),
            (a.PROMPT, "!", (x.name for x in t.types)),
            (a.RESEARCH_ACTION, "*", (x.name for x in t.research)),
            (a.EXECUTE_ACTION, "=", (x.name for x in t.contracts)),
            (a.TILE, "%", (x.name for x in t.tiles)),
            (a.CLAIM, "claim:", (x.name for x in t.claims)),
            (a.OPTION, "option:", (str(i + 1) for i in range(max(1, *(len(e.options) for e in t.effects))))),
            (a.PROCESS_UNIT, "+", _PRODUCT),
            (a.OPTIMISE, "^", _PRODUCT),
            (a.REPAIR_POINT, "repair:", ("drill", "plant")),
            (a.SELL_TO, ">", t.corporations),
            (a.SELL_UNIT, "-", _PRODUCT),
            (a.CONTRACT_CARD, "contract:", (x.name for x in t.contracts)),
            (a.RESEARCH_CARD, "research:", (x.name for x in t.research)),
            (a.SHARE, "share:", t.corporations),
            (a.MOVE_SHARE, "move:", t.corporations),
            (a.TILE_CARD, "tile:", (x.name for x in t.tiles)),
            (a.REPEAT_SPACE, "repeat:", (x.name for x in t.spaces)),
            (a.COPY_EFFECT, "copy:", (x.id for x in t.effects)),
            (a.PAY, "$", (x.name for x in t.types)),
            (a.BLIND, "?", (str(v) for v in VALUES)),
        )
        for family, prefix, names in families:
            for action, name in zip(family, names, strict=False):
                self._add(action, prefix + name)
        for bit, name in _BENEFIT.items():
            self._add(a.BENEFIT[bit], "get:" + name)
        for row, value in enumerate(VALUES):
            for place in range(16):
                self._add(a.FACE[row << 4 | place], f"{value}/{place + 1}")

    def _add(self, action: a.Action, text: str) -> None:
        self._texts[action] = text
        self._actions[text] = action

    def text(self, action: a.Action) -> str:
        """The canonical text of an action."""
        return self._texts[action]

    def parse(self, text: str) -> a.Action:
        """The action of a text. Raises NotationError."""
        action = self._actions.get(text)
        if action is None:
            raise NotationError(f'"{text}" is no action of this component pack')
        return action

    def parse_all(self, texts: str) -> list[a.Action]:
        """The actions of a line of texts separated by blanks."""
        return [self.parse(text) for text in texts.split()]

    def every(self) -> dict[str, a.Action]:
        """All texts with their actions."""
        return dict(self._actions)


_cache: dict[int, tuple[Tables, Notation]] = {}


def notation(tables: Tables) -> Notation:
    """The notation of a pack, built once per pack."""
    found = _cache.get(id(tables))
    if found is None or found[0] is not tables:
        found = (tables, Notation(tables))
        _cache[id(tables)] = found
    return found[1]
