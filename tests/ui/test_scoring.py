"""The final scoring: it adds up over random games and ties, says who won, and all of it works by mouse and key."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QTableView, QWidget
from pytestqt.qtbot import QtBot

from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.scoring import CATEGORIES, count_for, leaders, money_held, outcome
from saltonsea_desktop.games.saltonsea.state import State
from saltonsea_desktop.session.options import UndoMode
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.storage import save as saves
from saltonsea_desktop.ui import dialogs, theme
from saltonsea_desktop.ui.models import ScoresModel
from saltonsea_desktop.ui.scoring import (
    BEST_ROLE,
    LINE_ROLE,
    Line,
    ScoringPage,
    SheetModel,
    earned,
    measure,
    nice_step,
    readable,
    round_ends,
    spread,
)
from saltonsea_desktop.ui.texts import Texts
from tests.ui.finished import LEFT, SIZES, overlaps, pixels, played, shown, wearing, with_end

SIGNALS = ("to_start", "replay", "save_log", "save_picture", "same_deal", "again")


@pytest.fixture(autouse=True, scope="module")
def _dressed(qapp: QApplication) -> Iterator[None]:
    with wearing(theme.LIGHT):
        yield


def words(session: GameSession) -> Texts:
    return Texts(session.tables, [seat.name for seat in session.options.seats], session.state.gmi_seat)


def page_of(
    qtbot: QtBot, session: GameSession, size: tuple[int, int] = (1440, 876), large: bool = False, reveal: bool = False
) -> ScoringPage:
    page = ScoringPage(theme.LIGHT)
    qtbot.addWidget(page)
    page.resize(*size)
    page.show_result(session, words(session), large, reveal)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    return page


def sheet_of(page: ScoringPage) -> SheetModel:
    model = page.table.model()
    assert isinstance(model, SheetModel)
    assert model is page.model
    return model


def level(seats: int, money: bool) -> GameSession:
    """A finished game of which the first two seats have equal points, and equal money or not."""

    def change(state: State) -> None:
        first, second = state.companies[0], state.companies[1]
        state.companies[1] = first.copy()
        state.companies[1].objectives = second.objectives
        for company in state.companies[2:]:
            company.vp = 0
            company.shares = (0, 0, 0)
        if not money:
            card = next(i for i, value in enumerate(state.tables.type_value) if value == 1)
            for seat in (0, 1):  # up to a multiple of $3 plus 1, so that one dollar more is worth no point
                while money_held(state, seat) % 3 != 1:
                    state.companies[seat].fresh = (*state.companies[seat].fresh, card)
            state.companies[1].fresh = (*state.companies[1].fresh, card)
        scores = outcome(state).scores
        state.companies[0].vp += 200
        state.companies[1].vp += 200 + scores[0].total - scores[1].total

    return with_end(played(seats, 3), change)


# ------------------------------------------------------------------------------------------------ it adds up
def adds_up(session: GameSession, page: ScoringPage) -> None:
    """Every number of the sheet against `scoring.outcome`."""
    model = sheet_of(page)
    expected = outcome(session.state)
    assert page.outcome == expected
    lines = [model.data(model.index(row, 0), LINE_ROLE) for row in range(model.rowCount())]
    assert all(isinstance(line, Line) for line in lines)
    assert lines[-1].kind == "total"
    assert [line.kind for line in lines].count("total") == 1
    assert {line.category for line in lines if line.kind == "line"} == set(CATEGORIES)
    for seat in range(len(expected.scores)):
        column = [model.data(model.index(row, seat)) for row in range(model.rowCount())]
        assert sum(number for number in column[:-1] if number is not None) == column[-1]
        assert column[-1] == expected.scores[seat].total
        for category in CATEGORIES:
            part = sum(column[row] for row, line in enumerate(lines) if line.category == category)
            assert part == getattr(expected.scores[seat], category), category
        assert [number is None for number in column] == [line.kind == "heading" for line in lines]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_it_adds_up_over_random_games(qtbot: QtBot, seats: int) -> None:
    ways: set[tuple[str, bool]] = set()
    page = ScoringPage(theme.LIGHT)
    qtbot.addWidget(page)
    for seed in range(12):
        session = played(seats, 100 * seats + seed)
        page.show_result(session, words(session), False)
        adds_up(session, page)
        sheet = sheet_of(page)
        split = [line for line in sheet.lines if line.category == "board"]
        assert len(split) == 5, "the VP of the game are told by source"
        assert all(line.sources for line in split)
        ways.add((session.outcome().decided_by, min(score.total for score in session.outcome().scores) < 0))
        assert page.headline.text() == words(session).outcome_headline(session.outcome())
    assert ways


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_shared_victory(qtbot: QtBot, seats: int) -> None:
    session = level(seats, money=True)
    assert session.outcome().decided_by == "shared"
    page = page_of(qtbot, session)
    adds_up(session, page)
    assert page.scores.sheet.winners == (0, 1)
    assert page.scores.sheet.places[:2] == ("1st", "1st")
    assert "share the victory" in page.headline.text()
    image = shown(page)
    for seat in range(len(session.options.seats)):
        tint = theme.LIGHT.seat(session.options.seats[seat].colour).tint
        box = page.scores.column_rect(seat).toRect().translated(page.scores.pos())
        edge = QRect(box.x() + 6, box.y() + 40, 8, 200)
        assert (pixels(image, tint, edge) > 500) == (seat < 2)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_money_breaks_a_tie(qtbot: QtBot, seats: int) -> None:
    session = level(seats, money=False)
    assert session.outcome().decided_by == "money"
    page = page_of(qtbot, session)
    adds_up(session, page)
    assert page.scores.sheet.winners == (1,)
    assert page.scores.sheet.places[:2] == ("2nd", "1st")
    text = page.headline.text()
    assert "more money" in text
    assert text.startswith(session.options.seats[1].name)


def test_a_game_without_its_early_history(qtbot: QtBot) -> None:
    whole = played(3, 8)
    session = played(3, 8)
    session.history.start = session.state
    session.history.done.clear()
    page = page_of(qtbot, session)
    adds_up(session, page)
    assert [line.label for line in sheet_of(page).lines if line.category == "board"] == ["Victory points so far"]
    assert [n for n, _ in round_ends(session)] == [whole.state.round]
    assert all(len(line.points) == 1 for line in page.chart.series)
    shown(page)


def test_a_loaded_game_scores_the_same(qtbot: QtBot) -> None:
    session = played(2, 4)
    loaded = saves.open_document(saves.document(session), default_tables(), "test").session
    first, second = page_of(qtbot, session), page_of(qtbot, loaded)
    assert sheet_of(first).lines == sheet_of(second).lines
    assert first.chart.series == second.chart.series


def test_the_sheet_is_a_scores_model_on_a_table(qtbot: QtBot) -> None:
    page = page_of(qtbot, played(2, 1))
    tables = page.findChildren(QTableView)
    assert [type(view.model()) for view in tables] == [SheetModel]
    assert isinstance(page.model, ScoresModel)


# ------------------------------------------------------------------------------------------------ words
def test_facts_of_the_game(qtbot: QtBot) -> None:
    session = played(2, 48213)
    page = page_of(qtbot, session)
    facts = page.subline.toolTip()
    assert f"Round {session.state.round}." in facts
    assert words(session).end_reason(session.state.end) in facts
    assert dialogs.deal_text(48213) in facts
    assert "fair undo" in facts


def test_two_closed_corporations_are_named(qtbot: QtBot) -> None:
    def close(state: State) -> None:
        last = len(state.tables.asset_closes) - 1
        state.assets = (last, state.assets[1], last)
        state.end = 2

    session = with_end(played(2, 5), close)
    page = page_of(qtbot, session)
    adds_up(session, page)
    assert "Cinder and Tide have closed." in page.subline.toolTip()


@pytest.mark.parametrize("undo", ["fair", "practice"])
def test_a_practice_game_is_marked(qtbot: QtBot, undo: UndoMode) -> None:
    session = played(2, 6, undo=undo)
    page = page_of(qtbot, session)
    assert page.mark.isVisible() == (undo == "practice") == session.marked
    assert (f"{undo} undo") in page.subline.toolTip()


@pytest.mark.parametrize("seats", [1, 3])
def test_objectives_with_who_and_when(qtbot: QtBot, seats: int) -> None:
    short = long = 0
    for seed in range(6):
        session = played(seats, 40 + seed)
        page = ScoringPage(theme.LIGHT)
        qtbot.addWidget(page)
        page.show_result(session, words(session), False)
        state, rows = session.state, page.objectives.delegate.rows
        assert len(rows) == len(state.objectives) == page.objectives.model.rowCount()
        for place, (number, row) in enumerate(zip(state.objectives, rows, strict=True)):
            objective = session.tables.objectives[number]
            assert row.title == words(session).objective_title(number)
            assert (row.vp, row.stars) == (objective.vp, objective.stars)
            text = page.objectives.model.rows[place].text
            if objective.short:
                taker = state.takers[place]
                assert row.seats == ((taker,) if taker >= 0 else ())
                assert row.how.startswith("round ") == (taker >= 0)
                short += taker >= 0
            else:
                assert row.seats == leaders(state, objective)
                if row.seats:
                    assert str(count_for(state, row.seats[0], objective)) in row.how
                    long += 1
            names = [session.options.seats[seat].name for seat in row.seats] or ["nobody"]
            assert all(name in text for name in names)
    assert short
    assert long


def test_a_number_says_what_earned_it(qtbot: QtBot) -> None:
    session = played(4, 48213)
    page = page_of(qtbot, session)
    shown(page)
    sheet = sheet_of(page)
    gains = earned(session)
    told = 0
    for row, line in enumerate(sheet.lines):
        for seat in range(4):
            before = page.hint.toolTip()
            where = page.table.visualRect(sheet.index(row, seat)).center()
            QTest.mouseClick(page.table.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, where)
            text = page.hint.toolTip()
            if line.kind == "heading":
                assert text == before
                continue
            assert text.startswith(f"{session.options.seats[seat].name}, {line.label}:")
            if line.sources and line.values[seat]:
                rounds = {gain.round for gain in gains if gain.seat == seat and gain.source in line.sources}
                assert all(f"round {n}:" in text for n in rounds)
                assert text.count("+") == sum(g.seat == seat and g.source in line.sources for g in gains)
                told += 1
    assert told > 8
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Up)
    assert page.hint.toolTip() != before


# ------------------------------------------------------------------------------------------------ looks
def test_best_numbers_losses_and_suns(qtbot: QtBot) -> None:
    session = played(4, 48213)
    page = page_of(qtbot, session)
    image = shown(page)
    sheet = sheet_of(page)
    p = theme.LIGHT
    bold = lost = 0
    for row, line in enumerate(sheet.lines):
        for seat in range(4):
            index = sheet.index(row, seat)
            box = page.table.visualRect(index)
            box.translate(page.table.viewport().mapTo(page, QPoint()))
            value = sheet.value(row, seat)
            red = pixels(image, p.danger, box)
            if line.kind == "line":
                assert (red > 4) == (value < 0), (line.label, seat)
                lost += value < 0
                assert bool(index.data(BEST_ROLE)) == (value == max(line.values) > 0)
                bold += bool(index.data(BEST_ROLE))
            elif line.kind == "total":
                assert pixels(image, p.vp, box) > 300
            else:
                assert red == 0
    assert bold > 5
    assert lost > 3


def test_only_the_winner_has_a_tinted_column(qtbot: QtBot) -> None:
    session = played(4, 48213)
    page = page_of(qtbot, session)
    image = shown(page)
    winner = session.outcome().winners
    assert len(winner) == 1
    for seat in range(4):
        tint = theme.LIGHT.seat(seat).tint
        box = page.scores.column_rect(seat).toRect().translated(page.scores.pos())
        assert (pixels(image, tint, QRect(box.x() + 6, box.y() + 40, 8, 200)) > 500) == (seat in winner)


@pytest.mark.parametrize("palette", theme.THEMES.values(), ids=list(theme.THEMES))
def test_numbers_on_a_tint_can_be_read(palette: theme.Palette) -> None:
    for seat in palette.seats:
        for colour in (palette.danger, palette.ink3, palette.ink):
            mixed = readable(colour, seat.tint, palette.ink)
            assert theme.contrast(mixed, seat.tint) >= 4.5
            if theme.contrast(colour, seat.tint) >= 4.5:
                assert mixed == colour


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_everything_has_its_place(qtbot: QtBot, size: tuple[int, int], large: bool) -> None:
    page = page_of(qtbot, level(4, money=False), size, large)
    shown(page)
    parts: dict[str, QWidget] = {button.text(): button for button in page.buttons}
    parts |= {"scores": page.scores, "chart": page.chart, "objectives": page.objectives, "hint": page.hint}
    parts |= {"headline": page.headline, "facts": page.subline, "trophy": page.trophy}
    places = {name: widget.geometry() for name, widget in parts.items()}
    assert overlaps(places) == []
    for name, place in places.items():
        assert page.rect().contains(place), name
    table = page.table
    assert not table.horizontalScrollBar().maximum()
    assert not table.verticalScrollBar().maximum(), "the whole sheet is seen without scrolling"
    last = table.visualRect(table.model().index(table.model().rowCount() - 1, 3))
    assert table.viewport().rect().contains(last)
    for button in page.buttons:
        assert button.width() >= button.sizeHint().width() - 2, button.text()
    assert page.headline.width() >= page.headline.sizeHint().width() - 2 or page.headline.toolTip()
    for button in page.measure_buttons.values():
        assert button.geometry().right() < page.segment.width()


@pytest.mark.parametrize("palette", theme.THEMES.values(), ids=list(theme.THEMES))
def test_every_theme(qtbot: QtBot, palette: theme.Palette) -> None:
    session = played(4, 48213)
    with wearing(palette):
        page = page_of(qtbot, session)
        page.set_palette(palette, False)
        image = shown(page)
        assert pixels(image, palette.panel, page.chart.geometry()) > 20_000
        for seat in range(4):
            assert pixels(image, palette.seat(seat).colour, page.chart.geometry()) > 60
            assert pixels(image, palette.seat(seat).colour, page.scores.geometry()) > 60
        page.set_palette(theme.THEMES["dark" if palette.name != "dark" else "light"], False)
        assert shown(page) != image


# ------------------------------------------------------------------------------------------------ the chart
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_chart_follows_the_rounds(qtbot: QtBot, seats: int) -> None:
    session = played(seats, 21)
    page = page_of(qtbot, session)
    ends = round_ends(session)
    assert [number for number, _ in ends] == list(range(session.state.round + 1))
    assert ends[-1][1] is session.state
    assert all(a.round <= b.round for (_, a), (_, b) in pairwise(ends))
    final = session.outcome()
    expected = {
        "board": [company.vp for company in session.state.companies],
        "projected": [score.total for score in final.scores],
        "money": list(final.money),
    }
    for what, button in page.measure_buttons.items():
        QTest.mouseClick(button, LEFT)
        assert button.isChecked()
        assert [line.points[-1][1] for line in page.chart.series] == expected[what]
        assert all(len(line.points) == len(ends) for line in page.chart.series)
        assert [line.points[2][1] for line in page.chart.series] == [
            measure(ends[2][1], seat, what) for seat in range(len(session.options.seats))
        ]
        for line in page.chart.series:
            assert line.name in page.chart.accessibleDescription()
        shown(page)
    board = [line.points for line in page.chart.series]
    assert board
    assert all(first <= second for points in board for (first, _), (second, _) in pairwise(points))


def test_vp_on_the_board_never_fall(qtbot: QtBot) -> None:
    session = played(3, 22)
    for seat in range(3):
        points = [measure(state, seat, "board") for _, state in round_ends(session)]
        assert points == sorted(points)
        assert points[-1] == sum(gain.vp for gain in earned(session) if gain.seat == seat)


@given(st.lists(st.floats(0, 400), min_size=1, max_size=4), st.floats(1, 30))
def test_labels_are_kept_apart(wanted: list[float], gap: float) -> None:
    placed = spread(wanted, gap, 0, 400)
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    for a, b in pairwise(order):
        assert placed[b] - placed[a] >= gap - 1e-6
    assert min(placed) >= -1e-6
    assert max(placed) <= 400 + 1e-6
    if all(wanted[b] - wanted[a] >= gap for a, b in pairwise(order)):
        assert placed == pytest.approx(wanted)


@given(st.integers(1, 100_000))
def test_grid_lines_are_few_and_round(span: int) -> None:
    step = nice_step(span)
    assert step >= 1
    assert span / step <= 4
    assert span <= 4 or span / step > 1.5 or step in (1, 2)


# ------------------------------------------------------------------------------------------------ ways on
def test_every_button_says_its_own_signal_once(qtbot: QtBot) -> None:
    page = page_of(qtbot, played(2, 1))
    heard: list[str] = []
    for name in SIGNALS:
        getattr(page, name).connect(lambda name=name: heard.append(name))
    for button, name in zip(page.buttons, SIGNALS, strict=True):
        QTest.mouseClick(button, LEFT)
        QTest.keyClick(button, Qt.Key.Key_Space)
        assert heard == [name, name]
        heard.clear()


def test_the_keyboard_goes_round(qtbot: QtBot) -> None:
    page = page_of(qtbot, played(3, 1))
    assert page.again_button.hasFocus()
    seen: list[QWidget] = []
    focus: QWidget | None = page.again_button
    for _ in range(40):
        assert focus is not None
        if focus in seen:
            break
        seen.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
    assert focus is seen[0], "Tab comes back"
    wanted: list[QWidget] = [*page.buttons, page.table, page.objectives.list, page.measure_buttons["projected"]]
    assert [widget for widget in wanted if widget not in seen] == []
    assert all(w.accessibleName() or isinstance(w, QPushButton) for w in seen)


def test_row_by_row_and_any_key_completes(qtbot: QtBot) -> None:
    session = played(3, 9)
    whole = shown(page_of(qtbot, session))
    page = page_of(qtbot, session, reveal=True)
    assert page.revealing
    adds_up(session, page)  # what is shown later is there from the start
    first = shown(page)
    assert first != whole
    qtbot.waitUntil(lambda: page.scores.sheet.revealed >= 3, timeout=3000)
    QTest.keyClick(page, Qt.Key.Key_Space)
    assert not page.revealing
    assert shown(page) == whole
    page = page_of(qtbot, session, reveal=True)
    QTest.mouseClick(page, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(5, 5))
    assert not page.revealing
    page = page_of(qtbot, session, reveal=True)
    qtbot.waitUntil(lambda: not page.revealing, timeout=8000)
    assert shown(page) == whole


def test_another_result_on_the_same_page(qtbot: QtBot, tmp_path: Path) -> None:
    page = page_of(qtbot, played(4, 1))
    session = played(1, 2)
    page.show_result(session, words(session), False)
    adds_up(session, page)
    assert page.scores.sheet.colours == (0, 2)
    assert shown(page).save(str(tmp_path / "picture.png"))
