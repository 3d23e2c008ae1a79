"""CRD: action cards as Prompt actions and as money; paying and collecting against brute-force oracles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.actions import CONFIRM
from saltonsea_desktop.games.saltonsea.choices import CollectChoice, EndTurnChoice, Frame, PaymentChoice
from saltonsea_desktop.games.saltonsea.components.tables import VALUES, Tables, default_tables
from saltonsea_desktop.games.saltonsea.events import BlindDrawn, Collected, FinancingDrawn, Paid
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.rules.money import push_collect, push_payment
from saltonsea_desktop.games.saltonsea.scoring import breakdown, money_held
from saltonsea_desktop.games.saltonsea.state import State
from saltonsea_desktop.games.saltonsea.view import HIDDEN, public_event, view_for
from saltonsea_desktop.session.options import GameOptions, SeatKind, SeatOptions
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.ui.controller import Controller
from tests.games.saltonsea.rules.kit import (
    events,
    finish_round,
    game,
    illegal,
    index,
    kinds,
    legal,
    names,
    of,
    offers,
    part,
    pay,
    play,
    run,
    seat,
    tables_with,
)

NO_MARKET: dict[str, list[str]] = {"1": [], "3": [], "5": []}


def payment(state: State) -> PaymentChoice:
    top = state.stack[-1]
    assert isinstance(top, PaymentChoice)
    return top


def collection(state: State) -> CollectChoice:
    top = state.stack[-1]
    assert isinstance(top, CollectChoice)
    return top


# ---------------------------------------------------------------- CRD-1, CRD-2, CRD-16: Prompt or money


@pytest.mark.rule("CRD-1")
def test_a_card_is_a_prompt_action_or_money() -> None:
    state = game(2, claims=["s01", "s02", "s03", "s06"], seat1={"hand": ["1.drill"]})
    prompt = play(state, "!1.drill")
    assert (seat(prompt).layer, seat(prompt).hr) == (1, 3)
    assert part(prompt)["table"] == ["1.drill"]
    money = play(state, "@licence claim:s06 $1.drill ok")
    assert (seat(money).layer, seat(money).hr) == (0, 3)
    assert part(money)["table"] == []
    assert names(money.tables.types, money.discards[0]) == ["1.drill"]


@pytest.mark.rule("CRD-1")
def test_hands_have_no_limit() -> None:
    """The better part of all cards in one hand, and still one more is drawn."""
    t = default_tables()
    hand = [card.name for card in t.types for _ in range(3)]
    state = play(game(2, seat1={"hand": hand}), "@financing")
    assert sum(seat(state).hand) + len(seat(state).fresh) == len(hand) + 1 == 76


@pytest.mark.rule("CRD-2")
def test_a_prompt_card_stays_on_the_table_until_the_end_of_the_round() -> None:
    state = game(2, claims=["s01", "s02", "s03", "s06"], seat1={"hand": ["1.drill", "1.drill"]})
    state = play(state, "!1.drill end @financing end")
    assert (part(state)["hand"], part(state)["table"]) == (["1.drill"], ["1.drill"])
    state = play(state, "@licence claim:s06")
    assert legal(state) == ["$1.drill"]  # the one in hand
    state = play(state, "$1.drill ok end @financing end")
    assert illegal(state, "!1.drill") == "in_play"
    assert illegal(state, "@develop") == "cost"
    state = finish_round(state)
    assert (part(state)["hand"].count("1.drill"), part(state)["table"]) == (1, [])


@pytest.mark.rule("CRD-2")
def test_a_prompt_card_does_not_pay_for_its_own_action() -> None:
    state = game(2, claims=["s13", "d01", "d02", "s08"], seat1={"hand": ["1.licence", "3.drill"]})
    state = play(state, "!1.licence claim:d02")  # 2 - 1
    assert legal(state) == ["$3.drill"]


@pytest.mark.rule("CRD-16")
def test_cards_in_play_and_new_cards_cannot_pay_and_do_not_count() -> None:
    poor = game(2, seat1={"hand": ["1.drill"], "table": ["5.drill"], "fresh": ["5.repair"]})
    # the new card is of this turn: the position keeps it so
    assert seat(poor).cash == 1
    assert illegal(poor, "@develop") == "cost"
    rich = game(2, seat1={"hand": ["1.drill", "5.drill", "5.repair"]})
    assert offers(rich, "@develop")


@pytest.mark.rule("CRD-16")
def test_cards_in_play_and_new_cards_count_in_the_final_scoring() -> None:
    state = game(2, seat1={"hand": ["1.drill"], "table": ["5.drill"], "fresh": ["3.repair"]})
    assert money_held(state, 0) == 9
    assert breakdown(state, 0).hand == 6


# ---------------------------------------------------------------- CRD-3 to CRD-7: paying


@pytest.mark.rule("CRD-3")
def test_no_change_is_given() -> None:
    """The rulebook's example: two cards of $3 for a claim that costs $5."""
    state = game(2, claims=["d13", "d12", "d10", "d03"], seat1={"hand": ["3.drill", "3.sell"]})
    t = state.tables
    price = t.claims[index(state, "claim.d12")].cost + t.claim_surcharge[1]
    assert price == 5
    rows, decks = state.rows, state.decks
    state = play(state, "@licence claim:d12 $3.drill")
    assert illegal(state, "ok") == "not_covered"
    state, happened = run(state, "$3.sell ok")
    assert part(state)["hand"] == []
    assert (seat(state).cash, seat(state).vp) == (0, 0)
    assert seat(state).fresh == ()
    assert (state.rows, state.decks) == (rows, decks)
    assert [(event.due, sorted(event.values)) for event in of(Paid, happened)] == [(5, [3, 3])]


