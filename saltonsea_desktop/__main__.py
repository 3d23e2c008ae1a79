"""`python -m saltonsea_desktop`."""

from __future__ import annotations

import sys

from saltonsea_desktop.cli import main

if __name__ == "__main__":
    sys.exit(main())
