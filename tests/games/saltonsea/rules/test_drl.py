"""DRL: drill. The wells of these tests have layers of their own, so no printed claim matters."""

from __future__ import annotations

from typing import Any

import pytest

from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import Tables
from saltonsea_desktop.games.saltonsea.events import DrillFrozen, LayerDrilled
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    effect_of,
    events,
    game,
    illegal,
    legal,
    of,
    offers,
    pay,
    play,
    run,
    seat,
    tables_with_layers,
)

# Rocks and brine per layer; the starting claim lies above with one layer without rocks.
DEEP = tables_with_layers(
    s01=[(1, 1), (2, 0)],
    s02=[(0, 1), (3, 2)],
    s03=[(0, 1)],
    d01=[(2, 1), (2, 1), (9, 1)],
)
# Every space, card, tile and research card that drills: its text and id, and what the company needs for it.
SOURCES: list[tuple[str, str, dict[str, Any]]] = [
    ("@drill", "space.drill", {}),
    ("!1.drill", "act.1.drill", {"hand": ["1.drill"]}),
    ("!3.drill", "act.3.drill", {"hand": ["3.drill"]}),
    ("!5.drill", "act.5.drill", {"hand": ["5.drill"]}),
    ("*i15", "research.i15", {"research": ["i15"]}),
    ("%red.5", "tile.red.5", {"tiles": ["red.5"]}),
    ("%orange.5", "tile.orange.5", {"tiles": ["orange.5"]}),
    ("%blue.5", "tile.blue.5", {"tiles": ["blue.5"]}),
]


def drilling(tables: Tables = DEEP, **own: Any) -> State:
    own.setdefault("well", ["s01", "s02"])
    return game(2, tables=tables, seat1={"development": 5, **own})


def drill_all(state: State, text: str) -> State:
    """Starts the action (its first option, if it has some) and drills as long as it may."""
    state = play(state, text)
    while "d" in legal(state) or "option:1" in legal(state):
        state = play(state, legal(state)[0])
    return state


# ---------------------------------------------------------------- DRL-1, DRL-2, DRL-6: steps and rocks


@pytest.mark.rule("DRL-1")
def test_the_drill_goes_down_layer_by_layer_and_on_to_the_next_claim() -> None:
    tables = tables_with_layers(s01=[(0, 1), (0, 0)], s02=[(0, 1), (0, 2)])
    state = drilling(tables, hand=["1.drill"] * 3)
    seen = [seat(state).layer]
    for _ in range(2):
        state = play(state, "!1.drill d")
        seen.append(seat(state).layer)
        state = play(state, "end @financing end")
    assert seen == [0, 2, 4]  # the starting claim and s01; the rest of s01 and s02
    state, happened = run(state, "!1.drill")
    assert [event.layer for event in of(LayerDrilled, happened)] == [5]
    assert legal(state) == ["end"]  # below the last layer there is nothing
    assert illegal(play(state, "end @financing end"), "@drill") == "no_layer"


@pytest.mark.rule("DRL-1")
def test_a_new_claim_gives_the_drill_new_layers() -> None:
    state = game(2, tables=DEEP, claims=["s01", "s02", "d12", "s03"], seat1={"layer": 1, "hand": ["5.drill"], "hr": 3})
    assert illegal(state, "@drill") == "no_layer"
    state = pay(play(state, "@licence claim:s03"))
    assert offers(play(state, "end @financing end"), "@drill")


@pytest.mark.rule("DRL-2")
def test_each_rock_moves_the_damage_marker_as_the_drill_enters_the_layer() -> None:
    state = drilling(hand=["1.drill"], layer=1)
    state, first = run(state, "!1.drill")  # into the first layer of s01
    assert seat(state).drill_damage == 1
    state, second = run(state, "d")
    assert seat(state).drill_damage == 3
    told = [(event.rocks, event.ignored, event.damage) for event in of(LayerDrilled, [*first, *second])]
    assert told == [(1, 0, 1), (2, 0, 3)]


@pytest.mark.rule("DRL-2")
def test_a_layer_without_rocks_does_no_damage() -> None:
    assert seat(play(drilling(), "@drill")).drill_damage == 0


@pytest.mark.rule("DRL-6")
@pytest.mark.parametrize(("text", "ident", "own"), SOURCES)
def test_a_drill_may_stop_after_any_step_but_not_before_the_first(text: str, ident: str, own: dict[str, Any]) -> None:
    state = drilling(tables_with_layers(s01=[(0, 0)] * 4), well=["s01"], **own)
    effect = effect_of(state, ident)
    options = effect.options or ((effect.strength, effect.ignore),)
    for number, (strength, _) in enumerate(options, 1):
        here = play(state, text)
        if len(options) > 1:
            here = play(here, f"option:{number}")
        for step in range(1, strength + 1):
            assert seat(here).layer == step
            if step < strength:
                assert legal(here) == ["d", "done"]
                stopped = play(here, "done")
                assert seat(stopped).layer == step
                assert "d" not in legal(stopped)
                here = play(here, "d")
        assert "d" not in legal(here)