@pytest.mark.rule("CRD-3", "CRD-4")
def test_a_payment_ends_when_it_is_covered() -> None:
    state = play(game(2, seat1={"hand": ["1.drill"] * 3 + ["3.drill", "5.drill"]}), "@develop")
    assert set(legal(state)) == {"$1.drill", "$3.drill", "$5.drill"}
    state = play(state, "$3.drill")
    assert legal(state) == ["ok"]
    assert illegal(state, "$1.drill") == "superfluous"


@pytest.mark.rule("CRD-4")
def test_a_dear_card_may_pay_a_small_cost_but_none_is_superfluous() -> None:
    state = play(game(2, seat1={"hand": ["1.drill", "5.drill"]}), "@develop")
    assert legal(state) == ["$5.drill"]  # with the $1 card first, it would be superfluous
    assert illegal(state, "$1.drill") == "superfluous"
    assert part(play(state, "$5.drill ok"))["hand"] == ["1.drill"]


def hand_of(counts: tuple[int, ...]) -> list[str]:
    """So many cards per value, of two types each."""
    types = {1: ("1.drill", "1.shares"), 3: ("3.drill", "3.sell"), 5: ("5.drill", "5.sell")}
    return [types[value][i % 2] for value, n in zip(VALUES, counts, strict=True) for i in range(n)]


def payments(state: State) -> tuple[set[tuple[int, ...]], set[tuple[int, ...]]]:
    """Every payment (sorted card types) that can be confirmed from here, and every unfinished one on the way."""
    complete: set[tuple[int, ...]] = set()
    seen: set[tuple[int, ...]] = set()
    line = [state]
    while line:
        here = line.pop()
        paid = tuple(sorted(payment(here).paid))
        options = legal_actions(here)
        assert options, "a dead end"
        if options == [CONFIRM]:
            complete.add(paid)
            continue
        assert CONFIRM not in options
        for action in options:
            after = apply(here, action)[0]
            key = tuple(sorted(payment(after).paid))
            if key not in seen:
                seen.add(key)
                line.append(after)
    return complete, seen


def fair_payments(t: Tables, hand: list[int], due: int) -> set[tuple[int, ...]]:
    """CRD-3 and CRD-4 by trying every set of cards."""
    out = set()
    for numbers in product(*(range(n + 1) for n in hand)):
        cards = [i for i, n in enumerate(numbers) for _ in range(n)]
        total = sum(t.type_value[i] for i in cards)
        if total >= due and all(total - t.type_value[i] < due for i in cards):
            out.add(tuple(cards))
    return out


