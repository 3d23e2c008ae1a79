"""The command line: every command, every kind of bad argument, streams, locales, interrupts, and its documents."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest

from saltonsea_desktop import __version__, cli
from saltonsea_desktop.bots.play import play_game
from saltonsea_desktop.commands import BadInput, Parser, components, fuzz, window
from saltonsea_desktop.games.saltonsea import actions, laws
from saltonsea_desktop.games.saltonsea.components import read_pack
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.scoring import CATEGORIES
from saltonsea_desktop.games.saltonsea.state import State
from saltonsea_desktop.session.options import GameOptions, SeatOptions
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.storage.save import document, encode, write_save

ROOT = Path(__file__).resolve().parent.parent
TABLES = default_tables()
POSIX = pytest.mark.skipif(os.name == "nt", reason="POSIX only")


@dataclass(frozen=True, slots=True)
class Said:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Call the command line in this process."""

    def call(*arguments: object) -> Said:
        capsys.readouterr()
        code = cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return call


def started(*arguments: object, env: dict[str, str] | None = None, cwd: Path = ROOT, **options: Any) -> Said:
    """Call it as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "saltonsea_desktop", *map(str, arguments)],
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
        timeout=120,
        check=False,
        **options,
    )
    return Said(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


def assert_one_sentence(said: Said, code: int, *fragments: str) -> None:
    assert said.code == code, said
    lines = said.err.splitlines()
    assert len(lines) == 1, said.err
    assert re.fullmatch(r"saltonsea-desktop: \S.*[.]", lines[0]), lines[0]
    assert "Traceback" not in said.err
    assert "Error" not in said.err
    for fragment in fragments:
        assert fragment in lines[0], lines[0]


def a_session(seats: int = 2, seed: int = 3, name: str = "Žofie 山田 😀", steps: int | None = None) -> GameSession:
    """A random game as a session, its first `steps` actions, finished without."""
    options = [SeatOptions(f"{name} {seat}" if seat else name, "human", seat) for seat in range(seats)]
    session = GameSession(GameOptions(tuple(options), seed), TABLES)
    session.replay(list(play_game(TABLES, ("random",) * seats, seed, record=True).played[:steps]))
    return session


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The save of a finished game in a folder whose name is not ASCII."""
    path = tmp_path_factory.mktemp("Spielstände 保存") / "Žofie 😀.saltonsea"
    write_save(path, a_session())
    return path


# ---------------------------------------------------------------- the program


