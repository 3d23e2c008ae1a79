"""CPY: copying an action of another company."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.choices import (
    ContractChoice,
    DrillModeChoice,
    EndTurnChoice,
    PaymentChoice,
    TurnChoice,
)
from saltonsea_desktop.games.saltonsea.components.tables import COPY, default_tables
from saltonsea_desktop.games.saltonsea.events import (
    ActionCopied,
    EngineerPlaced,
    FinancingDrawn,
    FinancingEmpty,
    LayerDrilled,
    PromptPlayed,
)
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    again,
    finish_round,
    fresh,
    game,
    illegal,
    legal,
    of,
    offers,
    part,
    pay,
    play,
    run,
    seat,
    settle_turn,
    tables_with,
)

SPACES = [space.name for space in default_tables().spaces]
TYPES = [card.name for card in default_tables().types]
RICH = ["5.drill", "5.sell", "5.repair", "3.drill", "1.drill", "1.shares", "1.repair"]
# A company that can do every action of the board
ABLE: dict[str, Any] = {
    "development": 5,
    "hand": RICH,
    "well": ["s02", "s10", "d03"],
    "layer": 2,
    "goods": {"brine": 3},
    "drill_damage": 2,
    "plant_damage": 2,
}
TABLE: dict[str, Any] = {"claims": ["s05", "d13", "d12", "s04"]}
WAYS: list[tuple[str, dict[str, Any]]] = [
    ("*i02", {"research": ["i02"]}),
    ("*i03", {"research": ["i03"]}),
    ("*i04", {"research": ["i04"]}),
    ("%orange.8", {"tiles": ["orange.8"]}),
]


def due(state: State) -> int:
    """What the state asks to be paid, 0 for nothing."""
    top = state.stack[-1]
    return top.due if isinstance(top, PaymentChoice) else 0


def copies(state: State) -> set[str]:
    """What is offered, without the prefix."""
    return {text.removeprefix("copy:") for text in legal(state)}


# ---------------------------------------------------------------- CPY-1, CPY-3: what can be copied

ONES = [name for name in TYPES if name[0] == "1"] * 2  # so that four companies can play any card
others = st.fixed_dictionaries(
    {
        "spaces": st.lists(st.sampled_from([s for s in SPACES if s != "financing"]), max_size=2, unique=True),
        "table": st.lists(st.sampled_from(TYPES), max_size=2, unique=True),
        "financed": st.integers(0, 1),
    }
)


@pytest.mark.rule("CPY-1", "CPY-3")
@settings(max_examples=40)
@given(st.lists(others, min_size=1, max_size=3), others, st.booleans(), st.sampled_from(WAYS))
def test_printed_spaces_and_prompt_cards_of_the_others(
    boards: list[dict[str, Any]], own: dict[str, Any], more: bool, way: tuple[str, dict[str, Any]]
) -> None:
    """Exactly those of this round and of the others; no Repeat, no contract, no research card, no tile, nothing own."""
    rest = [
        {"contracts": ["r01", ""], "executed": ["r01"]},
        {"research": ["i11"], "used_research": ["i11"]},
        {"used_tiles": ["red.6"]},
    ]
    seats: dict[str, Any] = {
        f"seat{i + 2}": {"development": 6, "hand": [], **board, **(rest[i] if more else {})}
        for i, board in enumerate(boards)
    }
    text, mine = way
    state = game(len(boards) + 1, **TABLE, **seats, seat1={**ABLE, "hand": ONES, **own, **mine, "development": 6})
    expected = {f"space.{name}" for board in boards for name in board["spaces"] if name != "repeat"}
    expected |= {f"act.{name}" for board in boards for name in board["table"]}
    expected |= {"space.financing" for board in boards if board["financed"]}
    if not expected:
        assert illegal(state, text) == "nothing_to_copy"
        return
    state = play(state, text)
    assert copies(state) == expected
    for effect in expected:
        after = settle_turn(play(state, f"copy:{effect}"))
        assert isinstance(after.stack[-1], TurnChoice if text[0] == "%" else EndTurnChoice)


@pytest.mark.rule("CPY-3")
def test_of_this_round_only() -> None:
    state = game(2, **TABLE, seat1={**ABLE, "tiles": ["orange.8"], "hr": 1}, seat2={"spaces": ["develop"], "hr": 0})
    assert offers(state, "%orange.8")
    state = play(state, "@financing end")
    assert state.round == 2
    state = play(state, "@drill end") if state.acting else state
    assert copies(play(state, "%orange.8")) == {"space.drill"}


@pytest.mark.rule("CPY-3")
def test_a_copied_action_cannot_be_copied_again() -> None:
    """Neither what a company did by Copy nor what it did with a tile or an immediate card."""
    state = game(
        3,
        **TABLE,
        seat1={**ABLE, "tiles": ["orange.8"]},
        seat2={
            **ABLE,
            "well": ["s03", "s09"],
            "research": ["i04"],
            "tiles": ["blue.8"],
            "hand": ["3.sell", "5.extract"],
        },
        seat3={"spaces": ["drill"], "hand": ["1.repair"]},
        turn=2,
        first=2,
    )
    state = settle_turn(play(state, "%blue.8 *i04 copy:space.drill"))
    state = play(state, "end @financing end")
    assert copies(play(state, "%orange.8")) == {"space.drill", "space.financing"}  # both of seat 3
    state = again(state, seat3={"spaces": [], "financed": 0, "hr": 4})
    assert illegal(state, "%orange.8") == "nothing_to_copy"


@pytest.mark.rule("CPY-3", "CPY-1")
def test_a_repeated_action_is_that_of_its_printed_space() -> None:
    """Who repeated Develop can be copied for Develop, and not for Repeat."""
    state = game(2, **TABLE, seat1={**ABLE, "research": ["i04"]}, seat2={"spaces": ["develop", "repeat"]})
    assert copies(play(state, "*i04")) == {"space.develop"}


@pytest.mark.rule("CPY-3")
@pytest.mark.parametrize(
    "own", [{"spaces": ["develop"]}, {"table": ["1.drill"]}, {"financed": 1}, {"spaces": ["sell"], "table": ["3.sell"]}]
)
def test_own_actions_never(own: dict[str, Any]) -> None:
    state = game(2, **TABLE, seat1={**ABLE, **own, "research": ["i04"]})
    assert illegal(state, "*i04") == "nothing_to_copy"
    other = game(2, **TABLE, seat1={**ABLE, "research": ["i04"]}, seat2=own)
    assert offers(other, "*i04")


@pytest.mark.rule("CPY-3")
@pytest.mark.parametrize(
    ("effect", "able", "unable", "code"),
    [
        ({"spaces": ["develop"]}, {}, {"hand": ["1.drill"]}, "cost"),
        ({"spaces": ["drill"]}, {}, {"drill_damage": 5}, "frozen"),
        ({"table": ["5.sell"]}, {}, {"goods": {"brine": 0}}, "nothing_to_sell"),
        ({"table": ["3.contract"]}, {}, {"contracts": ["r01", "r02"]}, "no_contract_space"),
        ({"table": ["3.process"]}, {"hand": ["3.drill"]}, {"hand": ["1.drill"] * 2}, "cost"),
        ({"spaces": ["research"]}, {"research": ["i04", "p01"]}, {"research": ["i04", "p01", "p02", "p03"]}, "no_slot"),
    ],
)
def test_what_cannot_be_done_and_paid_is_not_offered(
    effect: dict[str, Any], able: dict[str, Any], unable: dict[str, Any], code: str
) -> None:
    (name,) = next(iter(effect.values()))
    ident = f"{'space' if 'spaces' in effect else 'act'}.{name}"
    base = {**ABLE, "research": ["i04"], **able}
    assert offers(play(game(2, **TABLE, seat1=base, seat2=effect), "*i04"), f"copy:{ident}")
    assert illegal(game(2, **TABLE, seat1={**base, **unable}, seat2=effect), "*i04") == "nothing_to_copy"
    state = play(game(2, **TABLE, seat1={**base, **unable}, seat2={**effect, "financed": 1}), "*i04")
    assert legal(state) == ["copy:space.financing"]
    assert illegal(state, f"copy:{ident}") == code


@pytest.mark.rule("CPY-3", "CPY-1")
def test_the_original_space_stays_as_it_is() -> None:
    """The other's engineer stays, the own space of that action stays free, an own blocked one does not hinder."""
    state = game(2, **TABLE, seat1={**ABLE, "tiles": ["orange.8"]}, seat2={"spaces": ["drill"], "table": ["5.sell"]})
    board = part(state, 2)
    state, happened = run(state, "%orange.8 copy:space.drill")
    assert of(EngineerPlaced, happened) == []
    assert len(of(ActionCopied, happened)) == 1
    assert part(state, 2) == board
    assert offers(state, "@drill")
    blocked = game(2, **TABLE, seat1={**ABLE, "tiles": ["orange.8"], "spaces": ["drill"]}, seat2={"spaces": ["drill"]})
    assert offers(play(blocked, "%orange.8"), "copy:space.drill")
    state, happened = run(
        game(2, **TABLE, seat1={**ABLE, "tiles": ["orange.8"]}, seat2={"table": ["5.sell"]}), "%orange.8"
    )
    state, happened = run(state, "copy:act.5.sell")
    assert of(PromptPlayed, happened) == []
    assert (part(state, 2)["table"], part(state)["table"]) == (["5.sell"], [])