@pytest.mark.rule("CRD-3", "CRD-4")
@settings(max_examples=25)
@given(st.tuples(st.integers(0, 5), st.integers(0, 4), st.integers(0, 3)), st.integers(1, 16))
def test_payments_are_those_of_the_oracle(counts: tuple[int, int, int], due: int) -> None:
    state = game(2, seat1={"hand": hand_of(counts)})
    expected = fair_payments(state.tables, seat(state).hand, due)
    push_payment(state, 0, due)
    if not expected:
        assert seat(state).cash < due
        return
    complete, seen = payments(state)
    assert complete == expected
    # every unfinished payment lies below a finished one
    for partial in seen:
        assert any(not Counter(partial) - Counter(whole) for whole in expected)


@pytest.mark.rule("CRD-5")
def test_a_cost_of_nothing_needs_no_card() -> None:
    """A $3 discount on the two-dollar claim: nothing is paid, the surplus is lost, an empty hand will do."""
    state = game(2, claims=["s13", "d13", "d12", "s05"], seat1={"hand": ["5.licence"]})
    state, happened = run(state, "!5.licence claim:s05")
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert of(Paid, happened) == []
    assert (part(state)["hand"], part(state)["fresh"]) == ([], [])
    assert part(state)["well"] == ["s05"]


@pytest.mark.rule("CRD-5")
def test_a_free_card_is_taken_with_an_empty_hand() -> None:
    state = game(2, research_row=["p01", "i04", "p02", "p04"], seat1={"hand": []})
    state = play(state, "@research")
    assert legal(state) == ["research:i04"]
    assert part(play(state, "research:i04"))["research"] == ["i04"]


@pytest.mark.rule("CRD-5")
@pytest.mark.parametrize(("research", "due"), [([], 3), (["p03"], 2)])
def test_discounts_add_up(research: list[str], due: int) -> None:
    """A claim of $4 in the bottom space: $1 off by the card, $1 more by a permanent effect."""
    state = game(2, claims=["s01", "s02", "s03", "d12"], seat1={"research": research, "hand": ["1.licence", "5.drill"]})
    assert payment(play(state, "!1.licence claim:d12")).due == due


@pytest.mark.rule("CRD-5")
def test_discounts_of_several_sources_stop_at_zero() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for card in data["research"]["research"]:
            if card["id"] == "research.p03":
                card["effect"]["discount"] = 9

    tables = tables_with(change)
    state = game(
        2, tables=tables, claims=["d13", "s02", "s03", "d12"], seat1={"research": ["p03"], "hand": ["1.licence"]}
    )
    cash = seat(state).cash
    state = play(state, "!1.licence claim:d13")
    assert part(state)["well"] == ["d13"]
    assert (seat(state).cash, seat(state).fresh) == (cash - 1, ())  # only the Prompt card left the hand


@pytest.mark.rule("CRD-6")
@pytest.mark.parametrize(
    ("overrides", "texts", "due"),
    [
        ({"goods": {"brine": 2}, "hand": ["3.process", "5.drill", "5.sell"]}, "!3.process +l +l no", 10),
        ({"goods": {"brine": 2}, "hand": ["3.process", "5.drill", "5.sell"]}, "!3.process +l +g no", 8),
        ({"drill_damage": 1, "plant_damage": 1, "hand": ["3.repair", "5.drill"]},
         "!3.repair repair:drill repair:plant", 4),
        ({"hand": ["5.shares", "5.drill"]}, "!5.shares share:red share:red", 1),
    ],
)  # fmt: skip
def test_all_units_of_one_action_are_paid_together(overrides: dict[str, Any], texts: str, due: int) -> None:
    state = play(game(2, seat1=overrides), texts)
    assert payment(state).due == due
    state, happened = run(state, " ".join(["$5.drill", *(["$5.sell"] if due > 5 else []), "ok"]))
    assert [event.due for event in of(Paid, happened)] == [due]


@pytest.mark.rule("CRD-7")
def test_paid_cards_go_to_the_pile_of_their_value() -> None:
    state = game(
        2, claims=["d13", "d12", "d10", "d03"], discards={"1": ["1.repair"], "3": [], "5": []},
        seat1={"hand": ["1.drill", "5.sell", "3.drill"]},
    )  # fmt: skip
    state = play(state, "@licence claim:d13 $1.drill $5.sell ok")  # 4 + 2
    assert [sorted(names(state.tables.types, pile)) for pile in state.discards] == [
        ["1.drill", "1.repair"], [], ["5.sell"],
    ]  # fmt: skip
    assert view_for(state, 1).discards == (2, 0, 1)  # face down


