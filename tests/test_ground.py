"""The ground of the project: pins, generated files, the rules reference, rule coverage and the two commands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib import metadata, resources
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from PySide6.QtCore import QFile, QObject, QResource
from PySide6.QtGui import QFontDatabase
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

import hatch_build
import saltonsea_desktop
from scripts import bootstrap, make_qrc
from tests import rule_coverage

ROOT = Path(__file__).resolve().parent.parent
PIN = "PySide6-Essentials>=6.11.3,<6.12"


def pyproject() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)


# ------------------------------------------------------------------------------------------------------- pins


def test_pyside_is_pinned_alike_for_running_and_building() -> None:
    project = pyproject()
    assert PIN in project["project"]["dependencies"]
    assert PIN in project["build-system"]["requires"]
    assert Requirement(PIN).specifier.contains(metadata.version("PySide6-Essentials"))


def test_declared_requirements_are_installed() -> None:
    project = pyproject()["project"]
    for text in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(metadata.version(requirement.name)), text


def test_the_version_has_one_source() -> None:
    project = pyproject()
    assert project["project"]["dynamic"] == ["version"]
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"]["path"] == "saltonsea_desktop/__init__.py"
    assert str(Version(saltonsea_desktop.__version__)) == saltonsea_desktop.__version__


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_void_calls_lose_no_reference_to_none() -> None:
    """PySide6 6.12.0 on Python 3.11 loses one reference per call, until the interpreter dies."""
    item = QObject()
    calls = 1_000
    item.setObjectName("warm-up")
    before = sys.getrefcount(None)
    for _ in range(calls):
        item.setObjectName("canary")
    assert sys.getrefcount(None) > before - calls // 10


# --------------------------------------------------------------------------------------------------- resources


def asset_names(folder: str, pattern: str) -> list[str]:
    names = sorted(path.name for path in (ROOT / "assets" / folder).glob(pattern))
    assert names
    return names


def test_qrc_is_up_to_date() -> None:
    assert (ROOT / make_qrc.QRC).read_text(encoding="utf-8") == make_qrc.make_qrc(ROOT), "run scripts/make_qrc.py"


def test_the_same_sources_give_the_same_resource_bytes(tmp_path: Path) -> None:
    compiled = []
    for place, day in (("here", 1), ("there", 2)):
        root = tmp_path / place
        shutil.copytree(ROOT / "assets" / "icons", root / "icons")
        files = sorted(path.name for path in (root / "icons").iterdir())
        for name in files:
            os.utime(root / "icons" / name, (day * 86_400, day * 86_400))
        entries = "".join(f"<file>icons/{name}</file>" for name in files)
        (root / "resources.qrc").write_text(f"<RCC><qresource>{entries}</qresource></RCC>", encoding="utf-8")
        compiled.append(hatch_build.compile_resources(root).read_bytes())
    assert compiled[0] == compiled[1]


def test_every_asset_is_in_the_compiled_resources(qtbot: QtBot, tmp_path: Path) -> None:
    compiled = hatch_build.compile_resources(ROOT, tmp_path / "resources.rcc")
    # A prefix of its own: the program may have registered the resources of the package already.
    assert QResource.registerResource(str(compiled), "/ground")
    try:
        for name in asset_names("fonts", "*.ttf"):
            data = QResource(f":/ground/fonts/{name}").uncompressedData().data()
            assert data == (ROOT / "assets" / "fonts" / name).read_bytes()
        for name in asset_names("icons", "*.svg"):
            assert QFile.exists(f":/ground/icons/{name}"), name
            assert QSvgRenderer(f":/ground/icons/{name}").isValid(), name
    finally:
        assert QResource.unregisterResource(str(compiled), "/ground")


def test_the_bundled_fonts_are_the_families_of_the_design(qtbot: QtBot) -> None:
    styles: dict[str, set[str]] = {}
    identifiers = []
    for name in asset_names("fonts", "*.ttf"):
        identifier = QFontDatabase.addApplicationFont(str(ROOT / "assets" / "fonts" / name))
        assert identifier >= 0, name
        identifiers.append(identifier)
        for family in QFontDatabase.applicationFontFamilies(identifier):
            styles[family] = set(QFontDatabase.styles(family))
    for identifier in identifiers:
        QFontDatabase.removeApplicationFont(identifier)
    assert {"Regular", "SemiBold", "Bold"} <= styles["Source Sans 3"]
    assert {"Medium", "SemiBold", "Bold"} <= styles["Barlow Condensed"]


def test_every_font_has_its_licence_beside_it() -> None:
    families = {name.split("-")[0] for name in asset_names("fonts", "*.ttf")}
    for family in families:
        text = (ROOT / "assets" / "fonts" / f"OFL-{family}.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in text


def test_translations_are_compiled_and_stale_ones_removed(tmp_path: Path) -> None:
    (tmp_path / "translations").mkdir()
    (tmp_path / "translations" / "saltonsea_xx.ts").write_text(
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS><TS version="2.1" language="de">'
        "<context><name>Texts</name><message><source>Drill</source><translation>Bohren</translation></message>"
        "</context></TS>",
        encoding="utf-8",
    )
    stale = tmp_path / hatch_build.TRANSLATIONS / "saltonsea_yy.qm"
    stale.parent.mkdir(parents=True)
    stale.write_bytes(b"")
    assert hatch_build.compile_translations(tmp_path) == [stale.with_name("saltonsea_xx.qm")]
    assert "Bohren".encode("utf-16-be") in stale.with_name("saltonsea_xx.qm").read_bytes()
    assert not stale.exists()


def test_a_missing_asset_is_one_sentence_and_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "resources.qrc").write_text("<RCC><qresource><file>gone.svg</file></qresource></RCC>", encoding="utf-8")
    with pytest.raises(hatch_build.CompileError, match=r"gone\.svg"):
        hatch_build.compile_resources(tmp_path)
    assert list((tmp_path / hatch_build.RESOURCES.parent).iterdir()) == []


# ---------------------------------------------------------------------------------------------- rules reference


def rules_text() -> str:
    return resources.files("saltonsea_desktop.games.saltonsea").joinpath("rules.md").read_text(encoding="utf-8")


def test_docs_show_the_rules_of_the_package() -> None:
    copy = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert copy == rules_text(), "run scripts/sync_rules.py"


def test_rules_parse_without_gaps() -> None:
    rules = rule_coverage.parse_catalogue(rules_text())
    assert len(rules) == 181
    numbers: dict[str, list[int]] = {}
    for rule in rules.values():
        code, number = rule.id.split("-")
        numbers.setdefault(code, []).append(int(number))
        assert rule.chapter.startswith(f"{code}  ")
        assert rule.text.endswith((".", ")")), rule.id
    assert len(numbers) == 23
    for code, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), code


def test_the_list_of_rulings_is_complete() -> None:
    text = rules_text()
    rules = rule_coverage.parse_catalogue(text)
    listed = re.findall(r"^\* ([A-Z]{3}-\d+): \S", text.partition("\n## Rulings\n")[2], re.MULTILINE)
    assert listed == [rule.id for rule in rules.values() if rule.ruling]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("## DRL  Drill\n- DRL-1 One.\n- DRL-1 Again.\n", "line 3: DRL-1 stands twice"),
        ("## DRL  Drill\n- EXT-1 Elsewhere.\n", "line 2: EXT-1 stands in the chapter"),
        ("## DRL  Drill\n* DRL-1 Wrong bullet.\n", "line 2: not a rule line"),
        ("## DRL  Drill\n- DRL1 No dash.\n", "line 2: not a rule line"),
    ],
)
def test_a_broken_catalogue_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rule_coverage.parse_catalogue(text)


# ------------------------------------------------------------------------------------------------ rule coverage

INNER_RULES = "## DRL  Drill\n- DRL-1 One\n  and more (R).\n- DRL-2 Two.\n- DRL-3 Three.\n"

INNER_TESTS = """
import pytest

