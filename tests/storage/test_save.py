"""Saves: round trips at any step, every kind of unusable file, later rules, damaged parts."""

from __future__ import annotations

import errno
import gzip
import json
import os
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop import __version__
from saltonsea_desktop.bots.play import play_game
from saltonsea_desktop.games.saltonsea.actions import Action
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.game import RULES_VERSION
from saltonsea_desktop.games.saltonsea.invariants import violations
from saltonsea_desktop.games.saltonsea.reasons import Reason, why_not
from saltonsea_desktop.games.saltonsea.state import State, digest, dump
from saltonsea_desktop.session import session as sessions
from saltonsea_desktop.session.options import GameOptions, SeatOptions
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.storage import save as saves
from saltonsea_desktop.storage.save import (
    SIZE_LIMIT,
    SaveError,
    decode,
    document,
    encode,
    open_document,
    read_document,
    read_save,
    unpack,
    write_save,
)

TABLES = default_tables()


def a_session(seats: int = 2, seed: int = 3, undo: Any = "fair", steps: int | None = None) -> GameSession:
    """A random game (1: solo), its first `steps` actions, finished without."""
    if seats == 1:
        names: tuple[str, ...] = ("random", "gmi")
        options: tuple[SeatOptions, ...] = (SeatOptions("Žofie 山田 😀", "human", 2), SeatOptions("GMI", "gmi", 0))
    else:
        names = ("random",) * seats
        options = tuple(SeatOptions(f"Seat {seat + 1}", "human", seat) for seat in range(seats))
    session = GameSession(GameOptions(options, seed, easy=seats == 1, undo=undo), TABLES)
    session.replay(list(play_game(TABLES, names, seed, easy=seats == 1, record=True).played[:steps]))
    return session


@pytest.fixture(scope="module")
def finished() -> GameSession:
    return a_session()


def loaded(doc: dict[str, Any]) -> saves.Loaded:
    return open_document(decode(json.dumps(doc).encode(), "game"), TABLES, "game")


def refused(call: Callable[[], object], *fragments: str) -> None:
    with pytest.raises(SaveError) as caught:
        call()
    sentence = str(caught.value)
    assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 500
    for fragment in fragments:
        assert fragment in sentence, sentence


# ---------------------------------------------------------------- round trips


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_game_comes_back_with_its_whole_history(seats: int, tmp_path: Path) -> None:
    session = a_session(seats, seed=20 + seats, undo="practice")
    path = tmp_path / "Žofie 山田.saltonsea"
    write_save(path, session)
    back = read_save(path, TABLES)
    assert back.lost == ""
    other = back.session
    assert other.options == session.options
    assert other.actions() == session.actions()
    assert other.log(0) == session.log(0)
    assert [digest(command.after) for command in other.history.done[::40]] == [
        digest(command.after) for command in session.history.done[::40]
    ]
    assert other.outcome() == session.outcome()
    assert other.marked == session.marked
    while other.undo_status().allowed:
        other.undo()
    opening = next(number for number, command in enumerate(session.history.done) if command.actor in session.humans)
    assert other.position == opening  # GMI's turns before the player's first stay
    assert digest(other.state) == digest(session.history.done[opening].before)
    while other.can_redo():
        other.redo()
    assert digest(other.state) == digest(session.state)


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 4), st.integers(0, 10**6), st.integers(0, 120), st.integers(0, 20))
def test_at_any_step_with_undone_actions(seats: int, seed: int, steps: int, undone: int) -> None:
    session = a_session(seats, seed, undo="practice", steps=steps)
    for _ in range(undone):
        if session.undo_status().allowed:
            session.undo()
    data = encode(document(session))
    other = open_document(decode(data, "game"), TABLES, "game").session
    assert digest(other.state) == digest(session.state)
    assert other.legal() == session.legal()
    assert [command.action for command in other.history.undone] == [c.action for c in session.history.undone]
    assert encode(document(other)) == data
    if session.can_redo():
        session.redo()
        other.redo()
        assert digest(other.state) == digest(session.state)


