"""The table page: whole games by keyboard, the hot-seat curtain, GMI's pace, focus, sizes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import KIND_NAMES, default_tables
from saltonsea_desktop.games.saltonsea.determinize import determinize
from saltonsea_desktop.games.saltonsea.events import GmiCardTurned
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.storage.save import read_save
from saltonsea_desktop.ui.bar import BarButton
from saltonsea_desktop.ui.rules_view import RulesView
from saltonsea_desktop.ui.scoring import ScoringPage
from saltonsea_desktop.ui.table_page import LETTERS, RULES_OF, RULES_OF_PIECES, TablePage
from saltonsea_desktop.ui.window import MainWindow
from tests.ui import moments
from tests.ui.journey import click_piece, session_of, table_of
from tests.ui.tables import (
    AGAINST_BOT,
    PRACTICE,
    SOLO,
    TWO,
    WITH_BOT,
    act,
    click,
    dice_bot,
    digest,
    is_turn,
    key_press,
    opened,
    press,
    reached,
    show,
    with_bots,
)

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier

# ---------------------------------------------------------------- keyboard only


@pytest.mark.slow
def test_a_whole_solo_game_with_the_list_of_legal_actions_and_keys_only(window: MainWindow, qtbot: QtBot) -> None:
    """F112: Ctrl+M, arrows and Enter, nothing else, from the first engineer to the final scoring."""
    assert window.start_game(SOLO)
    window.apply_settings(window.settings.changed(gmi_pace="step"))
    page = table_of(window)
    page.bar.guard_ms = 0
    session, dice = session_of(window), random.Random(21)
    press(window, Qt.Key.Key_M, CTRL)
    assert QApplication.focusWidget() is window.moves_list or window.moves_list.hasFocus()
    keys = window.moves_list
    while not session.over:
        before = session.position
        rows = keys.model().rowCount()
        if rows:
            assert rows == len(session.legal())
            wanted = dice.randrange(rows)
            steps = wanted - keys.currentIndex().row()
            for _ in range(abs(steps)):
                press(keys, Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)
            assert keys.currentIndex().row() == wanted
            expected = session.legal()[wanted]
        else:
            expected = a.TURN_GMI_CARD
        press(keys, Qt.Key.Key_Return)
        assert session.position == before + 1
        assert session.history.done[before].action == expected
    qtbot.waitUntil(lambda: isinstance(window.pages.currentWidget(), ScoringPage), timeout=5000)
    window.close()
    assert read_save(window.folders.autosave, default_tables()).session.outcome() == session.outcome()


@pytest.mark.slow
def test_a_whole_solo_game_with_the_keys_of_the_table(window: MainWindow, qtbot: QtBot) -> None:
    """Table design, sections 8 and 9: letters, digits, + and -, G, arrows, Enter at the table; no list, no mouse."""
    assert window.start_game(SOLO)
    window.apply_settings(window.settings.changed(gmi_pace="step"))
    page = table_of(window)
    page.bar.guard_ms = 0
    session, dice = session_of(window), random.Random(22)
    kinds: set[str] = set()
    for _ in range(4000):
        if session.over:
            break
        before = session.position
        state = page.bar.state
        assert state is not None
        kinds.add(type(session.state.stack[-1]).__name__)
        _one_key(page, dice)
        if session.position == before:  # the key meant nothing here: walk to a piece and choose it
            _walk(page, dice)
    assert session.over
    assert {"PaymentChoice", "CollectChoice", "ClaimChoice", "EndTurnChoice", "GmiChoice"} <= kinds
    qtbot.waitUntil(lambda: isinstance(window.pages.currentWidget(), ScoringPage), timeout=5000)


def _one_key(page: TablePage, dice: random.Random) -> None:
    state = page.bar.state
    assert state is not None
    if state.help in ("suggest", "fill", "all") and dice.random() < 0.7:
        press(page, Qt.Key.Key_End) if state.help == "all" else key_press(page, "g")
    elif state.primary is not None and dice.random() < 0.8:
        press(page, Qt.Key.Key_Return)
    elif state.steppers:
        key_press(page, "+")
    elif state.chips:
        key_press(page, str(dice.randrange(len(state.chips)) + 1))
    else:
        key_press(page, dice.choice("LDEPRSCTBVFAYX"))


def _walk(page: TablePage, dice: random.Random) -> None:
    """Arrows to any lit piece and Enter."""
    legal = set(page.controller.legal_keys()) & set(page.board.pieces)
    if not legal:
        if page.bar.state is not None and page.bar.state.primary is not None:
            press(page, Qt.Key.Key_Return)
        return
    if page.bar.steppers:
        key_press(page, "+")
        return
    for _ in range(dice.randrange(len(legal)) + 1):
        press(page, Qt.Key.Key_Right)
    assert page.board.focused in legal
    press(page, Qt.Key.Key_Return)


@pytest.mark.parametrize("letter", sorted(LETTERS))
def test_each_letter_places_an_engineer_for_its_action(window: MainWindow, letter: str) -> None:
    """Table design, section 9: the letter takes the first place of its action; without one it says why not."""
    kinds = {KIND_NAMES.index(name) for name in LETTERS[letter]}

    def offered(session: GameSession) -> bool:
        t = session.tables
        return is_turn(session) and any(
            isinstance(x, a.PlaceEngineer) and t.effects[t.spaces[x.space].effect].kind in kinds
            for x in session.legal()
        )

    if letter != "Y":  # no printed space copies
        page = show(window, reached(offered, SOLO))
        start = page.session.position
        key_press(page, letter)
        t = page.session.tables
        done = page.session.history.done[start].action
        assert isinstance(done, a.PlaceEngineer)
        assert t.effects[t.spaces[done.space].effect].kind in kinds
    if letter == "F":  # always possible (FIN-1)
        return
    page = show(window, reached(lambda s: is_turn(s) and not offered(s) and s.position > 20, SOLO))
    if not any(page._kind_of(x) in LETTERS[letter] for x in page.session.legal()):
        before = digest(page.session)
        key_press(page, letter)
        assert digest(page.session) == before
        if letter != "Y":
            assert page.bar.told


def test_a_tile_by_its_letter_and_number(window: MainWindow) -> None:
    """U uses the only tile; with several it asks for the number."""

    def one_tile(session: GameSession) -> bool:
        return is_turn(session) and sum(isinstance(x, a.UseTile) for x in session.legal()) == 1

    page = show(window, reached(one_tile, SOLO))
    key_press(page, "u")
    assert isinstance(page.session.actions()[-1], a.UseTile)
    page = show(window, moments.session_of(moments.Moment("two tiles")))
    chips = page.bar.state.chips if page.bar.state is not None else ()
    position = page.session.position
    key_press(page, "u")
    assert page.session.position == position
    assert "number" in page.bar.told
    key_press(page, "2")
    assert page.session.actions()[-1] == chips[1].action


def test_show_moves_rings_what_is_possible(window: MainWindow) -> None:
    """H, the lamp above and the button in the bar do the same."""
    page = show(window, reached(is_turn, SOLO, start=20))
    legal = set(page.controller.legal_keys()) & set(page.board.pieces)

    def ringed() -> set[str]:
        return {key for key, piece in page.board.pieces.items() if "legal" in piece.rings}

    assert ringed() == set()
    key_press(page, "h")
    assert ringed() == legal
    assert page.bar.help_button.words == "Hide moves"
    click(page.bar.help_button)
    assert ringed() == set()
    click(page.top_buttons["hint"])
    assert ringed() == legal


def test_looking_at_other_companies(window: MainWindow) -> None:
    """Shift+1 to 4 and a click on a panel show a company large; Esc goes back; the decision goes on underneath."""
    page = show(window, reached(is_turn, TWO, start=20))
    own = page.session.state.acting
    other = 1 - own
    assert page.board.now is not None
    assert page.board.now.focus_seat == own
    press(page, Qt.Key(int(Qt.Key.Key_1) + other), SHIFT)
    assert page.board.now.focus_seat == other
    press(page, Qt.Key.Key_Escape)
    assert page.board.now.focus_seat == own
    click_piece(page, f"company:{other}")
    assert page.board.now.focus_seat == other
    assert page.controller.legal_here()
    act(page, page.session.legal()[0])
    assert page.board.now.focus_seat == own
    press(page, Qt.Key(int(Qt.Key.Key_1) + own), SHIFT)
    assert page.board.now.focus_seat == own


def test_f1_opens_the_rule_of_the_running_decision(window: MainWindow) -> None:
    """Every kind of decision and every piece has a rule that exists."""
    from saltonsea_desktop.ui.rules_view import load_rules

    known = {rule.id for chapter in load_rules() for rule in chapter.rules}
    assert set(RULES_OF) == set(ch.CHOICE_TYPES)
    assert {*RULES_OF.values(), *RULES_OF_PIECES.values()} <= known
    page = show(window, reached(ch.ClaimChoice, SOLO))
    page.setFocus()
    press(page, Qt.Key.Key_F1)
    assert window.rules_dock is not None
    view = window.rules_dock.widget()
    assert isinstance(view, RulesView)
    assert window.rules_dock.isVisible()
    assert page.rule_now() == "LIC-1"


# ---------------------------------------------------------------- focus


def test_tab_visits_every_group_and_comes_back(window: MainWindow) -> None:
    """F50: forwards and backwards through table, buttons, log and docks; no trap, and each shows that it has it."""
    page = show(window, reached(ch.PaymentChoice, PRACTICE, start=20))
    window.toggle_moves_list()
    window.activateWindow()
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        page.setFocus()
        seen: list[QWidget] = []
        for _ in range(60):
            at = QApplication.focusWidget()
            assert at is not None
            if at in seen and at is page:
                break
            assert at not in seen, f"{at} again, before coming back"
            seen.append(at)
            QTest.keyClick(at, key)
        assert QApplication.focusWidget() is page
        groups = [
            any(isinstance(w, QToolButton) for w in seen),
            any(isinstance(w, BarButton) for w in seen),
            page.log.list in seen,
            window.moves_list in seen,
        ]
        assert all(groups), groups
        marked = [w for w in seen if w is not page and w is not page.board_view and _looks_the_same_with_focus(w)]
        assert marked == [], marked
    window.toggle_moves_list()


def _looks_the_same_with_focus(widget: QWidget) -> bool:
    place = QRect(widget.mapTo(widget.window(), widget.rect().topLeft()), widget.size())
    with_focus, without = QImage(), QImage()
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    with_focus = widget.window().grab(place).toImage()
    widget.clearFocus()
    without = widget.window().grab(place).toImage()
    return bool(with_focus == without)


def test_shortcuts_act_while_a_dock_or_the_log_has_the_keyboard(window: MainWindow) -> None:
    """F49: Ctrl+Z, Ctrl+Y, Ctrl+M, F1 with the focus in the log, and in a detached dock."""
    page = show(window, reached(ch.PaymentChoice, PRACTICE, start=20))
    position = page.session.position
    page.log.list.setFocus()
    press(page.log.list, Qt.Key.Key_Z, CTRL)
    assert page.session.position == position - 1
    press(page.log.list, Qt.Key.Key_Y, CTRL)
    assert page.session.position == position
    window.lists_dock.show()
    window.lists_dock.setFloating(True)
    window.hand_list.setFocus()
    press(window.hand_list, Qt.Key.Key_Z, CTRL)
    assert page.session.position == position - 1
    press(window.hand_list, Qt.Key.Key_M, CTRL)
    assert window.moves_dock.isVisible()
    press(window.moves_list, Qt.Key.Key_Escape)
    press(page, Qt.Key.Key_M, CTRL)
    assert not window.moves_dock.isVisible()
    window.lists_dock.setFloating(False)
    window.lists_dock.hide()


def test_letters_typed_in_the_log_reach_the_table(window: MainWindow) -> None:
    """F49: the log has no search of its own that swallows the letters."""
    page = show(window, reached(is_turn, SOLO, start=20))
    page.log.list.setFocus()
    press(page.log.list, Qt.Key.Key_H)
    assert page.show_moves
    press(page.log.list, Qt.Key.Key_Up)
    assert page.log.list.currentIndex().isValid()


def test_a_chip_chosen_with_the_keyboard_leaves_it_with_the_table(window: MainWindow) -> None:
    """Enter on a focused chip chooses it, not the primary button; then the letters go to the table again."""
    page = show(window, reached(ch.OptimiseChoice, SOLO, seeds=range(1, 300)))
    window.activateWindow()
    chip = page.bar.chip_buttons[0]
    chip.setFocus()
    wanted = page.bar.state.chips[0].action if page.bar.state is not None else None
    press(chip, Qt.Key.Key_Return)
    assert page.session.actions()[-1] == wanted
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus is page or page.isAncestorOf(focus)
    assert focus.isVisible()


# ---------------------------------------------------------------- hot seat


def _secret_pieces(page: TablePage) -> list[str]:
    return [key for key in page.board.pieces if key.startswith(("hand:", "fresh:"))]


@pytest.mark.slow
def test_no_hand_is_drawn_before_its_owner_opens_it(window: MainWindow) -> None:
    """CRD-12, table design section 11: in a game of two persons with a computer seat between them, after every single
    change of the table: no card, no total, no "most money" of anybody but the person who opened the hand; and a
    covered table looks the same whatever the hidden cards are."""
    with_bots(window, dice_bot(window))
    window.apply_settings(window.settings.changed(gmi_pace="instant"))
    assert window.start_game(WITH_BOT)
    page = table_of(window)
    page.bar.guard_ms = 0
    session = session_of(window)
    frames = 0
    owner = -1  # who has opened the hand

    def look() -> None:
        nonlocal frames
        scene = page.board.now
        assert scene is not None
        frames += 1
        if session.over:
            return
        acting, sits = session.state.acting, session.acting_kind() == "human" and session.state.acting == owner
        seen = [company.seat for company in scene.view.companies if company.hand is not None]
        assert seen == ([owner] if sits else []), f"hands of {seen} in the turn of {acting} while {owner} sits there"
        assert scene.covered is not sits
        assert scene.view.seat == scene.focus_seat
        if not sits:
            if frames % 9 == 0:
                assert all(page._tip(key) is not None for key in page.board.pieces)
            assert _secret_pieces(page) == []
            assert page.legal_model.rowCount() == 0
            assert page.hand_model.rowCount() == 0
        if sits and frames % 7:
            return
        fresh = type(page.log_model)()
        fresh.reload(session, page.texts, owner if sits else -1)
        assert [row.text for row in page.log_model.rows] == [row.text for row in fresh.rows]

    look()  # nobody has taken the seat when the game begins
    window.toggle_moves_list()
    window.lists_dock.show()
    page.refreshed.connect(look)
    dice = random.Random(3)
    same = 0
    while frames < 360 and not session.over:
        if page.controller.covered:
            assert page.bar.primary_button.text() == f"Show {page.names[session.state.acting]}'s hand"
            if same < 8 and session.position > 25:
                same += 1
                _looks_the_same_with_other_cards(page)
            owner = session.state.acting
            click(page.bar.primary_button)
        elif session.acting_kind() == "human":
            assert page.controller.act(dice.choice(session.legal()))
        else:
            assert page.controller.hidden
            QTest.qWait(2)
    assert same >= 8
    window.toggle_moves_list()
    window.lists_dock.hide()


def _looks_the_same_with_other_cards(page: TablePage) -> None:
    """Deal the hidden cards anew behind the curtain: not one pixel changes."""
    page.refresh()
    before = page.grab().toImage()
    session = page.session
    true = session.history.done[-1]
    assert not any("Looking at" in str(piece.data_shown) for piece in page.board.pieces.values())
    onlooker = next(i for i in range(session.state.seats) if i != session.state.acting)
    other = determinize(session.state, onlooker, 99)
    assert other.companies[session.state.acting].hand != session.state.companies[session.state.acting].hand or (
        sum(other.companies[session.state.acting].hand) < 2
    )
    session.history.done[-1] = type(true)(true.action, true.actor, true.before, other, true.events, true.barrier)
    page.refresh()
    after = page.grab().toImage()
    session.history.done[-1] = true
    page.refresh()
    assert before == after


def test_a_new_or_opened_hot_seat_game_begins_covered(window: MainWindow, tmp_path: Path) -> None:
    """Table design, section 11: nobody's hand is shown before someone has taken the seat; alone nobody waits."""
    assert window.start_game(TWO)
    page = table_of(window)
    assert page.controller.covered
    assert page.bar.primary_button.text() == "Show Marta's hand"
    page.bar.settle()
    press(page, Qt.Key.Key_Return)
    assert not page.controller.covered
    path = tmp_path / "two.saltonsea"
    assert window.save_to(path)
    assert window.open_save(path)
    assert table_of(window).controller.covered
    for options in (SOLO, AGAINST_BOT):
        with_bots(window, lambda: None)
        assert window.start_game(options)
        assert not table_of(window).controller.covered