@pytest.mark.rule("DRL-1", "DRL-2")
def test_passes():
    pass

@pytest.mark.rule("DRL-3")
def test_fails_in_teardown(broken):
    pass

@pytest.mark.rule("DRL-3")
@pytest.mark.skip
def test_skipped():
    pass

@pytest.mark.rule("DRL-3")
@pytest.mark.xfail(strict=False)
def test_xfails():
    assert False

@pytest.fixture
def broken():
    yield
    assert {teardown_holds}
"""


def run_inner(folder: Path, tests: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs pytest with the plugin on `tests` and a catalogue of three rules, in a process of its own."""
    (folder / "rules.md").write_text(INNER_RULES, encoding="utf-8")
    (folder / "test_inner.py").write_text(tests, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    rule: ids\n", encoding="utf-8")
    (folder / "conftest.py").write_text(
        "from pathlib import Path\nfrom tests import rule_coverage\n"
        "rule_coverage.CATALOGUE = Path(__file__).with_name('rules.md')\n"
        "pytest_plugins = ['tests.rule_coverage']\n",
        encoding="utf-8",
    )
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "xdist", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("parallel", [(), ("-n", "2")], ids=["one process", "xdist"])
def test_only_passed_tests_prove_rules(tmp_path: Path, parallel: Sequence[str]) -> None:
    tests = INNER_TESTS.format(teardown_holds=False)
    result = run_inner(tmp_path, tests, *parallel)
    assert "rules proved: 2/3, without a test: DRL-3" in result.stdout
    assert result.returncode == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize("parallel", [(), ("-n", "2")], ids=["one process", "xdist"])
def test_required_rules_fail_a_run_that_passes_otherwise(tmp_path: Path, parallel: Sequence[str]) -> None:
    tests = INNER_TESTS.format(teardown_holds=True)
    complete = run_inner(tmp_path, tests, *parallel, "--require-rules")
    assert "rules proved: 3/3\n" in complete.stdout
    assert complete.returncode == pytest.ExitCode.OK
    lacking = run_inner(tmp_path, tests, *parallel, "--require-rules", "-k", "not teardown")
    assert "rules proved: 2/3, without a test: DRL-3" in lacking.stdout
    assert lacking.returncode == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize(
    ("marker", "message"),
    [('rule("DRL-9")', "the rules have no 'DRL-9'"), ("rule", "takes rule ids"), ('rule("DRL-1", x=1)', "takes rule")],
)
def test_unknown_ids_fail_the_collection(tmp_path: Path, marker: str, message: str) -> None:
    tests = f"import pytest\n\nclass TestInner:\n    @pytest.mark.{marker}\n    def test_it(self):\n        pass\n"
    result = run_inner(tmp_path, tests)
    assert message in result.stdout
    assert result.returncode == pytest.ExitCode.INTERRUPTED


def test_a_long_list_of_unproved_rules_is_cut_unless_demanded() -> None:
    ids = [f"DRL-{number}" for number in range(1, 31)]
    short = rule_coverage.summary_line(ids, {"DRL-1"}, in_full=False)
    assert short.startswith("rules proved: 1/30, without a test: DRL-2, ")
    assert short.endswith("DRL-13 and 17 more")
    assert rule_coverage.summary_line(ids, {"DRL-1"}, in_full=True).endswith("DRL-29, DRL-30")


# ----------------------------------------------------------------------------------------------- the two commands


def test_user_folders_are_temporary(user_home: Path) -> None:
    for folder in (platformdirs.user_data_path(), platformdirs.user_config_path(), platformdirs.user_cache_path()):
        assert folder.is_relative_to(user_home)


@pytest.mark.parametrize(
    ("given", "passed_on"),
    [
        ([], ["-n", "auto", "--dist", "loadgroup", "--require-rules"]),
        (["-q", "--durations=5"], ["-n", "auto", "--dist", "loadgroup", "--require-rules", "-q", "--durations=5"]),
        (["-n0"], ["--dist", "loadgroup", "--require-rules", "-n0"]),
        (["-k", "drill"], ["-k", "drill"]),
        (["-q", "tests/test_ground.py"], ["-q", "tests/test_ground.py"]),
        (["--lf"], ["--lf"]),
    ],
)
def test_only_full_runs_demand_every_rule(given: list[str], passed_on: list[str]) -> None:
    assert bootstrap.pytest_arguments(given) == passed_on


def lack(monkeypatch: pytest.MonkeyPatch, sonames: Sequence[str], apt: bool, root: bool) -> list[str]:
    """Lets the bootstrap believe in a Linux system without `sonames`; returns the list of packages it installs."""
    gone = set(sonames)
    installed: list[str] = []

    def install(packages: Sequence[str]) -> None:
        installed.extend(packages)
        gone.clear()

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(bootstrap, "missing_qt_libraries", lambda: sorted(gone))
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if apt else None)
    monkeypatch.setattr(bootstrap, "apt_can_install", lambda: apt and root)
    monkeypatch.setattr(bootstrap, "apt_install", install)
    return installed


