"""The rules reference: every numbered rule with its rulings, the glossary, and the reconstructed values; searchable.

The rules come from ``games/saltonsea/rules.md``. `parse_rules` reads what that page uses and nothing more: chapters
("## DRL  Drill"), rules ("- DRL-1 ..." with indented lines), the marks "(R)", "(R for ...)", "(R: ...)", and the list
of questions under "## Rulings".
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QFont, QKeySequence, QShortcut, QTextDocument
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from saltonsea_desktop.games.saltonsea import components
from saltonsea_desktop.games.saltonsea.components import RawPack, read_pack
from saltonsea_desktop.games.saltonsea.components.tables import Tables, build, default_tables
from saltonsea_desktop.ui import dialogs, fonts, icons
from saltonsea_desktop.ui.theme import Palette

RULES_FILE: Final = Path(components.__file__).resolve().parent.parent / "rules.md"

_CHAPTER: Final = re.compile(r"## ([A-Z]{3})  (\S.*)")
_RULE: Final = re.compile(r"- ([A-Z]{3}-\d+) (\S.*)")
_QUESTION: Final = re.compile(r"\* ([A-Z]{3}-\d+): (\S.*)")
_MARK: Final = re.compile(r" ?\(R(?:(?: for|:) ([^()]*))?\)")
_ID: Final = re.compile(r"\b[A-Z]{3}-\d+\b")


# ------------------------------------------------------------------------------------------------ the page as data
@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule. `text` is without marks; `rulings` has an entry for each mark, the part it names or ""."""

    id: str
    text: str
    rulings: tuple[str, ...] = ()
    question: str = ""

    @property
    def is_ruling(self) -> bool:
        """The rulebook is silent or unclear here, at least in part."""
        return bool(self.rulings)


@dataclass(frozen=True, slots=True)
class Chapter:
    code: str
    title: str
    rules: tuple[Rule, ...]


def parse_rules(text: str) -> tuple[Chapter, ...]:
    """The chapters of the rules page. Raises ValueError with the line for a question without a rule."""
    chapters: list[tuple[str, str, list[Rule]]] = []
    found: dict[str, tuple[list[Rule], int]] = {}
    open_rule: list[str] | None = None
    ident = ""

    def close() -> None:
        nonlocal open_rule
        if open_rule is not None:
            rules = chapters[-1][2]
            found[ident] = (rules, len(rules))
            rules.append(_rule(ident, " ".join(open_rule)))
            open_rule = None

    for number, line in enumerate(text.splitlines(), 1):
        if open_rule is not None and line.startswith("  ") and line.strip():
            open_rule.append(line.strip())
            continue
        close()
        if match := _CHAPTER.fullmatch(line):
            chapters.append((match[1], match[2].strip(), []))
        elif chapters and (match := _RULE.fullmatch(line)):
            ident, open_rule = match[1], [match[2].strip()]
        elif match := _QUESTION.fullmatch(line):
            if match[1] not in found:
                raise ValueError(f"line {number}: a ruling on {match[1]}, which is no rule of the page")
            rules, at = found[match[1]]
            rules[at] = replace(rules[at], question=match[2].strip())
    close()
    return tuple(Chapter(code, title, tuple(rules)) for code, title, rules in chapters)


def _rule(ident: str, text: str) -> Rule:
    rulings = tuple((match[1] or "").strip() for match in _MARK.finditer(text))
    return Rule(ident, _MARK.sub("", text).strip(), rulings)


def load_rules() -> tuple[Chapter, ...]:
    """The rules of the program."""
    return parse_rules(RULES_FILE.read_text(encoding="utf-8"))


def found_in(words: Iterable[str], *texts: str) -> bool:
    """Every word occurs somewhere in the texts, in any case."""
    whole = "\n".join(texts).casefold()
    return all(word.casefold() in whole for word in words)


