"""The rules reference: nothing is lost, everything can be found, rulings and reconstructed values are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from saltonsea_desktop.games.saltonsea.components import read_pack
from saltonsea_desktop.games.saltonsea.components.check import list_values
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.ui import theme
from saltonsea_desktop.ui.rules_view import RULES_FILE, RulesView, found_in, load_rules, parse_rules, value_text
from saltonsea_desktop.ui.texts import Texts
from tests.games.saltonsea.components.packs import TEXTS, write_pack
from tests.ui.finished import LEFT, pixels, shown, wearing

PAGE = RULES_FILE.read_text(encoding="utf-8")


@pytest.fixture(autouse=True, scope="module")
def _dressed(qapp: QApplication) -> Iterator[None]:
    with wearing(theme.LIGHT):
        yield


@pytest.fixture
def view(qtbot: QtBot) -> RulesView:
    made = RulesView()
    qtbot.addWidget(made)
    made.resize(400, 700)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def words(view: RulesView) -> str:
    """What the visible tab says, on one line."""
    return " ".join(view.pages[view.tabs.currentIndex()].toPlainText().split())


def squeezed(text: str) -> str:
    return " ".join(re.sub(r" ?\(R(?:(?: for|:) [^()]*)?\)", "", " ".join(text.split())).split())


# ------------------------------------------------------------------------------------------------ the page as data
def test_every_rule_of_the_page_is_there() -> None:
    chapters = load_rules()
    ids = [rule.id for chapter in chapters for rule in chapter.rules]
    assert ids == re.findall(r"^- ([A-Z]{3}-\d+) ", PAGE, re.MULTILINE)
    assert len(ids) == len(set(ids)) > 150
    assert [chapter.code for chapter in chapters] == re.findall(r"^## ([A-Z]{3})  ", PAGE, re.MULTILINE)
    assert all(rule.id.startswith(f"{chapter.code}-") for chapter in chapters for rule in chapter.rules)


def test_no_word_of_a_rule_is_lost() -> None:
    for chapter in load_rules():
        for rule in chapter.rules:
            raw = re.search(rf"^- {rule.id} ((?:.+\n)(?:  .+\n)*)", PAGE, re.MULTILINE)
            assert raw is not None
            assert squeezed(raw[1]) == squeezed(rule.text)
            assert len(rule.rulings) == len(re.findall(r"\(R(?=\s+for|:|\))", raw[1]))
            assert not re.search(r"\(R\b", rule.text)


def test_every_ruling_has_its_question_and_no_other_rule_has_one() -> None:
    rules = [rule for chapter in load_rules() for rule in chapter.rules]
    listed = re.findall(r"^\* ([A-Z]{3}-\d+): ", PAGE, re.MULTILINE)
    assert [rule.id for rule in rules if rule.is_ruling] == listed
    assert [rule.id for rule in rules if rule.question] == listed


def test_marks_of_every_kind() -> None:
    text = (
        "# Title\n\n- not a rule\n\n## ABC  A chapter\n- ABC-1 First half (R for the half) and\n  the second. (R)\n"
        "- ABC-2 Plain, see ABC-1.\n- ABC-3 Known. (R: all of it)\n\nProse.\n\n## Rulings\n\n* ABC-1: what is a half\n"
    )
    (chapter,) = parse_rules(text)
    first, second, third = chapter.rules
    assert (first.text, first.rulings, first.question) == (
        "First half and the second.",
        ("the half", ""),
        "what is a half",
    )
    assert (second.rulings, second.is_ruling) == ((), False)
    assert (third.text, third.rulings) == ("Known.", ("all of it",))


def test_a_question_without_a_rule_is_a_fault_of_the_page() -> None:
    with pytest.raises(ValueError, match=r"line 5: .*ABC-7"):
        parse_rules("## ABC  A chapter\n- ABC-1 One.\n\n## Rulings\n* ABC-7: nothing\n")


# ------------------------------------------------------------------------------------------------ reading
def test_all_rules_are_shown_with_their_numbers(view: RulesView) -> None:
    shown_text = words(view)
    for chapter in view.chapters:
        assert chapter.title in shown_text
        for rule in chapter.rules:
            assert rule.id in shown_text
            assert " ".join(rule.text.split()) in shown_text
    assert shown_text.count("The rulebook leaves open:") == sum(r.is_ruling for c in view.chapters for r in c.rules)


def test_a_ruling_is_marked(view: RulesView) -> None:
    by_id = {rule.id: rule for chapter in view.chapters for rule in chapter.rules}
    plain = next(rule for rule in by_id.values() if not rule.is_ruling)
    part = next(rule for rule in by_id.values() if rule.rulings and rule.rulings[0])
    whole = next(rule for rule in by_id.values() if rule.rulings == ("",))
    for rule, expected in (
        (plain, plain.id),
        (part, f"{part.id} ruling: {'; '.join(filter(None, part.rulings))}"),
        (whole, f"{whole.id} ruling"),
    ):
        view.search.setText(rule.id)
        found = words(view)
        assert expected in found
        assert (f"{rule.id} ruling" in found) == rule.is_ruling


def test_show_rule_scrolls_there_and_points_it_out(view: RulesView) -> None:
    shown(view)
    for ident in ("GMI-21", "DRL-3", "SET-1"):
        view.search.setText("something else")
        view.show_rule(ident)
        assert view.search.text() == ""
        image = shown(view)
        page = view.rules_page
        area = page.viewport().rect().translated(page.viewport().mapTo(view, page.viewport().rect().topLeft()))
        assert pixels(image, theme.LIGHT.brine_tint, area) > 800, "the rule stands on a tint"
        assert view.chapter_box.currentData() == ident[:3]
    top = view.rules_page.verticalScrollBar().value()
    view.show_rule("SCO-9")
    assert view.rules_page.verticalScrollBar().value() > top


def test_an_unknown_number_is_searched_for(view: RulesView) -> None:
    view.show_rule("XYZ-9")
    assert view.search.text() == "XYZ-9"
    assert "Nothing fits" in words(view)
    view.rules_page.anchorClicked.emit(QUrl("all:"))
    assert "SET-1" in words(view)


def test_a_number_in_a_rule_is_a_link(view: RulesView) -> None:
    html = view.rules_page.toHtml()
    links = set(re.findall(r'href="rule:([A-Z]{3}-\d+)"', html))
    known = {rule.id for chapter in view.chapters for rule in chapter.rules}
    assert len(links) > 15
    assert links <= known
    view.rules_page.anchorClicked.emit(QUrl("rule:CRD-11"))
    assert view.marked == "CRD-11"


def test_typing_searches(view: RulesView) -> None:
    view.focus_search()
    QTest.keyClicks(view.search, "drill FROZEN")
    ids = [rule.id for rule in view.shown_rules()]
    assert "DRL-4" in ids
    assert 0 < len(ids) < 8
    for chapter in view.chapters:
        for rule in chapter.rules:
            fits = found_in(["drill", "frozen"], rule.id, rule.text, rule.question, chapter.title)
            assert (rule.id in ids) == fits
            assert (f"{rule.id}" in words(view)) >= fits
    QTest.keyClick(view.search, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(view.search, "gmi-1")
    assert next(rule.id for rule in view.shown_rules()) == "GMI-1"
    view.search.clear()
    QTest.keyClicks(view.search, "<b>&nbsp;")
    assert "Nothing fits “<b>&nbsp;”" in words(view)


def test_rulings_only(view: RulesView) -> None:
    QTest.mouseClick(view.rulings_only, LEFT, Qt.KeyboardModifier.NoModifier, view.rulings_only.rect().center())
    assert view.rulings_only.isChecked()
    rules = view.shown_rules()
    assert all(rule.is_ruling for rule in rules)
    assert len(rules) == len(re.findall(r"^\* ([A-Z]{3}-\d+): ", PAGE, re.MULTILINE))
    view.show_rule("DRL-1")
    assert not view.rulings_only.isChecked(), "a plain rule can be shown all the same"


def test_chapters_can_be_jumped_to(view: RulesView) -> None:
    shown(view)
    places = []
    for chapter in view.chapters:
        view.show_chapter(chapter.code)
        places.append(view.rules_page.verticalScrollBar().value())
    assert places == sorted(places)
    assert len(set(places)) > len(places) - 3  # the last ones share the bottom
    view.chapter_box.setFocus()
    view.chapter_box.setCurrentIndex(0)
    view.chapter_box.activated.emit(0)
    assert view.rules_page.verticalScrollBar().value() == places[0]


# ------------------------------------------------------------------------------------------------ glossary and values
def test_glossary(view: RulesView) -> None:
    view.tabs.setCurrentIndex(1)
    entries = Texts(default_tables(), ()).glossary()
    text = words(view)
    for _, term, explained in entries:
        assert term in text
        assert explained in text
    assert view.glossary_page.toHtml().count("<img") == len(entries)
    image = shown(view)
    assert pixels(image, theme.LIGHT.ink, view.rect()) > 400, "icons are drawn"
    view.search.setText("lithium")
    fitting = [term for _, term, explained in entries if found_in(["lithium"], term, explained)]
    assert view.glossary_page.toHtml().count("<img") == len(fitting) < len(entries)


def test_reconstructed_values(view: RulesView) -> None:
    view.tabs.setCurrentIndex(2)
    every = list_values(read_pack())
    values = [value for value in every if value.label == "reconstructed"]
    text = words(view)
    assert f"Reconstructed: {len(values)} of {len(every)} printed values" in text
    for value in values:
        assert value.id in text
        assert f"{value.field} {' '.join(value_text(value.value).split())}" in text.replace("\xa0", " ")
    for value in every:
        if "." in value.id and not any(v.id == value.id for v in values):
            assert f" {value.id} " not in f" {text} "
    view.search.setText("asset.3")
    assert "asset.3" in words(view)
    assert "plant.1" not in words(view)


def test_values_of_another_pack(qtbot: QtBot, tmp_path: Path) -> None:
    text = TEXTS["board"].replace("reconstructed", "rulebook")
    folder = write_pack(tmp_path / "typed in", board=text)
    pack = read_pack(folder)
    view = RulesView(pack=pack)
    qtbot.addWidget(view)
    view.tabs.setCurrentIndex(2)
    left = sum(value.label == "reconstructed" for value in list_values(pack))
    assert left < sum(value.label == "reconstructed" for value in list_values(read_pack()))
    assert f"{left} of " in words(view)
    assert "board.toml" not in words(view)


@pytest.mark.parametrize(
    ("value", "text"),
    [(3, "3"), (True, "yes"), ("retail", "retail"), ([1, 2], "[1, 2]"), ({"vp": 3, "develop": 1}, "{vp 3, develop 1}")],
)
def test_values_on_one_line(value: object, text: str) -> None:
    assert value_text(value) == text


# ------------------------------------------------------------------------------------------------ keys and looks
def test_find_and_focus(view: RulesView) -> None:
    view.rules_page.setFocus()
    QTest.keyClick(view.rules_page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert view.search.hasFocus()
    assert all(page.accessibleName() for page in view.pages)
    assert view.search.accessibleName()
    assert view.chapter_box.accessibleName()


@pytest.mark.parametrize("palette", theme.THEMES.values(), ids=list(theme.THEMES))
def test_every_theme(view: RulesView, palette: theme.Palette) -> None:
    with wearing(palette):
        QApplication.processEvents()
        view.show_rule("DRL-3")
        for tab in range(3):
            view.tabs.setCurrentIndex(tab)
            image = shown(view)
            page = view.pages[tab]
            area = page.viewport().rect().translated(page.viewport().mapTo(view, page.viewport().rect().topLeft()))
            assert pixels(image, palette.cell, area) > 50_000
            assert pixels(image, palette.ink, area) > 100


def test_it_fits_a_narrow_dock(view: RulesView) -> None:
    view.resize(300, 500)
    for tab in range(3):
        view.tabs.setCurrentIndex(tab)
        shown(view)
        assert view.pages[tab].horizontalScrollBar().maximum() == 0