# ---------------------------------------------------------------- CRD-8 to CRD-10, CRD-13, CRD-14: collecting


@pytest.mark.rule("CRD-8", "CRD-10")
def test_the_rulebook_example_of_collecting() -> None:
    """$8: a face-up $5 card and three $1 cards from the pile; the gap stays until the end of the round."""
    state = game(
        2,
        fees={"red": "n3"},
        market={"5": ["5.drill", "5.sell", "5.repair", "5.shares"]},
        discards={"1": ["1.drill", "1.drill", "1.shares", "1.repair"]},
        seat1={"goods": {"geothermal": 1}},
    )
    assert state.tables.fees[state.fees[0]][1] == 8
    state, happened = run(state, "@sell >red -g 5/2 ?1 ?1 ?1 ok")
    c, t = seat(state), state.tables
    assert sorted(t.types[card].value for card in c.fresh) == [1, 1, 1, 5]
    assert names(t.types, state.rows[2]) == ["5.drill", "", "5.repair", "5.shares"]
    assert len(state.discards[0]) == 1
    assert len(of(BlindDrawn, happened)) == 1
    state = play(state, "end @financing end")
    assert names(t.types, state.rows[2])[1] == ""
    state = finish_round(state)
    assert min(state.rows[2]) >= 0


@pytest.mark.rule("CRD-8")
def test_blind_cards_come_at_random_from_the_pile_of_the_chosen_value() -> None:
    state = game(
        2, fees={"red": "n2"}, discards={"3": ["3.drill", "3.sell", "3.repair"], "1": ["1.drill"]},
        seat1={"goods": {"brine": 1}},
    )  # fmt: skip
    state = play(state, "@sell >red -b ?3")
    drawn: Counter[str] = Counter()
    for number in range(90):
        state.rng = number * 7919
        after = play(state, "ok")
        (card,) = names(state.tables.types, seat(after).fresh)
        drawn[card] += 1
        left = names(state.tables.types, after.discards[1])
        assert sorted([*left, card]) == ["3.drill", "3.repair", "3.sell"]
        assert len(after.discards[0]) == 1
    assert set(drawn) == {"3.drill", "3.sell", "3.repair"}
    assert min(drawn.values()) > 15


@pytest.mark.rule("CRD-8")
def test_any_face_up_card_may_be_taken_not_only_the_rightmost() -> None:
    state = play(game(2, fees={"red": "n4"}, seat1={"goods": {"brine": 1}}), "@sell >red -b")
    assert {"3/1", "3/2", "3/3", "3/4", "1/1", "1/4"} <= set(legal(state))
    assert "5/1" not in legal(state)  # more than the sum
    assert illegal(state, "?3") == "empty_pile"


@pytest.mark.rule("CRD-9")
@pytest.mark.parametrize(
    ("market", "discards", "target"),
    [
        ({"5": ["", "", "", "5.drill"], "3": ["", "", "", "3.drill"], "1": []}, {}, 8),
        ({"5": ["", "", "", "5.drill"], "3": [], "1": []}, {}, 5),
        ({"5": ["", "", "", "5.drill"], "3": ["", "", "", "3.drill"], "1": []}, {"1": ["1.drill"]}, 9),
        ({"5": [], "3": ["", "3.sell", "", "3.drill"], "1": []}, {"3": ["3.sell", "3.repair"]}, 9),
    ],
)
def test_the_largest_sum_below_is_taken(market: dict[str, Any], discards: dict[str, Any], target: int) -> None:
    """Lithium at $9, and a market that cannot, or only just, make it."""
    piles = {"1": [], "3": [], "5": [], **discards}
    state = game(2, fees={"red": "n1"}, market=market, discards=piles, seat1={"goods": {"lithium": 1}})
    state = play(state, "@sell >red -l")
    assert (collection(state).due, collection(state).target) == (9, target)
    state = pay(state)
    assert sum(state.tables.type_value[card] for card in seat(state).fresh) == target


