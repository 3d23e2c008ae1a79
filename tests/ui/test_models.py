"""The Qt models over a session: log, legal actions, hand, market."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.session.options import GameOptions
from saltonsea_desktop.session.session import GameSession, Update
from saltonsea_desktop.ui.models import (
    ACTION_ROLE,
    HEADER_ROLE,
    KEY_ROLE,
    UNDONE_ROLE,
    HandModel,
    LegalActionsModel,
    LogModel,
    MarketModel,
    Row,
    RowsModel,
)
from saltonsea_desktop.ui.texts import Texts
from saltonsea_desktop.ui.window import MainWindow
from tests.ui.tables import PRACTICE, SOLO, TWO, act, is_turn, reached, show

pytestmark = pytest.mark.usefixtures("qapp")


def words(session: GameSession) -> Texts:
    return Texts(session.tables, tuple(seat.name for seat in session.options.seats), session.state.gmi_seat)


def followed(session: GameSession, model: LogModel, texts: Texts) -> None:
    """Keep `model` up to date, as the table page does."""

    def follow(update: Update) -> None:
        model.follow(session, texts, update, session.viewer)

    session.subscribe(follow)
    model.reload(session, texts, session.viewer)


def anew(session: GameSession, texts: Texts, eyes: int) -> list[Row]:
    model = LogModel()
    model.reload(session, texts, eyes)
    return list(model.rows)


# ---------------------------------------------------------------- the log


@pytest.mark.parametrize("options", [PRACTICE, TWO], ids=["solo", "two"])
def test_a_log_that_follows_is_the_log_made_anew(options: GameOptions) -> None:
    """F16, F17: after any mixture of actions, undo and redo, row by row; nothing twice, nothing left."""
    session = GameSession(options, default_tables())
    texts, model, dice = words(session), LogModel(), random.Random(4)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    followed(session, model, texts)
    for step in range(260):
        if session.over:
            break
        roll = dice.random()
        if roll < 0.15 and session.undo_status().allowed:
            session.undo()
        elif roll < 0.2 and session.can_redo():
            session.redo()
        else:
            session.submit(dice.choice(session.legal()))
        if step % 5 == 0:
            assert list(model.rows) == anew(session, texts, session.viewer)
    assert list(model.rows) == anew(session, texts, session.viewer)
    assert sum(row.header for row in model.rows) >= 2


def test_an_undone_line_stays_grey_and_a_new_one_does_not_replace_it() -> None:
    """F16: action, undo, another action: the first line is there, marked as undone."""
    session = reached(is_turn, SOLO, start=12)
    texts, model = words(session), LogModel()
    followed(session, model, texts)
    rows = len(model.rows)
    first, second = [x for x in session.legal() if isinstance(x, (a.PlaceEngineer, a.PlayPrompt))][:2]
    session.submit(first)
    lines = [row.text for row in model.rows[rows:] if not row.header]
    assert lines
    session.undo()
    undone = [row for row in model.rows if row.undone]
    assert [row.text for row in undone] == lines
    session.submit(second)
    assert [row.text for row in model.rows if row.undone] == lines
    index = model.index(list(model.rows).index(undone[0]), 0)
    assert index.data(UNDONE_ROLE) is True
    assert any(not row.undone and row.number == session.position - 1 for row in model.rows)


def test_one_action_is_one_entry_however_often_docks_were_opened(window: MainWindow) -> None:
    """F17: the docks and lists opened and closed ten times, a new page twice, then one action: each line once."""
    session = reached(is_turn, SOLO, start=12)
    show(window, session)
    page = show(window, session)
    for _ in range(10):
        window.toggle_moves_list()
        window.lists_dock.setVisible(not window.lists_dock.isVisible())
        window.focus_log()
    before = len(page.log_model.rows)
    changes: list[Update] = []
    page.controller.changed.connect(changes.append)
    act(page, next(x for x in session.legal() if isinstance(x, (a.PlaceEngineer, a.PlayPrompt))))
    assert len(changes) == 1
    new = [row.text for row in page.log_model.rows[before:] if not row.header]
    expected = [text for _, text in page.texts.entry(session.last_entry(), session.viewer)]
    assert new == expected
    assert window.moves_dock.isVisible() is False


def test_records_of_different_kinds_with_equal_numbers_are_different_lines() -> None:
    """A placed engineer (seat 0, space 3) and a played card (seat 0, type 3) are equal tuples, not equal lines."""
    session = GameSession(SOLO, default_tables())
    texts, model = words(session), LogModel()
    followed(session, model, texts)
    for _ in range(400):
        if session.over:
            break
        session.submit(session.legal()[-1] if session.position % 3 else session.legal()[0])
    for entry in session.log():
        shown = [row.text for row in model.rows if row.number == entry.number and not row.undone]
        if not entry.undone:
            assert shown == [text for _, text in texts.entry(entry, session.viewer)]


def test_a_log_without_eyes_names_no_hidden_card() -> None:
    """CRD-12, CRD-15: the log that everybody may read does not say what was drawn blind or from the deck."""
    hidden = 0
    for seed in range(1, 30):
        session = GameSession(TWO, default_tables())
        dice = random.Random(seed)
        texts = words(session)
        while not session.over and session.position < 200:
            session.submit(dice.choice(session.legal()))
        for row, open_row in zip(anew(session, texts, -1), anew(session, texts, session.viewer), strict=False):
            hidden += row.text != open_row.text
        if hidden > 3:
            return
    raise AssertionError("no hidden card in any log")


def test_following_costs_no_more_in_a_long_game() -> None:
    """F111: one more action appends its own lines; the model is not reset, old rows are not touched."""
    session = reached(is_turn, SOLO, start=150)
    texts, model = words(session), LogModel()
    followed(session, model, texts)
    resets: list[int] = []
    inserted: list[tuple[int, int]] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.rowsInserted.connect(lambda parent, first, last: inserted.append((first, last)))
    rows = len(model.rows)
    while not inserted or not session.undo_status().allowed:
        session.submit(session.legal()[0])
    assert not resets
    assert inserted
    assert min(first for first, _ in inserted) >= rows
    session.undo()
    assert not resets


# ---------------------------------------------------------------- lists


@pytest.mark.parametrize("kind", [ch.TurnChoice, ch.PaymentChoice, ch.CollectChoice, ch.ClaimChoice, ch.EndTurnChoice])
def test_the_list_of_legal_actions_is_all_of_them_in_words(kind: type[ch.Choice]) -> None:
    """Every legal action has a row with its own words, in the engine's order, and the position it belongs to."""
    session = reached(kind, SOLO, start=20)
    texts, model = words(session), LegalActionsModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.refresh(session.legal(), session.view(), texts, session.position)
    assert [model.index(i, 0).data(ACTION_ROLE) for i in range(model.rowCount())] == session.legal()
    lines = [str(model.index(i, 0).data()) for i in range(model.rowCount())]
    assert all(lines)
    assert len(set(lines)) == len(lines)
    assert model.position == session.position


