"""The words: every code of every closed vocabulary has a sentence, amounts are right, nothing hidden is named."""

from __future__ import annotations

import ast
import inspect
import random
import re
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QTranslator

import hatch_build
import saltonsea_desktop.ui.texts as package
from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea import events as ev
from saltonsea_desktop.games.saltonsea.components import read_pack
from saltonsea_desktop.games.saltonsea.components import tables as tb
from saltonsea_desktop.games.saltonsea.gmi import turn as gmi_turn
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.reasons import CODES, Reason
from saltonsea_desktop.games.saltonsea.rules import commercial, industrial, management
from saltonsea_desktop.games.saltonsea.scoring import CATEGORIES, Breakdown, Outcome, money_held
from saltonsea_desktop.games.saltonsea.state import State
from saltonsea_desktop.games.saltonsea.view import HIDDEN, TableView, public_event, view_for
from saltonsea_desktop.session.options import GameOptions, SeatOptions
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.ui.icons import ICON_NAMES
from saltonsea_desktop.ui.targets import candidate
from saltonsea_desktop.ui.texts import CROSS, TICK, Texts, reconstructed_ids
from saltonsea_desktop.ui.texts.counts import Counts

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(inspect.getfile(package)).parent
NAMES = ("Marta", "Ines", "Oskar", "Yuki")
T = tb.default_tables()
EVENT_TYPES: tuple[type[Any], ...] = get_args(ev.Event)
ACTION_TYPES: tuple[type[Any], ...] = get_args(a.Action)

# ---------------------------------------------------------------- helpers


def texts_for(seats: int, **more: Any) -> Texts:
    """`seats` 1: solo with GMI."""
    if seats == 1:
        return Texts(T, (NAMES[0], "GMI"), gmi_seat=1, **more)
    return Texts(T, NAMES[:seats], **more)


def new_session(seats: int, seed: int) -> GameSession:
    names = (NAMES[0], "GMI") if seats == 1 else NAMES[:seats]
    kinds = ("human", "gmi") if seats == 1 else ("human",) * seats
    options = tuple(SeatOptions(name, kind, i) for i, (name, kind) in enumerate(zip(names, kinds, strict=True)))  # type: ignore[arg-type]
    return GameSession(GameOptions(options, seed), T)


@lru_cache(maxsize=32)
def played(seats: int, seed: int) -> GameSession:
    """A finished random game with its whole history."""
    session = new_session(seats, seed)
    chance = random.Random(seed)
    while not session.over:
        session.submit(chance.choice(session.legal()))
    return session


GAMES = [*((seats, seed) for seats in (1, 2, 3, 4) for seed in range(5)), (2, 17)]  # the last one plays a $3 drill card


def steps(session: GameSession) -> Iterator[tuple[State, a.Action, State, tuple[ev.Event, ...]]]:
    """(state before, action, state after, events) of every command of a finished game."""
    done = session.history.done
    for i, command in enumerate(done):
        after = done[i + 1].before if i + 1 < len(done) else session.state
        yield command.before, command.action, after, tuple(command.events)


def proper(text: str) -> None:
    """Nothing unfilled, no loose blanks, something to read."""
    assert text.strip() == text and text, repr(text)
    assert "{" not in text and "}" not in text, text
    assert "%n" not in text and "%1" not in text, text
    assert "  " not in text, text
    assert ".." not in text and ",," not in text and " ," not in text and " ." not in text, text
    assert "(s)" not in text, text
    assert "-$" not in text, text  # minus is U+2212
    assert not re.search(
        r"(?<![$\d])1 (layers|rocks|units|points|plan steps|\w+ shares|cards|tiles|engineers|stars|claims)\b", text
    )


def sentence(text: str) -> None:
    proper(text)
    assert text[-1] in ".?!" and (text[0].isupper() or not text[0].isalpha()), text


def label(text: str) -> None:
    proper(text)
    assert not text.endswith("."), text


def every_key(view: TableView) -> list[str]:
    """A key of every piece that this position shows, as in `ui.targets`."""
    c = view.companies[max(view.seat, 0)]
    keys = ["engineer", "research-slot", "contract-slot", "well", "drill", "develop", "bar", "hand", "board"]
    keys += [f"space:{i}" for i in range(len(T.spaces))]
    keys += [f"hand:{card}" for card in range(len(T.types))]
    keys += [f"own-research:{card}" for card in (*c.research, *c.kept_research)]
    keys += [f"own-contract:{card}" for card in (*c.contracts, *c.kept_contracts) if card >= 0]
    keys += [f"tile:{tile}" for tile in (*c.tiles, *c.used_tiles)]
    keys += [f"claim:{claim}" for claim in (*view.claims, *c.well) if claim >= 0]
    keys += [f"{kind}:{i}" for kind in ("corp", "share") for i in range(3)]
    keys += [f"stack:{i}/{k}" for i in range(3) for k in range(3)]
    keys += [f"research:{card}" for card in view.research_row if card >= 0]
    keys += [f"contract:{card}" for card in view.contract_row if card >= 0]
    keys += [f"face:{row}/{place}" for row in range(3) for place in range(len(view.rows[row]))]
    keys += [f"{kind}:{i}" for kind in ("pile", "product") for i in range(3)]
    keys += ["damage:0", "damage:1"]
    keys += [f"objective:{o}" for o in view.objectives]
    keys += [f"company:{i}" for i in range(view.seats)]
    keys += [f"gmi:{i}" for i in range(len(view.gmi_row))]
    return keys


# ---------------------------------------------------------------- reasons, undo

_REASON_PARAMS: dict[str, tuple[int, ...]] = {
    "not_your_turn": (1,), "cost": (3, 2), "no_room": (2, 5), "no_damage_room": (3,), "closed": (0,),
    "missing_products": (0, 1, 2), "section": (2, 3), "track_end": (1,), "strength": (3,), "superfluous": (3,),
    "reserve": (4,), "sum": (6,), "empty_pile": (5,), "not_covered": (8,),
}  # fmt: skip