def test_what_a_save_says(finished: GameSession) -> None:
    doc = document(finished)
    assert (doc["format"], doc["version"], doc["app"], doc["rules"], doc["pack"]) == (
        "saltonsea-save", 1, __version__, RULES_VERSION, TABLES.digest,
    )  # fmt: skip
    assert len(doc["actions"].split()) == finished.position
    assert len(doc["digests"]) == finished.state.round  # one for each round that has ended
    assert doc["digests"] == sorted(doc["digests"])
    for number, expected in doc["digests"]:
        assert digest(finished.history.done[number - 1].after) == expected
    assert doc["digest"] == digest(finished.state)
    assert doc["snapshot"] == dump(finished.state)


def test_equal_games_give_equal_bytes_without_a_time(finished: GameSession) -> None:
    data = encode(document(finished))
    assert data == encode(document(a_session()))
    assert data[4:8] == b"\0\0\0\0"  # the time field of gzip
    assert len(data) <= 4096


def test_plain_json_is_read_as_well(finished: GameSession, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for text in (json.dumps(document(finished)), json.dumps(document(finished), indent=2, ensure_ascii=False)):
        path.write_text(text, encoding="utf-8")
        assert digest(read_save(path, TABLES).session.state) == digest(finished.state)


def test_a_frozen_game_may_be_written_later_by_another_thread() -> None:
    session = a_session(steps=60)
    moment, expected = saves.frozen(session), encode(document(session))
    for _ in range(5):
        session.submit(session.legal()[0])
    written: list[bytes] = []
    thread = threading.Thread(target=lambda: written.append(encode(document(moment))))
    thread.start()
    thread.join()
    assert written == [expected]
    assert encode(document(session)) != expected


def test_writing_keeps_the_version_before(tmp_path: Path) -> None:
    path = tmp_path / "game.saltonsea"
    session = a_session(steps=10)
    write_save(path, session)
    first = path.read_bytes()
    session.submit(session.legal()[0])
    write_save(path, session)
    assert path.with_name("game.saltonsea.bak").read_bytes() == first
    assert digest(read_save(path, TABLES).session.state) == digest(session.state)


def test_a_full_disk_leaves_the_old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F20: an error, the old file untouched, the game still there."""
    path = tmp_path / "game.saltonsea"
    session = a_session(steps=10)
    write_save(path, session)
    before, position = path.read_bytes(), session.position

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    session.submit(session.legal()[0])
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_save(path, session)
    assert path.read_bytes() == before
    assert session.position == position + 1


# ---------------------------------------------------------------- files that are no saves


def _deep(data: bytes) -> bytes:
    return b"[" * 200_000


@pytest.mark.parametrize(
    ("spoil", "fragment"),
    [
        (lambda data: b"", "empty"),
        (lambda data: data[: len(data) // 2], "cut off"),
        (lambda data: data[:-9], "cut off"),
        (lambda data: data[:10], "cut off"),
        (lambda data: data[:-8] + b"\0" * 8, "damaged"),
        (lambda data: data[:40] + bytes(40) + data[80:], "damaged"),
        (lambda data: b"\x1f\x8b", "cut off"),
        (lambda data: b"\x1f\x8b\x08" + bytes(range(256)), "damaged"),
        (lambda data: random.Random(1).randbytes(5000), "not JSON"),
        (lambda data: bytes(4096), "not JSON"),
        (lambda data: b"not json", "not JSON"),
        (lambda data: gzip.compress(b"not json"), "not JSON"),
        (lambda data: "{\"format\": \"saltonsea-save\"".encode("utf-16"), "not JSON"),
        (_deep, "not JSON"),
        (lambda data: b"9" * 10_000, "not JSON"),
        (lambda data: b'{"a": ' + b"9" * 10_000 + b"}", "not JSON"),
        (lambda data: b"NaN", "no Salton Sea save"),
        (lambda data: b"[]", "no Salton Sea save"),
        (lambda data: b'"saltonsea-save"', "no Salton Sea save"),
        (lambda data: b" " * (SIZE_LIMIT + 1), "too large"),
        (lambda data: gzip.compress(b" " * (SIZE_LIMIT + 1)), "too large"),
        (lambda data: gzip.compress(b"0" * (20 * SIZE_LIMIT)), "too large"),
    ],
)  # fmt: skip
def test_unusable_bytes(tmp_path: Path, finished: GameSession, spoil: Callable[[bytes], bytes], fragment: str) -> None:
    path = tmp_path / "game.saltonsea"
    path.write_bytes(spoil(encode(document(finished))))
    refused(lambda: read_save(path, TABLES), str(path), fragment)


def test_a_flipped_bit_is_noticed(finished: GameSession) -> None:
    """Every damage is refused, or hits a bit that says nothing (a time, a padding, a match with an equal one)."""
    data = encode(document(finished))
    good, kept = decode(data, "game"), 0
    for place in random.Random(2).sample(range(len(data)), 150):
        spoilt = bytearray(data)
        spoilt[place] ^= 1 << (place % 8)
        try:
            found = decode(bytes(spoilt), "game")
        except SaveError:
            continue
        kept += 1
        assert found == good
    assert kept < 15


def test_places_that_are_no_files(tmp_path: Path) -> None:
    refused(lambda: read_document(tmp_path / "nowhere"), "nowhere", "no such file")
    refused(lambda: read_document(tmp_path), "a folder")
    refused(lambda: read_document(tmp_path / ("x" * 300)), "cannot be read")
    refused(lambda: read_document(Path("a\0b")), "cannot be read")
    below = tmp_path / "file"
    below.write_bytes(b"x")
    refused(lambda: read_document(below / "game"), "file")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused(lambda: read_document(tmp_path / "pipe"), "pipe", "not a file")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.saltonsea"
    path.write_bytes(b"x")

    def refuse(self: Path, *arguments: object, **options: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    refused(lambda: read_document(path), str(path), "Permission denied")


def test_a_sparse_giant_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "giant"
    with path.open("wb") as file:
        file.truncate(2 * 1024**3)
    refused(lambda: read_document(path), "too large")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200) | st.binary(max_size=60).map(gzip.compress))
def test_random_bytes_are_no_save(data: bytes) -> None:
    with pytest.raises(SaveError):
        decode(data, "game")


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=8,
    )
)
def test_random_json_in_place_of_a_part_is_refused(value: Any) -> None:
    good = document(a_session(steps=6))
    for field in good:
        doc = {**good, field: value}
        if doc == good or (field in ("app", "marked", "rules") and type(value) is type(good[field])):
            continue
        try:
            back = loaded(doc)
        except SaveError:
            continue
        # what got through is at least the position that the save holds
        assert digest(back.session.state) == good["digest"]


# ---------------------------------------------------------------- options, packs


def test_impossible_options(finished: GameSession) -> None:
    good = document(finished)
    seats = good["options"]["seats"]

    def with_options(**changes: Any) -> dict[str, Any]:
        return {**good, "options": {**good["options"], **changes}}

    refused(lambda: loaded(with_options(seats=[seats[0], seats[0]])), "same colour")
    refused(lambda: loaded(with_options(seats=[{**seats[0], "name": "   "}, seats[1]])), "name")
    refused(lambda: loaded(with_options(seats=[{**seats[0], "kind": "gmi"}, seats[1]])), "GMI")
    refused(lambda: loaded(with_options(seats=[seats[0]])), "options.seats")


def test_another_component_pack(finished: GameSession) -> None:
    refused(lambda: loaded({**document(finished), "pack": "f" * 16}), "f" * 16, TABLES.digest)


# ---------------------------------------------------------------- replays that differ


def test_a_replay_that_differs_opens_the_snapshot(finished: GameSession) -> None:
    """F25: a later fix of the rules; the position is the true one and the game goes on."""
    session = a_session(steps=90)
    good = document(session)
    actions = good["actions"].split()
    for changes, fragment in (
        ({"actions": " ".join([*actions[:-1], "gmi"])}, f"step {len(actions)} is not allowed any more"),
        ({"actions": " ".join([*actions[:30], "@teleport", *actions[31:]])}, '"@teleport"'),
        ({"actions": ""}, "the final position differs" if not good["digests"] else "differs at step"),
        ({"digests": [[7, "0" * 16]]}, "the game differs at step 7"),
        ({"digests": [[0, good["digest"]]]}, "the game differs at step 0"),
        ({"digests": [[-1, good["digest"]]]}, "the game differs at step -1"),
        ({"undone": "gmi"}, "is not allowed any more"),
    ):
        back = loaded({**good, **changes})
        assert fragment in back.lost
        other = back.session
        assert digest(other.state) == good["digest"]
        assert other.position == 0
        assert not other.can_redo()
        assert other.undo_status().code == "start"
        other.submit(other.legal()[0])
        again = open_document(decode(encode(document(other)), "game"), TABLES, "game")
        assert digest(again.session.state) == digest(other.state)


def test_a_rule_that_forbids_a_step_later(monkeypatch: pytest.MonkeyPatch) -> None:
    session = a_session(steps=60)
    doc = document(session)
    calls = 0

    def stricter(state: State, action: Action) -> Reason | None:
        nonlocal calls
        calls += 1
        return Reason("not_now") if calls == 12 else why_not(state, action)

    monkeypatch.setattr(sessions, "why_not", stricter)
    back = loaded(doc)
    assert back.lost == "step 12 is not allowed any more (not_now)"
    assert digest(back.session.state) == doc["digest"]


def spoil(doc: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A save whose history is lost, with another value in its snapshot and a digest that fits."""
    import hashlib

    out: dict[str, Any] = json.loads(json.dumps(doc))
    out["actions"] = "gmi"
    place: Any = out["snapshot"]
    *parts, last = path.split(".")
    for part in parts:
        place = place[int(part)] if isinstance(place, list) else place[part]
    if value is ...:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = value
    text = json.dumps(out["snapshot"], separators=(",", ":"), sort_keys=True)
    out["digest"] = hashlib.sha256(text.encode()).hexdigest()[:16]
    return out


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("companies", []),
        ("companies", ...),
        ("companies", 3),
        ("companies.0", {}),
        ("companies.0.vp", "many"),
        ("companies.0.vp", 1.5),
        ("companies.0.vp", None),
        ("companies.0.vp", [1]),
        ("companies.0.goods", [99, 0, 0]),
        ("companies.0.goods", []),
        ("companies.0.hand", [0]),
        ("companies.0.hand", {}),
        ("companies.0.warehouses", 99),
        ("companies.0.mods", []),
        ("seats", 3),
        ("seats", 10**30),
        ("solo", 1),
        ("rng", "x"),
        ("rng", None),
        ("round", "x"),
        ("end", 1),
        ("first", "x"),
        ("stack", []),
        ("stack", [["Nothing", 0]]),
        ("stack", [["TurnChoice"]]),
        ("stack", [["TurnChoice", 0, True, 3]]),
        ("stack", [["TurnChoice", 99, True]]),
        ("stack", [["StartTask", 0, 1]]),
        ("stack", [["PaymentChoice", 0, 3, 0, "abc"]]),
        ("stack", [["SellUnitsChoice", 0, 9999, 0, 0, 0, 0]]),
        ("stack", [0]),
        ("stack", "TurnChoice"),
        ("claims", [1, 2]),
        ("claims", None),
        ("rows", [[], [], []]),
        ("decks", [1, 2, 3]),
        ("assets", [99, 0, 0]),
        ("fees", [1, 1, 1]),
        ("takers", ...),
    ],
)
def test_a_snapshot_that_is_damaged_too(path: str, value: Any) -> None:
    """Even with a digest that was made to fit: refused, or sound."""
    doc = spoil(document(a_session(steps=40)), path, value)
    try:
        back = loaded(doc)
    except SaveError as error:
        assert "snapshot is damaged" in str(error)
    else:
        assert not violations(back.session.state)
        assert back.session.legal()
        back.session.view()


def test_a_snapshot_with_another_digest() -> None:
    doc = document(a_session(steps=40))
    refused(lambda: loaded({**doc, "actions": "gmi", "digest": "0" * 16}), "snapshot is damaged", "digest differs")


def test_nothing_of_a_refused_file_stays(finished: GameSession, tmp_path: Path) -> None:
    """F09: a game that cannot be opened changes nothing for the one that is open."""
    before = digest(finished.state)
    path = tmp_path / "game"
    path.write_bytes(b"junk")
    refused(lambda: read_save(path, TABLES), "not JSON")
    assert digest(finished.state) == before
    assert unpack(b"{}", "game") == {}
