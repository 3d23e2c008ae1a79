"""The controller through the real window: undo and its limits, computer seats, forged and late submissions."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import VALUES, default_tables
from saltonsea_desktop.games.saltonsea.invariants import violations
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.storage.save import read_save
from saltonsea_desktop.ui.barstate import rest_of
from saltonsea_desktop.ui.dialogs import MessageDialog
from saltonsea_desktop.ui.suggest import collection, payment
from saltonsea_desktop.ui.table_page import TablePage
from saltonsea_desktop.ui.window import MainWindow
from tests.ui import moments
from tests.ui.journey import click_piece, drag_piece, session_of
from tests.ui.tables import (
    AGAINST_BOT,
    PRACTICE,
    SOLO,
    TWO,
    Bots,
    act,
    click,
    dice_bot,
    digest,
    is_turn,
    key_press,
    press,
    reached,
    show,
    with_bots,
)

SELLING = {"seat1": {**moments.RICH["seat1"], "hand": ["5.sell", "1.drill"]}}
CTRL = Qt.KeyboardModifier.ControlModifier


# ---------------------------------------------------------------- undo


def test_undo_stops_before_the_other_persons_turn(window: MainWindow) -> None:
    """F04: refused while the next hand is covered and after it was opened; the button names the fact."""
    page = show(window, reached(ch.EndTurnChoice, TWO))
    session = page.session
    act(page, a.END_TURN)
    before = digest(session)
    assert page.controller.covered
    for _ in range(2):
        press(page, Qt.Key.Key_Z, CTRL)
        assert not page.controller.undo()
        assert digest(session) == before
        page.controller.uncover()
    assert session.undo_status().code == "hand_over"
    assert page.bar.undo_button.toolTip() == page.texts.undo_stop("hand_over")
    assert not page.bar.undo_button.isEnabled()
    assert not window.undo_action.isEnabled()


def test_the_round_waits_for_a_confirmed_end_of_the_last_turn(window: MainWindow) -> None:
    """F05: after the last engineer everything can still be undone; after "End turn" nothing, with the reason."""

    def last(session: GameSession) -> bool:
        top = session.state.stack[-1]
        return isinstance(top, ch.EndTurnChoice) and all(c.hr == 0 for c in session.state.companies)

    page = show(window, reached(last, TWO))
    session = page.session
    round_number = session.state.round
    assert session.undo_status().allowed
    position = session.position
    press(page, Qt.Key.Key_Z, CTRL)
    assert session.position == position - 1
    press(page, Qt.Key.Key_Y, CTRL)
    assert session.position == position
    press(page, Qt.Key.Key_Return)
    assert session.state.round == round_number + 1
    assert not session.undo_status().allowed
    page.controller.uncover()
    assert page.bar.undo_button.toolTip().startswith("Undo stops here")


def test_each_action_of_a_lone_player_can_be_undone_until_the_turn_is_ended(window: MainWindow) -> None:
    """F06: with the others out of engineers one company has several turns in a row. Each can be undone until it is
    ended; an ended turn cannot (TRN-13)."""

    def alone(session: GameSession) -> bool:
        state = session.state
        others = [c.hr for i, c in enumerate(state.companies) if i != state.acting]
        return is_turn(session) and not any(others) and state.companies[state.acting].hr >= 3

    page = show(window, reached(alone, TWO))
    session, seat = page.session, page.session.state.acting
    for _ in range(2):
        start = session.position
        dice = random.Random(3)
        while not isinstance(session.state.stack[-1], ch.EndTurnChoice):
            act(page, dice.choice([x for x in session.legal() if not isinstance(x, a.CollectBlind)]))
        while session.position > start and session.undo_status().allowed:
            assert page.controller.undo()
        barriers = {"claim_revealed", "fees_revealed", "blind_cards", "financing", "random"}
        assert session.position == start or session.undo_status().code in barriers
        while page.controller.redo():
            pass
        act(page, a.END_TURN)
        assert session.state.acting == seat
        assert session.undo_status().code == "turn_ended"
        assert not page.controller.undo()


def test_undo_of_one_game_never_reaches_another(window: MainWindow, tmp_path: Path) -> None:
    """F09: three actions in game A, open game B, Ctrl+Z: B is unchanged."""
    page = show(window, reached(is_turn, SOLO, start=10))
    path = tmp_path / "b.saltonsea"
    assert window.save_to(path)
    for _ in range(3):
        act(page, page.session.legal()[0])
    assert window.open_save(path)
    opened = session_of(window)
    assert opened is not page.session
    before, position = digest(opened), opened.position
    fresh = GameSession(SOLO, default_tables())
    window.adopt(fresh)
    assert window.table is not None
    for key in (Qt.Key.Key_Z, Qt.Key.Key_Y):
        press(window.table, key, CTRL)
    assert fresh.position == 0
    assert (digest(opened), opened.position) == (before, position)
    QApplication.processEvents()


def test_a_loaded_game_keeps_its_undo_and_redo(window: MainWindow, tmp_path: Path) -> None:
    """F10: four actions, save, load, undo four times and redo four times: the same positions."""

    def deep(session: GameSession) -> bool:
        return isinstance(session.state.stack[-1], ch.PaymentChoice) and not session.state.stack[-1].paid

    page = show(window, reached(deep, PRACTICE, start=40))
    marks = [digest(page.session)]
    for _ in range(4):
        assert page.controller.undo()
        marks.append(digest(page.session))
    for _ in range(4):
        assert page.controller.redo()
    path = tmp_path / "saved.saltonsea"
    assert window.save_to(path)
    assert window.open_save(path)
    assert window.table is not None
    loaded = session_of(window)
    assert loaded is not page.session
    for mark in marks[1:]:
        press(window.table, Qt.Key.Key_Z, CTRL)
        assert digest(loaded) == mark
    for mark in reversed(marks[:-1]):
        press(window.table, Qt.Key.Key_Y, CTRL)
        assert digest(loaded) == mark
    assert read_save(path, default_tables()).session.position == loaded.position


def test_do_undo_redo_in_quick_succession_sends_each_move_once(window: MainWindow) -> None:
    """F14: 250 random cycles; every accepted submission is one command, and the log has a line for each."""
    page = show(window, reached(is_turn, PRACTICE, start=20))
    session, dice = page.session, random.Random(5)
    changes: list[int] = []
    session.subscribe(lambda update: changes.append(update.steps if update.kind != "undo" else -update.steps))
    start = session.position
    for _ in range(250):
        if session.over:
            break
        if session.acting_kind() != "human":
            session.submit(a.TURN_GMI_CARD)
        step = dice.random()
        if step < 0.5:
            page.controller.act(dice.choice(session.legal()), session.position)
        elif step < 0.8:
            page.controller.undo()
        else:
            page.controller.redo()
        assert session.position == start + sum(changes)
    entries = session.log()
    assert sum(not entry.undone for entry in entries) == session.position
    live = [row for row in page.log_model.rows if not row.undone and not row.header]
    fresh = type(page.log_model)()
    fresh.reload(session, page.texts, page.controller.eyes)
    assert live == [row for row in fresh.rows if not row.undone and not row.header]
    assert list(page.log_model.rows) == list(fresh.rows)


def test_a_refused_undo_does_not_disturb_a_thinking_seat(window: MainWindow) -> None:
    """F59: Ctrl+Z, Ctrl+Y and Esc while a computer seat thinks: it is asked once and never cancelled."""
    page, bots = _bot_thinks(window)
    before = digest(page.session)
    for _ in range(5):
        press(page, Qt.Key.Key_Z, CTRL)
        press(page, Qt.Key.Key_Y, CTRL)
        press(page, Qt.Key.Key_Escape)
        assert not page.controller.undo()
        assert not page.controller.redo()
        assert not page.controller.cancel()
        assert not page.controller.restart_turn()
    assert digest(page.session) == before
    assert (bots.requests, bots.cancelled) == (1, 0)


# ---------------------------------------------------------------- computer seats


def _bot_thinks(window: MainWindow) -> tuple[TablePage, Bots]:
    """A game in which the computer seat has been asked and says nothing."""
    bots = with_bots(window, lambda: None)
    page = show(window, reached(ch.EndTurnChoice, AGAINST_BOT))
    act(page, a.END_TURN)
    for _ in range(200):
        if bots.requests:
            break
        QTest.qWait(5)
    assert page.session.acting_kind() == "greedy"
    assert bots.requests == 1
    return page, bots


def test_nothing_a_person_does_moves_a_computer_seat(window: MainWindow) -> None:
    """F59: clicks on every piece, drags, letters, Enter and the list of actions while a computer seat thinks."""
    page, bots = _bot_thinks(window)
    window.toggle_moves_list()
    assert window.moves_list.model().rowCount() == 0
    before = digest(page.session)
    hit = 0
    for key in [key for key, piece in page.board.pieces.items() if piece.clickable][::3]:
        if page.board.key_at(page.board.pieces[key].scene_rect().center()) == key:
            click_piece(page, key)
            hit += 1
    assert hit > 20
    assert page.board.now is not None
    assert page.board.now.drags == ()
    drag_piece(page, "claim:" + str(page.session.state.claims[0]), "well")
    for text in "LDEPRSCTBVFAYXUG123+-":
        key_press(page, text)
    for code in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_End, Qt.Key.Key_Home):
        press(page, code)
        press(window.moves_list, code)
    for action in (a.END_TURN, a.PLACE[0], a.CONFIRM, a.TURN_GMI_CARD):
        assert not page.controller.act(action)
    assert digest(page.session) == before
    assert bots.requests == 1
    window.toggle_moves_list()


def test_a_seat_that_never_answers_leaves_a_way_on(window: MainWindow, qtbot: QtBot) -> None:
    """F55: the window stays alive; after the limit a dialog offers another try, any move, or the start screen."""
    page, bots = _bot_thinks(window)
    ticks: list[int] = []
    page.controller.patience_ms = 300
    with qtbot.waitSignal(page.controller.bot_failed, timeout=3000):
        for _ in range(10):
            click(page.top_buttons["hint"])
            ticks.append(1)
            QTest.qWait(5)
    assert len(ticks) == 10
    dialog = window.findChild(MessageDialog)
    assert dialog is not None
    assert [button.text() for button in dialog.buttons] == ["Start screen", "Any move for it", "Try again"]
    press(dialog, Qt.Key.Key_Escape)  # no choice at all: the bar still has a way on
    QTest.qWait(50)
    assert bots.requests == 1
    assert page.bar.primary_button.text() == "Try again"
    click(page.bar.primary_button)
    qtbot.waitUntil(lambda: bots.requests == 2, timeout=3000)
    bots.answer = dice_bot(window)
    qtbot.waitUntil(lambda: page.session.acting_kind() == "human", timeout=5000)


def test_any_move_for_a_seat_that_failed(window: MainWindow, qtbot: QtBot) -> None:
    """F55: "Any move for it" does one legal action and asks again."""
    page, bots = _bot_thinks(window)
    page.controller.patience_ms = 0
    qtbot.waitUntil(lambda: bool(page.controller.trouble), timeout=3000)
    page.controller.patience_ms = 60_000
    position = page.session.position
    dialog = window.findChild(MessageDialog)
    assert dialog is not None
    click(dialog.buttons[1])
    assert page.session.position == position + 1
    bots.answer = dice_bot(window)
    qtbot.waitUntil(lambda: page.session.acting_kind() == "human", timeout=5000)
    assert not page.controller.move_for_bot()


@pytest.mark.parametrize("answer", ["nonsense", "@licence"])
def test_an_answer_that_cannot_be_is_a_failure_not_a_move(window: MainWindow, qtbot: QtBot, answer: str) -> None:
    """F55, F60: what a computer seat says goes through the same door as everybody's actions."""
    page, bots = _bot_thinks(window)

    def blocked() -> str:
        return answer

    while a.PLACE[0] in page.session.legal():  # until licences are not possible, so that "@licence" is illegal
        page.session.submit(page.session.legal()[-1])
    position, before = page.session.position, digest(page.session)
    bots.answer = blocked
    qtbot.waitUntil(lambda: bool(page.controller.trouble), timeout=3000)
    assert (page.session.position, digest(page.session)) == (position, before)