def test_the_hand_by_type_and_covered() -> None:
    """Usable cards, cards of this turn, cards in play; nothing while it is covered."""

    def full(session: GameSession) -> bool:
        company = session.state.companies[0]
        return is_turn(session) and bool(company.table) and sum(company.hand) > 2

    session = reached(full, SOLO)
    texts, model = words(session), HandModel()
    model.refresh(session.view(), texts, False)
    company = session.state.companies[0]
    counts = {row.key: row.count for row in model.rows}
    assert {key: n for key, n in counts.items() if key.startswith("hand:")} == {
        f"hand:{card}": n for card, n in enumerate(company.hand) if n
    }
    assert sum(n for key, n in counts.items() if key.startswith("table:")) == len(company.table)
    model.refresh(session.view(), texts, True)
    assert model.rowCount() == 0
    model.refresh(session.view(-1), texts, False)
    assert model.rowCount() == 0


def test_the_market_names_every_card_on_offer() -> None:
    session = reached(is_turn, SOLO, start=30)
    texts, model = words(session), MarketModel()
    model.refresh(session.view(), texts)
    keys = [str(model.index(i, 0).data(KEY_ROLE)) for i in range(model.rowCount())]
    s = session.state
    expected = sum(card >= 0 for row in (s.claims, s.research_row, s.contract_row, *s.rows) for card in row) + 3
    assert len(keys) == expected
    assert len(set(keys)) == len(keys)
    assert all(str(model.index(i, 0).data()) for i in range(model.rowCount()))


def test_rows_have_the_roles_that_views_read() -> None:
    model = RowsModel()
    model.set_rows([Row("Round 1", header=True), Row("A line", icon="drill", seat=1, number=3)])
    head, line = model.index(0, 0), model.index(1, 0)
    assert head.data(HEADER_ROLE) is True
    assert not head.flags() & Qt.ItemFlag.ItemIsSelectable
    assert line.flags() & Qt.ItemFlag.ItemIsSelectable
    assert line.data(int(Qt.ItemDataRole.AccessibleTextRole)) == "A line"
    assert model.data(QModelIndex()) is None
    assert model.data(model.index(7, 0)) is None
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.set_rows(list(model.rows))
    assert not resets
