"""F61: what a bot decides depends on what its seat sees, and on nothing else."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.bots import BOTS, Greedy
from saltonsea_desktop.bots.play import choose, decision_seed
from saltonsea_desktop.bots.protocol import sight
from saltonsea_desktop.games.saltonsea.determinize import determinize
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.state import digest
from saltonsea_desktop.games.saltonsea.view import view_for
from tests.bots.positions import after, asked

positions = st.tuples(st.integers(1, 4), st.integers(0, 2**40), st.integers(0, 700))


@settings(max_examples=25)
@given(positions, st.lists(st.integers(0, 2**40), min_size=2, max_size=4), st.integers(0, 2**40))
def test_decisions_are_the_same_for_all_hidden_cards(
    position: tuple[int, int, int], others: list[int], seed: int
) -> None:
    state = asked(after(*position))
    if state is None:
        return
    seat = state.acting
    for name, make in BOTS.items():
        answers = {repr(choose(make(7), state, seat, seed))}
        worlds = {digest(determinize(state, seat, seed))}
        for other in others:
            permuted = determinize(state, seat, other)
            assert view_for(permuted, seat) == view_for(state, seat)
            assert sight(permuted, seat) == sight(state, seat)
            answers.add(repr(choose(make(7), permuted, seat, seed)))
            worlds.add(digest(determinize(permuted, seat, seed)))
        assert len(answers) == 1, name
        assert len(worlds) == 1


def test_the_permuted_states_really_differ() -> None:
    """Guards the test above: what is hidden changes, opponents' hands included."""
    state = after(3, 5, 200)
    seat = state.acting
    digests, hands = set(), set()
    for other in range(5):
        permuted = determinize(state, seat, other)
        digests.add(digest(permuted))
        hands.add(tuple(tuple(c.hand) for c in permuted.companies))
    assert len(digests) == 5
    assert len(hands) > 1


@settings(max_examples=15)
@given(positions, st.integers(0, 2**40))
def test_whole_turns_are_the_same_until_something_is_revealed(position: tuple[int, int, int], other: int) -> None:
    """Also with a plan in mind: two games with the same view go on alike while the views stay alike."""
    state = asked(after(*position))
    if state is None:
        return
    seat = state.acting
    twin = determinize(state, seat, other)
    bots = [Greedy(), Greedy()]
    for step in range(40):
        if state.over or state.acting != seat or view_for(state, seat) != view_for(twin, seat):
            break
        action, same = (
            choose(bot, world, seat, decision_seed(1, step)) for bot, world in zip(bots, (state, twin), strict=True)
        )
        assert action == same
        assert action in legal_actions(twin)
        (state, _), (twin, _) = apply(state, action), apply(twin, action)