def test_a_service_that_breaks_is_told(window: MainWindow, qtbot: QtBot) -> None:
    """F55: an error of the service itself ends in the same dialog."""

    def broken() -> str:
        raise EOFError("gone")

    page, bots = _bot_thinks(window)
    bots.answer = broken
    qtbot.waitUntil(lambda: page.controller.trouble == "gone", timeout=3000)
    assert window.findChild(MessageDialog) is not None
    page.controller.close()
    page.controller.close()
    assert bots.closed


def test_gmi_waits_for_a_person_at_pace_step_and_goes_on_at_others(window: MainWindow, qtbot: QtBot) -> None:
    """F51, F59: at "step" only the button turns the card; another pace takes effect at once."""
    page = show(window, reached(ch.EndTurnChoice, SOLO))
    page.controller.set_pace("step")
    act(page, a.END_TURN)
    session = page.session
    assert session.acting_kind() == "gmi"
    position = session.position
    QTest.qWait(80)
    for text in "LDEPRSG1":
        key_press(page, text)
    press(page, Qt.Key.Key_Z, CTRL)
    assert session.position == position
    press(page, Qt.Key.Key_Return)
    assert session.position == position + 1
    while session.acting_kind() != "gmi":
        act(
            page,
            next(iter(session.legal())) if not isinstance(session.state.stack[-1], ch.EndTurnChoice) else a.END_TURN,
        )
    position = session.position
    page.controller.set_pace("instant")
    qtbot.waitUntil(lambda: session.position > position, timeout=2000)