def value_text(value: Any) -> str:
    """A value of a component file, on one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, separators=(", ", " ")).replace('"', "")
    return str(value)


# ------------------------------------------------------------------------------------------------ the view
class _Page(QTextBrowser):
    """A tab: its words are made when it is first looked at, and again for another search or theme."""

    def __init__(self, make: Callable[[list[str]], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._made: tuple[str, str] | None = None
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(10)

    def show_words(self, search: str, extra: str = "") -> None:
        """Fill the page for these search words; nothing happens if it shows them already."""
        key = (f"{search}\n{extra}", dialogs.current_palette().name)
        if self._made != key:
            self._made = key
            self.ensurePolished()
            font = self.font()
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
            self.document().setDefaultFont(font)
            self.setHtml(self._make(search.split()))

    def forget(self) -> None:
        """Make the words anew the next time."""
        self._made = None


class RulesView(QWidget):
    """Search field, and tabs for rules, glossary and values. It never covers the table: it is meant for a dock."""

    def __init__(self, parent: QWidget | None = None, pack: RawPack | None = None) -> None:
        super().__init__(parent)
        self.chapters = load_rules()
        self._pack = pack
        self.marked = ""  # the id of the rule that is pointed out
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search: words or a number such as DRL-3"))
        self.search.setAccessibleName(self.tr("Search the rules"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._searched)
        self.chapter_box = QComboBox()
        self.chapter_box.setAccessibleName(self.tr("Chapter"))
        self.chapter_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for chapter in self.chapters:
            self.chapter_box.addItem(f"{chapter.code}  {chapter.title}", chapter.code)
        self.chapter_box.activated.connect(lambda _: self.show_chapter(str(self.chapter_box.currentData())))
        self.rulings_only = QCheckBox(self.tr("Rulings only"))
        self.rulings_only.setToolTip(self.tr("Where the rulebook leaves a question open, and how it is played here"))
        self.rulings_only.toggled.connect(self._searched)
        self.rules_page = _Page(self._rules_html)
        self.rules_page.setAccessibleName(self.tr("Rules"))
        self.rules_page.anchorClicked.connect(self._follow)
        self.glossary_page = _Page(self._glossary_html)
        self.glossary_page.setAccessibleName(self.tr("Glossary"))
        self.values_page = _Page(self._values_html)
        self.values_page.setAccessibleName(self.tr("Reconstructed values"))

        filters = QHBoxLayout()
        filters.setContentsMargins(8, 8, 8, 4)
        filters.setSpacing(10)
        filters.addWidget(self.chapter_box, 1)
        filters.addWidget(self.rulings_only)
        rules = QWidget()
        column = QVBoxLayout(rules)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(filters)
        column.addWidget(self.rules_page, 1)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(False)
        self.tabs.addTab(rules, self.tr("Rules"))
        self.tabs.addTab(self.glossary_page, self.tr("Glossary"))
        self.tabs.addTab(self.values_page, self.tr("Values"))
        self.tabs.setTabToolTip(2, self.tr("Printed values that are reconstructed, not taken from the rulebook"))
        self.tabs.currentChanged.connect(lambda _: self._fill())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(self.search)
        layout.addWidget(self.tabs, 1)
        find = QShortcut(QKeySequence.StandardKey.Find, self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.focus_search)
        self.setMinimumWidth(300)
        self.setFocusProxy(self.search)
        dialogs.wear(self)
        self._fill()

    @property
    def pages(self) -> tuple[_Page, ...]:
        return self.rules_page, self.glossary_page, self.values_page

    # ------------------------------------------------------------ use

    def focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def show_rule(self, ident: str) -> None:
        """Scroll to a rule and point it out. An unknown id becomes a search, so nothing is ever shown wrongly."""
        self.tabs.setCurrentIndex(0)
        if not any(rule.id == ident for chapter in self.chapters for rule in chapter.rules):
            self.search.setText(ident)
            return
        self.marked = ident
        self.search.clear()
        self.rulings_only.setChecked(False)
        self._fill()
        self.rules_page.scrollToAnchor(ident)
        code = ident.split("-")[0]
        self.chapter_box.setCurrentIndex(max(0, self.chapter_box.findData(code)))

    def show_chapter(self, code: str) -> None:
        """Scroll to the beginning of a chapter."""
        self.search.clear()
        self._fill()
        self.rules_page.scrollToAnchor(code)

    def shown_rules(self) -> list[Rule]:
        """The rules that fit the search, in order."""
        words = self.search.text().split()
        return [
            rule
            for chapter in self.chapters
            for rule in chapter.rules
            if (rule.is_ruling or not self.rulings_only.isChecked())
            and found_in(words, rule.id, rule.text, rule.question, chapter.title)
        ]

    def _searched(self) -> None:
        self.marked = ""
        self._fill()

    def _fill(self) -> None:
        page = self.pages[self.tabs.currentIndex()]
        extra = f"{self.rulings_only.isChecked()} {self.marked}" if page is self.rules_page else ""
        page.show_words(self.search.text(), extra)

    def _follow(self, link: QUrl) -> None:
        if link.scheme() == "rule":
            self.show_rule(link.path())
        elif link.scheme() == "all":
            self.search.clear()
            self.rulings_only.setChecked(False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "tabs"):
            dialogs.wear(self)
            for page in self.pages:
                page.forget()
            self._fill()

    # ------------------------------------------------------------ words

    def _rules_html(self, words: list[str]) -> str:
        p = dialogs.current_palette()
        shown = {rule.id for rule in self.shown_rules()}
        known = {rule.id for chapter in self.chapters for rule in chapter.rules}
        out = []
        for chapter in self.chapters:
            rules = [rule for rule in chapter.rules if rule.id in shown]
            if not rules:
                continue
            out.append(f'<h3><a name="{chapter.code}"></a>{_marked(chapter.title, words, p)}</h3>')
            out.extend(self._rule_html(rule, words, known, p) for rule in rules)
        if not out:
            out.append(self._nothing())
        return _document(out, p)

    def _rule_html(self, rule: Rule, words: list[str], known: set[str], p: Palette) -> str:
        here = f' style="background-color:{p.brine_tint.name()}"' if rule.id == self.marked else ""
        mark = ""
        if rule.is_ruling:
            part = "; ".join(part for part in rule.rulings if part)
            text = self.tr("ruling: {part}").format(part=part) if part else self.tr("ruling")
            mark = f' <span class="ruling">&nbsp;{html.escape(text)}&nbsp;</span>'
        body = _marked(rule.text, words, p)
        body = _ID.sub(
            lambda m: f'<a href="rule:{m[0]}">{m[0]}</a>' if m[0] in known and m[0] != rule.id else m[0], body
        )
        question = ""
        if rule.question:
            asked = self.tr("The rulebook leaves open: {question}").format(question=rule.question)
            question = f'<br><span class="muted">{_marked(asked, words, p)}</span>'
        ident = _marked(rule.id, words, p)
        return f'<p{here}><a name="{rule.id}"></a><span class="id">{ident}</span>{mark}<br>{body}{question}</p>'

    def _nothing(self) -> str:
        found = self.tr("Nothing fits “{search}”.").format(search=self.search.text())
        return f'<p>{html.escape(found)} <a href="all:">{html.escape(self.tr("Show everything"))}</a></p>'

    def _tables(self) -> Tables:
        return default_tables() if self._pack is None else build(self._pack)

    def _glossary_html(self, words: list[str]) -> str:
        from saltonsea_desktop.ui.texts import Texts

        p = dialogs.current_palette()
        entries = Texts(self._tables(), ()).glossary()
        out = []
        size = 22
        for icon_name, term, explained in entries:
            if not found_in(words, term, explained):
                continue
            url = QUrl(f"icon:{icon_name}")
            picture = icons.pixmap(icon_name, icons.icon_colour(p, icon_name), size, self.devicePixelRatioF())
            self.glossary_page.document().addResource(QTextDocument.ResourceType.ImageResource, url, picture)
            out.append(
                f'<tr><td width="34"><img src="{url.toString()}" width="{size}" height="{size}"></td>'
                f'<td><span class="term">{_marked(term, words, p)}</span><br>{_marked(explained, words, p)}</td></tr>'
            )
        return _document(
            [f'<table cellspacing="0" cellpadding="5">{"".join(out)}</table>'] if out else [self._nothing()], p
        )

    def _values_html(self, words: list[str]) -> str:
        from saltonsea_desktop.games.saltonsea.components.check import list_values

        p = dialogs.current_palette()
        pack = self._pack or read_pack()
        every = list_values(pack)
        values = [value for value in every if value.label == "reconstructed"]
        counted = self.tr("Reconstructed: {n} of {all} printed values, which the rulebook does not state.").format(
            n=len(values), all=len(every)
        )
        own = self.tr("Who owns the box can type in the printed ones: see “component packs” in the documentation.")
        fitting = [
            value
            for value in values
            if found_in(words, value.file, value.id, value.field, value_text(value.value), value.reason)
        ]
        out = [f'<p class="muted">{html.escape(counted)} {html.escape(own)}</p>']
        for file, in_file in groupby(fitting, key=lambda value: value.file):
            out.append(f"<h3>{html.escape(file)}.toml</h3>")
            for reason, records in groupby(in_file, key=lambda value: value.reason):
                if reason:
                    out.append(f'<p class="muted">{_marked(reason, words, p)}</p>')
                rows = []
                for ident, fields in groupby(records, key=lambda value: value.id):
                    facts = ", ".join(
                        f"{_marked(value.field, words, p)}&nbsp;<b>{_marked(value_text(value.value), words, p)}</b>"
                        for value in fields
                    )
                    rows.append(
                        f'<p class="value"><span class="id">{_marked(ident, words, p)}</span>&nbsp; {facts}</p>'
                    )
                out.extend(rows)
        if not fitting:
            out.append(self._nothing())
        return _document(out, p)


def _marked(text: str, words: list[str], p: Palette) -> str:
    """The text as HTML with the words that were searched for pointed out."""
    if not words:
        return html.escape(text)
    pattern = re.compile("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)), re.IGNORECASE)
    out, at = [], 0
    for match in pattern.finditer(text):
        out.append(html.escape(text[at : match.start()]))
        out.append(
            f'<span style="background-color:{p.vp.name()}; color:{p.vp_ink.name()}">{html.escape(match[0])}</span>'
        )
        at = match.end()
    out.append(html.escape(text[at:]))
    return "".join(out)


def _document(parts: Iterable[str], p: Palette) -> str:
    name = fonts.ROLE_STYLES["name"]
    return f"""<html><head><style>
p {{ margin-top: 0; margin-bottom: 9px; }}
p.value {{ margin-bottom: 3px; }}
h3 {{ margin-top: 14px; margin-bottom: 6px; color: {p.ink.name()}; }}
a {{ color: {p.brine_deep.name()}; text-decoration: none; }}
.id {{ font-family: "{name.family}"; font-size: 15px; font-weight: 600; color: {p.ink.name()}; }}
.term {{ font-weight: 600; color: {p.ink.name()}; }}
.muted {{ color: {p.ink2.name()}; }}
.ruling {{ font-family: "{name.family}"; font-size: 15px; font-weight: 600; color: {p.brine_deep.name()};
    background-color: {p.brine_tint.name()}; }}
</style></head><body>{"".join(parts)}</body></html>"""
