"""Moments of the table for golden pictures. `python -m tests.ui.moments` draws them anew; look before committing."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtGui import QImage, QPainter

from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.position import arranged
from saltonsea_desktop.session.options import GameOptions, SeatOptions
from saltonsea_desktop.session.session import GameSession

PICTURES = Path(__file__).parent.parent / "golden" / "pictures"
NAMES = ("Marta", "Ines", "Tomas", "Li")
RICH: Mapping[str, Any] = {
    "round": 3,
    "assets": {"red": 4, "orange": 3, "blue": 6},
    "claims": ["s05", "s09", "d03", "d04"],
    "research_row": ["p07", "i15", "p01", "i01"],
    "contract_row": ["r04", "l01", "r11", "l06"],
    "market": {
        "5": ["5.licence", "5.sell", "5.process", "5.drill"],
        "3": ["3.contract", "3.process", "3.drill", "3.repair"],
        "1": ["1.research", "1.shares", "1.contract", "1.licence"],
    },
    "discards": {"1": ["1.drill", "1.extract", "1.extract"], "3": ["3.extract", "3.sell"], "5": ["5.extract"]},
    "seat1": {
        "vp": 17, "development": 4, "goods": {"brine": 2, "geothermal": 1, "lithium": 2}, "drill_damage": 2,
        "plant_damage": 3, "well": ["s04", "s10", "d07"], "layer": 4, "extracted": 3,
        "hand": ["5.drill", "5.extract", "3.process", "3.shares", "3.repair", "1.drill", "1.drill", "1.extract",
                 "1.licence", "1.repair", "1.research", "1.contract"],
        "contracts": ["r07", "l04"], "research": ["p11", "i12"], "shares": {"red": 3, "orange": 1, "blue": 2},
        "tiles": ["red.2", "blue.4"],
    },
    "seat2": {"vp": 12, "development": 3, "goods": {"geothermal": 1}, "well": ["s01"], "layer": 2, "extracted": 1},
    "turn": 1,
}  # fmt: skip
SOLO_EXTRA = {"seat2": {"vp": 12, "development": 2, "goods": {"geothermal": 1, "lithium": 1}, "well": ["s01"]}}


@dataclass(frozen=True, slots=True)
class Moment:
    """A position and the actions that lead to the picture."""

    name: str
    play: str = ""
    seats: int = 1  # 1: solo
    rich: bool = True
    theme: str = "light"
    width: int = 1180
    height: int = 720
    scale: float = 1.0
    change: Mapping[str, Any] = field(default_factory=dict)


MOMENTS: tuple[Moment, ...] = (
    Moment("start-solo", rich=False),
    Moment("start-four", seats=4, rich=False),
    Moment("turn", width=1440, height=900),
    Moment("turn-dark", theme="dark", width=1440, height=900),
    Moment("turn-contrast", theme="contrast"),
    Moment("turn-2x", scale=2.0),
    Moment("turn-wide", width=1920, height=1080),
    Moment("claim-choice", "@licence"),
    Moment("payment", "@licence claim:d03 $1.drill"),
    Moment("drill-steps", "!5.drill"),
    Moment("extract-steps", "!5.extract"),
    Moment("process", "!3.process +l"),
    Moment("optimise", "@process +g"),
    Moment("repair", "!3.repair repair:drill"),
    Moment("sell-corporation", "@sell", theme="dark"),
    Moment("collect", "@sell >red -l 5/1"),
    Moment("contract-choice", "@contract", change={"seat1": {**RICH["seat1"], "contracts": ["", "l04"]}}),
    Moment("research-choice", "!1.research", theme="dark"),
    Moment("shares", "!3.shares share:red"),
    Moment("end-turn", "@drill"),
)


def session_of(moment: Moment) -> GameSession:
    """The game of a moment, played up to it."""
    solo = moment.seats == 1
    seats = (
        (SeatOptions("Marta"), SeatOptions("GMI", "gmi", 2))
        if solo
        else tuple(SeatOptions(NAMES[i], "human", i) for i in range(moment.seats))
    )
    session = GameSession(GameOptions(seats, seed=7, curtain="never"), default_tables())
    if moment.rich:
        overrides = {**RICH, **(SOLO_EXTRA if solo else {}), **moment.change}
        session.history.start = arranged(session.history.start, overrides)
    session.replay(notation(session.tables).parse_all(moment.play))
    return session


def draw(moment: Moment) -> QImage:
    from saltonsea_desktop.app import application
    from saltonsea_desktop.ui import theme
    from saltonsea_desktop.ui.shot import render

    application()
    palette = next(p for name, p in theme.THEMES.items() if name == moment.theme)
    return render(session_of(moment), moment.width, moment.height, palette, scale=moment.scale)


def difference(one: QImage, other: QImage, tolerance: int = 28) -> float:
    """The share of pixels whose brightness differs by more than `tolerance` of 255; 1.0 for other sizes."""
    if one.size() != other.size():
        return 1.0
    canvas = one.convertToFormat(QImage.Format.Format_RGB32)
    canvas.setDevicePixelRatio(1.0)
    top = other.convertToFormat(QImage.Format.Format_RGB32)
    top.setDevicePixelRatio(1.0)
    painter = QPainter(canvas)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
    painter.drawImage(0, 0, top)
    painter.end()
    grey = canvas.convertToFormat(QImage.Format.Format_Grayscale8)
    table = bytes(int(i > tolerance) for i in range(256))
    data = bytes(grey.constBits())
    return data.translate(table).count(1) / max(1, grey.width() * grey.height())


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    PICTURES.mkdir(parents=True, exist_ok=True)
    make: Callable[[Moment], QImage] = draw
    for moment in MOMENTS:
        make(moment).save(str(PICTURES / f"{moment.name}.png"))


if __name__ == "__main__":
    main()