def test_a_card_turned_by_hand_is_not_turned_again_by_the_clock(window: MainWindow) -> None:
    """F51: Enter during the pause turns the card; the pause that runs out afterwards turns none."""
    page = show(window, reached(ch.EndTurnChoice, SOLO))
    page.controller.set_pace("flowing")
    act(page, a.END_TURN)
    session = page.session
    position = session.position
    press(page, Qt.Key.Key_Return)
    assert session.position == position + 1
    if session.acting_kind() == "human":
        QTest.qWait(1100)
        assert session.position == position + 1


# ---------------------------------------------------------------- payments


def test_forged_submissions_change_nothing(window: MainWindow) -> None:
    """F80: cards not held, in play, too many; another kind of action; an old position."""
    page = show(window, reached(ch.PaymentChoice, SOLO, start=30))
    session = page.session
    before = digest(session)
    legal = set(session.legal())
    hand = session.state.companies[0].hand
    tried: list[a.Action] = [*a.PAY[: len(hand)], *a.FACE, *a.BLIND, a.CONFIRM, a.END_TURN]
    forged = [x for x in tried if x not in legal]
    assert len(forged) > 40
    for action in forged:
        assert not page.controller.act(action)
    assert not page.controller.act(next(iter(legal)), session.position - 1)
    assert digest(session) == before
    assert violations(session.state) == []


