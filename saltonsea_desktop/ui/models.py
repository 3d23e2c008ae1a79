"""Qt models over a session: legal actions, log, hand, market, scores. Lists of plain rows, refreshed from updates.

They hold nothing that the session does not know; views and delegates read roles only.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea.components.tables import VALUES
from saltonsea_desktop.games.saltonsea.scoring import CATEGORIES, Outcome
from saltonsea_desktop.games.saltonsea.view import TableView
from saltonsea_desktop.session.session import GameSession, LogEntry, Update
from saltonsea_desktop.ui.targets import target_of
from saltonsea_desktop.ui.texts import Texts

Index = QModelIndex | QPersistentModelIndex

KEY_ROLE = int(Qt.ItemDataRole.UserRole)  # piece key of the row, ""
ACTION_ROLE = KEY_ROLE + 1
ICON_ROLE = KEY_ROLE + 2  # icon name, ""
SEAT_ROLE = KEY_ROLE + 3  # acting seat, -1
UNDONE_ROLE = KEY_ROLE + 4
HEADER_ROLE = KEY_ROLE + 5  # True for the heading of a round
NUMBER_ROLE = KEY_ROLE + 6  # number of the command, -1
COUNT_ROLE = KEY_ROLE + 7


@dataclass(frozen=True, slots=True)
class Row:
    text: str
    icon: str = ""
    key: str = ""
    seat: int = -1
    action: a.Action | None = None
    undone: bool = False
    header: bool = False
    number: int = -1
    count: int = 0


class RowsModel(QAbstractListModel):
    """A list of `Row`s; `set_rows` replaces them, `append_rows` adds at the end."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Row] = []

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Replace all rows; equal rows leave the model as it is."""
        new = list(rows)
        if new == self._rows:
            return
        self.beginResetModel()
        self._rows = new
        self.endResetModel()

    def append_rows(self, rows: Sequence[Row]) -> None:
        if not rows:
            return
        first = len(self._rows)
        self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
        self._rows.extend(rows)
        self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return row.text
        by_role: dict[int, Any] = {
            KEY_ROLE: row.key,
            ACTION_ROLE: row.action,
            ICON_ROLE: row.icon,
            SEAT_ROLE: row.seat,
            UNDONE_ROLE: row.undone,
            HEADER_ROLE: row.header,
            NUMBER_ROLE: row.number,
            COUNT_ROLE: row.count,
        }
        return by_role.get(role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self._rows[index.row()].header:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)


class LegalActionsModel(RowsModel):
    """Everything the person may do now, in the engine's order: the whole game can be played from this list.

    `position`: the token that its rows are submitted with."""

    def __init__(self) -> None:
        super().__init__()
        self.position = -1

    def refresh(self, legal: Sequence[a.Action], view: TableView, texts: Texts, position: int = -1) -> None:
        self.position = position
        self.set_rows([Row(texts.action(x, view), key=target_of(x) or "", seat=view.acting, action=x) for x in legal])


class HandModel(RowsModel):
    """The viewer's hand by type: usable cards, cards collected this turn, cards in play."""

    def refresh(self, view: TableView, texts: Texts, covered: bool) -> None:
        rows: list[Row] = []
        c = view.companies[view.seat] if 0 <= view.seat < view.seats else None
        if c is not None and c.hand is not None and not covered:
            for card in reversed(range(len(c.hand))):
                if c.hand[card]:
                    rows.append(self._row(view, texts, "hand", card, c.hand[card]))
            for kind, cards in (("fresh", c.fresh or ()), ("table", c.table)):
                rows.extend(self._row(view, texts, kind, card, cards.count(card)) for card in sorted(set(cards)))
        self.set_rows(rows)

    @staticmethod
    def _row(view: TableView, texts: Texts, kind: str, card: int, count: int) -> Row:
        key = f"{kind}:{card}"
        return Row(texts.piece_name(key, view), key=key, seat=view.seat, count=count)