def test_every_reason_code_has_its_own_sentence() -> None:
    texts = texts_for(2)
    found: dict[str, str] = {}
    for code in CODES | {"no_permanent_research"}:
        text = texts.reason(Reason(code, _REASON_PARAMS.get(code, ())))
        sentence(text)
        assert text not in found.values(), code
        found[code] = text
        assert re.fullmatch(r"[A-Z]{3}-\d+", texts.reason_rule(code) or ""), code
    assert found["cost"] == "Needs $3, you can pay $2."
    assert found["frozen"] == "Frozen: repair the drill first."
    assert found["missing_products"] == "Missing: 1 geothermal energy and 2 lithium."
    assert found["no_room"] == "No room: the warehouse holds 5 lithium at most."
    assert found["not_your_turn"] == "It is the turn of Ines."
    assert texts.reason(Reason("no_damage_room", (1,))).startswith("1 damage point does not fit")
    assert texts.reason(Reason("no_damage_room", (3,))).startswith("3 damage points do not fit")
    with pytest.raises(KeyError):
        texts.reason(Reason("nonsense"))


def test_every_barrier_names_its_fact() -> None:
    texts = texts_for(1)
    codes = {*ev.REVEALING.values(), "random", "hand_over", "other_seat", "start"}
    found = {texts.undo_stop(code) for code in codes}
    assert len(found) == len(codes)
    for text in found:
        sentence(text)
    assert texts.undo_stop("gmi_card") == "Undo stops here: GMI has turned a card."


# ---------------------------------------------------------------- events

_SAMPLES: tuple[ev.Event, ...] = (
    ev.EngineerPlaced(0, 1), ev.PromptPlayed(0, 3), ev.ResearchUsed(0, 13), ev.ContractExecuted(0, 0, (2, 0, 0)),
    ev.TileUsed(0, 2), ev.ActionRepeated(0, 1), ev.ActionCopied(0, 3), ev.ClaimTaken(0, 3, 4), ev.ClaimRevealed(5),
    ev.ClaimDeckEmpty(), ev.LayerDrilled(0, 3, 2, 1, 1), ev.DrillFrozen(0), ev.BrineExtracted(0, 2),
    ev.ClaimExhausted(0, 2), ev.Produced(0, 1, 1, 2, 2), ev.PlantDamaged(0, 3, 4), ev.Repaired(0, 1, 2),
    ev.Sold(0, 1, (0, 1, 1), 16), ev.AssetRaised(2, 4), ev.FeesChanged(2, 5), ev.CorporationClosed(0),
    ev.Paid(0, 7, (1, 2), (5, 3)), ev.Collected(0, 8, 6, (3, 3), (0, 1, 0)), ev.BlindDrawn(0, (4,)),
    ev.VpGained(0, 4, "claim"), ev.Developed(0, 5), ev.WarehouseOpened(0, 2), ev.EngineerHired(0, 5),
    ev.ContractTaken(0, 4), ev.ResearchTaken(0, 2, 2), ev.ShareGained(0, 1, 3), ev.ShareLost(0, 1), ev.TileTaken(0, 7),
    ev.StackEmpty(0, 1), ev.BenefitLost(0, "claim"), ev.FinancingDrawn(0, 3), ev.FinancingEmpty(0),
    ev.ObjectiveTaken(0, 1), ev.TurnBegan(0), ev.TurnEnded(0), ev.GmiCardTurned(2),
    ev.GmiRefused(2, tb.SELL, "nothing_to_sell", ()), ev.GmiActed(2, tb.DRILL),
    ev.GmiDecided(tb.SELL, "tie_fee_asset", (0, 7, 3)), ev.GmiPassed(2), ev.GmiCardAdded(5), ev.RoundEnded(5),
    ev.ClaimLeft(4), ev.MarketDiscarded(2, 3), ev.MarketRevealed(0, (3, 4)), ev.RoundBegan(6, 1), ev.EndTriggered(),
    ev.GameEnded(1),
)  # fmt: skip


def test_every_event_has_a_sentence_an_icon_and_a_rule() -> None:
    assert [type(event) for event in _SAMPLES] == list(EVENT_TYPES)
    texts = texts_for(1)
    rules = set(re.findall(r"^- ([A-Z]{3}-\d+) ", (ROOT / "docs" / "rules.md").read_text("utf-8"), re.MULTILINE))
    for event in _SAMPLES:
        text = texts.event_sentence(event, 0)
        icon, rule = texts.event_icon(event), texts.event_rule(event)
        if isinstance(event, (ev.TurnBegan, ev.TurnEnded)):
            assert text is None and icon is None and rule is None
            continue
        assert text is not None
        sentence(text)
        assert icon in ICON_NAMES
        assert rule in rules, event
        if "seat" in event._fields:
            assert "Marta" in text, text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ev.Paid(0, 5, (1,), (5,)), "Marta pays $5."),
        (ev.Paid(0, 8, (1, 2), (5, 3)), "Marta pays $8 ($5 + $3)."),
        (ev.Paid(0, 7, (1, 2), (5, 3)), "Marta pays $7 with $5 + $3, losing $1."),
        (ev.Sold(0, 0, (0, 1, 1), 16), "Marta sells 1 geothermal energy and 1 lithium to Cinder for $16."),
        (
            ev.Collected(0, 8, 6, (3, 3, 4), (0, 2, 0)),
            "Marta collects $6 of $8, all that the market can pay: 2 × $1 Extract, $1 Research and 2 blind $3 cards.",
        ),
        (ev.LayerDrilled(0, 2, 0, 0, 0), "Marta drills layer 2: no rock."),
        (ev.LayerDrilled(0, 3, 2, 1, 1), "Marta drills layer 3: 2 rocks, 1 ignored."),
        (ev.Produced(0, 0, 1, 1, 1), "Marta turns 1 brine into 1 lithium and optimises for 1 geothermal energy."),
        (ev.Repaired(0, 1, 2), "Marta repairs 1 point of the drill and 2 points of the plant."),
        (ev.GmiRefused(3, tb.DEVELOP, "cost", (3, 2)), "GMI cannot develop: that costs $3 and it has $2."),
        (ev.GmiRefused(3, tb.EXECUTE, "missing_products", ()),
         "GMI cannot execute a contract: it lacks products for each contract on offer."),
        (ev.GmiDecided(tb.SELL, "tie_fee_asset", (0, 7, 3)),
         "GMI picks Cinder: of those that pay $7, its assets are the least advanced."),
        (ev.GmiDecided(tb.SELL, "most_product", (2, 2, 1)),
         "GMI sells lithium, the one it has more of: 2 lithium against 1 geothermal energy."),
        (ev.ShareGained(0, 2, 4), "Marta takes a Tide share and holds 4 now."),
        (ev.FinancingDrawn(0, 3), "Marta draws a $1 card: Extract."),
    ],
)  # fmt: skip
def test_sentences_say_what_happened(event: ev.Event, text: str) -> None:
    assert texts_for(1).event_sentence(event, 0) == text


