"""Copies the rules reference of the package to docs/rules.md, for readers of the repository.

    python -m scripts.sync_rules

The one source is saltonsea_desktop/games/saltonsea/rules.md, which the program shows.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "saltonsea_desktop/games/saltonsea/rules.md"
COPY = "docs/rules.md"


def main() -> int:
    """Writes the copy; returns the exit code."""
    (ROOT / COPY).write_bytes((ROOT / SOURCE).read_bytes())
    print(f"{COPY} written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
