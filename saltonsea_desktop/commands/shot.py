"""A picture of any moment of a saved game, drawn without a screen."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from saltonsea_desktop.commands import BadInput, Parser, add_components, load_tables

THEMES = ("light", "dark", "contrast")
LEAST, MOST = 320, 8192


def add_arguments(parser: Parser) -> None:
    parser.add_argument("save", type=Path, metavar="SAVE", help="a saved game")
    parser.add_argument("picture", type=Path, metavar="OUT.png", help="the file to write")
    parser.add_argument(
        "--at", type=int, default=-1, metavar="STEP", help="after so many actions (negative: counted from the end)"
    )
    parser.add_argument("--size", default="1440x900", metavar="WxH", help="of the window (default: 1440x900)")
    parser.add_argument("--theme", choices=THEMES, default="light", help="colours (default: light)")
    parser.add_argument("--large", action="store_true", help="large text")
    parser.add_argument("--scale", type=float, default=1.0, metavar="N", help="device pixels per pixel, 1 to 4")
    add_components(parser)


def size_of(text: str) -> tuple[int, int]:
    """The numbers of "1440x900". Raises BadInput."""
    found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise BadInput(f'"{text}" is no window size: write two numbers from {LEAST} to {MOST}, such as 1440x900.')
    return width, height


def run(options: argparse.Namespace) -> None:
    from saltonsea_desktop.storage.save import SaveError, read_save

    width, height = size_of(options.size)
    if not 1.0 <= options.scale <= 4.0:
        raise BadInput(f"The scale is a number from 1 to 4, not {options.scale:g}.")
    tables = load_tables(options.components)
    try:
        session = read_save(options.save, tables).session
    except SaveError as error:
        raise BadInput(str(error)) from None
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from saltonsea_desktop.app import application
    from saltonsea_desktop.ui.shot import moment, render, save_png
    from saltonsea_desktop.ui.theme import THEMES as PALETTES

    application()
    try:
        shown = moment(session, options.at)
    except ValueError as error:
        raise BadInput(f"{options.save}: {error}.") from None
    palette = next(palette for name, palette in PALETTES.items() if name == options.theme)
    picture = render(shown, width, height, palette, large=options.large, scale=options.scale)
    if not save_png(picture, options.picture):
        raise BadInput(f"{options.picture}: the picture cannot be written there.")