# ---------------------------------------------------------------- DRL-3: ignored rocks


@pytest.mark.rule("DRL-3")
@pytest.mark.parametrize(
    ("own", "text", "damages"),
    [
        # layers below the drill have 1, 2 (and 0, 3) rocks
        ({"hand": ["1.drill"]}, "!1.drill", [1, 3]),
        ({"hand": ["5.drill"]}, "!5.drill", [0, 2]),  # one ignored in the whole action, not one per layer
        ({"research": ["i15"]}, "*i15", [0, 1]),  # two ignored: the second of them in the second layer
        ({"research": ["p13"]}, "@drill", [0]),
        ({"research": ["p13"], "hand": ["1.drill"]}, "!1.drill", [0, 2]),
        ({"research": ["p13"], "hand": ["5.drill"]}, "!5.drill", [0, 1]),  # both add up
        ({"research": ["p13", "i15"]}, "*i15", [0, 0]),
        ({"research": ["p11"], "tiles": ["red.5"]}, "%red.5", [0, 2]),
        ({"research": ["p11", "p13"], "tiles": ["red.5"]}, "%red.5", [0, 1]),
    ],
)
def test_the_first_rocks_of_the_action_are_ignored(own: dict[str, Any], text: str, damages: list[int]) -> None:
    state = drilling(layer=1, **own)
    state, happened = run(state, text)
    while "d" in legal(state):
        state, more = run(state, "d")
        happened += more
    told = of(LayerDrilled, happened)
    assert [event.damage for event in told] == damages
    assert seat(state).drill_damage == damages[-1]


@pytest.mark.rule("DRL-3")
def test_an_ignore_that_met_no_rock_is_kept_within_the_action_only() -> None:
    """A layer without rocks uses nothing up; the next action has its own ignores."""
    tables = tables_with_layers(s01=[(0, 0), (1, 0), (1, 0), (1, 0)])
    state = drilling(tables, well=["s01"], layer=1, hand=["5.drill"], research=["p13"])
    state = drill_all(state, "!5.drill")
    assert (seat(state).layer, seat(state).drill_damage) == (3, 0)
    state = play(state, "end @financing end @drill end @financing end")
    assert (seat(state).layer, seat(state).drill_damage) == (4, 0)  # the permanent one, not the rest of before
    tables = tables_with_layers(s01=[(0, 0), (2, 0)])
    state = drilling(tables, well=["s01"], layer=1, research=["p13"])
    state = play(state, "@drill end @financing end @repeat repeat:drill")
    state = pay(state)
    assert seat(state).drill_damage == 1


# ---------------------------------------------------------------- DRL-4, DRL-5, DRL-8: freezing


@pytest.mark.rule("DRL-4")
@pytest.mark.parametrize(("text", "ident", "own"), SOURCES)
@pytest.mark.parametrize("from_end", [0, 1, 2])
def test_no_drill_on_the_last_two_damage_spaces(text: str, ident: str, own: dict[str, Any], from_end: int) -> None:
    last = len(DEEP.drill_frozen) - 1
    assert DEEP.drill_frozen == (False,) * (last - 1) + (True, True)
    state = drilling(drill_damage=last - from_end, **own)
    if from_end < 2:
        assert illegal(state, text) == "frozen"
    else:
        assert offers(state, text)


@pytest.mark.rule("DRL-4", "DRL-8")
def test_the_layer_that_freezes_the_drill_counts_and_ends_the_action() -> None:
    """Three rocks from space 2: the next-to-last space, in the first of two steps."""
    tables = tables_with_layers(s01=[(3, 1), (0, 1)])
    state = drilling(tables, well=["s01"], layer=1, extracted=1, drill_damage=2, hand=["1.drill"])
    state, happened = run(state, "!1.drill")
    c = seat(state)
    assert (c.layer, c.drill_damage) == (2, 5)
    assert len(of(DrillFrozen, happened)) == 1
    assert isinstance(state.stack[-1], EndTurnChoice)  # no further step
    state = play(state, "end @financing end")
    assert illegal(state, "@drill") == "frozen"
    assert offers(state, "@extract")  # its brine is in reach