def test_the_curtain_can_be_kept_away_or_always_closed(window: MainWindow) -> None:
    """Setting "never": open hands; "always": also a lone person opens the hand after each computer turn."""
    from dataclasses import replace

    page = show(window, reached(ch.EndTurnChoice, replace(TWO, curtain="never")))
    act(page, a.END_TURN)
    assert not page.controller.covered
    with_bots(window, dice_bot(window))
    page = show(window, reached(ch.EndTurnChoice, replace(AGAINST_BOT, curtain="always")))
    act(page, a.END_TURN)
    for _ in range(400):
        if page.session.acting_kind() == "human":
            break
        QTest.qWait(5)
    assert page.controller.covered
    page.controller.uncover()
    act(page, page.session.legal()[0])
    assert not page.controller.covered


# ---------------------------------------------------------------- GMI


def test_gmis_result_stands_in_the_bar_until_the_next_input(window: MainWindow) -> None:
    """The hint begins with what GMI did, the panel has its reasons; the next key or click takes it away."""
    page = show(window, reached(ch.EndTurnChoice, SOLO, start=20))
    page.controller.set_pace("step")
    act(page, a.END_TURN)
    assert page.note == ""
    press(page, Qt.Key.Key_Return)
    events = page.session.history.done[-1].events
    assert any(isinstance(event, GmiCardTurned) for event in events)
    sentence = page.texts.stop(page.texts.gmi_headline(events))
    assert page.bar.line.full.startswith(sentence)
    lines = [key for key in page.board.pieces if key.startswith("gmi-line:")]
    assert lines
    if page.session.acting_kind() == "human":
        press(page, Qt.Key.Key_Escape)
        assert sentence not in page.bar.line.full
    page.refresh()
    assert [key for key in page.board.pieces if key.startswith("gmi-line:")] == lines


