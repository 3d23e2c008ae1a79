"""The laws can fail: each is shown an engine that breaks it, and says so. (tests/laws holds the engine to them.)"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from saltonsea_desktop.commands import fuzz
from saltonsea_desktop.engine.rng import below, seeded
from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import events as e
from saltonsea_desktop.games.saltonsea import laws
from saltonsea_desktop.games.saltonsea.choices import TurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.determinize import determinize
from saltonsea_desktop.games.saltonsea.game import GAME
from saltonsea_desktop.games.saltonsea.laws import (
    Record,
    check_game,
    check_line,
    check_reasons,
    check_state,
    check_step,
    kinds_used,
    play_random_game,
)
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.reasons import Reason, why_not
from saltonsea_desktop.games.saltonsea.resolve import advance, apply
from saltonsea_desktop.games.saltonsea.scoring import outcome
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import State, dump, load
from saltonsea_desktop.games.saltonsea.view import view_for

TABLES = default_tables()
Patch = pytest.MonkeyPatch


def middle(seats: int = 3, seed: int = 2, steps: int = 150) -> State:
    """A position in the middle of a random game, at the start of a turn."""
    state, rng = setup(TABLES, seats, seed), seeded(seed)
    while steps > 0 or not isinstance(state.stack[-1], TurnChoice):
        legal = legal_actions(state)
        rng, i = below(rng, len(legal))
        advance(state, legal[i])
        steps -= 1
    return state


def problems(check: Callable[[], list[str]], fragment: str) -> None:
    found = check()
    assert found
    assert any(fragment in problem for problem in found), found


def test_a_sound_position_breaks_nothing() -> None:
    for seats in (1, 2, 4):
        state = middle(seats)
        assert check_state(state) == []
        for action in legal_actions(state):
            assert check_step(state, action) == []


def test_a_finished_game_breaks_nothing() -> None:
    record = play_random_game(TABLES, 2, 8, every=0)
    assert record.finished
    assert record.state.over
    assert check_state(record.state) == []
    assert check_game(record) == []
    assert {"PlaceEngineer", "EndTurn", "PayCard"} <= kinds_used(record.actions)


@pytest.mark.parametrize(
    ("change", "fragment"),
    [
        (lambda legal: [], "dead end"),
        (lambda legal: legal[::-1], "not sorted and unique"),
        (lambda legal: [*legal, legal[-1]], "not sorted and unique"),
        (lambda legal: [*legal, a.TakeClaim(255)], "has no text"),
        (lambda legal: [a.PlaceEngineer(legal[0].space), *legal[1:]], "not the shared object"),
    ],
)
def test_legal_lists(monkeypatch: Patch, change: Callable[[list[Any]], list[Any]], fragment: str) -> None:
    state = middle()
    monkeypatch.setattr(laws, "legal_actions", lambda s: change(legal_actions(s)))
    problems(lambda: check_state(state, deep=False), fragment)


def test_a_game_that_is_over_offers_nothing(monkeypatch: Patch) -> None:
    state = play_random_game(TABLES, 2, 8, every=0).state
    monkeypatch.setattr(laws, "legal_actions", lambda s: [a.END_TURN])
    problems(lambda: check_state(state, deep=False), "over offers actions")


def test_conservation() -> None:
    state = middle()
    state.companies[0].goods[0] += 100
    problems(lambda: check_state(state, deep=False), "warehouse")


def _shallow(s: State) -> State:
    new = State.__new__(State)
    for name in State.__slots__:
        setattr(new, name, getattr(s, name))
    return new


def test_copies(monkeypatch: Patch) -> None:
    state = middle()
    copy = State.copy
    with monkeypatch.context() as patch:
        patch.setattr(State, "copy", _shallow)
        problems(lambda: check_state(state), "a copy shares State.companies")

    def half(s: State) -> State:
        new = copy(s)
        new.companies[0].goods = s.companies[0].goods
        new.round += 1
        return new

    monkeypatch.setattr(State, "copy", half)
    found = check_state(state)
    assert "a copy shares Company.goods" in found
    assert "a copy differs from its state" in found


def test_saves(monkeypatch: Patch) -> None:
    def forgetful(tables: Any, raw: Any) -> State:
        state = load(tables, raw)
        state.companies[0].coins = [0, 0, 0]
        return state

    state = middle()
    monkeypatch.setattr(laws, "load", forgetful)
    problems(lambda: check_state(state), "a loaded state differs")
    monkeypatch.setattr(laws, "load", lambda tables, raw: load(tables, {**dump(state), "rng": 1}))
    problems(lambda: check_state(state), "another digest")


def test_determinized_worlds(monkeypatch: Patch) -> None:
    state = middle()

    def leaking(zone: str) -> Callable[[State, int, int], State]:
        def deal(s: State, seat: int, seed: int) -> State:
            world = determinize(s, seat, seed)
            setattr(world, zone, getattr(s, zone))
            return world

        return deal

    for zone in ("rng", "claim_deck", "research_deck", "contract_deck", "future_fees", "decks", "discards"):
        monkeypatch.setattr(laws, "determinize", leaking(zone))
        found = check_state(state)
        assert any("depends on what it cannot see" in problem or "not sound" in problem for problem in found), zone
    monkeypatch.setattr(laws, "determinize", lambda s, seat, seed: s.copy())
    problems(lambda: check_state(state), "depends on what it cannot see")

    def changed(s: State, seat: int, seed: int) -> State:
        world = determinize(s, seat, seed)
        world.companies[seat].vp += 1
        return world

    monkeypatch.setattr(laws, "determinize", changed)
    problems(lambda: check_state(state), "looks different")


def test_a_solo_world_may_not_know_gmis_order(monkeypatch: Patch) -> None:
    state = middle(1, steps=60)
    assert state.gmi_turned < len(state.gmi_row) - 1

    def deal(s: State, seat: int, seed: int) -> State:
        world = determinize(s, seat, seed)
        world.gmi_row = s.gmi_row
        return world

    monkeypatch.setattr(laws, "determinize", deal)
    problems(lambda: check_state(state), "depends on what it cannot see")


def test_views(monkeypatch: Patch) -> None:
    state = middle()
    monkeypatch.setattr(laws, "view_for", lambda s, seat: view_for(s, seat, open_hands=True))
    found = check_state(state)
    assert any("sees too much" in problem for problem in found)
    assert any("sees something that is hidden" in problem for problem in found)


def test_scores(monkeypatch: Patch) -> None:
    state = middle()
    right = outcome(state)
    monkeypatch.setattr(laws, "outcome", lambda s: right._replace(winners=(0, 1, 2)))
    problems(lambda: check_state(state), "are not the seats with the best score")
    monkeypatch.setattr(laws, "CATEGORIES", ("board", "hand"))
    problems(lambda: check_state(state), "not the sum of its categories")


@pytest.mark.parametrize(
    ("reason", "fragment"),
    [
        (None, "against the legal list"),
        (Reason("because"), "not in the catalogue"),
        (Reason("cost", (3, 3)), "covers"),
        (Reason("cost", ("3", "2")), "no whole numbers"),  # type: ignore[arg-type]
        (Reason("not_now"), "no reason is known"),
    ],
)
def test_reasons(monkeypatch: Patch, reason: Reason | None, fragment: str) -> None:
    state = middle()
    assert check_reasons(state) == []
    monkeypatch.setattr(laws, "why_not", lambda s, action: None if why_not(s, action) is None else reason)
    problems(lambda: check_reasons(state), fragment)
    monkeypatch.setattr(laws, "why_not", lambda s, action: Reason("over"))
    problems(lambda: check_reasons(state), "against the legal list")


def test_apply(monkeypatch: Patch) -> None:
    state = middle()
    action = legal_actions(state)[0]

    def impure(s: State, action: a.Action) -> tuple[State, Any]:
        s.companies[0].goods[0] += 1
        return apply(s, action)

    with monkeypatch.context() as patch:
        patch.setattr(laws, "apply", impure)
        problems(lambda: check_step(state.copy(), action), "changed the state")
    calls = iter(range(1, 100))

    def moody(s: State, action: a.Action) -> tuple[State, Any]:
        after, events = apply(s, action)
        after.companies[0].vp += next(calls)
        return after, events

    with monkeypatch.context() as patch:
        patch.setattr(laws, "apply", moody)
        found = check_step(state, action)
        assert "apply gives two results for one state and action" in found
        assert "advance and apply differ" in found
        assert "the action does something else after saving and loading" in found


def games_until_broken(fragment: str, seats: int = 2, every: int = 1, games: int = 6) -> None:
    """Random play finds the fault."""
    for seed in range(games):
        record = play_random_game(TABLES, seats, seed, every, families=seed % 2 == 1)
        if record.problems:
            assert any(fragment in problem for problem in record.problems), record.problems
            assert record.failed is not None
            return
    pytest.fail("the fault was not found")


class _Open:
    """A game whose fair undo stops nowhere, or at chosen codes only."""

    def __init__(self, without: str) -> None:
        self.without = without

    def apply(self, s: State, action: a.Action) -> tuple[State, list[Any]]:
        return GAME.apply(s, action)

    def barrier(self, *step: Any) -> str:
        code = GAME.barrier(*step)
        return "" if code == self.without or self.without == "*" else code


@pytest.mark.parametrize(
    ("seats", "without", "fragment"),
    [
        (2, "hand_over", "another seat is asked without a barrier"),
        (2, "blind_cards", "without a barrier"),
        (2, "financing", "hidden information came to light"),
        (2, "claim_revealed", "hidden information came to light"),
        (2, "fees_revealed", "hidden information came to light"),
        (1, "gmi_card", "GMI had a turn without a barrier"),
        (3, "*", "without a barrier"),
    ],
)
def test_barriers(monkeypatch: Patch, seats: int, without: str, fragment: str) -> None:
    monkeypatch.setattr(laws, "GAME", _Open(without))
    monkeypatch.setattr(laws, "check_state", lambda *x, **y: [])  # faster: only steps are of interest
    games_until_broken(fragment, seats)


def test_secrets(monkeypatch: Patch) -> None:
    monkeypatch.setattr(laws, "check_state", lambda *x, **y: [])
    with monkeypatch.context() as patch:
        patch.setattr(laws, "public_event", lambda event, seat, gmi: event)
        games_until_broken("can read")
    monkeypatch.setattr(laws, "public_event", lambda event, seat, gmi: e.TurnEnded(0))
    state = middle()
    financing = next(x for x in legal_actions(state) if x == a.PLACE[TABLES.financing_space])
    with pytest.raises(AttributeError):
        check_step(state, financing)


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("VpGained", "vp"), ("Paid", "money"), ("Collected", "money"), ("FinancingDrawn", "money"),
        ("BrineExtracted", "brine"), ("Produced", "geothermal"), ("Sold", "brine"), ("LayerDrilled", "layer"),
        ("ShareGained", "shares"), ("Developed", "development"), ("EngineerHired", "engineers"),
        ("ClaimTaken", "claims"), ("ContractTaken", "contracts"), ("ResearchTaken", "research"), ("TileTaken", "tiles"),
    ],
)  # fmt: skip
def test_the_ledger(monkeypatch: Patch, name: str, field: str) -> None:
    """A log that keeps silent about one kind of event does not add up."""

    def silent(s: State, action: a.Action) -> tuple[State, Any]:
        after, events = apply(s, action)
        return after, [event for event in events if type(event).__name__ != name]

    monkeypatch.setattr(laws, "apply", silent)
    monkeypatch.setattr(laws, "check_state", lambda *x, **y: [])
    for seed in range(12):
        record = play_random_game(TABLES, 2, seed, every=1, families=True)
        if record.problems:
            assert all("the events tell of" in problem for problem in record.problems), record.problems
            return
    pytest.fail("the fault was not found")


def test_whole_games() -> None:
    record = play_random_game(TABLES, 2, 4, every=0)
    assert check_game(record) == []
    late = record.state.copy()
    late.round = 99
    problems(lambda: check_game(Record(TABLES, 2, 4, False, late, record.actions)), "99 rounds")
    problems(lambda: check_game(Record(TABLES, 2, 4, False, record.state, record.actions[:-1])), "ends elsewhere")


def test_undo_and_redo(monkeypatch: Patch) -> None:
    record = play_random_game(TABLES, 2, 4, every=0)
    kept: list[State] = []

    class Careless(_Open):
        """Changes a state that the history still holds, from the given step on."""

        def __init__(self, step: int) -> None:
            super().__init__("")
            self.step = step

        def apply(self, s: State, action: a.Action) -> tuple[State, list[Any]]:
            kept.append(s)
            if len(kept) == self.step:
                kept[-2].companies[1].vp += 1
            return GAME.apply(s, action)

    for step, fragment in ((30, "undo to step"), (2, "undo to step 0")):
        kept.clear()
        monkeypatch.setattr(laws, "GAME", Careless(step))
        problems(lambda: check_game(record), fragment)


def test_an_exception_of_the_engine_is_a_finding(monkeypatch: Patch) -> None:
    def failing(s: State, action: a.Action) -> None:
        if isinstance(action, a.SellUnit):
            raise KeyError("no such fee")
        advance(s, action)

    monkeypatch.setattr(laws, "advance", failing)
    games_until_broken("KeyError in test_fuzz.py, line", every=0)


def test_a_game_without_an_end_is_a_finding(monkeypatch: Patch) -> None:
    monkeypatch.setattr(laws, "MOST_ACTIONS", 20)
    record = play_random_game(TABLES, 2, 1, every=0, steps=20)
    assert record.problems == ["the game is not over after 20 actions"]
    assert not record.finished
    assert play_random_game(TABLES, 2, 1, every=0, steps=10).problems == []


def test_lines() -> None:
    for seats, easy in ((1, True), (3, False)):
        record = play_random_game(TABLES, seats, 9, every=0, easy=easy, steps=120)
        again = check_line(TABLES, record.line(), every=40)
        assert (again.problems, again.actions, again.state) == ([], record.actions, record.state)
        assert again.line() == record.line()
    for line, fragment in (
        ("", "begins with"),
        ("seats=2 seed=1", "the actions follow"),
        ("seed=1 :", "begins with"),
        ("seats=2 seed=1 pace=3 :", '"pace=3"'),
        ("seats=2 seed=-1 :", '"seed=-1"'),
        (f"seats=2 seed={'9' * 30} :", "seed="),
        (f"seats=2 seed={2**53} :", "a seed is"),
        ("seats=5 seed=1 :", "1 to 4 seats"),
        ("seats=2 seed=1 : @drill @drill", "step 2 of the line, @drill, is not legal"),
        ("seats=2 seed=1 : @dril", '"@dril" is no action'),
    ):
        with pytest.raises(ValueError, match=fragment.replace("(", r"\(")):
            check_line(TABLES, line)


def test_families_bring_rare_kinds() -> None:
    def rare(families: bool) -> int:
        number = 0
        for seed in range(12):
            record = play_random_game(TABLES, 2, seed, every=0, families=families)
            number += sum(not isinstance(x, (a.PlaceEngineer, a.PayCard, a.Confirm, a.EndTurn)) for x in record.actions)
        return number

    assert rare(families=True) > rare(families=False)


# ---------------------------------------------------------------- session and saves


def test_sessions_of_sound_games_break_nothing() -> None:
    for seats in (1, 4):
        found, size = fuzz.session_problems(play_random_game(TABLES, seats, 6, every=0))
        assert found == []
        assert 500 < size < 4096


def test_sessions_and_saves_can_fail(monkeypatch: Patch) -> None:
    from saltonsea_desktop.session import session as sessions
    from saltonsea_desktop.storage import save as saves

    record = play_random_game(TABLES, 2, 6, every=0)

    def found() -> str:
        return "; ".join(fuzz.session_problems(record)[0])

    with monkeypatch.context() as patch:
        document = saves.document
        patch.setattr(saves, "document", lambda source: {**document(source), "digests": [[1, "0" * 16]]})
        assert "cannot be replayed" in found()
    with monkeypatch.context() as patch:
        patch.setattr(saves, "document", lambda source: {**document(source), "undone": ""})
        assert "another history" in found()
    with monkeypatch.context() as patch:
        numbers = count()
        patch.setattr(saves, "document", lambda source: {**document(source), "app": str(next(numbers))})
        assert "saved differently" in found()
    with monkeypatch.context() as patch:
        patch.setattr(sessions.GameSession, "submit", lambda self, action, position=None: None)
        assert "carries out what is not legal" in found()
        assert "meant for another position" in found()
    with monkeypatch.context() as patch:
        patch.setattr(sessions.GameSession, "can_redo", lambda self: False)
        assert "redo does not lead back" in found()
    record.state = record.state.copy()
    record.state.companies[0].vp += 1
    assert "ends elsewhere than the engine" in found()


def test_a_crash_in_session_or_save_is_a_finding(monkeypatch: Patch) -> None:
    def crash(record: Record) -> None:
        raise RuntimeError("out of ink")

    monkeypatch.setattr(fuzz, "session_problems", crash)
    result = fuzz.play(TABLES, fuzz.Task(2, 3, 500, easy=False, families=False))
    assert result.problems == ("RuntimeError in session or save: out of ink",)