# ---------------------------------------------------------------- CPY-1: strength, prices, bonuses, own effects


@pytest.mark.rule("CPY-1")
@pytest.mark.parametrize(
    ("card", "texts", "price"),
    [
        ("act.1.licence", "claim:d12", 4 - 1),
        ("act.5.licence", "claim:d12", 4 - 3),
        ("act.3.process", "+l +g no", 5 + 3),
        ("act.5.process", "+l +l +g no", 4 + 4 + 2),
        ("act.3.repair", "repair:drill repair:drill", 6 - 2),
        ("act.5.shares", "share:blue share:blue", 10 - 3),
        ("act.3.research", "research:p01", 4 - 2),
        ("space.licence", "claim:d12", 4),
        ("space.process", "+l no", 6),
        ("space.repair", "repair:drill", 3),
        ("space.develop", "", 3),
        ("space.shares", "share:blue", 5),
        ("space.research", "research:p01", 4),
    ],
)
def test_the_prices_and_discounts_of_the_copied_space(card: str, texts: str, price: int) -> None:
    family, name = card.split(".", 1)
    other = {"spaces": [name]} if family == "space" else {"table": [name]}
    table = {**TABLE, "assets": {"blue": 6}, "research_row": ["p01", "p04", "p07", ""]}
    for text, mine in WAYS[:1] + WAYS[-1:]:
        state = game(2, **table, seat1={**ABLE, **mine}, seat2=other)
        assert due(play(state, f"{text} copy:{card} {texts}")) == price