def test_the_reasons_of_the_last_card_are_there_again_after_opening_and_undo(window: MainWindow) -> None:
    """Table design, section 10: a game that is opened shows GMI's last reasons; undo shows those before."""
    session = reached(lambda s: is_turn(s) and s.state.gmi_turned > 0, PRACTICE, start=30)
    page = show(window, session)
    lines = [page.board.pieces[key].data_shown for key in page.board.pieces if key.startswith("gmi-line:")]
    assert lines
    page.controller.set_pace("step")
    turned = session.state.gmi_turned
    while session.state.gmi_turned == turned and session.state.gmi_turned:
        legal = session.legal()
        act(page, legal[-1])
    while session.position > 0 and session.state.gmi_turned != turned:
        assert page.controller.undo()
    again = [page.board.pieces[key].data_shown for key in page.board.pieces if key.startswith("gmi-line:")]
    assert again == lines


@pytest.mark.parametrize(("pace", "most"), [("instant", 400), ("flowing", 3000)])
def test_gmi_goes_on_by_itself(window: MainWindow, qtbot: QtBot, pace: str, most: int) -> None:
    page = show(window, reached(ch.EndTurnChoice, SOLO, start=20))
    page.controller.set_pace(pace)
    act(page, a.END_TURN)
    position = page.session.position
    qtbot.waitUntil(lambda: page.session.position > position, timeout=most + 5000)
    assert page.session.actions()[position] == a.TURN_GMI_CARD