def test_version_needs_neither_qt_nor_pydantic_nor_bots() -> None:
    said = started("--version")
    assert (said.code, said.err) == (0, "")
    assert said.out.split() == [
        "saltonsea-desktop", f"{__version__},", "Python", f"{sys.version.split()[0]},", "component", "pack",
        read_pack().digest,
    ]  # fmt: skip
    heavy = [
        "PySide6", "pydantic", "numpy", "saltonsea_desktop.bots", "saltonsea_desktop.session",
    ]  # fmt: skip
    code = (
        "import sys; from saltonsea_desktop.cli import main; main(['--version']); main(['replay', 'nowhere']);"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "['saltonsea_desktop.session']"  # the session comes with saves


def test_the_program_starts_fast() -> None:
    """What `--version` imports, without a clock: no heavy module of the standard library either."""
    code = (
        "import sys; from saltonsea_desktop.cli import main; main(['--version']);"
        "print([m for m in ('multiprocessing', 'concurrent', 'asyncio', 'dataclasses_json', 'gzip', 'statistics')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_help_names_every_command(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit) as end:
        run("--help")
    assert end.value.code == 0
    for name in cli.COMMANDS:
        with pytest.raises(SystemExit):
            run(name, "--help")


def test_the_script_of_the_package_is_this_command_line() -> None:
    from importlib.metadata import entry_points

    scripts = [x.value for x in entry_points(group="console_scripts") if x.name == "saltonsea-desktop"]
    assert scripts in ([], ["saltonsea_desktop.cli:main"])  # none when the package is not installed
    assert '"saltonsea_desktop.cli:main"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        (["frobnicate"], 'no command and no file "frobnicate"'),
        (["simulat"], 'did you mean "simulate"?'),
        (["--seeds", "3"], "Unrecognized arguments"),
        (["--vers"], "Unrecognized arguments"),
        (["--json"], "Unrecognized arguments"),
        (["--seed", "3"], "belongs to --solo"),
        (["--solo", "--seed", "x"], 'from 0 to 9007199254740991, not "x"'),
        (["--solo", "--seed", "-1"], 'not "-1"'),
        (["--solo", "--seed", str(2**53)], "9007199254740991"),
        (["--solo", "--seed", "9" * 5000], "whole number"),
        (["--theme", "pink"], "'pink'"),
        (["--theme"], "expected one argument"),
        (["--open", "/nowhere/x.saltonsea"], "/nowhere/x.saltonsea: there is no such file"),
        (["--open", "."], "this is a folder, not a save"),
        (["--open", "a\0b"], "cannot be read"),
        (["nowhere.saltonsea"], "there is no such file"),
        (["--components", "/nowhere"], "there is no such folder"),
        (["--components", "simulate", "--solo"], "there is no such folder"),
        (["--solo", "simulate"], "The command comes first"),
        (["simulate"], "required: --seats"),
        (["simulate", "--seats", "random"], "2 to 4 seats, not 1"),
        (["simulate", "--seats", ""], 'no player ""'),
        (["simulate", "--seats", "random,,random"], 'no player ""'),
        (["simulate", "--seats", "random,oracle"], 'no player "oracle"'),
        (["simulate", "--seats", ",".join(["random"] * 5)], "2 to 4 seats, not 5"),
        (["simulate", "--seats", "gmi,random"], "gmi"),
        (["simulate", "--seats", "random,random,gmi"], "gmi"),
        (["simulate", "--seats", "random,random", "--easy"], "--easy belongs to games with gmi"),
        (["simulate", "--seats", "random,random", "--games", "-3"], 'from 1 to 10000000, not "-3"'),
        (["simulate", "--seats", "random,random", "--games", "0"], 'not "0"'),
        (["simulate", "--seats", "random,random", "--games", "1e3"], 'not "1e3"'),
        (["simulate", "--seats", "random,random", "--games", "٣"], "whole number"),
        (["simulate", "--seats", "random,random", "--games", ""], "whole number"),
        (["simulate", "--seats", "random,random", "--jobs", "0"], "from 1 to 256"),
        (["simulate", "--seats", "random,random", "--seed", "1.5"], 'not "1.5"'),
        (["simulate", "--seats", "random,random", "--game", "3"], "Unrecognized arguments: --game"),
        (["simulate", "--seats", "random,random", "surplus"], "Unrecognized arguments: surplus"),
        (["simulate", "--seats", "random,random", "--components", "/nowhere"], "there is no such folder"),
        (["simulate", "--seats", "random,random", "--components", "a\0b"], "component pack cannot be used"),
        (["replay"], "required: FILE"),
        (["replay", "/nowhere/x"], "/nowhere/x: there is no such file"),
        (["replay", "."], "this is a folder, not a save"),
        (["replay", "a\0b"], "cannot be read"),
        (["replay", "x" * 5000], "cannot be read"),
        (["replay", os.devnull], "this is not a file"),
        (["scenario"], "required: FILE"),
        (["scenario", "/nowhere/x.toml"], "/nowhere/x.toml"),
        (["components"], "required: ACTION"),
        (["components", "burn"], "'burn'"),
        (["components", "check", "/nowhere"], "/nowhere: there is no such folder"),
        (["components", "check", __file__], "this is a file"),
        (["components", "check", "a\0b"], "no such folder"),
        (["components", "list", "/nowhere"], "there is no such folder"),
        (["components", "list", "--label", "guessed"], "'guessed'"),
        (["components", "copy"], "required: FOLDER"),
        (["components", "copy", __file__], "this is a file"),
        (["components", "copy", str(ROOT)], "not empty"),
        (["components", "copy", f"{__file__}/below"], "cannot be written"),
        (["components", "copy", "a\0b"], "cannot be written"),
        (["shot", "/nowhere/x.saltonsea", "x.png"], "/nowhere/x.saltonsea: there is no such file"),
        (["shot", "x.saltonsea"], "required: OUT.png"),
        (["shot", "x.saltonsea", "x.png", "--size", "big"], "no window size"),
        (["shot", "x.saltonsea", "x.png", "--size", "10x10"], "no window size"),
        (["shot", "x.saltonsea", "x.png", "--scale", "nan"], "scale"),
        (["shot", "x.saltonsea", "x.png", "--at", "last"], "'last'"),
        (["bench", "--repeat", "0"], "from 1 to 100"),
        (["bench", "--greedy-seconds", "-1"], "from 0 to 600"),
        (["fuzz", "--games", "-1"], 'not "-1"'),
        (["fuzz", "--seats", "0"], 'not "0"'),
        (["fuzz", "--seats", "2,5"], 'not "5"'),
        (["fuzz", "--seats", "random"], 'not "random"'),
        (["fuzz", "--out", "/nowhere"], "/nowhere: there is no such folder"),
        (["fuzz", "--line", "seats=9 seed=1 :"], "1 to 4 seats, not 9"),
        (["fuzz", "--line", "seats=2 seed=1 : @nowhere"], "@nowhere"),
        (["fuzz", "--line", "seats=2 seed=1 : ok"], "step 1 of the line, ok, is not legal"),
        (["fuzz", "--line", "seats=two"], '"seats=two"'),
        (["fuzz", "--line", "@drill end"], "@drill"),
        (["fuzz", "--line", ""], "begins with seats=N"),
    ],
)  # fmt: skip
def test_bad_arguments_get_one_sentence(run: Run, arguments: list[str], fragment: str) -> None:
    said = run(*arguments)
    assert_one_sentence(said, 2, fragment)
    assert "/nowhere/x.toml" in said.out if arguments[:2] == ["scenario", "/nowhere/x.toml"] else not said.out