@pytest.mark.rule("CPY-1")
@pytest.mark.parametrize("name", ["extract", "1.extract", "3.extract", "5.extract"])
def test_the_strength_of_the_copied_space_and_the_own_permanent_effects(name: str) -> None:
    strength = {"extract": 1, "1.extract": 2, "3.extract": 3, "5.extract": 4}[name]
    ident = f"act.{name}" if "." in name else f"space.{name}"
    other: dict[str, Any] = {"table": [name]} if "." in name else {"spaces": [name]}
    for card, more in (("p10", 0), ("p01", 1)):
        mine = {**ABLE, "well": ["d03", "d10"], "layer": 3, "goods": {"brine": 0}, "tiles": ["orange.8"]}
        state = game(2, **TABLE, seat1={**mine, "research": [card]}, seat2={**other, "research": ["p13"]})
        state = play(state, f"%orange.8 copy:{ident}")
        while offers(state, "e"):
            state = play(state, "e")
        assert seat(state).goods[0] == strength + more


@pytest.mark.rule("CPY-1")
def test_bonuses_and_options_of_the_copied_card() -> None:
    mine = {**ABLE, "research": ["i04"], "contracts": ["", ""]}
    sold = game(2, **TABLE, seat1=mine, seat2={"table": ["5.sell"]})
    state = settle_turn(play(sold, "*i04 copy:act.5.sell >red -b -b -b"))
    assert seat(state).vp == 3
    entered = game(2, **TABLE, contract_row=["r01", "r02", "r03", "r04"], seat1=mine, seat2={"table": ["5.contract"]})
    state = play(entered, "*i04 copy:act.5.contract")
    assert isinstance(state.stack[-1], ContractChoice)
    state = settle_turn(play(state, "contract:r04"))
    assert seat(state).vp == 2
    assert sum(state.tables.type_value[card] for card in seat(state).fresh) == 2
    drilled = play(game(2, **TABLE, seat1=mine, seat2={"table": ["3.drill"]}), "*i04 copy:act.3.drill")
    assert isinstance(drilled.stack[-1], DrillModeChoice)
    assert legal(drilled) == ["option:1", "option:2"]


@pytest.mark.rule("CPY-1")
def test_the_effects_of_the_other_company_are_not_copied() -> None:
    """Its permanent effects are its own; those of the copier count."""
    well: dict[str, Any] = {"well": ["s09", "s03", "s02"], "layer": 1}
    state = game(2, seat1={**ABLE, **well, "drill_damage": 0, "tiles": ["orange.8"]},
                 seat2={"spaces": ["drill"], "research": ["p13"]})  # fmt: skip
    state, happened = run(state, "%orange.8 copy:space.drill")
    assert [(event.rocks, event.ignored) for event in of(LayerDrilled, happened)] == [(2, 0)]