def test_a_cancelled_payment_loses_nothing(window: MainWindow, tmp_path: Path) -> None:
    """F82: Esc, Undo, Restart turn, opening and closing in the middle of a payment: the hand is as before."""

    def half(session: GameSession) -> bool:
        top = session.state.stack[-1]
        return isinstance(top, ch.PaymentChoice) and len(top.paid) > 1

    session = reached(half, SOLO, start=20)
    position = session.position
    hand = list(session.state.companies[0].hand)
    page = show(window, session)
    assert len(page.bar.trays) >= 1
    press(page, Qt.Key.Key_Z, CTRL)
    assert session.position == position - 1
    assert session.state.companies[0].hand == hand
    press(page, Qt.Key.Key_Y, CTRL)
    assert session.position == position
    path = tmp_path / "half.saltonsea"
    assert window.save_to(path)
    again = read_save(path, default_tables()).session
    assert digest(again) == digest(session)
    press(page, Qt.Key.Key_Escape)
    assert isinstance(session.state.stack[-1], ch.TurnChoice)
    assert sum(session.state.companies[0].hand) >= sum(hand)
    window.close()
    saved = read_save(window.folders.autosave, default_tables()).session
    assert digest(saved) == digest(session)


def test_a_second_payment_begins_empty(window: MainWindow) -> None:
    """F54: nothing of the last selection is taken over; Pay is off until a new set is complete."""
    page = show(window, reached(ch.PaymentChoice, SOLO, start=10))
    session = page.session
    payments = 0
    dice = random.Random(2)
    while payments < 2:
        top = session.state.stack[-1]
        if isinstance(top, ch.PaymentChoice) and not top.paid:
            assert not page.bar.primary_button.isEnabled()
            assert page.bar.trays == []
            assert not [key for key in page.board.now.chosen if key.startswith("hand:")]  # type: ignore[union-attr]
            assert page.controller.suggest()
            assert page.bar.primary_button.isEnabled()
            act(page, a.CONFIRM)
            payments += 1
        elif session.acting_kind() == "gmi":
            act(page, a.TURN_GMI_CARD)
        else:
            act(page, dice.choice(session.legal()))


