"""The fast legal list of a turn against the plain reading of TRN-4: each space, card and tile judged by itself."""

from __future__ import annotations

import pickle
import random

import pytest

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea.choices import TurnChoice
from saltonsea_desktop.games.saltonsea.components import RawPack, read_pack
from saltonsea_desktop.games.saltonsea.components.tables import FINANCING, Tables, build, default_tables
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import advance
from saltonsea_desktop.games.saltonsea.rules import commercial
from saltonsea_desktop.games.saltonsea.rules.needs import need
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import State


def plain_turn(s: State, f: TurnChoice) -> list[a.Action]:
    """The legal list of a turn, one judgement at a time."""
    c, t = s.companies[f.seat], s.tables
    out: list[a.Action] = []
    for i, space in enumerate(t.spaces):
        if not c.spaces >> i & 1 and need(s, f.seat, t.effects[space.effect]) <= c.cash:
            out.append(a.PLACE[i])
    for i, n in enumerate(c.hand):
        if n and need(s, f.seat, t.type_effect[i]) <= c.cash - t.type_value[i]:
            out.append(a.PROMPT[i])
    for card in sorted(c.research):
        record = t.research[card]
        if not record.permanent and card not in c.used_research and need(s, f.seat, t.effects[record.effect]) <= c.cash:
            out.append(a.RESEARCH_ACTION[card])
    for place, card in sorted(enumerate(c.contracts), key=lambda item: item[1]):
        if card >= 0 and not c.executed >> place & 1 and commercial.can_execute(c, t.contracts[card]):
            out.append(a.EXECUTE_ACTION[card])
    if f.tile:
        out += [a.TILE[x] for x in sorted(c.tiles) if need(s, f.seat, t.effects[t.tiles[x].effect]) <= c.cash]
    return out


def other_tables() -> Tables:
    """A pack with dear and cheap extremes: discounts above prices, costly spaces, other process prices."""
    raw = read_pack()
    data = {name: {**table} for name, table in raw.data.items()}
    data["board"] = {
        **data["board"],
        "space": [
            {**x, "cost": (i * 7) % 5 if x["action"] in ("develop", "repeat") else 0}
            for i, x in enumerate(data["board"]["space"])
        ],
        "process": {**data["board"]["process"], "lithium_cost": 9, "geothermal_cost": 1},
    }
    data["claims"] = {
        **data["claims"],
        "claim": [
            {**x, "cost": (i * 5) % 11 if x["deck"] != "start" else 0} for i, x in enumerate(data["claims"]["claim"])
        ],
    }
    return build(RawPack(data=data, digest="other", folder=None))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("tables", [default_tables(), other_tables()], ids=["built-in", "other"])
@pytest.mark.rule("TRN-2", "TRN-4", "CRD-2", "CRD-16")
def test_the_turn_list_is_the_plain_reading(seats: int, tables: Tables) -> None:
    dice = random.Random(seats)
    turns = 0
    for seed in range(6):
        state = setup(tables, seats, seed)
        while state.stack:
            legal = legal_actions(state)
            top = state.stack[-1]
            if isinstance(top, TurnChoice):
                turns += 1
                assert legal == plain_turn(state, top)
                assert a.PLACE[tables.financing_space] in legal
            advance(state, dice.choice(legal))
    assert turns > 150
    assert tables.effects[tables.spaces[tables.financing_space].effect].kind == FINANCING


def test_tables_sent_to_another_process_make_their_own_plan() -> None:
    """Pickled lists would hold copies of the shared actions."""
    legal_actions(setup(default_tables(), 2, 1))
    sent = pickle.loads(pickle.dumps(default_tables()))
    legal = legal_actions(setup(sent, 2, 1))
    assert legal
    assert all(
        action is other for action, other in zip(legal, legal_actions(setup(default_tables(), 2, 1)), strict=True)
    )