def test_gmi_decisions_and_refusals_are_complete() -> None:
    """Every code that gmi.turn documents or returns has words, and the rule of its action (GMI-21)."""
    texts = texts_for(1)
    codes = re.findall(r"`(\w+)\s+\(", gmi_turn.__doc__ or "")
    assert len(codes) == 16
    params = {"most_product": (2, 2, 1), "tie_product": (2, 1), "tie_fee_asset": (1, 7, 3), "tie_fee_order": (1, 7, 3)}
    found = {texts.event_sentence(ev.GmiDecided(tb.SELL, code, params.get(code, (1, 2))), 0) for code in codes}
    assert len(found) == len(codes)
    for text in found:
        assert text is not None
        sentence(text)
    source = inspect.getsource(gmi_turn)
    refusals = set(
        re.findall(
            r'"(\w+)", \(',
            source[: source.index("# ---------------------------------------------------------------- what it does")],
        )
    )
    assert {"frozen", "no_room", "cost", "no_permanent_research"} <= refusals
    for code in refusals:
        for kind in gmi_turn._REFUSE:
            text = texts.event_sentence(ev.GmiRefused(0, kind, code, (2, 5)), 0)
            assert text is not None
            sentence(text)
    assert texts.event_rule(ev.GmiDecided(tb.SELL, "best_fee", (0, 7))) == "GMI-11"
    assert texts.event_rule(ev.GmiRefused(0, tb.RESEARCH, "no_permanent_research", ())) == "GMI-27"


def test_hidden_cards_have_no_name() -> None:
    """CRD-12, CRD-15, GMI-28: also when the raw event of another seat comes in."""
    texts = texts_for(3)
    drawn = ev.FinancingDrawn(1, 3)
    assert texts.event_sentence(drawn, 0) == "Ines draws a $1 card."
    assert texts.event_sentence(drawn, 1) == "Ines draws a $1 card: Extract."
    assert texts.event_sentence(ev.FinancingDrawn(1, HIDDEN), None) == "Ines draws a $1 card."
    assert texts.event_sentence(ev.BlindDrawn(1, (3, 4)), 0) == "Ines draws blind: 2 cards."
    assert texts.event_sentence(ev.BlindDrawn(1, (3,)), 2) == "Ines draws blind: a card."
    assert texts.event_sentence(ev.BlindDrawn(1, (3, 3, 4)), 1) == "Ines draws blind: 2 × $1 Extract and $1 Research."
    lines = texts.lines((ev.Collected(1, 2, 2, (), (2, 0, 0)), ev.BlindDrawn(1, (3, 4))), 0)
    assert [line.sentence for line in lines] == ["Ines collects $2: 2 blind $1 cards."]
    own = texts.lines((ev.Collected(1, 2, 2, (), (2, 0, 0)), ev.BlindDrawn(1, (3, 4))), 1)
    assert own[0].sentence.endswith("Drawn blind: $1 Extract and $1 Research.")
    solo = texts_for(1)
    assert solo.event_sentence(ev.BlindDrawn(1, (3,)), 0) == "GMI draws blind: $1 Extract."
    added = {solo.event_sentence(ev.GmiCardAdded(card), 0) for card in range(len(T.gmi_cards))}
    assert len(added) == 1


# ---------------------------------------------------------------- lines of the log


def test_payments_join_what_they_paid_for() -> None:
    texts = texts_for(2)

    def shown(*events: ev.Event) -> list[str]:
        return [line.sentence for line in texts.lines(events, 0)]

    taken = ev.ClaimTaken(0, 1, 4)
    assert shown(ev.Paid(0, 4, (), (3, 1)), taken) == [texts.event_sentence(taken, 0)]
    assert shown(ev.Paid(0, 4, (), (5,)), taken)[0].endswith(" Paid with $5, losing $1.")
    assert shown(ev.Paid(0, 3, (), (3,)), ev.Repaired(0, 1, 0)) == ["Marta repairs 1 point of the drill. Paid: $3."]
    assert shown(ev.Paid(0, 2, (), (5,)), ev.Repaired(0, 1, 0)) == [
        "Marta repairs 1 point of the drill. Paid: $2 with $5, losing $3."
    ]
    assert shown(ev.Paid(0, 3, (), (3,)), ev.Developed(0, 1), ev.WarehouseOpened(0, 1)) == [
        "Marta pays $3. Plan step 1; warehouse for 4 of each."
    ]
    assert shown(ev.Paid(0, 1, (), (1,))) == ["Marta pays $1."]


def test_consequences_join_their_cause_and_no_other() -> None:
    """Events are tuples, so an exhausted claim equals an extraction: it must not be counted as one."""
    texts = texts_for(1)
    lines = texts.lines(
        (
            ev.BrineExtracted(1, 2), ev.BrineExtracted(1, 2), ev.ClaimExhausted(1, 2), ev.VpGained(1, 4, "claim"),
            ev.Developed(1, 2), ev.GmiCardAdded(5), ev.BrineExtracted(1, 3), ev.ClaimRevealed(7),
            ev.VpGained(0, 2, "develop"),
        ),
        0,
    )  # fmt: skip
    assert [line.sentence for line in lines] == [
        "GMI extracts 2 brine. The claim is exhausted; +4 VP; plan step 2; an advanced card joins its row.",
        "GMI extracts 1 brine.",
        texts.event_sentence(ev.ClaimRevealed(7), 0),
        "Marta gains 2 VP for a step past the end of the plan.",
    ]