@pytest.mark.rule("CPY-1")
def test_financing_may_be_copied() -> None:
    """By FIN-1 to FIN-3: the top card, and nothing from nothing."""
    base: dict[str, Any] = {"seat1": {**ABLE, "tiles": ["orange.8"]}, "seat2": {"financed": 2}}
    state, happened = run(game(2, **base), "%orange.8 copy:space.financing")
    assert len(of(FinancingDrawn, happened)) == 1
    assert (seat(state).financed, len(seat(state).fresh)) == (0, 1)
    empty = game(2, **base, decks={"1": []}, decks_exact=True, discards={"1": []})
    state, happened = run(empty, "%orange.8 copy:space.financing")
    assert len(of(FinancingEmpty, happened)) == 1


@pytest.mark.rule("CPY-1")
def test_copy_is_an_action_of_its_own_space_only() -> None:
    """A copy card takes an engineer, a tile does not; each is used up, and the tile is the one of the turn."""
    state = game(
        2, **TABLE, seat1={**ABLE, "research": ["i04"], "tiles": ["orange.8", "red.6"]}, seat2={"spaces": ["drill"]}
    )
    engineers = seat(state).hr
    by_card = play(state, "*i04 copy:space.drill")
    assert (seat(by_card).hr, part(by_card)["used_research"]) == (engineers - 1, ["i04"])
    by_tile = play(state, "%orange.8 copy:space.drill")
    assert (seat(by_tile).hr, part(by_tile)["used_tiles"]) == (engineers, ["orange.8"])
    assert illegal(by_tile, "%red.6") == "one_tile"
    both = play(by_tile, "*i04")  # a copy by the tile and a copy by the card in one turn
    assert copies(both) == {"space.drill"}


# ---------------------------------------------------------------- CPY-2: solo games


@pytest.mark.rule("CPY-2")
@pytest.mark.parametrize("easy", [False, True])
def test_a_solo_game_has_no_copies_and_full_rows(easy: bool) -> None:
    t = default_tables()
    copy_cards = {i for i, card in enumerate(t.research) if not card.permanent and card.action == COPY}
    copy_tiles = {i for i, tile in enumerate(t.tiles) if t.effects[tile.effect].kind == COPY}
    assert (len(copy_cards), len(copy_tiles)) == (3, 1)
    tiles_seen: set[int] = set()
    for seed in range(40):
        state = fresh(1, seed, easy=easy)
        research = [*state.research_row, *state.research_deck]
        assert set(research) == set(range(len(t.research))) - copy_cards
        assert len(research) == len(t.research) - 3
        assert len(state.research_row) == t.market_width[2]
        assert min(state.research_row) >= 0
        tiles = {tile for own in state.stacks for stack in own for tile in stack}
        assert not tiles & copy_tiles
        assert [[len(stack) for stack in own] for own in state.stacks] == [list(t.stack_sizes[2])] * 3
        tiles_seen |= tiles
    assert tiles_seen == set(range(len(t.tiles))) - copy_tiles


@pytest.mark.rule("CPY-2")
def test_other_games_have_them() -> None:
    t = default_tables()
    copy_cards = {i for i, card in enumerate(t.research) if not card.permanent and card.action == COPY}
    (copy_tile,) = (i for i, tile in enumerate(t.tiles) if t.effects[tile.effect].kind == COPY)
    for seats in (2, 3, 4):
        found = 0
        for seed in range(10):
            state = fresh(seats, seed)
            assert copy_cards <= {*state.research_row, *state.research_deck}
            found += any(copy_tile in stack for own in state.stacks for stack in own)
        assert found > 0


@pytest.mark.rule("CPY-2")
def test_the_copies_of_the_pack_are_removed_whatever_their_number() -> None:
    """Another pack, with one more copy card and two copy tiles."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        for card in data["research"]["research"]:
            if card["id"] == "research.i11":
                card["effect"] = {"action": "copy"}
        for tile in data["profit"]["tile"]:
            if tile["id"] in ("tile.red.8", "tile.blue.8"):
                tile["effect"] = {"action": "copy"}

    tables = tables_with(change)
    names = {tables.research[i].name for seed in range(5) for i in fresh(1, seed, tables=tables).research_deck}
    assert not names & {"i02", "i03", "i04", "i11"}
    for seed in range(20):
        state = fresh(1, seed, tables=tables)
        tiles = {tables.tiles[i].name for own in state.stacks for stack in own for i in stack}
        assert not tiles & {"red.8", "orange.8", "blue.8"}


@pytest.mark.rule("CPY-2")
def test_a_solo_round_end_brings_no_copy() -> None:
    state = finish_round(game(1, seat1={"hr": 1}, gmi_turned=3))
    t = state.tables
    assert not any(t.research[i].action == COPY and not t.research[i].permanent for i in state.research_row)
    assert pay(state).round == 2