@pytest.mark.rule("CRD-9")
def test_an_empty_market_pays_nothing() -> None:
    state = game(2, market=NO_MARKET, discards=NO_MARKET, seat1={"goods": {"brine": 1}})
    state, happened = run(state, "@sell >red -b")
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert "BenefitLost" in kinds(happened)
    assert seat(state).fresh == ()


@pytest.mark.rule("CRD-10")
def test_taken_cards_are_replaced_at_the_end_of_the_round_only() -> None:
    state = game(2, fees={"red": "n4"}, seat1={"goods": {"brine": 1}})
    before, deck = state.rows[1], state.decks[1]
    state = play(state, "@sell >red -b 3/3 ok end @financing end @drill end")
    assert state.round == 1
    assert state.rows[1] == (before[0], before[1], -1, before[3])
    assert state.decks[1] == deck
    state = finish_round(state)
    assert min(state.rows[1]) >= 0


@pytest.mark.rule("CRD-13")
def test_a_sale_and_its_bonus_are_one_sum() -> None:
    """The research card sells two units with $1 more."""
    state = game(2, fees={"red": "n1"}, seat1={"goods": {"brine": 2}, "research": ["i14"]})
    state = play(state, "*i14 >red -b -b")
    assert collection(state).due == 2 * state.tables.fees[state.fees[0]][0] + 1
    state = pay(state)
    assert isinstance(state.stack[-1], EndTurnChoice)


@pytest.mark.rule("CRD-13")
def test_a_contract_and_the_permanent_dollar_are_one_sum() -> None:
    state = game(2, seat1={"goods": {"lithium": 1}, "contracts": ["r05"], "research": ["p05"]})
    state = play(state, "=r05 get:money")
    assert collection(state).due == 7 + 1
    state, happened = run(state, "5/1 3/1 ok")
    assert len(of(Collected, happened)) == 1


@pytest.mark.rule("CRD-13")
def test_nothing_due_asks_for_nothing() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for fee in data["fees"]["fee"]:
            fee["brine"] = 0

    state = game(2, tables=tables_with(change), seat1={"goods": {"brine": 1}})
    state, happened = run(state, "@sell >red -b")
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert of(Collected, happened) == []
    assert "BenefitLost" not in kinds(happened)


@pytest.mark.rule("CRD-14")
def test_the_whole_mix_is_chosen_first_then_taken() -> None:
    state = game(2, fees={"red": "n3"}, discards={"1": ["1.drill"] * 2, "3": ["3.sell", "3.drill"]},
                 seat1={"goods": {"geothermal": 1}})  # fmt: skip
    start = play(state, "@sell >red -g")
    state = start
    for text in ("5/2", "?3"):
        state, happened = run(state, text)
        assert happened == []  # nothing is taken, nothing is seen
        assert state.rows == start.rows
        assert state.discards == start.discards
        assert state.rng == start.rng
        assert seat(state).fresh == ()
    assert legal(state) == ["ok"]
    state, happened = run(state, "ok")
    assert len(seat(state).fresh) == 2
    (drawn,) = of(BlindDrawn, happened)
    (taken,) = of(Collected, happened)
    assert (taken.total, taken.blinds) == (8, (0, 1, 0))
    # seen by their taker only
    assert public_event(drawn, 0) == drawn
    assert names(state.tables.types, drawn.cards_hidden)[0] in ("3.sell", "3.drill")
    for other in (1, -1):
        assert public_event(drawn, other) == BlindDrawn(0, (HIDDEN,))
        assert public_event(taken, other) == taken  # face-up cards are public, of blind ones the number


@pytest.mark.rule("CRD-14")
def test_cards_discarded_earlier_in_the_turn_may_come_back() -> None:
    """Repeat costs $1, then the sale collects it from the pile."""
    state = game(
        2,
        fees={"red": "s3"},
        market=NO_MARKET,
        discards=NO_MARKET,
        seat1={"goods": {"brine": 1}, "spaces": ["sell"], "hand": ["1.drill"]},
    )
    state = play(state, "@repeat repeat:sell $1.drill ok >red -b ?1 ok")
    assert part(state)["fresh"] == ["1.drill"]
    assert state.discards[0] == ()