def test_a_round_end_is_few_lines() -> None:
    texts = texts_for(2)
    lines = texts.lines(
        (
            ev.TurnEnded(0), ev.RoundEnded(2), ev.MarketDiscarded(0, 1), ev.MarketRevealed(0, (2, 3)),
            ev.MarketDiscarded(2, 3), ev.MarketRevealed(2, (4, 4)), ev.RoundBegan(3, 1), ev.TurnBegan(1),
        ),
        0,
    )  # fmt: skip
    assert [line.sentence for line in lines] == [
        "Round 2 ends: the engineers return.",
        "Leaving the market: Shares −$1 (research) and $1 Extract.",
        "New in the market: Licence −$1 (research) and Execute +2 VP (research); 2 × $1 Research.",
        "Round 3 begins. First is Ines.",
    ]


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_log_amounts_are_the_games_amounts(seats: int, seed: int) -> None:
    """F19: parsed from the sentences, money, VP and brine add up to what each command really changed."""
    texts, session = texts_for(seats), played(seats, seed)
    names = texts.seat_names
    for before, _, after, events in steps(session):
        money, vp, brine = ([0] * len(names) for _ in range(3))
        for line in texts.lines(events, None):
            text = line.sentence
            owner = next((i for i, name in enumerate(names) if name in text), -1)
            for number in re.findall(r"collects \$(\d+)", text):
                money[owner] += int(number)
            money[owner] += len(re.findall(r"draws a \$1 card", text))
            for number in re.findall(r"(?:pays|Paid:|takes a claim for|takes the research card .* for) \$(\d+)", text):
                if "Paid:" not in text or f"Paid: ${number}" in text:
                    money[owner] -= int(number)
            for number in re.findall(r"losing \$(\d+)", text):
                money[owner] -= int(number)
            for number in re.findall(r"(?:[.;] \+|gains )(\d+) VP", text):
                vp[owner] += int(number)
            for number in re.findall(r"extracts (\d+) brine", text):
                brine[owner] += int(number)
        for seat in range(len(names)):
            assert money[seat] == money_held(after, seat) - money_held(before, seat), events
            assert vp[seat] == after.companies[seat].vp - before.companies[seat].vp, events
            assert brine[seat] == after.companies[seat].extracted - before.companies[seat].extracted, events


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_log_of_whole_games(seats: int, seed: int) -> None:
    texts, session = texts_for(seats), played(seats, seed)
    for viewer in range(-1, len(texts.seat_names)):
        for entry in session.log(viewer):
            for icon, text in texts.entry(entry, viewer):
                sentence(text)
                assert icon in ICON_NAMES
    for _, _, _, events in steps(session):
        for event in events:
            for viewer in range(len(texts.seat_names)):
                public = public_event(event, viewer, texts.gmi_seat)
                assert texts.event_sentence(event, viewer) == texts.event_sentence(public, None)


def test_random_games_meet_nearly_every_event_and_all_choices() -> None:
    """So the tests over whole games are no empty promise."""
    met: set[type] = set()
    asked: set[type] = set()
    done: set[type] = set()
    for game in GAMES:
        for before, action, _, events in steps(played(*game)):
            met.update(type(event) for event in events)
            asked.add(type(before.stack[-1]))
            done.add(type(action))
    assert set(ch.CHOICE_TYPES) - asked <= {ch.MoveSharesChoice}
    assert set(ACTION_TYPES) - done <= {a.MoveShare}
    assert set(EVENT_TYPES) - met <= {
        ev.FinancingEmpty,
        ev.ClaimDeckEmpty,
        ev.StackEmpty,
        ev.GmiPassed,
        ev.EndTriggered,
    }


def test_gmi_trace_is_the_log_of_its_turn() -> None:
    texts = texts_for(1)
    turns = 0
    for seed in range(5):
        for _, action, _, events in steps(played(1, seed)):
            trace = texts.gmi_trace(events)
            if not isinstance(action, a.TurnGmiCard):
                assert trace == []
                continue
            turns += 1
            logged = [line.sentence for line in texts.lines(events, 0)]
            assert [line.sentence for line in trace] == logged[: len(trace)]
            refused = [event for event in events if isinstance(event, ev.GmiRefused)]
            crosses = [line.sentence for line in trace if line.mark == CROSS]
            assert crosses[: len(refused)] == [texts.event_sentence(event, 0) for event in refused]
            passed = any(isinstance(event, ev.GmiPassed) for event in events)
            assert len(crosses) == len(refused) + passed
            assert any(line.mark == TICK for line in trace) != passed
            assert not any("Round" in line.sentence for line in trace)
            headline = texts.gmi_headline(events)
            label(headline)
            assert headline.startswith("GMI ") and (headline == "GMI passes") == passed
    assert turns > 100


# ---------------------------------------------------------------- the bar


def check_position(texts: Texts, view: TableView, legal: list[a.Action]) -> None:
    choice = view.choice
    assert choice is not None
    title, hint = texts.choice_title(choice, view), texts.choice_hint(choice, view)
    label(title)
    sentence(hint)
    assert texts.choice_icon(choice) in ICON_NAMES
    lines = [texts.action(action, view) for action in legal]
    for line in lines:
        label(line)
    assert len(set(lines)) == len(lines) or isinstance(choice, (ch.TurnChoice, ch.EndTurnChoice, ch.ContractChoice,
                                                                ch.ResearchChoice)), lines  # fmt: skip
    for action in legal:
        button = texts.button(action, choice)
        label(button)
        assert len(button) <= 60, button


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_every_position_of_whole_games(seats: int, seed: int) -> None:
    """Choices and legal actions at every step; all pieces, tips and reasons at every thirtieth."""
    texts = texts_for(seats, reconstructed=reconstructed_ids(read_pack()))
    session = new_session(seats, seed)
    chance = random.Random(seed)
    step = 0
    while not session.over:
        view, legal = session.view(session.state.acting), session.legal()
        check_position(texts, view, legal)
        if step % 30 == seed:
            for eyes in (view, session.view(-1)):
                for key in every_key(eyes):
                    label(texts.piece_name(key, eyes, possible=True))
                    for line in texts.piece_tip(key, eyes).split("\n"):
                        proper(line)
                    for action in candidate(key):
                        reason = session.why_not(action)
                        if reason is not None:
                            sentence(texts.reason(reason))
            other = session.view((session.state.acting + 1) % len(texts.seat_names))
            check_position(texts, other, legal)
        session.submit(chance.choice(legal))
        step += 1
    headline = texts.outcome_headline(session.outcome())
    sentence(headline)
    sentence(texts.end_reason(session.state.end))