@pytest.mark.rule("DRL-4")
def test_rocks_that_do_not_reach_the_last_two_spaces_do_not_stop_the_drill() -> None:
    tables = tables_with_layers(s01=[(2, 0), (0, 0)])
    state = drilling(tables, well=["s01"], layer=1, drill_damage=2, hand=["1.drill"])
    state, happened = run(state, "!1.drill")
    assert (seat(state).drill_damage, of(DrillFrozen, happened)) == (4, [])
    assert legal(state) == ["d", "done"]


@pytest.mark.rule("DRL-4", "DRL-8")
@pytest.mark.parametrize(("damage", "points", "free"), [(5, 1, True), (6, 1, False), (6, 2, True)])
def test_a_repair_must_leave_the_last_two_spaces(damage: int, points: int, free: bool) -> None:
    """From the last space one point leads to the next-to-last: still frozen."""
    state = drilling(drill_damage=damage, hand=["5.repair", "3.sell", "5.drill"], hr=4)
    state = play(state, "!5.repair" + " repair:drill" * points + ("" if points == 2 else " done"))
    state = play(pay(state), "end @financing end")
    assert seat(state).drill_damage == damage - points
    if free:
        assert offers(state, "@drill")
        assert offers(state, "!5.drill")
    else:
        assert illegal(state, "@drill") == "frozen"
        assert illegal(state, "!5.drill") == "frozen"


@pytest.mark.rule("DRL-5")
@pytest.mark.parametrize(("damage", "rocks"), [(0, 9), (4, 2), (4, 3)])
def test_the_damage_marker_stops_on_the_last_space(damage: int, rocks: int) -> None:
    last = len(DEEP.drill_frozen) - 1
    tables = tables_with_layers(s01=[(rocks, 0)])
    state = drilling(tables, well=["s01"], layer=1, drill_damage=damage)
    state, happened = run(state, "@drill")
    assert seat(state).drill_damage == min(last, damage + rocks) == last
    assert [event.rocks for event in of(LayerDrilled, happened)] == [rocks]
    assert seat(state).layer == 2


@pytest.mark.rule("DRL-8")
def test_all_rocks_of_a_layer_count_before_freezing_is_checked() -> None:
    """Two rocks from space 4: past the next-to-last space to the last one."""
    tables = tables_with_layers(s01=[(2, 0), (0, 0)])
    state = drilling(tables, well=["s01"], layer=1, drill_damage=4, hand=["1.drill"])
    state = play(state, "!1.drill")
    assert seat(state).drill_damage == 6


# ---------------------------------------------------------------- DRL-7: cards with a choice


@pytest.mark.rule("DRL-7")
def test_a_card_with_two_kinds_of_drilling_asks_first() -> None:
    state = drilling(layer=1, hand=["3.drill"])
    assert effect_of(state, "act.3.drill").options == ((2, 0), (1, 1))
    state = play(state, "!3.drill")
    assert legal(state) == ["option:1", "option:2"]
    assert seat(state).layer == 1  # nothing is drilled before the choice
    two = play(state, "option:1")
    assert legal(two) == ["d", "done"]  # up to two
    assert seat(two).drill_damage == 1
    assert seat(play(two, "done")).layer == 2
    assert (seat(play(two, "d")).layer, seat(play(two, "d")).drill_damage) == (3, 3)
    one = play(state, "option:2")
    assert isinstance(one.stack[-1], EndTurnChoice)  # one layer, the rock ignored
    assert (seat(one).layer, seat(one).drill_damage) == (2, 0)


@pytest.mark.rule("DRL-7")
@pytest.mark.parametrize(
    ("research", "option", "layers", "damages"),
    [
        (["p11"], 1, 3, [1, 3, 3]),
        (["p11"], 2, 2, [0, 2]),
        (["p13"], 1, 2, [0, 2]),
        (["p13"], 2, 1, [0]),
        (["p11", "p13"], 2, 2, [0, 1]),
    ],
)
def test_permanent_effects_add_to_either_choice(
    research: list[str], option: int, layers: int, damages: list[int]
) -> None:
    state = drilling(layer=1, hand=["3.drill"], research=research)
    happened = events(state, f"!3.drill option:{option}" + " d" * (layers - 1))
    state = play(state, f"!3.drill option:{option}" + " d" * (layers - 1))
    assert [event.damage for event in of(LayerDrilled, happened)] == damages
    assert isinstance(state.stack[-1], EndTurnChoice)


@pytest.mark.rule("DRL-7")
def test_a_card_without_a_choice_does_not_ask() -> None:
    for card in ("5.drill", "1.drill"):
        assert legal(play(drilling(hand=[card]), f"!{card}")) == ["d", "done"]
