"""Golden text: one whole playthrough per seat count, step by step. `python -m tests.golden_play` writes them anew."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.scoring import outcome
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import State
from saltonsea_desktop.games.saltonsea.view import view_for

GOLDEN = Path(__file__).parent / "golden"
SEATS = (1, 2, 3, 4)


def view_line(state: State) -> str:
    """A short digest of what each seat sees, so that any change of a view shows."""
    parts = []
    for seat in range(state.seats):
        text = repr(view_for(state, seat)).replace(repr(state.tables), "")
        parts.append(hashlib.sha256(text.encode()).hexdigest()[:8])
    return " ".join(parts)


def play_lines(seats: int) -> Iterator[str]:
    """Per step: what is asked, the legal list, the choice made, the events, the views."""
    tables = default_tables()
    words = notation(tables)
    dice = random.Random(seats)
    state = setup(tables, seats, 2026 + seats)
    step = 0
    while state.stack:
        step += 1
        legal = legal_actions(state)
        families = sorted({type(x).__name__ for x in legal})
        family = dice.choice(families)
        action = dice.choice([x for x in legal if type(x).__name__ == family])
        yield f"{step} round {state.round} {state.stack[-1]!r}"
        yield f"  legal {' '.join(words.text(x) for x in legal)}"
        state, events = apply(state, action)
        yield f"  play {words.text(action)}"
        for event in events:
            yield f"  event {event!r}"
        yield f"  views {view_line(state)}"
    for seat, score in enumerate(outcome(state).scores):
        yield f"seat {seat + 1} {score!r} total {score.total}"


def golden_path(seats: int) -> Path:
    return GOLDEN / f"play-{seats}.txt"


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for seats in SEATS:
        golden_path(seats).write_text("\n".join(play_lines(seats)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