@pytest.mark.parametrize(("seats", "seed"), [(1, 0), (2, 0), (3, 0), (4, 0), (4, 1)])
def test_prices_in_words_are_the_engines(seats: int, seed: int) -> None:
    """The sums that hints and buttons show are those the rules will ask for."""
    for s, _, _, _ in steps(played(seats, seed)):
        f = s.stack[-1]
        c = s.companies[f.seat]
        view = view_for(s, f.seat)
        if isinstance(f, ch.ClaimChoice) and not f.free:
            for place, claim in enumerate(s.claims):
                if claim >= 0:
                    price = industrial.claim_price(s, f.seat, T.effects[f.effect], place)
                    assert package.claim_price(view, claim) == price
        elif isinstance(f, ch.ResearchChoice):
            for card in s.research_row:
                if card >= 0:
                    price = management.research_price(s, c, T.effects[f.effect], card)
                    assert package.research_price(view, card) == price
        elif isinstance(f, (ch.ProcessChoice, ch.OptimiseChoice)):
            price = industrial.process_price(c, T.effects[f.effect], f.lithium + 1, f.geothermal)
            assert package.process_total(view, f, f.lithium + 1, f.geothermal) == price
            for product in (tb.GEOTHERMAL, tb.LITHIUM):
                damage = industrial.optimise_damage(s, c, product)
                assert texts_for(seats).optimise_damage(view, f.seat, product) == damage
        elif isinstance(f, ch.RepairChoice):
            for points in range(3):
                price = industrial.repair_price(s, c, T.effects[f.effect], points)
                assert package.repair_total(view, f, points) == price
        elif isinstance(f, ch.SharesChoice):
            for counts in ((1, 0, 0), (0, 2, 0), (1, 0, 1)):
                price = management.shares_price(s, c, T.effects[f.effect], *counts)
                assert package.shares_total(view, f, counts) == price
        elif isinstance(f, ch.SellUnitsChoice):
            units = (f.brine, f.geothermal, f.lithium + 1)
            due = commercial.sale_money(s, T.effects[f.effect], f.corporation, units)
            assert package.sale_total(view, f, units) == due
        assert package.brine_in_reach(view, f.seat)[0] == industrial.in_reach(c)


def test_running_sums_of_payments_and_collections() -> None:
    texts, view = texts_for(2), new_session(2, 1).view(0)
    one, three = T.by_id["act.1.extract"][1], T.by_id["act.3.extract"][1]

    def hint(choice: ch.Choice) -> str:
        return texts.choice_hint(choice, view)

    assert texts.choice_title(ch.PaymentChoice(0, 7, 0, ()), view) == "Pay $7"
    assert hint(ch.PaymentChoice(0, 7, 0, ())) == "Put in cards worth $7; no change is given."
    assert hint(ch.PaymentChoice(0, 7, 0, (three,))) == "$4 still to pay: put in cards."
    assert hint(ch.PaymentChoice(0, 4, 0, (three, one))) == "Paid exactly."
    assert hint(ch.PaymentChoice(0, 2, 0, (three,))) == "Cards worth $3: $1 are lost, no change is given."
    assert hint(ch.PaymentChoice(0, 1, 4, ())).endswith("Keep $4 for the repeated action.")
    assert texts.button(a.CONFIRM, ch.PaymentChoice(0, 7, 0, ())) == "Pay $7"
    collect = ch.CollectChoice(0, 16, 16, 8, (0, 0, 0), (0, 0, 0))
    assert texts.choice_title(collect, view) == "Collect $16"
    assert hint(collect) == "$8 still to take: pick cards or piles."
    short = ch.CollectChoice(0, 8, 6, 3, (0, 0, 0), (0, 0, 0))
    assert hint(short) == "$3 still to take: pick cards or piles. The market can pay $6 of $8."


def test_price_formulas() -> None:
    texts, view = texts_for(2), new_session(2, 1).view(0)
    process = T.by_id["act.5.process"][1]
    effect = T.types[process].effect
    assert texts.choice_title(ch.ProcessChoice(0, effect, 0, 0), view) == "Process up to 3 brine"
    assert texts.choice_hint(ch.ProcessChoice(0, effect, 1, 2), view) == (
        "2 geothermal energy and 1 lithium: $4 + $2 + $2 = $8."
    )
    repair = T.types[T.by_id["act.3.repair"][1]].effect
    assert texts.choice_title(ch.RepairChoice(0, repair, 0, 0), view) == "Repair up to 2 points"
    assert texts.choice_hint(ch.RepairChoice(0, repair, 0, 0), view) == "$3 a point; $2 off the total."
    assert texts.choice_hint(ch.RepairChoice(0, repair, 1, 1), view) == (
        "1 point of the drill and 1 point of the plant: $3 + $3 − $2 = $4."
    )
    assert texts.button(a.DONE, ch.RepairChoice(0, repair, 1, 0)) == "Repair"
    assert texts.button(a.DECLINE, ch.OptimiseChoice(0, effect, 1, 0)) == "No optimising"


def test_another_seats_choice_is_told_as_such() -> None:
    session = new_session(2, 1)
    texts, seat = texts_for(2), session.state.acting
    choice = session.view().choice
    assert choice is not None
    other = session.view(1 - seat)
    assert texts.choice_title(choice, session.view(seat)) == "Place an engineer"
    assert texts.choice_title(choice, other) == f"{NAMES[seat]}: Place an engineer"
    assert texts.choice_hint(choice, other) == f"The game waits for {NAMES[seat]}."
    payment = ch.PaymentChoice(seat, 4, 0, (3, 3))
    assert "$" not in texts.choice_hint(payment, other)


