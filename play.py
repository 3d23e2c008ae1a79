"""Starts the game from a source checkout: `python3 play.py [arguments of saltonsea-desktop]`."""

import sys

if sys.version_info < (3, 11):  # before any newer syntax is read
    sys.stderr.write("Salton Sea needs Python 3.11 or newer; this is Python %d.%d.\n" % sys.version_info[:2])
    sys.exit(2)

from scripts import bootstrap

if __name__ == "__main__":
    sys.exit(bootstrap.play(sys.argv[1:]))
