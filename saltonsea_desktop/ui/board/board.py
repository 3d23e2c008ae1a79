"""The board: the scene that holds all regions, finds pieces under the pointer and turns gestures into intents.

Intents are signals with keys (`ui.targets`); the window asks the session what they mean. A drop changes nothing by
itself: the dragged picture goes home, and the table is drawn anew from the next view.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import (
    QGraphicsPixmapItem,
    QGraphicsScene,
    QGraphicsSceneContextMenuEvent,
    QGraphicsSceneMouseEvent,
    QStyleOptionGraphicsItem,
)

from saltonsea_desktop.games.saltonsea.components.tables import (
    CONTRACT,
    DEVELOP,
    DRILL,
    EXTRACT,
    FINANCING,
    LICENCE,
    PROCESS,
    REPAIR,
    REPEAT,
    RESEARCH,
    SELL,
    SHARES,
    VALUES,
    Tables,
)
from saltonsea_desktop.games.saltonsea.view import TableView
from saltonsea_desktop.ui import paint
from saltonsea_desktop.ui.board.piece import Z_DRAGGED, Draw, Mood, Piece
from saltonsea_desktop.ui.layout import TableLayout, TableSpec
from saltonsea_desktop.ui.targets import Key
from saltonsea_desktop.ui.theme import Look

if TYPE_CHECKING:
    from saltonsea_desktop.ui.board.region import Region

DRAG_DISTANCE = 6.0  # units before a press becomes a drag
READING_ROW = 24.0  # units: pieces of about one height are one line for the arrow keys
_GROUPS: tuple[tuple[int, ...], ...] = (
    (LICENCE, DRILL, EXTRACT, PROCESS, REPAIR),
    (SELL, CONTRACT),
    (RESEARCH, SHARES, DEVELOP, FINANCING, REPEAT),
)


def space_groups(t: Tables) -> tuple[tuple[int, ...], ...]:
    """Board spaces in display order: industrial, commercial, management (table.md, own company)."""
    kinds = [t.effects[space.effect].kind for space in t.spaces]
    return tuple(
        tuple(i for kind in group for i in range(len(kinds)) if kinds[i] == kind)
        for group in _GROUPS
        if any(kind in kinds for kind in group)
    )


def _sections(values: Iterable[int]) -> tuple[int, ...]:
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return tuple(counts[key] for key in sorted(counts))


def table_spec(view: TableView) -> TableSpec:
    """The counts that the layout needs, from the component pack and the number of seats."""
    t = view.tables
    capacities = t.capacity
    return TableSpec(
        claims=len(t.claim_surcharge),
        corporations=len(t.corporations),
        asset_sections=_sections(t.asset_section),
        share_sections=_sections(t.share_section),
        market_cards=t.market_width[view.seats],
        money_values=tuple(reversed(VALUES)),
        objectives=len(view.objectives),
        space_groups=tuple(len(group) for group in space_groups(t)),
        engineers=t.engineers_total,
        plan_nodes=len(t.development),
        drill_cells=len(t.drill_vp),
        plant_cells=len(t.plant_vp),
        contract_places=t.contract_slots,
        research_slots=len(t.slot_multiplier),
        warehouse_capacity=capacities[0],
        warehouse_tiles=tuple(b - a for a, b in pairwise(capacities)),
        gmi=view.solo,
    )


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture of the table: everything the regions draw from.

    `legal`: keys that can be chosen now; `drags`: per dragged key the keys it may be dropped on; `asked`: the seat that
    looks is asked now; `covered`: the own hand is face down (hot seat); `show_moves`: ring every legal piece.
    """

    view: TableView
    layout: TableLayout
    look: Look
    names: tuple[str, ...]
    colours: tuple[int, ...]  # seat -> seat family of the theme
    focus_seat: int  # the company that is drawn large
    legal: frozenset[Key] = frozenset()
    drags: tuple[tuple[Key, tuple[Key, ...]], ...] = ()
    asked: bool = True
    covered: bool = False
    show_moves: bool = False
    chosen: frozenset[Key] = frozenset()  # put in but not confirmed
    picked: tuple[tuple[Key, int], ...] = ()  # how many of a piece are put in (payments, mixes)
    hand_order: Literal["value", "action"] = "value"
    gmi_lines: tuple[tuple[str, str, str], ...] = ()  # GMI's last decision: (mark "yes", "no" or "", icon, sentence)
    gmi_done: tuple[int, ...] = ()  # per turned GMI card of the round: place of the action it did, -1 it passed

    def mood(self, key: Key) -> Mood:
        if key in self.legal:
            return "legal"
        return "off" if self.asked else "idle"

    def dropped(self, source: Key) -> tuple[Key, ...]:
        return next((targets for key, targets in self.drags if key == source), ())