def test_every_choice_type_without_a_game_around_it() -> None:
    """Also those that random games meet seldom."""
    texts, view = texts_for(3), new_session(3, 2).view(0)
    effect = {kind: next(e.index for e in T.effects if e.kind == kind) for kind in range(tb.POINTS + 1)}
    drill = next(e.index for e in T.effects if e.options)
    choices: list[ch.Choice] = [
        ch.TurnChoice(0, True), ch.EndTurnChoice(0, True), ch.GmiChoice(1),
        ch.ClaimChoice(0, effect[tb.LICENCE], False), ch.ClaimChoice(0, -1, True), ch.DrillModeChoice(0, drill),
        ch.DrillChoice(0, 2, 1), ch.ExtractChoice(0, 1), ch.ProcessChoice(0, effect[tb.PROCESS], 0, 0),
        ch.OptimiseChoice(0, effect[tb.PROCESS], 1, 0), ch.RepairChoice(0, effect[tb.REPAIR], 0, 0),
        ch.SellChoice(0, effect[tb.SELL]), ch.SellUnitsChoice(0, effect[tb.SELL], 1, 1, 0, 0),
        ch.ContractChoice(0, effect[tb.CONTRACT]), ch.ResearchChoice(0, effect[tb.RESEARCH]),
        ch.SharesChoice(0, effect[tb.SHARES], 0, 0, 2), ch.MoveSharesChoice(0, 1, 0, 2), ch.TileChoice(0, 2, 0),
        ch.RepeatChoice(0, effect[tb.REPEAT]), ch.CopyChoice(0), ch.BenefitChoice(0, 1, 15),
        ch.PaymentChoice(0, 3, 0, ()), ch.CollectChoice(0, 3, 3, 0, (0, 0, 0), (0, 0, 0)),
    ]  # fmt: skip
    assert {type(choice) for choice in choices} == set(ch.CHOICE_TYPES)
    for choice in choices:
        label(texts.choice_title(choice, view))
        sentence(texts.choice_hint(choice, view))
        assert texts.choice_icon(choice) in ICON_NAMES
        for action in (a.DONE, a.DECLINE, a.CONFIRM):
            label(texts.button(action, choice))
    assert texts.choice_hint(ch.MoveSharesChoice(0, 1, 0, 2), view).startswith(
        "Still to move: 1 Cinder share and 2 Tide shares."
    )


def test_every_action_of_the_notation() -> None:
    texts, view = texts_for(4), new_session(4, 3).view()
    every = notation(T).every().values()
    assert {type(action) for action in every} == set(ACTION_TYPES)
    for action in every:
        label(texts.action(action, view))
        label(texts.button(action, view.choice))
    drill = next(i for i, space in enumerate(T.spaces) if space.name == "drill")
    assert texts.action(a.PLACE[drill], view) == "Place an engineer on Drill"
    assert texts.action(a.PAY[T.by_id["act.3.extract"][1]], view) == "Pay with the $3 Extract card"
    assert texts.action(a.END_TURN, view) == "End the turn"
    assert texts.action(a.PROMPT[T.by_id["act.3.extract"][1]], view) == "Play the $3 Extract card: up to 3"


# ---------------------------------------------------------------- cards and pieces


def test_all_card_texts() -> None:
    texts = texts_for(1)
    for effect in T.effects:
        label(texts.effect_words(effect))
        label(texts.effect_short(effect))
        label(texts.effect_title(effect))
        label(texts.effect_source(effect.index))
    families: list[tuple[Callable[[int], str], int]] = [
        (texts.research_words, len(T.research)), (texts.research_title, len(T.research)),
        (texts.research_short, len(T.research)), (texts.research_effect, len(T.research)),
        (texts.contract_words, len(T.contracts)), (texts.contract_line, len(T.contracts)),
        (texts.claim_words, len(T.claims)), (texts.claim_layers, len(T.claims)), (texts.claim_title, len(T.claims)),
        (texts.tile_words, len(T.tiles)), (texts.tile_title, len(T.tiles)), (texts.fee_words, len(T.fees)),
        (texts.objective_words, len(T.objectives)), (texts.objective_title, len(T.objectives)),
        (texts.gmi_card_words, len(T.gmi_cards)), (texts.gmi_card_title, len(T.gmi_cards)),
        (texts.space, len(T.spaces)), (texts.card, len(T.types)), (texts.corporation_long, 3), (texts.stack, 3),
        (texts.product_name, 3), (texts.kind_name, tb.EXECUTE + 1), (texts.kind_title, tb.EXECUTE + 1), (texts.row, 5),
        (texts.reward_words, len(T.share_reward)),
    ]  # fmt: skip
    for words, number in families:
        for i in range(number):
            label(words(i))
    for i in range(len(T.objectives)):
        assert texts.objective_icon(i) in ICON_NAMES
    assert texts.corporation_long(0) == "Cinder (red)"
    assert [texts.kind_name(kind) for kind in range(tb.REPEAT + 1)] == [
        "Licence", "Drill", "Extract", "Process", "Repair", "Sell", "Contract", "Develop", "Research", "Shares",
        "Finance", "Repeat",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ident", "short", "words"),
    [
        ("act.3.extract", "up to 3", "Extract up to 3 brine"),
        ("act.3.licence", "−$2", "Acquire a claim, $2 off its price"),
        ("act.3.drill", "2 layers or 1 ignoring 1 rock", "Drill up to 2 layers or 1 layer ignoring 1 rock"),
        ("act.3.contract", "+$1, 2 VP", "Take a contract and gain $1 and 2 VP"),
        ("act.5.process", "3: lithium $4, geothermal $2",
         "Process up to 3 brine: lithium $4, geothermal energy $2 each"),
        ("act.1.shares", "up to 2, −$1", "Buy up to 2 shares of one corporation, $1 off the total"),
        ("act.5.sell", "up to 3 (2: 1 VP; 3: 3 VP)",
         "Sell up to 3 units to one corporation (exactly 2 units: 1 VP more; exactly 3 units: 3 VP more)"),
        ("space.develop", "$3", "Pay $3 for 1 plan step"),
        ("tile.red.6", "7 VP", "Gain 7 VP"),
    ],
)  # fmt: skip
def test_effects_in_short_and_in_words(ident: str, short: str, words: str) -> None:
    texts = texts_for(2)
    effect = next(e for e in T.effects if e.id == ident)
    assert texts.effect_short(effect) == short
    assert texts.effect_words(effect) == words


def test_permanent_research_in_words() -> None:
    texts = texts_for(2)
    effects = {card.name: texts.research_effect(i) for i, card in enumerate(T.research)}
    assert effects["p01"] == "Each Extract may take 1 brine more"
    assert effects["p07"] == "Optimising lithium costs 2 damage. Optimising geothermal energy costs 1 damage"
    assert texts.research_words(T.by_id["research.p01"][1]) == (
        "Permanent research. Each Extract may take 1 brine more. Price $4, with 1 Cinder share at once. "
        "At the end 1 VP times the number of its slot"
    )