class MarketModel(RowsModel):
    """The five market rows and the claims, as a list for screen readers and searching."""

    def refresh(self, view: TableView, texts: Texts) -> None:
        keys = [f"claim:{card}" for card in view.claims if card >= 0]
        keys += [f"research:{card}" for card in view.research_row if card >= 0]
        keys += [f"contract:{card}" for card in view.contract_row if card >= 0]
        for row in reversed(range(len(VALUES))):
            keys += [f"face:{row}/{place}" for place, card in enumerate(view.rows[row]) if card >= 0]
            keys.append(f"pile:{row}")
        self.set_rows([Row(texts.piece_name(key, view), key=key) for key in keys])


class LogModel(RowsModel):
    """The log: a heading per round, lines per command, undone lines folded and grey (F16, F17).

    `eyes`: the seat that reads it, -1 for what everybody may know (a covered hand)."""

    def __init__(self) -> None:
        super().__init__()
        self._round = 0
        self._eyes = -1
        self._shown = 0
        self._undone = 0
        self._lines_left = 0  # abandoned lines
        self._memo: dict[Hashable, list[tuple[str, str]]] = {}  # making sentences is the slow part

    def reload(self, session: GameSession, texts: Texts, eyes: int) -> None:
        """All lines anew: after undo, redo, loading, or when another person reads. Equal lines stay as they are."""
        self._round, self._eyes = 0, eyes
        rows: list[Row] = []
        for entry in session.log(eyes):
            rows.extend(self._lines(entry, texts))
        self._remember(session)
        old = self._rows
        same = next((i for i, (a, b) in enumerate(zip(old, rows, strict=False)) if a != b), min(len(old), len(rows)))
        if same == 0:
            self.set_rows(rows)
            return
        if same < len(old):
            self.beginRemoveRows(QModelIndex(), same, len(old) - 1)
            del old[same:]
            self.endRemoveRows()
        self.append_rows(rows[same:])

    def follow(self, session: GameSession, texts: Texts, update: Update, eyes: int) -> None:
        """One more command, or everything anew when the past changed."""
        history = session.history
        simple = (
            update.kind == "do"
            and session.position == self._shown + 1
            and not session.over
            and eyes == self._eyes
            and not self._undone
            and len(history.abandoned) == self._lines_left
        )
        if not simple:
            self.reload(session, texts, eyes)
            return
        self._remember(session)
        self.append_rows(self._lines(session.last_entry(eyes), texts))

    def _remember(self, session: GameSession) -> None:
        history = session.history
        self._shown, self._undone, self._lines_left = session.position, len(history.undone), len(history.abandoned)

    def _lines(self, entry: LogEntry, texts: Texts) -> list[Row]:
        # records of different kinds can be equal
        key = (self._eyes, *((type(event), event) for event in entry.events))
        lines = self._memo.get(key)
        if lines is None:
            lines = texts.entry(entry, self._eyes)
            self._memo[key] = lines
        rows: list[Row] = []
        if entry.round != self._round and lines:
            self._round = entry.round
            rows.append(Row(self.tr("Round {n}").format(n=entry.round), header=True))
        rows.extend(
            Row(text, icon=icon, seat=entry.actor, undone=entry.undone, number=entry.number) for icon, text in lines
        )
        return rows


class ScoresModel(QAbstractTableModel):
    """The final scoring: a row per category and a total, a column per seat (SCO-10)."""

    def __init__(self, outcome: Outcome, names: Sequence[str], texts: Texts) -> None:
        super().__init__()
        self.outcome = outcome
        self._names = tuple(names)
        self._labels = [texts.category(name) for name in CATEGORIES] + [texts.category("total")]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._labels)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._names)

    def value(self, row: int, column: int) -> int:
        """VP of a category (or the total, last row) of a seat."""
        score = self.outcome.scores[column]
        return score[row] if row < len(CATEGORIES) else score.total

    def best(self, row: int) -> int:
        """The highest value of a row."""
        return max(self.value(row, column) for column in range(len(self._names)))

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.value(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignCenter)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._names[section] if orientation == Qt.Orientation.Horizontal else self._labels[section]