class Board(QGraphicsScene):
    """See the module. `clicked`, `dropped`, `hovered`, `doubled` carry keys; "" when the pointer leaves."""

    clicked = Signal(str)
    doubled = Signal(str)
    dropped = Signal(str, str)
    refused = Signal(str, str)
    hovered = Signal(str)
    asked_help = Signal(str)

    def __init__(self, regions: Iterable[Callable[[Board], Region]] = ()) -> None:
        super().__init__()
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.pieces: dict[Key, Piece] = {}
        self.now: Scene | None = None
        self._used: set[Key] = set()
        self._background: tuple[Hashable, QPixmap] | None = None
        self._ground: tuple[Look, float, float] | None = None
        self._hovered: Key = ""
        self._focused: Key = ""
        self._pressed: Key = ""
        self._press_at = QPointF()
        self._drag: _Drag | None = None
        self._swallow_release = False
        self._no_menu = False  # the button that ended a drag asks for no help
        self.regions = [make(self) for make in regions]

    # ------------------------------------------------------------ drawing

    def show_scene(self, scene: Scene) -> None:
        """Draw the table from `scene`; pieces that are no longer there disappear. A running drag is cancelled."""
        self.cancel_drag()
        self.now = scene
        self._used.clear()
        for region in self.regions:
            region.arrange(scene)
        for key in [key for key in self.pieces if key not in self._used]:
            self.removeItem(self.pieces.pop(key))
        if self._hovered not in self.pieces:
            self._set_hovered("")
        if self._focused not in scene.legal or self._focused not in self.pieces:
            self._focused = ""
        self._rings()
        ground = (scene.look, scene.layout.unit_width, scene.layout.unit_height)
        if ground != self._ground:  # else only what changed is painted anew
            self._ground = ground
            self.setSceneRect(QRectF(0, 0, scene.layout.unit_width, scene.layout.unit_height))
            self.invalidate(self.sceneRect(), QGraphicsScene.SceneLayer.BackgroundLayer)

    def piece(
        self,
        key: Key,
        draw: Draw,
        rect: paint.AnyRect,
        data: Hashable,
        *,
        z: float,
        radius: float = 6.0,
        clickable: bool = True,
        mood: Mood | None = None,
    ) -> Piece:
        """The piece `key` at `rect`, made on first use: called by regions from `arrange`."""
        assert self.now is not None
        found = self.pieces.get(key)
        if found is None:
            found = Piece(key, draw, self.now.look)
            self.pieces[key] = found
            self.addItem(found)
        self._used.add(key)
        found.clickable = clickable
        found.place(rect, z, radius)
        found.show_data(data, self.now.look, self.now.mood(key) if mood is None else mood, draw)
        return found

    def drawBackground(self, painter: QPainter, rect: QRectF | object) -> None:
        scene = self.now
        if scene is None:
            return
        area = self.sceneRect()
        factor = painter.worldTransform().m11() * painter.device().devicePixelRatioF()
        token: Hashable = (scene.look, area.width(), area.height(), factor)
        if self._background is None or self._background[0] != token:
            picture = QPixmap(max(1, round(area.width() * factor)), max(1, round(area.height() * factor)))
            picture.fill(scene.look.palette.bg0)
            brush = QPainter(picture)
            brush.setRenderHint(QPainter.RenderHint.Antialiasing)
            brush.scale(factor, factor)
            paint.desert(brush, scene.look, area, scene.layout.horizon)
            brush.end()
            self._background = (token, picture)
        painter.drawPixmap(area, self._background[1], QRectF(self._background[1].rect()))

    def _rings(self) -> None:
        scene = self.now
        if scene is None:
            return
        source = self._drag.key if self._drag else ""
        targets = scene.dropped(source) if source else ()
        over = self._drag.over if self._drag else ""
        for key, piece in self.pieces.items():
            rings: list[paint.RingState] = []
            if key in scene.chosen:
                rings.append("chosen")
            if key == self._focused:
                rings.append("focus")
            if source:
                if key in targets:
                    rings.append("over" if key == over else "legal")
                elif key == over and key != source and piece.clickable:
                    rings.append("refused")
            elif key == self._hovered and key in scene.legal:
                rings.append("hover")
            elif scene.show_moves and key in scene.legal:
                rings.append("legal")
            piece.set_rings(tuple(rings))
            piece.set_hovered(key == self._hovered)

    # ------------------------------------------------------------ finding

    def key_at(self, point: QPointF, *, also: Key = "") -> Key:
        """The topmost clickable piece at a scene point, "" for none; `also` is skipped (the dragged piece)."""
        best, best_z = "", float("-inf")
        for key, piece in self.pieces.items():
            if (
                piece.clickable
                and key != also
                and piece.zValue() >= best_z
                and piece.contains_scene_point(point.x(), point.y())
            ):
                best, best_z = key, piece.zValue()
        return best

    def _drop_key_at(self, point: QPointF, source: Key) -> Key:
        """The drop target at a point: a legal one wins over what lies above it, so that large places work."""
        scene = self.now
        targets = scene.dropped(source) if scene else ()
        best, best_area = "", float("inf")
        for key in targets:
            piece = self.pieces.get(key)
            if piece is not None and piece.contains_scene_point(point.x(), point.y()):
                area = piece.size.width() * piece.size.height()
                if area < best_area:
                    best, best_area = key, area
        return best or self.key_at(point, also=source)

    def _set_hovered(self, key: Key) -> None:
        if key != self._hovered:
            self._hovered = key
            self._rings()
            self.hovered.emit(key)

    @property
    def hovered_key(self) -> Key:
        return self._hovered

    @property
    def focused(self) -> Key:
        """The piece that Enter would choose, "" for none."""
        return self._focused

    def set_focused(self, key: Key) -> None:
        """Give the keyboard to a legal piece; its name goes to the bar like that of a piece pointed at."""
        if key != self._focused:
            self._focused = key
            self._rings()
            self.hovered.emit(key)

    def neighbour(self, dx: int, dy: int) -> Key:
        """The legal piece next to the focused one; without one, the first. "" when there is none.

        Left and right follow the reading order and so come to every piece; up and down take the nearest in that
        direction, where what lies straight ahead counts as nearer than what lies aside.
        """
        scene = self.now
        places = {
            key: self.pieces[key].scene_rect().center()
            for key in (scene.legal if scene is not None else ())
            if key in self.pieces
        }
        order = sorted(places, key=lambda key: (round(places[key].y() / READING_ROW), places[key].x(), key))
        here = places.get(self._focused)
        if here is None:
            return order[0] if order else ""
        if dx:
            return order[(order.index(self._focused) + dx) % len(order)]
        best, best_far = "", float("inf")
        for key in order:
            ahead = (places[key].y() - here.y()) * dy
            far = ahead + 2.5 * abs(places[key].x() - here.x())
            if ahead > 1 and far < best_far:
                best, best_far = key, far
        return best

    @property
    def dragging(self) -> Key:
        """The key of the piece that is dragged, "" when none is."""
        return self._drag.key if self._drag else ""

    # ------------------------------------------------------------ mouse

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        if self._drag is not None:  # a second button ends the drag
            self.cancel_drag()
            self._swallow_release = self._no_menu = True
            event.accept()
            return
        self._no_menu = self._swallow_release = False
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.set_focused("")
        self._pressed = self.key_at(event.scenePos())
        self._press_at = event.scenePos()
        event.accept()

    def mouseMoveEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        at = event.scenePos()
        if self._drag is not None:
            self._drag.move(at)
            over = self._drop_key_at(at, self._drag.key)
            if over != self._drag.over:
                self._drag.over = over
                self._rings()
                self.hovered.emit(over)
            return
        if self._pressed and event.buttons() & Qt.MouseButton.LeftButton:
            moved = at - self._press_at
            source = self._drag_source(self._pressed)
            if source and moved.manhattanLength() > DRAG_DISTANCE:
                self._start_drag(source, at)
            return
        self._set_hovered(self.key_at(at))

    def mouseReleaseEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        if self._swallow_release:
            self._swallow_release = False
            self._pressed = ""
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._drag is not None:
            source, target = self._drag.key, self._drop_key_at(event.scenePos(), self._drag.key)
            allowed = self.now is not None and target in self.now.dropped(source)
            self.cancel_drag()
            event.accept()
            if allowed:
                self.dropped.emit(source, target)
            elif target and target != source:
                self.refused.emit(source, target)
            return
        event.accept()
        pressed, self._pressed = self._pressed, ""
        if pressed and self.key_at(event.scenePos()) == pressed:
            self.clicked.emit(pressed)

    def mouseDoubleClickEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """The second press of a double click is never a second action (F45)."""
        self._pressed = ""
        if event.button() == Qt.MouseButton.LeftButton:
            self.doubled.emit(self.key_at(event.scenePos()))

    def contextMenuEvent(self, event: QGraphicsSceneContextMenuEvent) -> None:
        event.accept()
        if self._drag is not None:
            self.cancel_drag()
        elif not self._no_menu:
            self.asked_help.emit(self.key_at(event.scenePos()))

    def pointer_lost(self) -> None:
        """The window or the pointer is gone: a dragged piece goes home, nothing is pointed at (F42)."""
        self.cancel_drag()
        self._set_hovered("")

    # ------------------------------------------------------------ dragging

    def _drag_source(self, key: Key) -> Key:
        return key if self.now is not None and self.now.dropped(key) else ""

    def _start_drag(self, key: Key, at: QPointF) -> None:
        piece = self.pieces[key]
        self._drag = _Drag(self, piece, self._press_at)
        self._drag.move(at)
        self._hovered = ""
        self._rings()

    def cancel_drag(self) -> None:
        """Put the dragged piece back; nothing has happened."""
        if self._drag is not None:
            self._drag.end()
            self._drag = None
            self._rings()
            self.hovered.emit("")
        self._pressed = ""


