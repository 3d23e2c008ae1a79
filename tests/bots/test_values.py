"""The evaluation: exact at the end, sensible before."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from saltonsea_desktop.bots.greedy import Search
from saltonsea_desktop.bots.values import WEIGHTS, Outlook, Weights, evaluate, rounds_to_come
from saltonsea_desktop.games.saltonsea.actions import END_TURN
from saltonsea_desktop.games.saltonsea.choices import TurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import COPY, LITHIUM
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import advance
from saltonsea_desktop.games.saltonsea.scoring import breakdown
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import State
from tests.bots.positions import TABLES, turn


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_rounds_to_come_at_the_start(seats: int) -> None:
    assert 2.5 < rounds_to_come(setup(TABLES, seats, 1)) < 7


def test_the_last_round_is_known() -> None:
    state = setup(TABLES, 3, 1)
    state.claim_deck = ()
    assert rounds_to_come(state) == 0
    state = setup(TABLES, 3, 1)
    last = len(TABLES.asset_closes) - 1
    state.assets = (last, 0, last)
    assert rounds_to_come(state) == 0
    state.assets = (last, 0, last - 1)
    assert rounds_to_come(state) < rounds_to_come(setup(TABLES, 3, 1))


def test_fewer_claims_mean_fewer_rounds() -> None:
    found = []
    for size in (20, 12, 6, 3, 1):
        state = setup(TABLES, 4, 1)
        state.claim_deck = state.claim_deck[:size]
        found.append(rounds_to_come(state))
    assert found == sorted(found, reverse=True)
    assert found[-1] < 1 < found[0]


def final(end: State) -> int:
    """The player's score when the turn, and with it the game, ends here."""
    state = end.copy()
    advance(state, END_TURN)
    assert state.over
    return breakdown(state, 0).total


def last_turns() -> list[State]:
    """Solo positions before the very last turn of the game, with goods, cards and contracts of all kinds."""
    out: list[State] = []
    for seed in range(200):
        state = turn(1, seed, 4)
        if state is None:
            continue
        state.claim_deck = ()
        state.gmi_turned = len(state.gmi_row)
        state.companies[0].hr = 1
        assert isinstance(state.stack[-1], TurnChoice)
        out.append(state)
    assert len(out) > 100
    return out[:100]


def test_the_evaluation_of_the_last_turn_is_the_final_scoring() -> None:
    """Up to the rounding of money (SCO-1): differences between lines of play are differences of final scores."""
    compared = 0
    for state in last_turns():
        search = Search(state, 0, replace(WEIGHTS, rival=0.0))
        before = state.companies[0].hired
        lines = [search.begin(state, action) for action in search.options(state, [])]
        known = [(line.value, final(line.end)) for line in lines if line.end.companies[0].hired == before]
        for value, total in known[1:]:
            assert abs((value - known[0][0]) - (total - known[0][1])) <= 4 / 3 + 1e-9
            compared += 1
    assert compared > 500


def test_the_last_turn_is_played_for_the_final_score() -> None:
    """The chosen line scores as much as any line that was looked at, up to the rounding of money."""
    for state in last_turns()[:40]:
        search = Search(state, 0, replace(WEIGHTS, rival=0.0))
        totals = []
        for action in search.options(state, []):
            line = search.begin(state, action)
            if line.end.companies[0].hired == state.companies[0].hired:
                totals.append(final(line.end))
        if not totals:
            continue
        after = state
        for action in search.turn(state)[:-1]:
            assert action in legal_actions(after)
            after = search.fork(after)
            advance(after, action)
        if after.companies[0].hired == state.companies[0].hired:
            assert final(after) >= max(totals) - 4 / 3


def test_good_things_are_good() -> None:
    state = turn(3, 3, 2)
    assert state is not None
    seat = state.acting
    outlook = Outlook(state, seat)
    base = evaluate(state, outlook)

    def changed(**values: object) -> float:
        other = state.copy()
        for name, value in values.items():
            setattr(other.companies[seat], name, value)
        return evaluate(other, outlook) - base

    c = state.companies[seat]
    assert changed(vp=c.vp + 3) == pytest.approx(3)
    assert changed(goods=[*c.goods[:LITHIUM], c.goods[LITHIUM] + 1]) > 1
    assert changed(cash=c.cash + 1) > 0.5
    assert changed(hr=c.hr + 1, hired=c.hired + 1, development=c.development + 2) > 4
    assert changed(shares=(c.shares[0] + 1, *c.shares[1:])) > 0
    assert changed(drill_damage=len(TABLES.drill_vp) - 1) < -4
    assert changed(plant_damage=len(TABLES.plant_vp) - 1) < -4


def test_every_action_of_the_pack_has_a_worth() -> None:
    state = setup(TABLES, 2, 1)
    fixed = Outlook(state, 0).fixed
    for effect in TABLES.effects:
        if effect.id.startswith(("act.", "tile.", "research.")):
            assert fixed.effect[effect.index] > 0, effect.id
    assert any(effect.kind == COPY for effect in TABLES.effects)
    for card, worth in zip(TABLES.research, fixed.mods, strict=True):
        assert (worth > 0) == card.permanent


def test_weights_are_numbers_that_matter() -> None:
    """Every weight is used: another value changes the evaluation of some line of play or the worth of a card."""
    states = [state for seed in range(18) for seats in (1, 3) if (state := turn(seats, seed, 1 + seed % 6)) is not None]
    for number, state in enumerate(states):  # random play is too careful
        c = state.companies[state.acting]
        if number % 3 == 0:
            c.drill_damage = TABLES.drill_frozen.index(True)
        if number % 4 == 0:
            c.plant_damage = TABLES.plant_stopped.index(True)

    def judged(weights: Weights) -> list[float]:
        out: list[float] = []
        for state in states:
            search = Search(state, state.acting, weights)
            out.extend(search.begin(state, action).value for action in search.options(state, [])[:6])
        return [*out, *search.outlook.fixed.mods]

    base = judged(WEIGHTS)
    for field in fields(Weights):
        if field.name == "mod_other":  # for packs with discounts on research or development
            continue
        other = replace(WEIGHTS, **{field.name: getattr(WEIGHTS, field.name) * 1.5 + 0.1})
        assert judged(other) != base, field.name