def test_piece_names_tell_the_facts() -> None:
    session = new_session(2, 4)
    view = session.view(0)
    texts = texts_for(2)
    claim = view.claims[0]
    record = T.claims[claim]
    price = record.cost + T.claim_surcharge[0]
    assert texts.piece_name(f"claim:{claim}", view).startswith(f"Claim 1 of 4, {price} dollars, ")
    extract = next(i for i, space in enumerate(T.spaces) if space.name == "extract")
    assert texts.piece_name(f"space:{extract}", view) == "Extract, own space, 1 brine"
    assert texts.piece_name(f"space:{extract}", view, possible=False) == "Extract, own space, not possible, 1 brine"
    cost = T.asset_price[view.assets[2]]
    assert (
        texts.piece_name("share:2", view)
        == f"Tide shares, you 0 of 8, next costs {cost} dollars, gives nothing, Ines 0"
    )
    hidden = texts.piece_name("hand:0", session.view(-1))
    assert "in hand" not in hidden
    assert texts.piece_name("company:1", view) == "Ines, 0 points, 4 engineers left, 7 cards in hand" + (
        ", first this round" if view.first == 1 else ""
    )
    for wrong in ("nonsense", "space:x", "face:1/x"):
        with pytest.raises(KeyError):
            texts.piece_name(wrong, view)


def test_unturned_gmi_cards_stay_hidden() -> None:
    session = new_session(1, 2)
    texts, view = texts_for(1, reconstructed=reconstructed_ids(read_pack())), session.view(0)
    tips = {texts.piece_tip(f"gmi:{i}", view).partition(" of ")[2] for i in range(1, 4)}
    assert tips == {"4, face down"}


def test_tooltips_hold_the_full_text_and_the_note() -> None:
    view = new_session(2, 4).view(0)
    note = "reconstructed, not read from the printed game"
    texts = texts_for(2, reconstructed=reconstructed_ids(read_pack()))
    plain = texts_for(2)
    for key in every_key(view):
        assert note not in plain.piece_tip(key, view)
    assert note in texts.piece_tip(f"claim:{view.claims[0]}", view)
    assert note in texts.piece_tip("damage:0", view)
    assert note in texts.piece_tip("share:1", view)
    licence = T.by_id["act.3.licence"][1]
    assert note not in texts.piece_tip(f"hand:{licence}", view)  # the rulebook states it
    assert "Acquire a claim, $2 off its price." in texts.piece_tip(f"hand:{licence}", view)
    card = view.research_row[0]
    assert texts.research_words(card) + "." in texts.piece_tip(f"research:{card}", view)
    contract = view.contract_row[0]
    assert texts.contract_words(contract) + "." in texts.piece_tip(f"contract:{contract}", view)
    objective = view.objectives[0]
    assert texts.objective_words(objective) + "." in texts.piece_tip(f"objective:{objective}", view)
    one = texts_for(2, reconstructed={T.claims[view.claims[1]].id})
    assert note in one.piece_tip(f"claim:{view.claims[1]}", view)
    assert note not in one.piece_tip(f"claim:{view.claims[2]}", view)


# ---------------------------------------------------------------- the end, glossary


def _outcome(totals: tuple[int, ...], money: tuple[int, ...], winners: tuple[int, ...], by: str) -> Outcome:
    scores = tuple(Breakdown(total, 0, 0, 0, 0, 0, 0, 0, 0) for total in totals)
    return Outcome(scores, money, winners, (1,) * len(totals), by)


@pytest.mark.parametrize(
    ("seats", "outcome", "text"),
    [
        (4, _outcome((127, 116, 126, 94), (0, 0, 0, 0), (0,), "points"),
         "Marta wins with 127 points, 1 ahead of Oskar."),
        (4, _outcome((90, 80, 80, 80), (0, 0, 0, 0), (0,), "points"),
         "Marta wins with 90 points, 10 ahead of Ines, Oskar and Yuki."),
        (3, _outcome((60, 60, 60), (9, 14, 12), (1,), "money"),
         "Ines wins with 60 points: level with Marta and Oskar, but with more money, $14 against $9 and $12."),
        (3, _outcome((60, 60, 40), (12, 12, 30), (0, 1), "shared"),
         "Marta and Ines share the victory with 60 points and $12 each."),
        (1, _outcome((66, 61), (3, 4), (0,), "points"), "Marta beats GMI by 5 points, 66 to 61."),
        (1, _outcome((61, 62), (3, 4), (1,), "points"), "GMI beats Marta by 1 point, 62 to 61."),
        (1, _outcome((61, 61), (4, 4), (0, 1), "shared"),
         "Marta and GMI share the victory with 61 points and $4 each."),
    ],
)  # fmt: skip
def test_headline(seats: int, outcome: Outcome, text: str) -> None:
    assert texts_for(seats).outcome_headline(outcome) == text


def test_scoring_words() -> None:
    texts = texts_for(2)
    names = (*CATEGORIES, "total")
    assert len({texts.category(name) for name in names}) == len(names)
    for name in names:
        label(texts.category(name))
        sentence(texts.category_words(name))
        assert texts.category_icon(name) in ICON_NAMES
    for source in ("claim", "contract", "card", "tile", "objective", "research", "develop", "sale"):
        label(texts.vp_source(source))
        sentence(texts.event_sentence(ev.VpGained(0, 3, source), 0) or "")
    assert [texts.place(n) for n in (1, 2, 3, 4)] == ["1st", "2nd", "3rd", "4th"]
    ends = [texts.end_reason(code) for code in (0, 1, 2)]
    assert len(set(ends)) == 3 and ends[1:] == [texts.end_reason("claims"), texts.end_reason("closed")]


# Icons of the program rather than of the game.
_PROGRAM_ICONS = {
    "bug-report", "campaign", "cancel", "chart", "confirm", "eye", "hint", "home", "hotseat", "info", "keyboard",
    "load", "log", "menu", "minus", "mute", "next", "pause", "plus", "redo", "rules", "save", "seat-diamond",
    "seat-disc", "seat-square", "seat-triangle", "settings", "skip", "sort", "sound", "trophy", "undo", "warning",
    "zoom",
}  # fmt: skip


def test_glossary_explains_every_icon_of_the_game() -> None:
    entries = texts_for(2).glossary()
    icons = [icon for icon, _, _ in entries]
    assert len(set(icons)) == len(icons)
    assert set(icons) == ICON_NAMES - _PROGRAM_ICONS
    assert len({term for _, term, _ in entries}) >= len(entries) - 2  # Drill and Research are action and thing
    for _, term, explanation in entries:
        label(term)
        sentence(explanation)