class _Drag:
    """The picture of a piece under the pointer; the piece itself stays and fades."""

    def __init__(self, board: Board, piece: Piece, grabbed: QPointF) -> None:
        self.key = piece.key
        self.over: Key = ""
        self._piece = piece
        self._board = board
        self._offset = grabbed - piece.scene_rect().topLeft()
        bounds = piece.boundingRect()
        views = board.views()
        dpr = views[0].devicePixelRatioF() * views[0].transform().m11() if views else 1.0
        picture = QPixmap(max(1, round(bounds.width() * dpr)), max(1, round(bounds.height() * dpr)))
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.scale(dpr, dpr)
        painter.translate(-bounds.topLeft())
        piece.paint(painter, QStyleOptionGraphicsItem())
        painter.end()
        picture.setDevicePixelRatio(dpr)
        self._item = QGraphicsPixmapItem(picture)
        self._item.setOffset(bounds.topLeft())
        self._item.setZValue(Z_DRAGGED)
        self._item.setOpacity(0.92)
        self._item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        board.addItem(self._item)
        piece.setOpacity(0.4)

    def move(self, at: QPointF) -> None:
        self._item.setPos(at - self._offset)

    def end(self) -> None:
        self._piece.setOpacity(1.0)
        self._board.removeItem(self._item)


__all__ = ["Board", "Scene", "space_groups", "table_spec"]