def mixes(state: State) -> tuple[set[Frame], bool]:
    """Every mix that can be confirmed from here; whether no line ends before it."""
    complete: set[Frame] = set()
    seen: set[Frame] = set()
    line = [state]
    while line:
        here = line.pop()
        options = legal_actions(here)
        if not options:
            return complete, False
        if options == [CONFIRM]:
            complete.add(here.stack[-1])
            continue
        assert CONFIRM not in options
        for action in options:
            after = apply(here, action)[0]
            if after.stack[-1] not in seen:
                seen.add(after.stack[-1])
                line.append(after)
    return complete, True


def all_mixes(state: State, due: int) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """(total, face-up places as bit masks, blind cards) of every mix not above `due`."""
    for masks in product(*(range(1 << len(row)) for row in state.rows)):
        if any(card < 0 and mask >> i & 1 for row, mask in zip(state.rows, masks, strict=True)
               for i, card in enumerate(row)):  # fmt: skip
            continue
        for blinds in product(*(range(len(pile) + 1) for pile in state.discards)):
            total = sum(v * (m.bit_count() + b) for v, m, b in zip(VALUES, masks, blinds, strict=True))
            if total <= due:
                yield total, masks, blinds


FACES = {1: ("1.drill", "1.shares", "1.repair"), 3: ("3.drill", "3.sell", "3.repair"), 5: ("5.drill", "5.sell")}