@pytest.mark.parametrize(
    ("content", "fragment"),
    [
        (b"", "empty"),
        (b"\x1f\x8b\x08junk", "damaged"),
        (bytes(range(256)) * 40, "not JSON"),
        (b"[1, 2]", "no Salton Sea save"),
        (b"null", "no Salton Sea save"),
        (b'{"format": "chess"}', "no Salton Sea save"),
        (b'{"format": "saltonsea-save", "version": 99}', "newer version"),
        (b'{"format": "saltonsea-save", "version": 1}', "app: Field required"),
        (b"[" * 100_000, "not JSON"),
        (b" " * (5 * 1024 * 1024), "too large"),
        (b'{"seats": 2, "actions": "@drill"}', "seed"),
        (b'{"seats": true, "seed": 1, "actions": ""}', "seats"),
        (b'{"seats": 2, "seed": 1, "actions": [1]}', "actions"),
        (b'{"seats": 2, "seed": -1, "actions": ""}', "seed"),
        (b'{"seats": 2, "seed": 1, "easy": 1, "actions": ""}', "easy"),
        (b'{"seats": 2, "seed": 1, "pack": "0", "actions": ""}', "component pack"),
        (b'{"seats": 2, "seed": 1, "actions": "@nowhere"}', "@nowhere"),
    ],
)
def test_a_file_that_is_no_save_gets_one_sentence(run: Run, tmp_path: Path, content: bytes, fragment: str) -> None:
    path = tmp_path / "game.saltonsea"
    path.write_bytes(content)
    assert_one_sentence(run("replay", path), 2, str(path), fragment)


