"""The decision bar: every committing control acts once, fits its row, and says what it does."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.session.options import GameOptions
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.ui.bar import GUARD_MS, SLOW_GUARD_MS
from saltonsea_desktop.ui.table_page import TablePage
from saltonsea_desktop.ui.window import MainWindow
from tests.ui import moments
from tests.ui.journey import centre_of
from tests.ui.tables import (
    SOLO,
    TWO,
    act,
    click,
    digest,
    is_turn,
    key_press,
    many_clicks,
    opened,
    press,
    reached,
    show,
)

LONG = 20_000  # milliseconds that everything counts as the first click's echo: no test waits for a slow machine
Test = Callable[[GameSession], bool]


def top(session: GameSession) -> ch.Frame:
    return session.state.stack[-1]


def asks(kind: type[ch.Choice], *legal: a.Action) -> Test:
    """A test for `reached`: this kind of choice, with these actions possible."""
    return lambda session: isinstance(top(session), kind) and all(action in session.legal() for action in legal)


def offers(kind: type, choice: type[ch.Choice] = ch.TurnChoice) -> Test:
    """A test for `reached`: a choice in which an action of this kind is possible."""
    return lambda s: isinstance(top(s), choice) and any(isinstance(x, kind) for x in s.legal())


def alone(session: GameSession) -> bool:
    """The end of a turn after which the same seat goes on, since the other has no engineer left."""
    state = session.state
    others = [c.hr for i, c in enumerate(state.companies) if i != state.acting]
    return isinstance(top(session), ch.EndTurnChoice) and not any(others) and state.companies[state.acting].hr > 1


def complete(session: GameSession) -> bool:
    return isinstance(top(session), (ch.PaymentChoice, ch.CollectChoice)) and session.legal() == [a.CONFIRM]


def half_paid(session: GameSession) -> bool:
    frame = top(session)
    return isinstance(frame, ch.PaymentChoice) and len(frame.paid) == 1 and session.legal() != [a.CONFIRM]


def unpaid(session: GameSession) -> bool:
    frame = top(session)
    return isinstance(frame, ch.PaymentChoice) and not frame.paid


class Control(NamedTuple):
    """Something that commits, the position it is used in (a test, or the play of a moment), and what a finger hits."""

    name: str
    wanted: Test | str
    widget: Callable[[TablePage], tuple[QWidget, QPoint | None]]
    options: GameOptions = SOLO


def primary(page: TablePage) -> tuple[QWidget, QPoint | None]:
    return page.bar.primary_button, None


def chip(page: TablePage) -> tuple[QWidget, QPoint | None]:
    return page.bar.chip_buttons[0], None


def cancel(page: TablePage) -> tuple[QWidget, QPoint | None]:
    return page.bar.cancel_button, None


def piece(kind: str) -> Callable[[TablePage], tuple[QWidget, QPoint | None]]:
    """The first lit piece whose key begins with `kind`."""

    def find(page: TablePage) -> tuple[QWidget, QPoint | None]:
        key = min(key for key in page.controller.legal_keys() if key.startswith(kind))
        return page.board_view.viewport(), centre_of(page, key)

    return find


CONTROLS = (
    Control("end turn", asks(ch.EndTurnChoice), primary),
    Control("end turn before the curtain", asks(ch.EndTurnChoice), primary, TWO),
    Control("end turn, then the same seat", alone, primary, TWO),
    Control("pay or take", complete, primary),
    Control("suggest", unpaid, lambda page: (page.bar.help_button, None)),
    Control("a card taken out", half_paid, lambda page: (page.bar.trays[0], None)),
    Control("stop drilling", asks(ch.DrillChoice), primary),
    Control("stop extracting", asks(ch.ExtractChoice), primary),
    Control("process", "!3.process +l", primary),
    Control("repair", asks(ch.RepairChoice, a.DONE), primary),
    Control("sell", asks(ch.SellUnitsChoice, a.DONE), primary),
    Control("buy", asks(ch.SharesChoice, a.DONE), primary),
    Control("do not optimise", asks(ch.OptimiseChoice), primary),
    Control("optimise", asks(ch.OptimiseChoice), chip),
    Control("choose a claim", asks(ch.ClaimChoice), chip),
    Control("choose a corporation", asks(ch.SellChoice), chip),
    Control("choose a way of drilling", asks(ch.DrillModeChoice), chip),
    Control("take a tile", asks(ch.TileChoice), chip),
    Control("use a tile", offers(a.UseTile), chip),
    Control("cancel", asks(ch.ClaimChoice), cancel),
    Control("a space", offers(a.PlaceEngineer), piece("space:")),
    Control("a hand card", offers(a.PlayPrompt), piece("hand:")),
    Control("a card that pays", offers(a.PayCard, ch.PaymentChoice), piece("hand:")),
    Control("a claim", asks(ch.ClaimChoice), piece("claim:")),
    Control("a contract", asks(ch.ContractChoice), piece("contract:")),
    Control("a research card", asks(ch.ResearchChoice), piece("research:")),
    Control("a market card", offers(a.CollectFace, ch.CollectChoice), piece("face:")),
    Control("a corporation", asks(ch.SellChoice), piece("corp:")),
    Control("a tile on the board", offers(a.UseTile), piece("tile:")),
)


@lru_cache(maxsize=64)
def _way(wanted: Test, options: GameOptions) -> tuple[a.Action, ...]:
    return tuple(reached(wanted, options, seeds=range(1, 300)).actions())


def _game(control: Control) -> GameSession:
    if isinstance(control.wanted, str):
        return moments.session_of(moments.Moment(control.name, control.wanted))
    session = GameSession(control.options, default_tables())
    session.replay(list(_way(control.wanted, control.options)))
    return session


def _used(window: MainWindow, control: Control, times: int) -> tuple[int, str, bool]:
    page = show(window, _game(control), guard=LONG)
    page.controller.set_pace("step")
    widget, at = control.widget(page)
    many_clicks(widget, at, times)
    return page.session.position, digest(page.session), page.controller.covered


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.name)
def test_quick_clicks_are_one_command(window: MainWindow, control: Control) -> None:
    """F45, F47: a double and a triple click with 12 ms between do what one click does, and no more: not in the next
    state, not for the next seat."""
    start = _game(control).position
    once = _used(window, control, 1)
    assert once[0] != start
    assert _used(window, control, 2) == once
    assert _used(window, control, 3) == once


def test_quick_clicks_never_open_the_next_hand(window: MainWindow) -> None:
    """F47: End turn clicked four times over a fifth of a second: the curtain stays closed."""
    page = show(window, reached(ch.EndTurnChoice, TWO), guard=GUARD_MS)
    many_clicks(page.bar.primary_button, times=4, delay=50)
    assert page.controller.covered
    assert page.session.undo_status().code == "hand_over"
    QTest.qWait(SLOW_GUARD_MS)
    click(page.bar.primary_button)
    assert not page.controller.covered


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_repeated_key_is_one_command(window: MainWindow, key: Qt.Key) -> None:
    """F45: Enter held down, and pressed three times quickly, at the end of a turn and in a payment."""
    for wanted, options in ((asks(ch.EndTurnChoice), TWO), (unpaid, SOLO), (complete, SOLO)):
        page = show(window, reached(wanted, options), guard=LONG)
        unpaid_before = unpaid(page.session)
        before = page.session.position
        for _ in range(3):
            press(page, key)
        if unpaid_before:  # the suggestion only: it is not paid by the same key
            assert complete(page.session)
        else:
            assert page.session.position == before + 1
        assert page.controller.covered is (options is TWO)


def test_a_row_of_the_list_played_quickly_is_played_once(window: MainWindow) -> None:
    """F45: Enter three times on the list of legal actions."""
    page = show(window, reached(is_turn, SOLO, start=20), guard=LONG)
    window.toggle_moves_list()
    before = page.session.position
    for _ in range(3):
        press(window.moves_list, Qt.Key.Key_Return)
    assert page.session.position == before + 1
    stale = page.legal_model.position
    assert not page.controller.act(page.session.legal()[0], stale - 1)


def test_gmis_card_is_turned_once(window: MainWindow) -> None:
    """F45: "Turn card" clicked three times at pace "step"."""
    page = show(window, reached(asks(ch.EndTurnChoice), SOLO), guard=LONG)
    page.controller.set_pace("step")
    act(page, a.END_TURN)
    before = page.session.position
    page.bar.settle()
    many_clicks(page.bar.primary_button, times=3)
    assert page.session.position == before + 1


# ---------------------------------------------------------------- what it shows


def test_steps_are_not_slowed_by_the_guard(window: MainWindow) -> None:
    """Plus is no commitment: three quick clicks are three units."""
    change = {"seat1": {**moments.RICH["seat1"], "hand": ["5.sell", "1.drill"]}}
    session = moments.session_of(moments.Moment("sale", "!5.sell >red", change=change))
    page = show(window, session, guard=LONG)
    for product in (0, 0, 2):
        click(page.bar.steppers[product].plus)
    frame = top(session)
    if isinstance(frame, ch.SellUnitsChoice):
        assert (frame.brine, frame.lithium) == (2, 1)
    else:  # the third unit was the last possible one
        assert session.actions()[-3:] == [a.SELL_UNIT[0], a.SELL_UNIT[0], a.SELL_UNIT[2]]


def test_keys_and_wheel_change_the_steppers(window: MainWindow) -> None:
    """Table design, sections 7 and 9: + and -, arrows choose the lane, the wheel turns the number."""
    page = show(window, moments.session_of(moments.Moment("repair", "!3.repair")))
    session = page.session
    press(page, Qt.Key.Key_Plus)
    assert session.actions()[-1] == a.REPAIR_POINT[0]
    press(page, Qt.Key.Key_Minus)
    assert isinstance(top(session), ch.RepairChoice)
    position = session.position
    press(page, Qt.Key.Key_Right)
    press(page, Qt.Key.Key_Right)
    assert page.bar.active == 1
    press(page, Qt.Key.Key_Up)
    assert session.actions()[-1] == a.REPAIR_POINT[1]
    page.controller.undo()
    assert session.position == position
    for angle, expected in ((120, position + 1), (-120, position)):
        stepper = page.bar.steppers[0]
        centre = QPointF(stepper.rect().center())
        event = QWheelEvent(
            centre, stepper.mapToGlobal(centre), QPoint(), QPoint(0, angle), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(stepper, event)
        assert session.position == expected


def test_digits_choose_chips(window: MainWindow) -> None:
    """Table design, section 9: 1 to 9."""
    page = show(window, reached(asks(ch.ClaimChoice), SOLO, start=10))
    chips = page.bar.state.chips if page.bar.state is not None else ()
    assert len(chips) > 1
    key_press(page, "2")
    assert page.session.actions()[-1] == chips[1].action
    page.controller.cancel()
    position = page.session.position
    key_press(page, "9")
    assert page.session.position == position


def test_a_reason_goes_before_the_hint_and_goes_away(window: MainWindow) -> None:
    """Table design, section 7: the line has the reason of the thing pointed at, else the hint."""
    page = show(window, reached(is_turn, SOLO, start=30))
    hint = page.bar.line.full
    locked = [
        key for key in page.board.pieces
        if key.startswith("space:") and key not in page.controller.legal_keys()
    ]  # fmt: skip
    QTest.mouseMove(page.board_view.viewport(), centre_of(page, locked[0]))
    reason = page.controller.reason_for(locked[0])
    assert reason is not None
    assert page.bar.line.full == page.texts.reason(reason)
    assert page.bar.accessibleDescription() == page.bar.line.full
    QTest.mouseMove(page.board_view.viewport(), QPoint(2, 2))
    assert page.bar.line.full == hint


def test_the_tray_shows_what_was_put_in(window: MainWindow) -> None:
    """Cards by kind with their number, what is still missing, and Pay switched off until it is complete."""
    page = show(window, moments.session_of(moments.Moment("pay", "@licence claim:d03 $1.drill $1.drill")))
    state = page.bar.state
    assert state is not None
    assert [(tray.value, tray.cards) for tray in state.trays] == [(1, 2)]
    frame = top(page.session)
    assert isinstance(frame, ch.PaymentChoice)
    assert state.to_go == frame.due - 2
    assert page.bar.to_go.isVisible()
    assert not page.bar.primary_button.isEnabled()
    page.controller.suggest()
    assert not page.bar.to_go.isVisible()
    assert page.bar.primary_button.isEnabled()


def test_undo_names_what_stops_it(window: MainWindow) -> None:
    """Table design, section 14: the button is off and its tooltip names the fact."""
    page = show(window, reached(lambda s: s.undo_status().code == "claim_revealed", SOLO))
    assert not page.bar.undo_button.isEnabled()
    assert page.bar.undo_button.toolTip() == "Undo stops here: a new claim was revealed."


# ---------------------------------------------------------------- F41: everything in reach

SIZES = (
    (1024, 640, False), (1024, 640, True), (1180, 720, False), (1440, 900, False), (3440, 1440, False),
    (1080, 1920, False),
)  # fmt: skip


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
@pytest.mark.parametrize(("width", "height", "docks"), SIZES)
def test_every_control_lies_in_the_bar_at_every_size(
    qapp: QApplication, tmp_path: Path, width: int, height: int, docks: bool, large: bool
) -> None:
    """F41: whatever is asked, no control is cut, covered by another, or outside; the words keep some room. Also in the
    smallest window with docks beside the table."""
    with opened(tmp_path, width, height) as window:
        if large:
            window.apply_settings(window.settings.changed(text_size="large"))
        page = show(window, GameSession(SOLO, default_tables()))
        if docks:
            window.toggle_moves_list()
            window.lists_dock.show()
            QApplication.processEvents()
            assert page.width() < width - 200
        session = page.session
        seen: set[str] = set()
        dice = random.Random(width)
        for _ in range(420):
            if session.over:
                break
            kind = type(top(session)).__name__
            crowd = f"{kind}{len(page.bar.chip_buttons)}/{len(page.bar.trays)}"
            if crowd not in seen:
                seen.add(crowd)
                QApplication.processEvents()
                _check_bar(page, crowd)
            if session.acting_kind() == "human":
                page.controller.act(dice.choice(session.legal()))
            else:
                page.controller.act(a.TURN_GMI_CARD)
        assert len(seen) > 12
        places = [button.geometry() for button in page.top_buttons.values()]
        assert all(page.rect().contains(place) for place in (*places, page.bar.geometry(), page.log.geometry()))


def _check_bar(page: TablePage, where: str) -> None:
    bar = page.bar
    parts: list[QWidget] = [
        *bar.chip_buttons, *bar.steppers, *bar.trays, bar.to_go, bar.more_trays, bar.help_button, bar.undo_button,
        bar.cancel_button, bar.primary_button,
    ]  # fmt: skip
    shown = [part for part in parts if part.isVisible()]
    places = [part.geometry() for part in shown]
    for part, place in zip(shown, places, strict=True):
        assert bar.rect().contains(place), f"{where}: {part} at {place} is not in {bar.rect()}"
        assert place.width() >= part.sizeHint().width(), f"{where}: {part} is cut"
    for i, one in enumerate(places):
        for two in places[i + 1 :]:
            assert not one.intersects(two), f"{where}: controls overlap"
    assert bar.title.width() >= 60, f"{where}: no room for the title"
