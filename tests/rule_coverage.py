"""pytest plugin: which rules of docs/rules.md are proved by a passing test.

A test names the rules it proves with `@pytest.mark.rule("DRL-3", "DRL-4")`; an id that the catalogue does not have is
a collection error. At the end the summary counts the rules that a *passed* test has named. With `--require-rules` the
run fails when there is a rule without one.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

CATALOGUE = Path(__file__).resolve().parent.parent / "saltonsea_desktop" / "games" / "saltonsea" / "rules.md"
PROPERTY = "rule"
SHOWN_WITHOUT_DEMAND = 12

_RULE = re.compile(r"- ([A-Z]{3}-\d+) (\S.*)")
_LOOKS_LIKE_RULE = re.compile(r"\s*[-*] [A-Za-z]{3}-?\d+ ")
_RULING = re.compile(r"\(R(?: for [^)]+|: [^)]+)?\)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the catalogue. `ruling`: the text, or a part of it, is our reading where the rulebook is silent."""

    id: str
    chapter: str
    text: str
    ruling: bool


def parse_catalogue(text: str) -> dict[str, Rule]:
    """The rules of a catalogue by id, in its order.

    A rule is a line `- ID text`, continued by indented lines, below a heading `## CODE  Title` whose code its id has.
    Raises `ValueError`, with the line's number, for an id given twice, a rule in the wrong chapter or a malformed one.
    """
    parts: dict[str, list[str]] = {}
    chapters: dict[str, str] = {}
    chapter = ""
    current: list[str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        match = _RULE.fullmatch(line)
        if match:
            rule_id, first = match.groups()
            if rule_id in parts:
                raise ValueError(f"line {number}: {rule_id} stands twice in the catalogue")
            if rule_id.split("-")[0] != chapter.split(" ")[0]:
                raise ValueError(f"line {number}: {rule_id} stands in the chapter {chapter!r}")
            current = parts[rule_id] = [first]
            chapters[rule_id] = chapter
        elif _LOOKS_LIKE_RULE.match(line):
            raise ValueError(f"line {number}: not a rule line of the form '- ID text': {line!r}")
        elif line.startswith("  ") and current is not None:
            current.append(line.strip())
        else:
            current = None
            if line.startswith("## "):
                chapter = line.removeprefix("## ").strip()
    return {
        rule_id: Rule(rule_id, chapters[rule_id], " ".join(lines), bool(_RULING.search(" ".join(lines))))
        for rule_id, lines in parts.items()
    }


def summary_line(catalogue: Iterable[str], proved: set[str], in_full: bool) -> str:
    """The line of the terminal summary; a long list of unproved rules is cut unless `in_full`."""
    ids = list(catalogue)
    missing = [rule_id for rule_id in ids if rule_id not in proved]
    line = f"rules proved: {len(ids) - len(missing)}/{len(ids)}"
    if not missing:
        return line
    shown = missing if in_full or len(missing) <= SHOWN_WITHOUT_DEMAND else missing[:SHOWN_WITHOUT_DEMAND]
    more = f" and {len(missing) - len(shown)} more" if len(shown) < len(missing) else ""
    return f"{line}, without a test: {', '.join(shown)}{more}"


class RuleCoverage:
    """Checks the markers while tests are collected (in every xdist worker) and counts passed tests (in the controller).

    The ids travel from worker to controller in the reports' `user_properties`.
    """

    def __init__(self, catalogue: dict[str, Rule], required: bool) -> None:
        self.catalogue = catalogue
        self.required = required
        self.proved: set[str] = set()
        self._called: dict[str, set[str]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_pycollect_makeitem(self, collector: pytest.Collector) -> Generator[None, Any, Any]:
        made = yield
        for item in made if isinstance(made, list) else [made]:
            if isinstance(item, pytest.Item):
                item.user_properties.extend((PROPERTY, rule_id) for rule_id in self._rule_ids(item, collector))
        return made

    def _rule_ids(self, item: pytest.Item, collector: pytest.Collector) -> list[str]:
        ids: dict[str, None] = {}
        for mark in item.iter_markers("rule"):
            if not mark.args or mark.kwargs:
                raise collector.CollectError(f"{item.nodeid}: the marker 'rule' takes rule ids and nothing else")
            for rule_id in mark.args:
                if rule_id not in self.catalogue:
                    raise collector.CollectError(f"{item.nodeid}: the rules have no {rule_id!r}")
                ids[rule_id] = None
        return list(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            passed = report.passed and not hasattr(report, "wasxfail")
            ids = {str(value) for key, value in report.user_properties if key == PROPERTY}
            self._called[report.nodeid] = ids if passed else set()
        elif report.when == "teardown":
            ids = self._called.pop(report.nodeid, set())
            if report.passed:
                self.proved |= ids

    @property
    def missing(self) -> list[str]:
        """The rules that no passed test has named so far, in the catalogue's order."""
        return [rule_id for rule_id in self.catalogue if rule_id not in self.proved]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        is_worker = hasattr(session.config, "workerinput")
        if self.required and not is_worker and exitstatus == pytest.ExitCode.OK and self.missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.required and not self.proved:
            return
        terminalreporter.section("rules")
        failed = self.required and bool(self.missing)
        line = summary_line(self.catalogue, self.proved, in_full=self.required)
        terminalreporter.write_line(line, red=failed, green=not failed)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rules", "rule coverage")
    group.addoption("--require-rules", action="store_true", help="fail when a rule has no passing test that names it")


def pytest_configure(config: pytest.Config) -> None:
    try:
        catalogue = parse_catalogue(CATALOGUE.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise pytest.UsageError(f"{CATALOGUE.name}: {error}") from error
    config.pluginmanager.register(RuleCoverage(catalogue, bool(config.getoption("--require-rules"))), "rule-coverage")