def test_any_card_of_a_payment_can_be_taken_out(window: MainWindow) -> None:
    """Table design, section 8: removing a chip is one click; the others stay in."""

    def two_kinds(session: GameSession) -> bool:
        top = session.state.stack[-1]
        return isinstance(top, ch.PaymentChoice) and len(set(top.paid)) > 1

    page = show(window, reached(two_kinds, SOLO, start=20))
    session = page.session
    top = session.state.stack[-1]
    assert isinstance(top, ch.PaymentChoice)
    first = top.paid[0]
    click(page.bar.trays[0])
    after = session.state.stack[-1]
    assert isinstance(after, ch.PaymentChoice)
    assert sorted((*after.paid, first)) == sorted(top.paid)
    assert not page.controller.take_out(a.PAY[first], session.position - 1)


def test_the_suggestion_is_a_cheapest_payment_without_a_superfluous_card() -> None:
    """CRD-4, CRD-6: compared with all subsets of the hand, in 60 payments; what is in already stays in."""
    seen = 0
    dice = random.Random(11)
    for seed in range(1, 60):
        session = GameSession(SOLO, default_tables())
        game_dice = random.Random(seed)
        while not session.over and session.position < 150:
            choice = session.state.stack[-1]
            if isinstance(choice, ch.PaymentChoice) and dice.random() < 0.6:
                view = session.view()
                values = session.tables.type_value
                more = payment(view, choice)
                cards = [*choice.paid, *more]
                total = sum(values[card] for card in cards)
                assert total >= choice.due
                if more:
                    assert total - min(values[card] for card in cards) < choice.due
                    assert total == _cheapest(session, choice)
                    seen += 1
                for card in more:
                    session.submit(a.PAY[card])
                session.submit(a.CONFIRM)
                continue
            session.submit(game_dice.choice(session.legal()))
        if seen >= 60:
            return
    raise AssertionError(f"only {seen} payments")


def _cheapest(session: GameSession, choice: ch.PaymentChoice) -> int:
    """The smallest sum of a payment that contains the cards put in so far, by trying all numbers of cards."""
    values, hand = session.tables.type_value, session.state.companies[choice.seat].hand
    held = [sum(n for card, n in enumerate(hand) if values[card] == value) for value in VALUES]
    put = [sum(values[card] == value for card in choice.paid) for value in VALUES]
    cash = session.state.companies[choice.seat].cash - choice.reserve
    sums = []
    for numbers in product(*(range(put[i], held[i] + 1) for i in range(3))):
        total = sum(n * value for n, value in zip(numbers, VALUES, strict=True))
        least = min(value for n, value in zip(numbers, VALUES, strict=True) if n) if any(numbers) else 0
        if choice.due <= total <= cash and total - least < choice.due:
            sums.append(total)
    return min(sums)