@st.composite
def markets(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """Rows of four places with gaps, at most three cards in them, and up to three cards in each pile."""
    rows, piles = {}, {}
    for value in VALUES:
        faces, blinds = draw(st.integers(0, 3)), draw(st.integers(0, 1 if value == 5 else 2))
        cards = [FACES[value][i % len(FACES[value])] for i in range(faces + blinds)]
        rows[str(value)] = draw(st.permutations([*cards[:faces], *[""] * (4 - faces)]))
        piles[str(value)] = cards[faces:]
    return rows, piles


@pytest.mark.rule("CRD-8", "CRD-9", "CRD-14")
@settings(max_examples=25)
@given(markets(), st.integers(1, 12))
def test_mixes_are_those_of_the_oracle(market: tuple[dict[str, Any], dict[str, Any]], due: int) -> None:
    """Exactly the mixes with the largest sum not above what is due can be built, in any order."""
    state = game(2, market=market[0], discards=market[1], seat1={"hand": []}, seat2={"hand": []})
    everything = list(all_mixes(state, due))
    largest = max(total for total, _, _ in everything)
    top = state.stack[-1]
    push_collect(state, 0, due, None)
    if not largest:
        assert state.stack[-1] == top
        return
    assert collection(state).target == largest
    found, sound = mixes(state)
    assert sound
    assert {(f.faces, f.blinds) for f in found if isinstance(f, CollectChoice)} == {
        (faces, blinds) for total, faces, blinds in everything if total == largest
    }


# ---------------------------------------------------------------- CRD-11: when collected cards can be used


@pytest.mark.rule("CRD-11")
def test_collected_cards_are_used_from_the_next_turn_on() -> None:
    state = game(
        2, fees={"red": "n3"}, market={"5": ["", "", "", "5.shares"], "3": ["", "", "", "3.drill"]},
        seat1={"goods": {"geothermal": 1}, "hand": [], "well": ["s01"]},
    )  # fmt: skip
    state = play(state, "@sell >red -g 5/4 3/4 ok")
    assert part(state)["fresh"] == ["3.drill", "5.shares"]
    # in the hand at once, but not as money
    assert view_for(state, 0).companies[0].hand_count == 2
    assert seat(state).cash == 0
    state = play(state, "end @financing end")
    assert (part(state)["hand"], part(state)["fresh"]) == (["3.drill", "5.shares"], [])
    assert offers(state, "!3.drill")
    assert offers(state, "@develop")


@pytest.mark.rule("CRD-11")
def test_a_collected_card_pays_nothing_this_turn() -> None:
    ready: dict[str, Any] = {"goods": {"geothermal": 1}, "hand": [], "tiles": ["red.1"]}
    table: dict[str, Any] = {"fees": {"red": "n3"}, "claims": ["d13", "d12", "d10", "d03"]}
    sold = play(game(2, **table, seat1=ready), "@sell >red -g 5/4 3/4 ok")
    assert illegal(sold, "%red.1") == "cost"
    rich = play(game(2, **table, seat1={**ready, "hand": ["5.drill"]}), "@sell >red -g 5/4 3/4 ok %red.1 claim:d03")
    assert legal(rich) == ["$5.drill"]  # what was in hand before, not the new cards
    while rich.acting == 0:
        rich = play(rich, legal(rich)[0])
    again = play(rich, "@financing end")
    assert offers(again, "@licence")


@pytest.mark.rule("CRD-11")
def test_cards_collected_with_the_last_engineer_are_usable_next_round() -> None:
    state = game(2, seat1={"hr": 1, "hand": []}, seat2={"hr": 0})
    state = play(state, "@financing end @financing end")
    assert (state.round, state.acting) == (2, 0)
    assert sum(seat(state).hand) == 1
    assert seat(state).fresh == ()


# ---------------------------------------------------------------- CRD-12, CRD-15: who knows what


@pytest.mark.rule("CRD-12")
def test_a_hand_is_known_as_a_number_of_cards() -> None:
    one: dict[str, Any] = {"hand": ["1.drill", "5.sell", "5.sell"], "fresh": ["3.drill"]}
    two: dict[str, Any] = {"hand": ["3.sell", "1.repair", "1.shares"], "fresh": ["5.drill"]}
    views = []
    for own in (one, two):
        state = game(2, seat2=own, decks={"1": ["1.extract"], "3": ["3.shares"], "5": ["5.repair"]})
        shown = view_for(state, 0)
        board = shown.companies[1]
        assert (board.hand, board.fresh, board.cash, board.money) == (None, None, None, None)
        assert board.hand_count == 4
        own_board = view_for(state, 1).companies[1]
        assert own_board.hand == tuple(state.companies[1].hand)
        assert own_board.fresh == state.companies[1].fresh
        assert own_board.money == money_held(state, 1)
        views.append(shown)
    # everything a seat sees is the same, whatever the other hand holds
    assert views[0].companies == views[1].companies
    assert view_for(game(2, seat2=one), 0, open_hands=True).companies[1].hand is not None


@pytest.mark.rule("CRD-12")
def test_the_count_for_most_money_is_hidden() -> None:
    state = game(2, objectives=["l8", "l7", "l10", "s1", "s2"])
    place = state.objectives.index(index(state, "objective.l8"))
    assert view_for(state, 0).companies[1].standings[place] is None
    assert view_for(state, 0).companies[0].standings[place] == 7


@pytest.mark.rule("CRD-12")
def test_prompt_cards_on_the_table_are_public() -> None:
    state = play(game(2), "!1.drill")
    board = view_for(state, 1).companies[0]
    assert names(state.tables.types, board.table) == ["1.drill"]
    assert board.hand_count == 6


@pytest.mark.rule("CRD-12")
def test_an_unfinished_payment_is_not_shown() -> None:
    state = play(game(2, seat1={"hand": ["1.drill", "1.shares", "1.repair"]}), "@develop $1.drill")
    mine, yours = view_for(state, 0).choice, view_for(state, 1).choice
    assert isinstance(mine, PaymentChoice)
    assert isinstance(yours, PaymentChoice)
    assert len(mine.paid) == 1
    assert yours.paid == ()


@pytest.mark.rule("CRD-12")
def test_a_financed_card_is_seen_by_its_owner_only() -> None:
    (drawn,) = of(FinancingDrawn, events(game(2), "@financing"))
    assert public_event(drawn, 0) == drawn
    assert public_event(drawn, 1).card_hidden == HIDDEN  # type: ignore[union-attr]


def seats_of(*kinds_of_seats: SeatKind) -> GameOptions:
    return GameOptions(tuple(SeatOptions(f"Seat {i}", kind, i) for i, kind in enumerate(kinds_of_seats)), seed=1)


def stood(state: State, *kinds_of_seats: SeatKind) -> GameSession:
    """A session in which the game stands as `state`."""
    made = GameSession(seats_of(*kinds_of_seats), state.tables)
    made.history.start = state
    return made


def submit(made: GameSession, texts: str) -> None:
    for action in notation(made.tables).parse_all(texts):
        made.submit(action)


@pytest.mark.rule("CRD-12", "CRD-15")
def test_the_log_tells_another_seat_the_values_of_paid_cards_only() -> None:
    logs, own = [], []
    for card in ("3.drill", "3.sell"):
        made = stood(game(2, seat1={"hand": ["3.drill", "3.sell"], "development": 0}), "human", "human")
        submit(made, f"@develop ${card} ok end")
        (paid,) = of(Paid, [event for entry in made.log(1) for event in entry.events])
        assert (paid.cards_hidden, paid.values) == ((HIDDEN,), (3,))
        logs.append(made.log(1))
        own.append(made.log(0))
    assert own[0] != own[1]
    assert logs[0] == logs[1]  # nothing in it says which of the two was paid


class NoBots:
    """A bot service that never answers."""

    def request(self, *told: Any) -> None:
        return None

    def poll(self) -> None:
        return None

    def cancel(self) -> None:
        return None

    def close(self) -> None:
        return None


@pytest.mark.rule("CRD-12")
def test_a_cover_comes_between_the_turns_of_two_people(qapp: object) -> None:
    made = stood(game(2), "human", "human")
    controller = Controller(made, NoBots)
    try:
        controller.uncover()  # the first person sits down
        for action in notation(made.tables).parse_all("@drill end"):
            assert not controller.covered
            assert controller.act(action)
        assert controller.covered
        assert controller.legal_here() == []
        controller.uncover()
        assert not controller.covered
        assert controller.session.view().companies[1].hand is not None
        assert controller.session.view().companies[0].hand is None
    finally:
        controller.close()


@pytest.mark.rule("CRD-12")
def test_no_hand_of_another_person_is_shown_while_a_bot_plays(qapp: object) -> None:
    """Person, bot, person: the first still sits at the screen while the bot moves."""
    made = stood(game(3), "human", "random", "human")
    controller = Controller(made, NoBots)
    try:
        controller.uncover()  # the first person sits down
        for action in notation(made.tables).parse_all("@drill end"):
            assert controller.act(action)
        assert made.acting_kind() == "random"
        assert controller.covered or made.view().companies[2].hand is None
    finally:
        controller.close()


@pytest.mark.rule("CRD-12")
def test_one_person_alone_is_never_covered(qapp: object) -> None:
    made = stood(game(2), "human", "random")
    controller = Controller(made, NoBots)
    try:
        for action in notation(made.tables).parse_all("@drill end"):
            assert controller.act(action)
        assert not controller.covered
        shown = made.view()
        assert shown.companies[0].hand is not None
        assert shown.companies[1].hand is None
    finally:
        controller.close()


@pytest.mark.rule("CRD-15")
def test_a_pile_shows_its_number_and_values_only() -> None:
    one = game(2, discards={"3": ["3.drill", "3.sell"]}, decks={"3": ["3.licence", "3.repair"]})
    two = game(2, discards={"3": ["3.licence", "3.repair"]}, decks={"3": ["3.drill", "3.sell"]})
    assert one.discards != two.discards
    for viewer in (0, 1, -1):
        assert view_for(one, viewer) == view_for(two, viewer)
    # nothing offers a look: a blind card is asked for by its value alone
    state = play(
        game(2, fees={"red": "n2"}, discards={"3": ["3.drill", "3.sell"]}, seat1={"goods": {"brine": 1}}),
        "@sell >red -b",
    )
    assert [text for text in legal(state) if text.startswith("?")] == ["?3"]


@pytest.mark.rule("CRD-15")
def test_others_see_the_values_that_were_paid() -> None:
    happened = events(game(2, seat1={"hand": ["1.drill", "1.shares", "1.repair"]}), "@develop $1.drill $1.shares "
                      "$1.repair ok")  # fmt: skip
    (paid,) = of(Paid, happened)
    seen = public_event(paid, 1)
    assert isinstance(seen, Paid)
    assert (seen.due, seen.values) == (3, (1, 1, 1))
    assert seen.cards_hidden == (HIDDEN,) * 3
    assert public_event(paid, 0) == paid