# ---------------------------------------------------------------- sizes

SIZES = ((1024, 640), (1180, 720), (1920, 1080), (3440, 1440), (1080, 1920))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_that_can_be_chosen_can_be_hit(qapp: QApplication, tmp_path: Path, width: int, height: int) -> None:
    """F41: at every size each legal action is a piece that is really under the pointer, or a control of the bar."""
    with opened(tmp_path, width, height) as window:
        page = show(window, GameSession(SOLO, default_tables()))
        session, dice = page.session, random.Random(height)
        seen: set[str] = set()
        for _ in range(260):
            if session.over:
                break
            kind = type(session.state.stack[-1]).__name__
            if kind not in seen and session.acting_kind() == "human":
                seen.add(kind)
                _check_reach(page)
            legal = session.legal()
            assert page.controller.act(dice.choice(legal))
        assert len(seen) >= 8
        assert window.size().width() == width
        assert window.size().height() == height


def _check_reach(page: TablePage) -> None:
    state = page.bar.state
    assert state is not None
    in_bar = {chip.action for chip in state.chips} | {stepper.plus for stepper in state.steppers} | {state.primary}
    view = page.board_view.viewport().rect()
    for key, action in page.controller.legal_keys().items():
        piece = page.board.pieces.get(key)
        if piece is None:
            assert action in in_bar, key
            continue
        place = page.board_view.mapFromScene(piece.mapRectToScene(piece.size)).boundingRect()
        hit = page.board.key_at(piece.scene_rect().center())
        assert hit == key or action in in_bar or _hit_somewhere(page, key), f"{key} lies under {hit}"
        assert view.contains(place.center())
        assert not page.bar.geometry().contains(place.center())
        assert not page.log.geometry().contains(place.center())
    for action in page.session.legal():
        assert action in in_bar or action in page.controller.legal_keys().values(), page.session.text(action)


def _hit_somewhere(page: TablePage, key: str) -> bool:
    rect = page.board.pieces[key].scene_rect()
    points = [rect.topLeft() + (rect.bottomRight() - rect.topLeft()) * f for f in (0.1, 0.25, 0.75, 0.9)]
    return any(page.board.key_at(point) == key for point in points)
