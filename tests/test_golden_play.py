"""A silent change of behaviour shows as a diff in a whole playthrough per seat count."""

from __future__ import annotations

import pytest

from tests.golden_play import SEATS, golden_path, play_lines


@pytest.mark.parametrize("seats", SEATS)
def test_the_playthrough_is_as_recorded(seats: int) -> None:
    """If the change is meant: `python -m tests.golden_play`, then read the diff."""
    recorded = golden_path(seats).read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(play_lines(seats), recorded, strict=True), 1):
        assert now == then, f"line {number}"
