"""Scenario files: every file of tests/scenarios is a test of the rules it names; the reader and its sentences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.position import SEAT_FIELDS, TABLE_FIELDS, PositionError, arranged, position_of
from saltonsea_desktop.games.saltonsea.reasons import CODES
from saltonsea_desktop.games.saltonsea.scenario import (
    CHOICE_NAMES,
    EVENT_TYPES,
    STEP_KEYS,
    Scenario,
    ScenarioError,
    ScenarioResult,
    event_fields,
    facts,
    read_scenario,
    run_files,
    run_scenario,
)
from saltonsea_desktop.games.saltonsea.setup import setup

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted((ROOT / "tests" / "scenarios").glob("*.toml"))
DOCS = ROOT / "docs" / "scenarios.md"
TABLES = default_tables()
SCENARIOS = [read_scenario(file, TABLES) for file in FILES]


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(scenario, id=scenario.file.removesuffix(".toml"), marks=pytest.mark.rule(*scenario.rules))
        for scenario in SCENARIOS
    ],
)
def test_scenario_file(scenario: Scenario) -> None:
    result = run_scenario(scenario, TABLES)
    assert result.failures == []
    assert result.ok and result.checks > len(scenario.steps)


def test_every_file_names_rules_and_checks_something() -> None:
    assert len(SCENARIOS) >= 30
    for scenario in SCENARIOS:
        assert scenario.rules, scenario.file
        assert any(
            step.expect or step.legal or step.legal_exactly is not None or step.illegal or step.events
            for step in scenario.steps
        ), scenario.file


# ---------------------------------------------------------------- failures

HEAD = 'title = "x"\nseats = 2\nseed = 1\n[position]\nturn = 1\nseat1 = { well = ["s10"], hand = ["1.drill"] }\n'


def run(text: str) -> ScenarioResult:
    return run_scenario(text, TABLES, "x.toml")


FAILURES: list[tuple[str, list[str]]] = [
    (
        'play = "@drill d"',
        ['x.toml: step 1: "d" is not legal (not_now); legal are end.'],
    ),
    ('play = "@drill"\nexpect.seat1.layer = 2', ["x.toml: step 1: seat1.layer is 1, expected 2."]),
    ('expect.seat1.layer = "0"', ['x.toml: step 1: seat1.layer is 0, expected "0".']),
    ("expect.over = 0", ["x.toml: step 1: over is false, expected 0."]),
    ("expect.seat1.goods = [0, 0, 0]", ["x.toml: step 1: seat1.goods is [1, 0, 0], expected [0, 0, 0]."]),
    ('expect.seat1.goods = "all"', ['x.toml: step 1: seat1.goods is [1, 0, 0], expected "all".']),
    ('expect.seat1.well.2 = "s11"', ['x.toml: step 1: seat1.well.2 is nothing, expected "s11".']),
    ("expect.claims.count = 3", ["x.toml: step 1: claims.count is 4, expected 3."]),
    ('expect.seat1.well = ["s11"]', ['x.toml: step 1: seat1.well is ["s10"], expected ["s11"].']),
    ("expect.score.seat1.board = 9", ["x.toml: step 1: score.seat1.board is 0, expected 9."]),
    ('legal = ["@drill", "@repeat"]', ['"@repeat" is not legal (nothing_to_repeat); legal are @drill']),
    (
        'play = "@drill"\nlegal_exactly = ["end", "ok"]',
        ['x.toml: step 1: expected but not legal: ["ok"], legal but not expected: [].'],
    ),
    (
        'play = "@drill"\nlegal_exactly = []',
        ['x.toml: step 1: expected but not legal: [], legal but not expected: ["end"].'],
    ),
    ('illegal = ["@drill"]', ['x.toml: step 1: "@drill" is legal, expected that it is not.']),
    ('illegal = { "@drill" = "frozen" }', ['x.toml: step 1: "@drill" is legal, expected frozen.']),
    (
        'illegal = { "@repeat" = "frozen" }',
        ['x.toml: step 1: "@repeat" is not legal because of nothing_to_repeat, expected frozen.'],
    ),
    (
        'illegal = { "@develop" = "cost 4 1" }',
        ['x.toml: step 1: "@develop" is not legal because of cost 3 1, expected cost 4 1.'],
    ),
    (
        'play = "@drill"\nevents = ["LayerDrilled", "EngineerPlaced"]',
        [
            "x.toml: step 1: the event EngineerPlaced did not occur, or not in this order, among EngineerPlaced, "
            "LayerDrilled."
        ],
    ),
    (
        'events = [{ name = "Sold", units = [1, 0, 0], corporation = "red" }]',
        [
            'x.toml: step 1: the event Sold (units [1, 0, 0], corporation "red") did not occur, or not in this order, '
            "among none."
        ],
    ),
    (
        'play = "@drill"\nno_events = [{ name = "LayerDrilled", layer = 1 }]',
        ["x.toml: step 1: the event LayerDrilled (layer 1) occurred."],
    ),
    ("end = true", ["x.toml: step 1: the game goes on, expected its end."]),
    (
        "expect.seat1.vp = 1\nexpect.seat2.vp = 1\nend = true",
        [
            "x.toml: step 1: seat1.vp is 0, expected 1.",
            "x.toml: step 1: seat2.vp is 0, expected 1.",
            "x.toml: step 1: the game goes on, expected its end.",
        ],
    ),
]


@pytest.mark.parametrize(("step", "sentences"), FAILURES, ids=[case[0][:50] for case in FAILURES])
def test_what_does_not_hold_is_one_sentence_each(step: str, sentences: list[str]) -> None:
    result = run(f"{HEAD}[[step]]\n{step}\n")
    assert not result.ok
    assert len(result.failures) == len(sentences)
    for found, wanted in zip(result.failures, sentences, strict=True):
        assert found.startswith("x.toml: step 1: ") and wanted in found
        assert found.endswith(".") and "\n" not in found


def test_the_end_is_a_failure_when_the_game_should_go_on() -> None:
    result = run(
        'title = "x"\nseats = 2\n[position]\nturn = 1\nassets = [9, 9, 2]\nseat1 = { hr = 1 }\nseat2 = { hr = 0 }\n'
        '[[step]]\nplay = "@financing end"\nend = false\n[[step]]\nplay = "end"\n'
    )
    assert result.failures == [
        "scenario: step 1: the game is over, expected that it goes on.".replace("scenario", "x.toml"),
        'x.toml: step 2: "end" is not legal (over); legal are nothing.',
    ]


def test_a_failed_step_does_not_hide_the_next() -> None:
    result = run(f'{HEAD}[[step]]\nexpect.seat1.vp = 1\n[[step]]\nplay = "@drill"\nexpect.seat1.vp = 2\n')
    assert [sentence.split(":")[1] for sentence in result.failures] == [" step 1", " step 2"]


def test_lists_without_order_and_tables() -> None:
    result = run(
        'title = "x"\nseats = 2\n[position]\nseat1 = { hand = ["5.sell", "1.drill"], spaces = ["sell", "drill"] }\n'
        'claims = ["s01", "s02", "s03", "s04"]\n'
        '[[step]]\nexpect.seat1.hand = ["1.drill", "5.sell"]\nexpect.seat1.spaces = ["sell", "drill"]\n'
        'expect."seat1.goods.brine" = 1\nexpect.seat1.goods = { brine = 1, lithium = 0 }\nexpect.claims.2 = "s02"\n'
        '[[step]]\nexpect.claims = ["s02", "s01", "s03", "s04"]\n'
    )
    assert len(result.failures) == 1
    assert 'claims is ["s01", "s02", "s03", "s04"]' in result.failures[0]


# ---------------------------------------------------------------- bad input

BAD: list[tuple[str, str]] = [
    ("", 'x.toml: the field "title" is missing.'),
    ("a = [", "x.toml: not valid TOML: Invalid value at the end of the file."),
    ('title = "x"\nseats = = 2', "x.toml, line 2: not valid TOML: Invalid value."),
    ("title = 3\nseats = 2\n[[step]]\nend = false", "x.toml: title: expected a text in quotes, not 3."),
    ('title = "x"', 'x.toml: the field "seats" is missing.'),
    ('title = "x"\nseat = 2', 'x.toml: there is no field "seat" (is it "seats"?).'),
    ('title = "x"\nseats = 5', "x.toml: seats: expected a whole number from 1 to 4, not 5."),
    ('title = "x"\nseats = true', "x.toml: seats: expected a whole number from 1 to 4, not true."),
    ('title = "x"\nseats = 2\nsolo = true', "x.toml: solo: a solo game has one seat, not 2."),
    ('title = "x"\nseats = 1\nsolo = false', "x.toml: solo: one seat is a solo game."),
    ('title = "x"\nseats = 2\neasy = true', "x.toml: easy: only a solo game can be easy."),
    ('title = "x"\nseats = 2', "x.toml: there is no [[step]]."),
    ('title = "x"\nseats = 2\nstep = 3', "x.toml: step: expected steps, each under [[step]]."),
    ('title = "x"\nseats = 2\nposition = 3', "x.toml: position: expected a table, not 3."),
    ('title = "x"\nseats = 2\nrules = ["DRL-99"]', 'x.toml: rules: there is no rule "DRL-99" (is it "DRL-8"?).'),
    ('title = "x"\nseats = 2\nseed = -1\n[[step]]\nend = false', "x.toml: seed: expected a whole number from 0 to"),
    (f"{HEAD}[[step]]", "x.toml: step 1: the step is empty."),
    (f"{HEAD}[[step]]\nplya = 1", 'x.toml: step 1: there is no field "plya" (is it "play"?).'),
    (
        f'{HEAD}[[step]]\nplay = "@dril"',
        'x.toml: step 1, play: "@dril" is no action of this component pack (is it "@drill"?).',
    ),
    (f"{HEAD}[[step]]\nplay = 3", "x.toml: step 1, play: expected a text in quotes, not 3."),
    (f"{HEAD}[[step]]\nlegal = 3", "x.toml: step 1, legal: expected a list of texts, not 3."),
    (f'{HEAD}[[step]]\nend = "yes"', 'x.toml: step 1, end: expected true or false, not "yes".'),
    (
        f'{HEAD}[[step]]\nillegal = {{ "@drill" = "frosen" }}',
        'x.toml: step 1, illegal: there is no reason code "frosen" (is it "frozen"?).',
    ),
    (f"{HEAD}[[step]]\nillegal = 3", "x.toml: step 1, illegal: expected actions with reason codes, not 3."),
    (
        f"{HEAD}[[step]]\nexpect.seat1.brine = 3",
        'x.toml: step 1, expect: there is no field "seat1.brine".',
    ),
    (f"{HEAD}[[step]]\nexpect.seat3.vp = 3", 'x.toml: step 1, expect: there is no field "seat3.vp"'),
    (f"{HEAD}[[step]]\nexpect.claims.0 = 3", 'x.toml: step 1, expect: there is no field "claims.0".'),
    (f"{HEAD}[[step]]\nexpect.gmi_row = []", 'x.toml: step 1, expect: there is no field "gmi_row".'),
    (f"{HEAD}[[step]]\nexpect.seat1 = {{}}", 'x.toml: step 1, expect: "seat1" names nothing.'),
    (
        f"{HEAD}[[step]]\nexpect.seat1.vp = 1.5",
        'x.toml: step 1, expect: "seat1.vp" is neither a number, a text, true, false nor a list.',
    ),
    (
        f"{HEAD}[[step]]\nexpect.claims = [[]]",
        'x.toml: step 1, expect: "claims" is a list of something else than names or numbers.',
    ),
    (f"{HEAD}[[step]]\nexpect{'.a' * 12} = 1", "x.toml: step 1, expect: the tables are nested too deeply."),
    (f"{HEAD}[[step]]\nexpect{'.a' * 1500} = 1", "x.toml: step 1, expect: the tables are nested too deeply."),
    (f'{HEAD}[[step]]\nevents = ["Drilled"]', 'x.toml: step 1, events: there is no event "Drilled"'),
    (
        f'{HEAD}[[step]]\nevents = [{{ name = "Sold", colour = 1 }}]',
        'x.toml: step 1, events, Sold: there is no field "colour".',
    ),
    (
        f"{HEAD}[[step]]\nevents = [3]",
        "x.toml: step 1, events: expected the name of an event or a table with it, not 3.",
    ),
    (
        'title = "x"\nseats = 2\n[position]\nseat1 = { hand = ["1.dril"] }\n[[step]]\nend = false',
        'x.toml: position, seat1.hand: there is no action card "1.dril" (is it "1.drill"?).',
    ),
    (
        f'title = "x"\nseats = 2\n[position]\nturn{".a" * 1500} = 1\n[[step]]\nend = false',
        "x.toml: position, turn: expected a whole number, not a table.",
    ),
    (f"a = {'[' * 3000}", "x.toml: lists or tables are nested too deeply."),
    (f"a = {'1' * 5000}", "x.toml, line 1: the line is longer than 4000 characters."),
    ("#" * 300_000, "x.toml: the text is longer than 256 KiB."),
]


@pytest.mark.parametrize(("text", "sentence"), BAD, ids=[case[1][8:70] for case in BAD])
def test_bad_input_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        run(text)
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)


# ---------------------------------------------------------------- the command

GOOD = f"{HEAD}[[step]]\nexpect.seat1.vp = 0\n"
FAILING = f"{HEAD}[[step]]\nexpect.seat1.vp = 1\n"


def test_run_files(tmp_path: Path) -> None:
    good, failing, broken = (tmp_path / f"{name}.toml" for name in ("good", "failing", "broken"))
    good.write_text(GOOD, encoding="utf-8")
    failing.write_text(FAILING, encoding="utf-8")
    broken.write_bytes(b"title = \xff")
    code, text = run_files([str(good)], TABLES)
    assert (code, text) == (0, "ok     good.toml: x (2 checks)\n1 scenarios, 2 checks, 0 failed.")
    code, text = run_files([str(good), str(failing)], TABLES)
    assert code == 1
    assert "FAILED failing.toml: x (2 checks)" in text
    assert "       failing.toml: step 1: seat1.vp is 0, expected 1." in text
    code, text = run_files([str(tmp_path)], TABLES)
    assert code == 2
    assert "BAD    broken.toml, line 1: the file is not UTF-8 text." in text
    assert text.endswith("2 scenarios, 4 checks, 1 failed, 1 not readable.")


def test_run_files_as_json(tmp_path: Path) -> None:
    (tmp_path / "failing.toml").write_text(FAILING, encoding="utf-8")
    code, text = run_files([str(tmp_path / "failing.toml"), str(tmp_path / "none.toml")], TABLES, as_json=True)
    record = json.loads(text)
    assert code == 2 and record["ok"] is False
    assert record["scenarios"][0]["failures"] == ["failing.toml: step 1: seat1.vp is 0, expected 1."]
    assert record["errors"][0]["error"].endswith("none.toml: there is no such file.")


@pytest.mark.parametrize("path", ["", "\0", "x" * 5000, "/", "."])
def test_odd_paths(path: str) -> None:
    code, text = run_files([path], TABLES)
    assert code == 2
    assert text.startswith("BAD    ")


def test_no_file_named() -> None:
    assert run_files([], TABLES)[0] == 2


def test_an_empty_folder(tmp_path: Path) -> None:
    code, text = run_files([str(tmp_path)], TABLES)
    assert code == 2 and "the folder holds no .toml file" in text


# ---------------------------------------------------------------- robustness

PIECES = [
    '"', "[", "]", "{", "}", "=", ".", ",", "\n", "[[step]]\n", "[position]\n", "expect", "seat1", "seat2",
    "turn = 2\n", "-1", "99999999999999999999", "1.5", "true", "1979-05-27", '""', '"1.drill"', "play = ", "events = ",
    "end = true\n", "claim_deck_exact = true\n", "decks_exact = true\n", "hr = 0", "\0", "é", "gmi",
]  # fmt: skip


@given(st.data())
def test_mutated_files_raise_nothing_but_scenario_errors(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(FILES)).read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(st.sampled_from(PIECES) | st.text(max_size=4)) + text[end:]
    try:
        result = run(text)
    except ScenarioError as error:
        sentences = [str(error)]
    else:
        assert result.ok == (not result.failures)
        sentences = result.failures
    for sentence in sentences:
        assert sentence.startswith("x.toml") and sentence.endswith(".") and sentence.isprintable()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 10) | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from(["", "1.drill", "s01", "r01", "p01", "i01", "red.1", "n1", "drill", "l1"]),
    lambda inner: st.lists(inner, max_size=5)
    | st.dictionaries(st.sampled_from(["red", "blue", "brine", "1", "5", "profit_top", "x"]), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@given(
    st.integers(1, 4),
    st.dictionaries(st.sampled_from(TABLE_FIELDS), VALUES, max_size=4),
    st.dictionaries(st.sampled_from(SEAT_FIELDS), VALUES, max_size=4),
)
def test_any_overrides_raise_nothing_but_position_errors(
    seats: int, table: dict[str, Any], seat: dict[str, Any]
) -> None:
    table.pop("seats", None)
    try:
        arranged(setup(TABLES, seats, 1), {**table, "seat1": seat})
    except PositionError as error:
        assert str(error).endswith(".") and str(error).isprintable()


def as_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {as_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(as_toml(item) for item in value) + "]"
    return str(value) if isinstance(value, float) else json.dumps(value)


STEP_VALUES = st.recursive(
    st.booleans() | st.integers(-2, 10) | st.floats(0, 9)
    | st.sampled_from(["", "@drill", "end", "@financing", "d", "ok", "Sold", "1.drill", "frozen", "cost 1 0"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["name", "seat", "seat1", "goods", "brine", "hand", "claims", "1", "count", "score", "@drill"]),
        inner,
        max_size=3,
    ),
    max_leaves=8,
)  # fmt: skip


@given(st.lists(st.dictionaries(st.sampled_from(STEP_KEYS), STEP_VALUES, max_size=4), max_size=3))
def test_any_steps_raise_nothing_but_scenario_errors(steps: list[dict[str, Any]]) -> None:
    try:
        result = run(f'title = "x"\nseats = 2\nstep = {as_toml(steps)}\n')
    except ScenarioError as error:
        assert str(error).startswith("x.toml: ") and str(error).endswith(".")
    else:
        assert result.ok == (not result.failures)


# ---------------------------------------------------------------- the reference page


def test_the_page_names_everything() -> None:
    """docs/scenarios.md has every field, code, event and key, and its examples hold."""
    page = DOCS.read_text(encoding="utf-8")
    state = setup(TABLES, 1, 1)
    known = facts(state)
    names = {*TABLE_FIELDS, *SEAT_FIELDS, *STEP_KEYS, *CODES, *CHOICE_NAMES, *EVENT_TYPES}
    names |= {field for cls in EVENT_TYPES.values() for field in event_fields(cls)}
    names |= {key for key in known if not key.startswith("seat")} | set(known["seat1"]) | set(known["score"]["seat1"])
    missing = sorted(name for name in names if f"`{name}`" not in page)
    assert missing == []


def test_the_examples_of_the_page_hold() -> None:
    page = DOCS.read_text(encoding="utf-8")
    examples = [part.split("```")[0] for part in page.split("```toml\n")[1:]]
    whole = [text for text in examples if text.startswith("title")]
    assert len(whole) >= 2
    for text in whole:
        result = run_scenario(text, TABLES, "example")
        assert result.ok, result.failures
        assert result.checks > 4


def test_everything_in_a_position_can_be_expected() -> None:
    state = setup(TABLES, 1, 1)
    known, position = facts(state), position_of(state)
    for name, value in position.items():
        if name != "seats":
            assert known[name] == value
    for name, value in position["seats"][0].items():
        assert known["seat1"][name] == value
