"""The shape of a save: what is refused, with one sentence that names file and field."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.session.options import (
    CURTAIN_MODES,
    SEAT_KINDS,
    UNDO_MODES,
    GameOptions,
    SeatOptions,
)
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.storage import schema
from saltonsea_desktop.storage.save import ACTION_LIMIT, SaveError, document, options_of
from saltonsea_desktop.storage.schema import validate_save

ROOT = Path(__file__).resolve().parents[2]
NAME = "my game.saltonsea"


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    seats = (SeatOptions("Žofie", "human", 3), SeatOptions("GMI", "gmi", 0))
    session = GameSession(GameOptions(seats, 2**53 - 1, easy=True, undo="practice", curtain="never"), default_tables())
    for _ in range(12):
        session.submit(session.legal()[0])
    session.history.undo()
    return document(session)


def changed(doc: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with another value at "options.seats.0.name"; None as a path's last part deletes."""
    out = copy.deepcopy(doc)
    *parts, last = path.split(".")
    place: Any = out
    for part in parts:
        place = place[int(part)] if isinstance(place, list) else place[part]
    if value is ...:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = value
    return out


def refused(raw: object) -> str:
    with pytest.raises(SaveError) as caught:
        validate_save(raw, NAME)
    sentence = str(caught.value)
    assert sentence.startswith(f"{NAME}: ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 300
    return sentence


def test_a_good_document_stays_as_it_is(good: dict[str, Any]) -> None:
    validated = validate_save(good, NAME)
    assert {**validated, "digests": [list(pair) for pair in validated["digests"]]} == good
    assert options_of(validated) == GameOptions(
        (SeatOptions("Žofie", "human", 3), SeatOptions("GMI", "gmi", 0)), 2**53 - 1, True, "practice", "never"
    )


@pytest.mark.parametrize("raw", [None, 3, "save", [], {}, {"format": "chess"}, {"format": 1}])
def test_what_is_no_save_at_all(raw: object) -> None:
    assert "no Salton Sea save" in refused(raw)


def test_a_newer_format_asks_for_an_update(good: dict[str, Any]) -> None:
    assert "newer version" in refused({**good, "version": 2})
    assert "newer version" in refused({"format": "saltonsea-save", "version": 2**70})


def test_every_field_is_needed_and_no_other_allowed(good: dict[str, Any]) -> None:
    for field in good:
        if field not in ("format",):
            assert f"{field}: " in refused({key: value for key, value in good.items() if key != field})
    for field in good["options"]:
        assert f"options.{field}: " in refused(changed(good, f"options.{field}", ...))
    for field in good["options"]["seats"][0]:
        assert f"options.seats.0.{field}: " in refused(changed(good, f"options.seats.0.{field}", ...))
    assert "surplus: " in refused({**good, "surplus": 1})
    assert "options.surplus: " in refused(changed(good, "options.surplus", 1))
    assert "options.seats.1.surplus: " in refused(changed(good, "options.seats.1.surplus", 1))


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("version", [0, -1, "1", 1.0, None, [1]]),
        ("app", [1, None, "x" * 41]),
        ("rules", [0, -1, "1", 1.5, True]),
        ("pack", [None, 7, "x" * 65]),
        ("options", [None, [], "fair"]),
        ("options.seats", [None, [], {}, "human"]),
        ("options.seats.0", [None, "human", []]),
        ("options.seats.0.name", ["", "x" * 41, 3, None, "\ud800"]),
        ("options.seats.0.kind", ["", "Human", "robot", 1, None]),
        ("options.seats.0.colour", [-1, 4, "0", 1.0, True, None]),
        ("options.seed", [-1, 2**53, "1", 1.0, True, None, 10**400]),
        ("options.easy", [0, 1, "yes", None]),
        ("options.undo", ["", "FAIR", 1, None]),
        ("options.curtain", ["", "sometimes", 1, None]),
        ("actions", [None, [], ["@drill"], 1, "d " * (ACTION_LIMIT + 1), "x" * (ACTION_LIMIT * 40 + 1)]),
        ("undone", [None, [], 1, "d " * (ACTION_LIMIT + 1)]),
        ("digests", [None, {}, "x", [1], [[1]], [[1, 2]], [[1, "x" * 16]], [["1", "0" * 16]], [[1, "0" * 16, 3]]]),
        ("digest", [None, "", "0" * 15, "0" * 17, "G" * 16, "0" * 16 + "\n", "A" * 16]),
        ("snapshot", [None, [], "x", 3]),
        ("marked", [None, 0, 1, "no"]),
    ],
)
def test_values_that_are_refused(good: dict[str, Any], path: str, values: list[Any]) -> None:
    for value in values:
        sentence = refused(changed(good, path, value))
        assert path.split(".")[0] in sentence or "more actions than any game" in sentence, (value, sentence)


def test_digests_may_be_many_but_not_endless(good: dict[str, Any]) -> None:
    validate_save({**good, "digests": [[1, "0" * 16]] * 1000}, NAME)
    assert "digests" in refused({**good, "digests": [[1, "0" * 16]] * 1001})


def test_names_from_the_file_are_tamed(good: dict[str, Any]) -> None:
    for key in ("x" * 5000, "two\nlines", "\x1b[31m", "\u202e"):
        sentence = refused({**good, key: 1})
        assert sentence.isprintable()


def test_the_words_are_those_of_the_options() -> None:
    def words(model: type[BaseModel], field: str) -> tuple[str, ...]:
        return tuple(model.model_fields[field].annotation.__args__)  # type: ignore[union-attr]

    assert words(schema.SeatRecord, "kind") == SEAT_KINDS
    assert words(schema.OptionsRecord, "undo") == UNDO_MODES
    assert words(schema.OptionsRecord, "curtain") == CURTAIN_MODES


def test_the_document_names_every_field() -> None:
    text = (ROOT / "docs" / "save-format.md").read_text(encoding="utf-8")
    top, options = text.split("## Fields")[1].split("`options`:\n")
    rows = re.findall(r"^\| `(\w+)` \|", top, re.MULTILINE)
    assert rows == list(schema.SaveRecord.model_fields)
    rows = re.findall(r"^\| `(\w+)` \|", options.split("## Opening")[0], re.MULTILINE)
    assert rows == list(schema.OptionsRecord.model_fields)
    for name in (*schema.SeatRecord.model_fields, *SEAT_KINDS, *UNDO_MODES, *CURTAIN_MODES):
        assert f"`{name}`" in options
