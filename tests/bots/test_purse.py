"""Paying and collecting: every way is considered, the least loss and the best gain are taken."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from saltonsea_desktop.bots.purse import Purse, covers, mix, mixes
from saltonsea_desktop.bots.values import Outlook
from saltonsea_desktop.games.saltonsea.actions import CONFIRM, PayCard
from saltonsea_desktop.games.saltonsea.choices import CollectChoice, PaymentChoice
from saltonsea_desktop.games.saltonsea.components.tables import VALUES
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import advance
from saltonsea_desktop.games.saltonsea.rules.money import largest_total, supply
from saltonsea_desktop.games.saltonsea.state import State
from tests.bots.positions import TABLES, turn

few = st.integers(0, 4)
hands = st.tuples(few, few, few)


def worth(counts: tuple[int, ...]) -> int:
    return sum(n * value for n, value in zip(counts, VALUES, strict=True))


@given(st.integers(1, 16), hands, hands)
def test_covers_are_all_payments_without_a_superfluous_card(
    due: int, held: tuple[int, int, int], more: tuple[int, int, int]
) -> None:
    paid = tuple(min(a, b) for a, b in zip(held, more, strict=True))
    limit = due + 2
    expected = set()
    for counts in product(*(range(low, high + 1) for low, high in zip(paid, held, strict=True))):
        total = worth(counts)
        least = min((value for n, value in zip(counts, VALUES, strict=True) if n), default=0)
        if due <= total <= limit and total - least < due:
            expected.add(counts)
    assert set(covers(due, limit, (paid[0], paid[1], paid[2]), held)) == expected


@given(st.integers(0, 20), hands)
def test_mixes_are_all_that_make_the_sum(total: int, held: tuple[int, int, int]) -> None:
    expected = {counts for counts in product(*(range(n + 1) for n in held)) if worth(counts) == total}
    assert set(mixes(total, held)) == expected


def position(seed: int) -> State:
    state = turn(2, seed, 2)
    assert state is not None
    return state


@given(st.integers(0, 60), st.integers(1, 9), st.data())
def test_payments_are_legal_and_lose_least(seed: int, due: int, data: st.DataObject) -> None:
    state = position(seed)
    seat = state.acting
    c = state.companies[seat]
    if c.cash < due:
        return
    state.stack.append(PaymentChoice(seat, due, 0, ()))
    outlook = Outlook(state, seat)
    for _ in range(data.draw(st.integers(0, 2))):  # a payment that has begun
        legal = legal_actions(state)
        if legal != [CONFIRM]:
            advance(state, data.draw(st.sampled_from(legal)))
    top = state.stack[-1]
    assert isinstance(top, PaymentChoice)
    cards = Purse(outlook).payment(state, top)
    found = loss(state, outlook, (*top.paid, *cards))
    best = min(loss(state, outlook, way) for way in ways(state, top))
    assert found <= best + 1e-9
    for card in cards:
        action = next(a for a in legal_actions(state) if isinstance(a, PayCard) and a.card == card)
        advance(state, action)
    assert legal_actions(state) == [CONFIRM]


def ways(state: State, f: PaymentChoice) -> list[tuple[int, ...]]:
    """Every complete payment that goes on from `f`."""
    out, seen, open_ones = [], set(), [f]
    while open_ones:
        f = open_ones.pop()
        key = tuple(sorted(f.paid))
        if key in seen:
            continue
        seen.add(key)
        state.stack.append(f)
        legal = legal_actions(state)
        state.stack.pop()
        if legal == [CONFIRM]:
            out.append(f.paid)
        open_ones.extend(f._replace(paid=(*f.paid, a.card)) for a in legal if isinstance(a, PayCard))
    return out


def loss(state: State, o: Outlook, cards: tuple[int, ...]) -> float:
    """What a hand loses: money, and for each type the further copies before the last one."""
    hand = state.companies[state.acting].hand
    total = 0.0
    for card in set(cards):
        n = cards.count(card)
        total += n * o.dollar * TABLES.type_value[card]
        last = n == hand[card]
        total += o.card[card] * (last + (n - last) * o.weights.card_double)
    return total


@given(st.integers(0, 60), st.integers(1, 14))
def test_mixes_are_legal(seed: int, due: int) -> None:
    state = position(seed)
    seat = state.acting
    target = largest_total(due, *supply(state))
    f = CollectChoice(seat, due, target, 0, (0, 0, 0), (0, 0, 0))
    places, blinds = mix(state, f, Outlook(state, seat))
    total = 0
    for row, value in enumerate(VALUES):
        assert len(set(places[row])) == len(places[row])
        assert all(state.rows[row][place] >= 0 for place in places[row])
        assert 0 <= blinds[row] <= len(state.discards[row])
        total += value * (len(places[row]) + blinds[row])
    assert total == target
