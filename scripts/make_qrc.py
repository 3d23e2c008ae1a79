"""Writes resources.qrc from the folders under assets/.

    python -m scripts.make_qrc            writes the file
    python -m scripts.make_qrc --check    changes nothing; exit code 1 if the file is out of date

Fonts are found at run time as `:/fonts/<name>.ttf`, icons as `:/icons/<name>.svg`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

ROOT = Path(__file__).resolve().parent.parent
QRC = "resources.qrc"

# Prefix in the resource system, folder, pattern.
FOLDERS = (
    ("/fonts", "assets/fonts", "*.ttf"),
    ("/icons", "assets/icons", "*.svg"),
)


def make_qrc(root: Path) -> str:
    """The text of resources.qrc for the files that lie under `root/assets`, sorted by name."""
    lines = ["<!-- Written by scripts/make_qrc.py -->", "<RCC>"]
    for prefix, folder, pattern in FOLDERS:
        lines.append(f"  <qresource prefix={quoteattr(prefix)}>")
        for path in sorted((root / folder).glob(pattern), key=lambda path: path.name):
            lines.append(f"    <file alias={quoteattr(path.name)}>{escape(folder)}/{escape(path.name)}</file>")
        lines.append("  </qresource>")
    lines.append("</RCC>")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line, see the module's text; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="make_qrc", description="Writes resources.qrc from the folders under assets/."
    )
    parser.add_argument("--check", action="store_true", help="only tell whether the file is up to date")
    options = parser.parse_args(arguments)
    target = ROOT / QRC
    text = make_qrc(ROOT)
    current = target.read_text(encoding="utf-8") if target.exists() else None
    if current == text:
        print(f"{QRC} is up to date.")
        return 0
    if options.check:
        print(f"{QRC} is out of date; run: python -m scripts.make_qrc", file=sys.stderr)
        return 1
    target.write_text(text, encoding="utf-8", newline="\n")
    print(f"{QRC} written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