def test_missing_system_libraries_are_installed_by_root(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = lack(monkeypatch, ["libEGL.so.1", "libgthread-2.0.so.0", "libglib-2.0.so.0"], apt=True, root=True)
    bootstrap.ensure_system(needs_venv=False)
    assert installed == ["libegl1", "libglib2.0-0"]


@pytest.mark.parametrize(
    ("apt", "message"),
    [(True, r"sudo apt-get install libegl1 libxcb-cursor0$"), (False, r"lacks libEGL\.so\.1, libxcb-cursor\.so\.0;")],
)
def test_missing_system_libraries_are_named_otherwise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], apt: bool, message: str
) -> None:
    lack(monkeypatch, ["libEGL.so.1", "libxcb-cursor.so.0"], apt=apt, root=False)
    with pytest.raises(bootstrap.SetupError, match=message):
        bootstrap.ensure_system(needs_venv=False)


def test_setup_errors_are_one_sentence_with_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(extras: Sequence[str] = ()) -> Path:
        raise bootstrap.SetupError("Nothing works.")

    monkeypatch.setattr(bootstrap, "ensure", fail)
    assert bootstrap.play([]) == bootstrap.run_tests([]) == 2
    assert capsys.readouterr().err == "Nothing works.\nNothing works.\n"


def test_a_matching_stamp_starts_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    steps: list[str] = []

    def make_environment(root: Path, venv: Path, extras: Sequence[str]) -> None:
        steps.append(f"environment {','.join(extras)}".strip())
        bootstrap.venv_python(venv).parent.mkdir(parents=True, exist_ok=True)
        bootstrap.venv_python(venv).touch()

    def run_setup(command: Sequence[str | Path], task: str, root: Path) -> None:
        steps.append(task)

    monkeypatch.setattr(bootstrap, "make_environment", make_environment)
    monkeypatch.setattr(bootstrap, "run_setup", run_setup)
    (tmp_path / "pyproject.toml").write_text("one", encoding="utf-8")
    compiled = tmp_path / hatch_build.RESOURCES
    compiled.parent.mkdir(parents=True)
    compiled.touch()

    def steps_of_start(*extras: str) -> list[str]:
        steps.clear()
        bootstrap.ensure(tmp_path, extras)
        return list(steps)

    assert steps_of_start() == ["environment"]
    assert steps_of_start() == []
    assert steps_of_start("dev") == ["environment dev"]
    assert steps_of_start() == steps_of_start("dev") == []
    (tmp_path / "resources.qrc").write_text("changed", encoding="utf-8")
    assert steps_of_start() == ["Compiling the resources"]
    compiled.unlink()
    assert steps_of_start() == ["Compiling the resources"]
    compiled.touch()
    (tmp_path / "pyproject.toml").write_text("two", encoding="utf-8")
    assert steps_of_start() == ["environment dev"]
    (tmp_path / ".venv" / "saltonsea-stamp.json").write_text("[half a", encoding="utf-8")
    assert steps_of_start() == ["environment"]


def test_an_environment_of_another_python_does_not_fit(tmp_path: Path) -> None:
    python = bootstrap.venv_python(tmp_path)
    python.parent.mkdir(parents=True)
    python.touch()
    assert not bootstrap.environment_fits(tmp_path)
    config = tmp_path / "pyvenv.cfg"
    config.write_text("home = x\nversion = 3.1.4\n", encoding="utf-8")
    assert not bootstrap.environment_fits(tmp_path)
    config.write_text(f"home = x\nversion = {bootstrap.python_series()}.1\n", encoding="utf-8")
    assert bootstrap.environment_fits(tmp_path)
    python.unlink()
    assert not bootstrap.environment_fits(tmp_path)


@pytest.mark.parametrize("script", ["play.py", "run_tests.py"])
def test_an_old_python_is_refused_in_one_sentence(script: str) -> None:
    code = (
        "import runpy, sys; sys.version_info = (3, 10, 2, 'final', 0); sys.argv = sys.argv[1:]; "
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(ROOT / script)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert result.stderr == "Salton Sea needs Python 3.11 or newer; this is Python 3.10.\n"
    assert result.stdout == ""
