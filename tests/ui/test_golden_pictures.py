"""The table looks as approved; after a change that is meant, `python -m tests.ui.moments` draws the pictures anew."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from tests.ui.moments import MOMENTS, PICTURES, Moment, difference, draw

ALLOWED = 0.002  # of the pixels: room for another release of the font renderer, none for a moved card


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.name)
def test_the_table_looks_as_approved(moment: Moment) -> None:
    approved = QImage(str(PICTURES / f"{moment.name}.png"))
    assert not approved.isNull()
    assert difference(draw(moment), approved) <= ALLOWED


def test_the_comparison_sees_a_moved_card() -> None:
    """The measure itself: another moment of the same table is not taken for the same picture."""
    pictures = {moment.name: moment for moment in MOMENTS}
    approved = QImage(str(PICTURES / "claim-choice.png"))
    assert difference(draw(pictures["payment"]), approved) > ALLOWED