@POSIX
def test_a_file_that_may_not_be_read(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.saltonsea"
    write_save(path, a_session(steps=3))
    path.chmod(0)
    if os.access(path, os.R_OK):  # the tests run as root

        def refuse(self: Path, *arguments: object, **options: object) -> object:
            raise PermissionError(13, "Permission denied", str(self))

        monkeypatch.setattr(Path, "open", refuse)
    assert_one_sentence(run("replay", path), 2, str(path), "Permission denied")
    assert_one_sentence(run("--open", path), 2, str(path), "Permission denied")


# ---------------------------------------------------------------- simulate


def test_simulate_reports_scores_rounds_ends_actions_and_wins(run: Run) -> None:
    said = run("simulate", "--seats", "random,greedy", "--games", 2, "--seed", 5, "--json")
    assert (said.code, said.err) == (0, "")
    report = said.json()
    assert report["pack"] == TABLES.digest
    assert [seat["name"] for seat in report["seats"]] == ["random", "greedy"]
    assert sum(seat["wins"] for seat in report["seats"]) == pytest.approx(1)
    assert sum(report["rounds"].values()) == sum(report["ends"].values()) == report["games"] == 2
    assert report["most_actions"] >= report["mean_actions"] > 50
    text = run("simulate", "--seats", "random,greedy", "--games", 2, "--seed", 5).out
    for word in ("random", "greedy", "rounds", "ends", "actions", "wins", *CATEGORIES):
        assert word in text
    for seat in report["seats"]:
        assert f"{seat['mean']:.1f}" in text


def test_simulate_solo_and_easy(run: Run) -> None:
    hard = run("simulate", "--seats", "random,gmi", "--games", 3, "--json")
    easy = run("simulate", "--seats", "random,gmi", "--games", 3, "--json", "--easy")
    assert hard.code == easy.code == 0
    assert hard.json()["easy"] is False
    assert easy.json()["easy"] is True
    assert hard.json()["seats"] != easy.json()["seats"]


def test_simulate_is_the_same_for_every_number_of_jobs_and_hash_seed() -> None:
    arguments = ("simulate", "--seats", "random,random,random", "--games", 6, "--seed", 11, "--json")
    first = started(*arguments, env={"PYTHONHASHSEED": "1"})
    second = started(*arguments, "--jobs", 2, env={"PYTHONHASHSEED": "2"})
    assert first.code == second.code == 0, first.err + second.err
    assert first.out == second.out


# ---------------------------------------------------------------- replay


def test_replay_prints_the_breakdown(run: Run, finished: Path) -> None:
    said = run("replay", finished, "--json")
    assert (said.code, said.err) == (0, "")
    report = said.json()
    result = a_session().outcome()
    assert report["ok"] and report["over"] and not report["problem"]
    assert report["seats"][0]["name"] == "Žofie 山田 😀"
    for seat, score, money, place in zip(report["seats"], result.scores, result.money, result.places, strict=True):
        assert seat["score"] == {**score._asdict(), "total": score.total}
        assert sum(seat["score"][name] for name in CATEGORIES) == seat["score"]["total"]
        assert (seat["money"], seat["place"]) == (money, place)
    assert report["winners"] == [report["seats"][seat]["name"] for seat in result.winners]
    text = run("replay", finished).out
    for word in (*CATEGORIES, "total", "won by", report["digest"], "Žofie 山田 😀"):
        assert word in text


def test_replay_of_a_game_that_goes_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.saltonsea"
    session = a_session(steps=20)
    session.history.undo()
    write_save(path, session)
    report = run("replay", path, "--json").json()
    assert (report["over"], report["winners"], report["actions"], report["undone"]) == (False, [], 19, 1)
    text = run("replay", path).out
    assert "in round 1" in text
    assert "1 undone" in text
    assert "won by" not in text


def _changed(session: GameSession, **changes: Any) -> bytes:
    return json.dumps({**document(session), **changes}).encode()


def test_replay_notices_every_difference(run: Run, tmp_path: Path) -> None:
    session = a_session()
    doc = document(session)
    path = tmp_path / "game.saltonsea"
    path.write_bytes(_changed(session))
    assert run("replay", path).code == 0  # plain JSON is read as well
    actions_ = doc["actions"].split()
    swapped = " ".join([*actions_[:-1], "@drill"])
    other = document(a_session(seed=4))
    for changes, fragment in (
        ({"digests": [[doc["digests"][0][0], "0" * 16], *doc["digests"][1:]]}, "differs at step"),
        ({"digests": [[9999, "0" * 16]]}, "differs at step 9999"),
        ({"actions": swapped}, f"step {len(actions_)} is not allowed"),
        ({"actions": doc["actions"] + " @nowhere"}, "@nowhere"),
        ({"actions": " ".join(actions_[:20]), "digests": []}, "final position differs"),
        ({"snapshot": other["snapshot"]}, "snapshot"),
    ):
        path.write_bytes(_changed(session, **changes))
        said = run("replay", path)
        assert_one_sentence(said, 1, str(path), "the replay differs", fragment)
        assert "total" in said.out
        assert run("replay", path, "--json").json()["ok"] is False
    path.write_bytes(_changed(session, digest="0" * 16))
    assert_one_sentence(run("replay", path), 2, "snapshot is damaged")


def test_replay_names_the_pack_that_is_missing(run: Run, tmp_path: Path, finished: Path) -> None:
    path = tmp_path / "game.saltonsea"
    path.write_bytes(_changed(a_session(steps=5), pack="f" * 16))
    assert_one_sentence(run("replay", path), 2, "f" * 16, TABLES.digest, "--components")
    pack = tmp_path / "pack"
    assert run("components", "copy", pack).code == 0
    assert run("replay", finished, "--components", pack).code == 0
    raise_prices(pack)
    assert_one_sentence(run("replay", finished, "--components", pack), 2, "component pack", "--components")


def test_replay_of_recorded_games(run: Run, tmp_path: Path) -> None:
    fixtures = sorted((ROOT / "tests" / "fixtures").glob("game-*.json"))
    assert fixtures
    for path in fixtures:
        recorded = json.loads(path.read_text(encoding="utf-8"))
        said = run("replay", path, "--json")
        assert (said.code, said.err) == (0, ""), path
        assert [seat["score"]["total"] for seat in said.json()["seats"]] == recorded["totals"]
    broken = tmp_path / "game.json"
    for field, value in (("digest", "0" * 16), ("totals", [0, 0]), ("winners", []), ("end", ""), ("rounds", 99)):
        broken.write_text(json.dumps({**recorded, field: value}), encoding="utf-8")
        assert_one_sentence(run("replay", broken), 1, str(broken), f"{field} is another")
    broken.write_text(json.dumps({**recorded, "actions": recorded["actions"] + " ok"}), encoding="utf-8")
    assert_one_sentence(run("replay", broken), 1, "is not allowed (over)")


# ---------------------------------------------------------------- scenario

GOOD = """
title = "A drilled layer"
seats = 2
seed = 1

[[step]]
legal = ["@drill"]

[[step]]
play = "@drill"
"""


def test_scenario_exit_codes(run: Run, tmp_path: Path) -> None:
    good, wrong, bad = tmp_path / "good.toml", tmp_path / "wrong.toml", tmp_path / "bad.toml"
    good.write_text(GOOD, encoding="utf-8")
    wrong.write_text(GOOD.replace('legal = ["@drill"]', 'legal = ["ok"]'), encoding="utf-8")
    bad.write_text("title = 3", encoding="utf-8")
    said = run("scenario", good)
    assert (said.code, said.err) == (0, "")
    assert "A drilled layer" in said.out
    assert run("scenario", good, "--json").json()["ok"] is True
    said = run("scenario", good, wrong)
    assert_one_sentence(said, 1, "1 of the scenarios failed", wrong.name)
    said = run("scenario", good, wrong, "--json")
    assert_one_sentence(said, 1, wrong.name)
    assert [one["ok"] for one in said.json()["scenarios"]] == [True, False]
    assert_one_sentence(run("scenario", bad), 2, bad.name)
    assert_one_sentence(run("scenario", tmp_path, "--json"), 2, bad.name)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert_one_sentence(run("scenario", empty), 2, str(empty))


# ---------------------------------------------------------------- components


def test_components_check(run: Run, tmp_path: Path) -> None:
    said = run("components", "check")
    assert (said.code, said.err) == (0, "")
    assert TABLES.digest in said.out
    report = run("components", "check", "--json").json()
    assert report["ok"] and report["digest"] == TABLES.digest and report["counts"]["claims"] == 26
    pack = tmp_path / "mein Päckchen"
    assert run("components", "copy", pack).code == 0
    assert run("components", "check", pack, "--json").json()["digest"] == TABLES.digest
    (pack / "claims.toml").write_text("[[claim]]\nid = 3\n", encoding="utf-8")
    said = run("components", "check", pack)
    assert_one_sentence(said, 1, str(pack), "claims.toml")
    assert "error" in said.out
    assert run("components", "check", pack, "--json").json()["ok"] is False
    assert_one_sentence(run("components", "list", pack), 2, "claims.toml")
    assert_one_sentence(run("simulate", "--seats", "random,random", "--components", pack), 2, "claims.toml")
    assert_one_sentence(run("--components", pack), 2, "claims.toml")
    (pack / "claims.toml").write_bytes(b"\xff\xfe\x00")
    assert_one_sentence(run("components", "check", pack), 1, "claims.toml")


def test_components_list(run: Run) -> None:
    from saltonsea_desktop.games.saltonsea.components.schema import LABELS

    assert components.LABELS == LABELS
    every = run("components", "list", "--json").json()
    counted = run("components", "check", "--json").json()["provenance"]
    for label in LABELS:
        some = run("components", "list", "--label", label, "--json").json()
        assert some == [value for value in every if value["label"] == label]
        assert len(some) == counted[label]
    text = run("components", "list", "--label", "reconstructed").out
    assert text.splitlines()[-1] == f"{counted['reconstructed']} values are reconstructed"
    value = next(v for v in every if v["label"] == "reconstructed" and v["reason"] and type(v["value"]) is int)
    assert f"{value['file']}: {value['id']}\n" in text
    assert f"{value['field']} = {value['value']}  reconstructed ({value['reason']})" in text


def test_components_copy_overwrites_nothing(run: Run, tmp_path: Path) -> None:
    pack = tmp_path / "a" / "b"
    said = run("components", "copy", pack)
    assert said.code == 0
    assert str(pack) in said.out
    assert sorted(p.name for p in pack.iterdir()) == sorted(p.name for p in components_folder().glob("*.toml"))
    for path in pack.iterdir():
        assert path.read_bytes() == (components_folder() / path.name).read_bytes()
    assert_one_sentence(run("components", "copy", pack), 2, "not empty")


def raise_prices(pack: Path) -> None:
    """Every claim costs 1 more than printed, but the starting one."""
    path = pack / "claims.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"cost = ([1-9]\d*)", lambda m: f"cost = {int(m[1]) + 1}", text), encoding="utf-8")


def components_folder() -> Path:
    from saltonsea_desktop.games.saltonsea.components import DEFAULT_FOLDER

    return DEFAULT_FOLDER


def test_a_pack_of_ones_own_is_played_with(run: Run, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    run("components", "copy", pack)
    raise_prices(pack)
    arguments = ("simulate", "--seats", "random,random", "--games", 2, "--json")
    ours = run(*arguments, "--components", pack).json()
    printed = run(*arguments).json()
    assert ours["pack"] == run("components", "check", pack, "--json").json()["digest"] != printed["pack"]
    assert ours["mean_actions"] != printed["mean_actions"]


# ---------------------------------------------------------------- fuzz


def test_fuzz_plays_and_counts(run: Run, tmp_path: Path) -> None:
    said = run("fuzz", "--games", 4, "--every", 60, "--out", tmp_path)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("4 games, ")
    assert "every law held" in said.out
    assert not list(tmp_path.iterdir())


def test_fuzz_with_jobs_is_the_same(run: Run) -> None:
    arguments = ("fuzz", "--games", 4, "--every", 0, "--seats", "2,1", "--seed", 40)
    assert run(*arguments).out == run(*arguments, "--jobs", 2).out


def test_fuzz_covers_both_kinds_of_chance_and_easy_games() -> None:
    tasks = list(fuzz.tasks_for(16, (1, 4), 7, 20))
    assert {(task.seats, task.families) for task in tasks} == {(1, False), (1, True), (4, False), (4, True)}
    assert {task.easy for task in tasks if task.seats == 1} == {False, True}
    assert [task.seed for task in tasks] == list(range(7, 23))


def test_a_failure_is_written_and_can_be_seen_again(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that gives one VP too many with the tenth action: found, recorded, and gone when repaired."""

    def broken(s: State, action: actions.Action) -> tuple[State, list[Any]]:
        after, events = apply(s, action)
        if isinstance(action, actions.SellUnit):
            after.companies[s.acting].vp += 1
        return after, events

    with monkeypatch.context() as patch:
        patch.setattr(laws, "apply", broken)
        said = run("fuzz", "--games", 3, "--every", 1, "--seats", 2, "--seed", 5, "--out", tmp_path)
        assert_one_sentence(said, 1, "Game 5 with 2 seats broke a law")
        assert "broken: " in said.out
        found = re.search(r'fuzz --line "(seats=2 seed=5 easy=0 : [^"]+)"', said.out)
        assert found
        line = found[1]
        assert re.search(r" -[bgl]$", line)  # it ends with the action that broke it
        again = run("fuzz", "--line", line, "--out", tmp_path)
        assert_one_sentence(again, 1, "broke a law")
    saved = tmp_path / "fuzz-2-5.saltonsea"
    replayed = run("replay", saved, "--json")
    assert replayed.code == 0
    assert replayed.json()["actions"] == len(line.partition(" : ")[2].split()) - 1
    said = run("fuzz", "--line", line)
    assert (said.code, said.err) == (0, "")
    assert "every law held" in said.out


def test_a_failure_whose_save_cannot_be_written_is_told_all_the_same(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws, "check_step", lambda *a, **k: ["nothing is right"])

    def full(*arguments: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("saltonsea_desktop.storage.save.write_save", full)
    said = run("fuzz", "--games", 1, "--every", 1, "--out", tmp_path)
    assert_one_sentence(said, 1, "nothing is right")
    assert "No space left on device" in said.out


# ---------------------------------------------------------------- bench


def test_bench_reports_every_figure(run: Run) -> None:
    said = run("bench", "--repeat", 1, "--games", 1, "--greedy-seconds", 1, "--json")
    assert (said.code, said.err) == (0, "")
    figures = said.json()["figures"]
    assert list(figures) == [
        "random plies", "random games", "plies in a random game", "legal actions", "apply", "copy", "greedy games",
        "save of a finished game", "making a save", "opening a save",
    ]  # fmt: skip
    assert all(figure["value"] > 0 for figure in figures.values())
    text = run("bench", "--repeat", 1, "--games", 1, "--greedy-seconds", 0).out
    for name in figures:
        assert (name in text) == (name != "greedy games")


# ---------------------------------------------------------------- the window


@pytest.fixture
def fake_app(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """`app` without Qt: remembers its options, returns 0."""
    seen: list[Any] = []
    source = (ROOT / "saltonsea_desktop" / "app.py").read_text(encoding="utf-8")
    wanted = next(n for n in ast.parse(source).body if isinstance(n, ast.ClassDef) and n.name == "AppOptions")
    fields = [n.target.id for n in wanted.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)]

    class AppOptions:
        def __init__(self, **options: Any) -> None:
            assert set(options) <= set(fields)
            self.__dict__.update(options)

    fake = types.ModuleType("saltonsea_desktop.app")
    fake.AppOptions = AppOptions  # type: ignore[attr-defined]

    def run_app(options: object) -> int:
        seen.append(options)
        return 0

    fake.run_app = run_app  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "saltonsea_desktop.app", fake)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    return iter([seen])


def test_the_window_gets_its_options(run: Run, fake_app: Iterator[list[Any]], finished: Path, tmp_path: Path) -> None:
    seen = next(fake_app)
    assert run().code == 0
    assert run("--solo", "--seed", 7, "--theme", "dark", "--profile", tmp_path).code == 0
    assert run(finished).code == 0
    assert run("--open", finished).code == 0
    pack = tmp_path / "pack"
    run("components", "copy", pack)
    assert run("--components", pack).code == 0
    plain, solo, by_name, by_option, own = seen
    assert (plain.open, plain.solo, plain.seed, plain.theme, plain.profile) == (None, False, None, "", None)
    assert (solo.solo, solo.seed, solo.theme, solo.profile) == (True, 7, "dark", tmp_path)
    assert by_name.open == by_option.open == finished
    assert own.components == pack
    assert_one_sentence(run("--open", finished, finished), 2, "name it once")
    assert_one_sentence(run("--solo", finished), 2, "not both")
    assert_one_sentence(run("--profile", finished), 2, "this is a file")
    assert len(seen) == 5


def test_the_themes_are_those_of_the_settings() -> None:
    from saltonsea_desktop.storage.settings import CHOICES

    assert set(window.THEMES) == set(CHOICES["theme"])


def test_without_a_display_there_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert_one_sentence(run(), 2, "no display", "QT_QPA_PLATFORM=offscreen", "--help")
    monkeypatch.setenv("DISPLAY", ":4711")
    assert_one_sentence(run(), 2, "does not answer (DISPLAY=:4711)", "QT_QPA_PLATFORM=offscreen")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")
def test_without_a_display_as_a_process() -> None:
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    bare.pop("QT_QPA_PLATFORM", None)
    done = subprocess.run(
        [sys.executable, "-m", "saltonsea_desktop"], env=bare, cwd=ROOT, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert_one_sentence(Said(done.returncode, done.stdout, done.stderr), 2, "QT_QPA_PLATFORM=offscreen")


@pytest.mark.parametrize(
    ("environment", "system", "fragment"),
    [
        ({}, "linux", "DISPLAY or WAYLAND_DISPLAY is not set"),
        ({}, "freebsd14", "DISPLAY or WAYLAND_DISPLAY is not set"),
        ({}, "win32", ""),
        ({}, "darwin", ""),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux", ""),
        ({"QT_QPA_PLATFORM": "offscreen:size=800x600"}, "linux", ""),
        ({"QT_QPA_PLATFORM": "minimal;xcb"}, "linux", ""),
        ({"QT_QPA_PLATFORM": "xcb"}, "linux", "DISPLAY is not set"),
        ({"QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "wayland-0"}, "linux", "DISPLAY is not set"),
        ({"QT_QPA_PLATFORM": "wayland", "DISPLAY": ":0"}, "linux", "WAYLAND_DISPLAY is not set"),
        ({"DISPLAY": "faraway.example:0"}, "linux", ""),
        ({"DISPLAY": "nonsense"}, "linux", "DISPLAY=nonsense"),
        ({"DISPLAY": ":x"}, "linux", "DISPLAY=:x"),
        ({"DISPLAY": "localhost:99999999"}, "linux", "DISPLAY=localhost:99999999"),
        ({"WAYLAND_DISPLAY": "wayland-4711", "XDG_RUNTIME_DIR": "/nowhere"}, "linux", "WAYLAND_DISPLAY=wayland-4711"),
    ],
)
def test_looking_for_a_display(environment: dict[str, str], system: str, fragment: str) -> None:
    problem = window.no_display(environment, system)
    assert fragment in problem
    assert bool(problem) == bool(fragment)


@POSIX
def test_a_display_that_answers(tmp_path: Path) -> None:
    place = tmp_path / "wayland-7"
    environment = {"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert window.no_display(environment, "linux")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(place))
        server.listen()
        assert window.no_display(environment, "linux") == ""
        assert window.no_display({"WAYLAND_DISPLAY": str(place)}, "linux") == ""
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1] - 6000
        assert number < 0 or window.no_display({"DISPLAY": f"localhost:{number}.0"}, "linux") == ""


def test_qt_that_cannot_be_loaded_is_told_in_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")

    class Finder:
        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name == "saltonsea_desktop.app":
                raise ImportError("libEGL.so.1: cannot open shared object file", name="PySide6.QtGui")

    monkeypatch.delitem(sys.modules, "saltonsea_desktop.app", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    assert_one_sentence(run(), 2, "libEGL.so.1", "README")


# ---------------------------------------------------------------- streams, locales, interrupts


@POSIX
@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1:strict"},
        {"PYTHONIOENCODING": "ascii:strict", "LC_ALL": "C"},
    ],
    ids=["C", "C without UTF-8 mode", "latin-1", "ASCII"],
)
def test_other_locales(locale: dict[str, str], finished: Path) -> None:
    said = started("replay", finished, env=locale)
    assert (said.code, said.err) == (0, ""), said
    said = started("replay", finished, "--json", env=locale)
    assert said.json()["seats"][0]["name"] == "Žofie 山田 😀"
    assert_one_sentence(started("replay", f"{finished}x", env=locale), 2, "there is no such file")


@POSIX
def test_names_that_are_no_utf8(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff\xfe.saltonsea"
    done = subprocess.run(
        [sys.executable, "-m", "saltonsea_desktop", "replay", path], cwd=ROOT, capture_output=True, check=False
    )
    assert_one_sentence(Said(done.returncode, "", done.stderr.decode()), 2, "there is no such file")
    Path(os.fsdecode(path)).write_bytes(encode(document(a_session(steps=3))))
    done = subprocess.run(
        [sys.executable, "-m", "saltonsea_desktop", "replay", path, "--json"],
        cwd=ROOT, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["ok"]


@POSIX
def test_a_reader_that_goes_away_ends_it_without_a_word() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "saltonsea_desktop", "components", "list", "--json"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None and process.stderr is not None
    assert process.stdout.readline() == b"[\n"
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) == cli.NO_READER


@POSIX
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_gets_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "saltonsea_desktop", "components", "check"],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert_one_sentence(Said(done.returncode, "", done.stderr), 2, "output cannot be written")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes by /proc")
@pytest.mark.parametrize("command", ["fuzz --every 0", "simulate --seats greedy,random"])
@pytest.mark.parametrize(
    ("jobs", "processes", "seconds"),
    [(1, 1, 2), (2, 3, 0), (2, 4, 2)],  # the third process is the first worker, or the one that tracks resources
    ids=["one process", "workers that start", "workers that play"],
)
def test_an_interrupt_is_quiet_and_leaves_nothing(command: str, jobs: int, processes: int, seconds: float) -> None:
    arguments = [*command.split(), "--games", "1000000", "--jobs", str(jobs)]
    process = subprocess.Popen(
        [sys.executable, "-m", "saltonsea_desktop", *arguments],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while len(members(process.pid)) < processes:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.005)
    time.sleep(seconds)
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the whole group
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (cli.INTERRUPTED, b"", b"")
    deadline = time.monotonic() + 10
    while left := members(process.pid):
        assert time.monotonic() < deadline, left
        time.sleep(0.1)


def members(group: int) -> list[int]:
    """Living processes of a process group (those that nobody has waited for do not count)."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = path.read_text().rpartition(") ")[2].split()[:3]
        except OSError:
            continue
        if int(its_group) == group and state != "Z":
            found.append(int(path.parent.name))
    return found


def test_missing_streams_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A windowed program has none."""
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert cli.main(["frobnicate"]) == 2
    assert cli.main(["--version"]) == 0


# ---------------------------------------------------------------- documents


def parser_of(name: str) -> Parser:
    import importlib

    parser = Parser(prog=name)
    importlib.import_module(f"saltonsea_desktop.commands.{name}").add_arguments(parser)
    return parser


def options_of(parser: Any) -> set[str]:
    """All long options of a parser and its sub-commands."""
    found = set()
    for action in parser._actions:
        found |= {text for text in action.option_strings if text.startswith("--")}
        for inner in (action.choices or {}).values() if isinstance(action.choices, dict) else ():
            found |= options_of(inner)
    return found - {"--help"}


def test_the_command_line_document_names_every_command_and_option() -> None:
    text = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    for name in cli.COMMANDS:
        for option in options_of(parser_of(name)):
            assert option in sections[name], f"{name} {option}"
    for option in (*options_of(parser_of("window")), "--version"):
        assert f"`{option}" in text.split("## The window")[1].split("\n## ")[0], option
    for name in re.findall(r"--[a-z]+(?:-[a-z]+)*\b", text):
        every = {"--version", "--help", "--ga"}.union(*(options_of(parser_of(c)) for c in (*cli.COMMANDS, "window")))
        assert name in every, name


def test_the_notation_document_is_the_notation() -> None:
    """Every action has its row; the examples are of that action, every text of the pack is of the row's form."""
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| (\w+) \| (.+?) \| .+ \|$", text, re.MULTILINE)
    classes = [cls.__name__ for cls in get_args(actions.Action)]
    assert [name for _, name, _ in rows] == classes  # the order of legal lists
    words = notation(TABLES)
    forms: dict[str, re.Pattern[str]] = {}
    for form, name, examples in rows:
        assert [type(words.parse(example)).__name__ for example in re.findall(r"`([^`]+)`", examples)] == [name] * len(
            re.findall(r"`([^`]+)`", examples)
        ), form
        forms[name] = re.compile(
            re.sub(r"[A-Z]+", r"[a-z0-9.]+", re.escape(form).replace("\\", "\\\\")).replace("\\\\", "\\")
        )
    for example, action in words.every().items():
        matching = [name for name, form in forms.items() if form.fullmatch(example)]
        assert matching == [type(action).__name__], example


def test_the_notation_document_lists_the_names_of_the_pack() -> None:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8").split("## Names")[1]
    line = dict(re.findall(r"^- ([A-Z]+)(.*(?:\n  .*)*)", text, re.MULTILINE))
    assert re.findall(r"`([^`]+)`", line["SPACE"]) == [space.name for space in TABLES.spaces]
    assert re.findall(r"`([^`]+)`", line["CORPORATION"]) == list(TABLES.corporations)
    ones = [card.name for card in TABLES.types if card.value == 1]
    assert set(ones) <= set(re.findall(r"`([^`]+)`", line["TYPE"]))
    for card in TABLES.types:
        assert card.name in line["TYPE"] or f"1.{card.name[2:]}" in ones
    for kind, records in (("CLAIM", TABLES.claims), ("CONTRACT", TABLES.contracts), ("RESEARCH", TABLES.research)):
        names = {record.name for record in records}
        ranges = re.findall(r"`([a-z])01` to `([a-z])(\d+)`", line[kind])
        told = {f"{letter}{i:02}" for letter, _, last in ranges for i in range(1, int(last) + 1)}
        assert names == told | ({"start"} if kind == "CLAIM" else set())


def test_number_is_strict() -> None:
    from argparse import ArgumentTypeError

    from saltonsea_desktop.commands import number

    assert number(0, 10)(" 7 ") == 7
    assert number(-5, 5)("-5") == -5
    for text in ("11", "-1", "1_0", "0x1", "", "１", "nan", "1" * 100):
        with pytest.raises(ArgumentTypeError):
            number(0, 10)(text)


def test_the_parser_never_leaves_by_itself() -> None:
    with pytest.raises(BadInput, match=r"^The following arguments are required: x \(see tool --help\)\.$"):
        parser = Parser(prog="tool")
        parser.add_argument("x")
        parser.parse_args([])