def test_fill_takes_face_up_cards_only_and_all_that_fit() -> None:
    """CRD-8, CRD-14: every step is legal, and no further face-up card could be added."""
    seen = 0
    for seed in range(1, 60):
        session = GameSession(SOLO, default_tables())
        dice = random.Random(seed)
        while not session.over and session.position < 200:
            choice = session.state.stack[-1]
            if isinstance(choice, ch.CollectChoice):
                for step in collection(session.view(), choice):
                    session.submit(step)
                seen += 1
                top = session.state.stack[-1]
                assert isinstance(top, ch.CollectChoice)
                assert top.blinds == choice.blinds
                assert top.total == top.target or not any(isinstance(x, a.CollectFace) for x in session.legal())
            session.submit(dice.choice(session.legal()))
        if seen > 40:
            return
    raise AssertionError(f"only {seen} mixes")


def test_suggest_and_fill_by_their_key(window: MainWindow) -> None:
    """G puts cards in and confirms nothing; Enter on an empty payment does the same, so that paying is two keys."""

    def empty(session: GameSession) -> bool:
        top = session.state.stack[-1]
        return isinstance(top, ch.PaymentChoice) and not top.paid

    page = show(window, reached(empty, SOLO, start=10))
    session = page.session
    press(page, Qt.Key.Key_Return)
    assert session.legal() == [a.CONFIRM]
    press(page, Qt.Key.Key_Return)
    assert not isinstance(session.state.stack[-1], ch.PaymentChoice)

    page = show(
        window, reached(lambda s: isinstance(s.state.stack[-1], ch.CollectChoice) and not s.state.stack[-1].total)
    )
    assert page.bar.help_button.words == "Fill"
    position = page.session.position
    press(page, Qt.Key.Key_Return)
    assert page.session.position == position
    key_press(page, "g")
    top = page.session.state.stack[-1]
    assert isinstance(top, ch.CollectChoice)
    assert top.total > 0


@pytest.mark.parametrize(("play", "layer", "extracted"), [("!5.drill", 3, 1), ("!5.extract", 5, 0)])
def test_all_does_every_step_that_is_left(window: MainWindow, play: str, layer: int, extracted: int) -> None:
    """The button "All" (End) and Home, which goes back to the first step."""
    seat = {**moments.RICH["seat1"], "layer": layer, "extracted": extracted, "goods": {"brine": 0}}
    session = moments.session_of(moments.Moment("steps", play, change={"seat1": seat}))
    if isinstance(session.state.stack[-1], ch.DrillModeChoice):
        session.submit(session.legal()[0])
    assert rest_of(session.view()) > 1
    page = show(window, session)
    assert page.bar.help_button.words == "All"
    position, before = session.position, digest(session)
    press(page, Qt.Key.Key_End)
    assert session.position >= position + 2
    steps = {a.DRILL_LAYER, a.EXTRACT_BRINE}
    assert {command.action for command in session.history.done[position:]} <= steps
    while session.position > position:
        press(page, Qt.Key.Key_Z, CTRL)
    assert digest(session) == before
    press(page, Qt.Key.Key_Plus, Qt.KeyboardModifier.ShiftModifier)
    assert session.position == position + 1
    press(page, Qt.Key.Key_Home)
    assert digest(session) == before


def test_any_unit_can_be_taken_back_with_its_own_minus(window: MainWindow) -> None:
    """SEL-1: sell a geothermal unit, then a lithium one; minus of geothermal leaves the lithium in."""

    page = show(window, moments.session_of(moments.Moment("sale", "!5.sell >red", change=SELLING)))
    session = page.session
    click(page.bar.steppers[1].plus)
    click(page.bar.steppers[2].plus)
    click(page.bar.steppers[1].minus)
    top = session.state.stack[-1]
    assert isinstance(top, ch.SellUnitsChoice)
    assert (top.geothermal, top.lithium) == (0, 1)
    assert not page.bar.steppers[1].minus.isEnabled()
    assert page.bar.steppers[2].minus.isEnabled()