# ---------------------------------------------------------------- languages


def test_plural_forms() -> None:
    """F99: 0, 1, 2, 5, 21 of everything."""
    counts = Counts()
    for name, method in inspect.getmembers(counts, inspect.ismethod):
        if name not in vars(Counts):
            continue
        extra = ["$3" if name == "blind_cards" else "Tide"] if name in ("blind_cards", "shares_of") else []
        for n in (0, 1, 2, 5, 21):
            text = method(n, *extra)
            proper(text)
            assert str(n) in text or (n == 1 and text[0].isalpha()), (name, text)
    assert [counts.layers(n) for n in (0, 1, 2, 5)] == ["0 layers", "1 layer", "2 layers", "5 layers"]
    assert [counts.shares_of(n, "Tide") for n in (0, 1, 2, 5)] == [
        "0 Tide shares", "1 Tide share", "2 Tide shares", "5 Tide shares",
    ]  # fmt: skip
    assert [counts.brine(n) for n in (0, 1, 2, 5)] == ["0 brine", "1 brine", "2 brine", "5 brine"]


def _tr_calls() -> Iterator[tuple[Path, ast.Call]]:
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tr":
                yield path, node


def test_tr_is_used_as_lupdate_needs_it() -> None:
    """Literal texts only; %n with a number, in the one class that nobody derives from, and nowhere else."""
    number = 0
    for path, call in _tr_calls():
        number += 1
        where = f"{path.name}:{call.lineno}"
        assert isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name), where
        assert call.func.value.id == "self" and not call.keywords, where
        literals = [arg.value for arg in call.args[:2] if isinstance(arg, ast.Constant)]
        assert len(literals) == min(2, len(call.args)) and all(isinstance(text, str) for text in literals), where
        plural = "%n" in str(literals[0])
        assert plural == (len(call.args) == 3), where
        assert not plural or path.name == "counts.py", where
    assert number > 500
    assert Counts.__subclasses__() == []


def test_no_qt_method_is_overridden() -> None:
    """`QObject.event`, for one, would swallow Qt's own events."""
    own = {name for cls in Texts.__mro__ for name in vars(cls) if cls.__module__.startswith(package.__name__)} - {
        "staticMetaObject"
    }
    clashes = {name for name in own & set(dir(QObject)) if not name.startswith("__")}
    assert clashes == set()
    assert {name for name in set(vars(Counts)) & set(dir(QObject)) if not name.startswith("__")} <= {"staticMetaObject"}


def _pseudo(source: str) -> str:
    return f"⟦{source}⟧"


def test_every_text_can_be_translated(tmp_path: Path, qapp: QCoreApplication) -> None:
    """lupdate finds all texts, and with a pseudo language no English one is left, plurals included."""
    ts, qm = tmp_path / "pseudo.ts", tmp_path / "pseudo.qm"
    sources = sorted(FOLDER.glob("*.py"))
    languages = ("-source-language", "en", "-target-language", "en")
    command: list[str | Path] = [hatch_build.qt_tool("lupdate"), *sources, "-silent", *languages, "-ts", ts]
    subprocess.run(command, check=True, capture_output=True)
    tree = ET.parse(ts)
    expected = {(str(c.args[0].value), str(c.args[1].value) if len(c.args) > 1 and c.args[1].value else "")  # type: ignore[attr-defined]
                for _, c in _tr_calls()}  # fmt: skip
    found = {(m.findtext("source", ""), m.findtext("comment", "")) for m in tree.iter("message")}
    assert found == expected
    for message in tree.iter("message"):
        translation = message.find("translation")
        assert translation is not None
        translation.attrib.pop("type", None)
        source = message.findtext("source", "")
        forms = translation.findall("numerusform")
        if message.get("numerus"):
            assert len(forms) == 2
            forms[0].text, forms[1].text = _pseudo(source + " one"), _pseudo(source + " many")
        else:
            translation.text = _pseudo(source)
    tree.write(ts, encoding="utf-8", xml_declaration=True)
    subprocess.run([hatch_build.qt_tool("lrelease"), "-silent", ts, "-qm", qm], check=True, capture_output=True)
    translator = QTranslator()
    assert translator.load(str(qm))
    assert qapp.installTranslator(translator)
    try:
        texts = texts_for(1)
        for kind in range(tb.EXECUTE + 1):
            assert texts.kind_name(kind).startswith("⟦")
        assert texts.counts.layers(2) == "⟦2 layers many⟧"
        assert texts.counts.brine(1) == "⟦1 brine one⟧"
        for event in _SAMPLES:
            text = texts.event_sentence(event, 0)
            assert text is None or _all_translated(text, texts.seat_names), text
        for code in CODES:
            assert _all_translated(texts.reason(Reason(code, _REASON_PARAMS.get(code, ()))), texts.seat_names)
        for _, term, explanation in texts.glossary():
            assert _all_translated(term, ()) and _all_translated(explanation, ())
        view = new_session(1, 1).view(0)
        for key in every_key(view):
            assert _all_translated(texts.piece_name(key, view), texts.seat_names), key
    finally:
        qapp.removeTranslator(translator)


def _all_translated(text: str, names: tuple[str, ...]) -> bool:
    """Whether no letter stands outside the pseudo brackets (names of seats may)."""
    depth, outside = 0, ""
    for character in text:
        depth += (character == "⟦") - (character == "⟧")
        if depth == 0:
            outside += character
    for name in names:
        outside = outside.replace(name, "")
    return not re.search(r"[A-Za-z]", outside)


def test_names_of_people_are_left_alone() -> None:
    """Names with format marks do no harm."""
    wild = ("{0} {seat}", "%n %1 & <b>")
    texts = Texts(T, wild)
    for event in _SAMPLES:
        if "seat" in event._fields:
            for seat, name in enumerate(wild):
                text = texts.event_sentence(event._replace(seat=seat), None)  # type: ignore[call-arg]
                assert text is None or name in text
    assert (
        texts.outcome_headline(_outcome((5, 3), (0, 0), (0,), "points"))
        == "{0} {seat} wins with 5 points, 2 ahead of %n %1 & <b>."
    )
