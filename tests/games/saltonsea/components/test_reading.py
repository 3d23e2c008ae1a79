"""Reading a pack: the built-in one, folders of every kind, broken files, the digest."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.components import (
    DEFAULT_FOLDER,
    FILES,
    MAX_BYTES,
    MAX_LINE,
    PackError,
    digest_of,
    read_pack,
    stray_files,
)
from tests.games.saltonsea.components.packs import TEXTS, get, leaves, put, raw_with, write_pack

BUILT_IN_DIGEST = "a871beefbad0a497"


def messages_of(folder: Path) -> tuple[str, ...]:
    with pytest.raises(PackError) as caught:
        read_pack(folder)
    assert str(caught.value).startswith(caught.value.messages[0])
    for message in caught.value.messages:
        assert message.endswith((".", "?"))
        assert "\n" not in message
    return caught.value.messages


def test_the_built_in_pack_has_the_ten_files_and_its_known_digest() -> None:
    pack = read_pack()
    assert tuple(pack.data) == FILES
    assert len(FILES) == 10
    assert pack.folder is None
    # Saves remember this digest. A tuned value changes it, on purpose and together with this line.
    assert pack.digest == BUILT_IN_DIGEST


def test_a_copy_in_another_folder_is_the_same_pack(tmp_path: Path) -> None:
    pack = read_pack(write_pack(tmp_path / "copy"))
    assert pack.data == read_pack().data
    assert pack.digest == BUILT_IN_DIGEST
    assert pack.folder == tmp_path / "copy"


def test_reading_imports_no_pydantic() -> None:
    code = (
        "import sys; from saltonsea_desktop.games.saltonsea.components import check, read_pack; "
        "check.list_values(read_pack()); sys.exit('pydantic' in sys.modules)"
    )
    root = Path(__file__).parents[4]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# --- the digest ------------------------------------------------------------------------------------------------------


def test_line_endings_and_a_byte_order_mark_do_not_change_the_digest(tmp_path: Path) -> None:
    crlf = {name: text.replace("\n", "\r\n").encode() for name, text in TEXTS.items()}
    marked = {name: b"\xef\xbb\xbf" + raw for name, raw in crlf.items()}
    assert read_pack(write_pack(tmp_path / "crlf", **crlf)).digest == BUILT_IN_DIGEST
    assert read_pack(write_pack(tmp_path / "marked", **marked)).digest == BUILT_IN_DIGEST


def test_comments_layout_and_provenance_do_not_change_the_digest(tmp_path: Path) -> None:
    def edited(name: str) -> str:
        lines: list[str] = ["# a note"]
        for line in TEXTS[name].splitlines():
            if line.startswith("#"):
                continue
            if line.startswith("prov = "):
                line = "prov = {}"
            elif line.startswith('"') and " = " in line:
                line = line.split(" = ")[0] + ' = "printed: changed"'
            lines.extend((line.replace(" = ", "  =  "), ""))
        return "\n".join(lines)

    changed = {name: edited(name) for name in FILES}
    assert all(changed[name] != TEXTS[name] for name in FILES)
    assert read_pack(write_pack(tmp_path / "edited", **changed)).digest == BUILT_IN_DIGEST


def test_the_order_of_keys_does_not_change_the_digest_but_that_of_records_does() -> None:
    turned = raw_with(lambda d: d["fees"].update(fee=[dict(reversed(fee.items())) for fee in d["fees"]["fee"]]))
    assert turned.digest == BUILT_IN_DIGEST
    moved = raw_with(lambda d: d["fees"]["fee"].reverse())
    assert moved.digest != BUILT_IN_DIGEST


def test_every_single_value_changes_the_digest() -> None:
    data = raw_with(lambda d: None).data
    seen = 0
    for name in FILES:
        original = digest_of({name: data[name]})
        for path in list(leaves(data[name])):
            value = get(data[name], path)
            other = (not value) if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}x"
            put(data[name], path, other)
            assert digest_of({name: data[name]}) != original, (name, path)
            put(data[name], path, value)
            seen += 1
        assert digest_of({name: data[name]}) == original
    assert seen > 1000


def test_a_number_and_its_text_have_different_digests() -> None:
    digests = {digest_of({"fees": {"fee": [{"brine": value}]}}) for value in (1, 1.0, "1", True, "true", [1], None)}
    assert len(digests) == 7


# --- folders ---------------------------------------------------------------------------------------------------------


def test_a_missing_folder(tmp_path: Path) -> None:
    (message,) = messages_of(tmp_path / "nowhere")
    assert message.endswith("nowhere: there is no such folder.")


def test_a_folder_name_no_system_accepts() -> None:
    assert len(messages_of(Path("a" * 5000))) == 1
    assert len(messages_of(Path("a\0b"))) == 1


def test_a_file_instead_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "pack").write_text("x")
    (message,) = messages_of(tmp_path / "pack")
    assert "this is a file; a component pack is a folder" in message


def test_an_empty_folder(tmp_path: Path) -> None:
    (message,) = messages_of(tmp_path)
    assert "the folder holds no file of a component pack (actions.toml ... research.toml)" in message


def test_every_missing_file_is_named(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "pack")
    (folder / "fees.toml").unlink()
    (folder / "board.toml").unlink()
    assert messages_of(folder) == (
        "board.toml: this file of the pack is missing.",
        "fees.toml: this file of the pack is missing.",
    )
    with pytest.raises(PackError, match=r"board\.toml: .* \(and 1 more\)$"):
        read_pack(folder)


@pytest.mark.parametrize("typo", ["claim.toml", "Claims.toml", "claims.toml.toml", "cliams.toml"])
def test_a_misspelt_file_is_pointed_out(tmp_path: Path, typo: str) -> None:
    folder = write_pack(tmp_path / "pack")
    text = (folder / "claims.toml").read_bytes()
    (folder / "claims.toml").unlink()
    (folder / typo).write_bytes(text)
    if (folder / "claims.toml").exists():
        pytest.skip("this file system does not tell capitals")
    assert messages_of(folder) == (f"claims.toml: this file of the pack is missing; is it the file {typo}?",)


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "pack")
    (folder / "notes.txt").write_bytes(b"\xff")
    (folder / "claims.toml.bak").write_bytes(b"\xff")
    (folder / "claims-old.toml").write_bytes(b"\xff")
    (folder / "sub").mkdir()
    assert read_pack(folder).digest == BUILT_IN_DIGEST
    assert stray_files(folder) == ("claims-old.toml",)
    assert stray_files(tmp_path / "nowhere") == ()


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "pack")
    (folder / "gmi.toml").unlink()
    (folder / "gmi.toml").mkdir()
    assert messages_of(folder) == ("gmi.toml: this must be a file, and is something else.",)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_place_of_a_file_does_not_block(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "pack")
    (folder / "gmi.toml").unlink()
    os.mkfifo(folder / "gmi.toml")
    assert messages_of(folder) == ("gmi.toml: this must be a file, and is something else.",)


def test_an_unreadable_file_and_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, *args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    folder = write_pack(tmp_path / "pack")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", refuse)
        found = messages_of(folder)
    assert found[2] == "claims.toml: the file cannot be read: Permission denied."
    assert len(found) == 10
    monkeypatch.setattr(Path, "iterdir", refuse)
    (message,) = messages_of(folder)
    assert message.endswith("the folder cannot be read: Permission denied.")


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\xff\xfec\x00l\x00", "claims.toml:1: the file is not UTF-8 text (byte 1)"),
        (b"# good\n# caf\xe9\n", "claims.toml:2: the file is not UTF-8 text (byte 13)"),
        (b"a = 1\n\nb = \n", "claims.toml:3: not valid TOML: invalid value (column 5)"),
        (b"[[claim]\nid = 1\n", "claims.toml:1: not valid TOML"),
        (b'a = "never closed', "claims.toml: not valid TOML: unterminated string (at the end of the file)"),
        (b'a = "never closed\nb = 2\n', "claims.toml:1: not valid TOML"),
        (b"a = 1\na = 2\n", "claims.toml:2: not valid TOML: cannot overwrite a value"),
        (b"\x00\x01\x02", "claims.toml:1: not valid TOML"),
        (b"a = 2020-13-45\n", "claims.toml:1: not valid TOML"),
        (b"a = " + b"[" * 1900 + b"]" * 5, "claims.toml: lists or tables are nested too deeply"),
        (b"a = " + b"9" * 1900 + b"\n" + b"# " + b"x" * MAX_LINE, "claims.toml:2: the line is longer than 2000"),
        (b"# " + b"x\n" * MAX_BYTES, "claims.toml: the file is larger than 256 KiB"),
    ],
)
def test_a_broken_file(tmp_path: Path, content: bytes, expected: str) -> None:
    (message,) = messages_of(write_pack(tmp_path / "pack", claims=content))
    assert message.startswith(expected)


def test_numbers_too_long_for_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltonsea_desktop.games.saltonsea.components.MAX_LINE", 10_000)
    for number in (b"9" * 5000, b"0x" + b"f" * 5000):  # refused while parsing, and only when written out
        (message,) = messages_of(write_pack(tmp_path / "pack", fees=b"a = " + number))
        assert message == "fees.toml: the file holds a number that is far too long."


def test_faults_of_several_files_come_together(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "pack", board=b"\xff", gmi="x", research="y =")
    assert [message.split(":")[0] for message in messages_of(folder)] == ["board.toml", "gmi.toml", "research.toml"]


def test_an_empty_file_is_read_and_found_wanting_later(tmp_path: Path) -> None:
    assert read_pack(write_pack(tmp_path / "pack", fees="")).data["fees"] == {}


@given(data=st.data())
def test_damaged_bytes_raise_nothing_but_pack_errors(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp() / "damaged"
    name = data.draw(st.sampled_from(FILES))
    raw = bytearray(TEXTS[name].encode())
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(1, 8))):
        at = rng.randrange(len(raw))
        if rng.random() < 0.5:
            raw[at] ^= 1 << rng.randrange(8)
        else:
            del raw[at : at + rng.randrange(1, 40)]
    write_pack(folder, **{name: bytes(raw)})
    try:
        pack = read_pack(folder)
    except PackError as error:
        assert all(message.startswith(f"{name}.toml:") for message in error.messages)
    else:
        assert len(pack.digest) == 16


def test_the_built_in_folder_is_package_data() -> None:
    assert {path.name for path in DEFAULT_FOLDER.iterdir()} == {f"{name}.toml" for name in FILES}
