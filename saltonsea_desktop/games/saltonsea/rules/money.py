"""CRD: paying and collecting. The sums are searched over counts per value only, and remembered."""

from __future__ import annotations

from functools import lru_cache

from saltonsea_desktop.engine.rng import below
from saltonsea_desktop.games.saltonsea.actions import (
    BLIND,
    CONFIRM,
    FACE,
    PAY,
    Action,
    CollectBlind,
    CollectFace,
    PayCard,
)
from saltonsea_desktop.games.saltonsea.choices import CollectChoice, PaymentChoice
from saltonsea_desktop.games.saltonsea.components.tables import VALUES
from saltonsea_desktop.games.saltonsea.events import BenefitLost, BlindDrawn, Collected, Events, Paid
from saltonsea_desktop.games.saltonsea.state import Company, State

# ---------------------------------------------------------------- paying


@lru_cache(maxsize=1 << 16)
def _covers(due: int, limit: int, a: tuple[int, int, int], h: tuple[int, int, int]) -> int:
    """Bit mask of values of which one more card can go into a payment.

    `a` cards per value are in it, `h` are available in all (those included). A payment is complete when its sum reaches
    `due` without a superfluous card (CRD-4) and does not exceed `limit` (RPT-3).
    """
    mask = 0
    for n5 in range(a[2], min(h[2], due // 5 + 1) + 1):
        for n3 in range(a[1], min(h[1], due // 3 + 1) + 1):
            rest = due - 5 * n5 - 3 * n3
            # $1 cards: as many as are needed to reach the price, or those already in
            for n1 in {max(a[0], rest), a[0]}:
                if n1 < a[0] or n1 > h[0]:
                    continue
                total = 5 * n5 + 3 * n3 + n1
                least = 1 if n1 else 3 if n3 else 5
                if total >= due and total - least < due and total <= limit:
                    mask |= (n1 > a[0]) | (n3 > a[1]) << 1 | (n5 > a[2]) << 2
                    if mask == 7:
                        return 7
    return mask


def pay_mask(c: Company, due: int, reserve: int, paid: tuple[int, int, int]) -> int:
    """Values of which one more card may go in; 0 when nothing may."""
    return _covers(due, min(c.cash - reserve, due + 4), paid, (c.coins[0], c.coins[1], c.coins[2]))


def can_pay_leaving(c: Company, due: int, reserve: int) -> bool:
    """RPT-3: `due` can be paid so that `reserve` remains."""
    if due <= 0:
        return c.cash >= reserve
    return pay_mask(c, due, reserve, (0, 0, 0)) != 0


def push_payment(s: State, seat: int, due: int, reserve: int = 0) -> None:
    """CRD-5: a cost of 0 or less needs no card."""
    if due > 0:
        s.stack.append(PaymentChoice(seat, due, reserve, ()))


def legal_payment(s: State, f: PaymentChoice) -> list[Action]:
    c, t = s.companies[f.seat], s.tables
    values = t.type_value
    if f.paid:
        total, a = 0, [0, 0, 0]
        for card in f.paid:
            value = values[card]
            total += value
            a[value >> 1] += 1
        if total >= f.due:
            return [CONFIRM]
        mask = pay_mask(c, f.due, f.reserve, (a[0], a[1], a[2]))
        paid = f.paid
        return [PAY[i] for i, n in enumerate(c.hand) if n and mask >> (values[i] >> 1) & 1 and n > paid.count(i)]
    mask = pay_mask(c, f.due, f.reserve, (0, 0, 0))
    return [PAY[i] for i, n in enumerate(c.hand) if n and mask >> (values[i] >> 1) & 1]


def resolve_payment(s: State, f: PaymentChoice, action: Action, ev: Events | None) -> None:
    if isinstance(action, PayCard):
        s.stack.append(PaymentChoice(f.seat, f.due, f.reserve, (*f.paid, action.card)))
        return
    spend(s, f.seat, f.paid, f.due, ev)


def spend(s: State, seat: int, cards: tuple[int, ...], due: int, ev: Events | None) -> None:
    """CRD-3, CRD-7: the cards go face down to the discard piles of their values."""
    c, values = s.companies[seat], s.tables.type_value
    piles: list[tuple[int, ...]] = list(s.discards)
    for card in cards:
        value = values[card]
        c.hand[card] -= 1
        c.coins[value >> 1] -= 1
        c.cash -= value
        piles[value >> 1] += (card,)
    s.discards = tuple(piles)
    if ev is not None:
        ev.append(Paid(seat, due, cards, tuple(values[card] for card in cards)))


# ---------------------------------------------------------------- collecting


@lru_cache(maxsize=1 << 16)
def reachable(total: int, n1: int, n3: int, n5: int) -> bool:
    """Whether cards of these numbers per value can make exactly `total`."""
    for k5 in range(min(n5, total // 5), -1, -1):
        rest5 = total - 5 * k5
        for k3 in range(min(n3, rest5 // 3), -1, -1):
            if rest5 - 3 * k3 <= n1:
                return True
    return total == 0


@lru_cache(maxsize=1 << 16)
def largest_total(due: int, n1: int, n3: int, n5: int) -> int:
    """CRD-9: the largest sum not above `due` that the market can make."""
    for total in range(min(due, n1 + 3 * n3 + 5 * n5), 0, -1):
        if reachable(total, n1, n3, n5):
            return total
    return 0


def supply(s: State) -> tuple[int, int, int]:
    """Cards per value that can be collected: face up in the market or in the discard pile."""
    rows, piles = s.rows, s.discards
    return (
        len(rows[0]) - rows[0].count(-1) + len(piles[0]),
        len(rows[1]) - rows[1].count(-1) + len(piles[1]),
        len(rows[2]) - rows[2].count(-1) + len(piles[2]),
    )


def push_collect(s: State, seat: int, due: int, ev: Events | None) -> None:
    """CRD-8, CRD-9, CRD-13: $0, or a market that can pay nothing, asks for nothing (SEL-6)."""
    if due <= 0:
        return
    target = largest_total(due, *supply(s))
    if target:
        s.stack.append(CollectChoice(seat, due, target, 0, (0, 0, 0), (0, 0, 0)))
    elif ev is not None:
        ev.append(BenefitLost(seat, "money"))


def legal_collect(s: State, f: CollectChoice) -> list[Action]:
    left = f.target - f.total
    if not left:
        return [CONFIRM]
    faces, blinds = f.faces, f.blinds
    n = supply(s)
    free = [n[0], n[1], n[2]]
    for row in range(3):
        free[row] -= faces[row].bit_count() + blinds[row]
    out: list[Action] = []
    blind: list[Action] = []
    for row in range(3):
        value = VALUES[row]
        if value > left or not free[row]:
            continue
        free[row] -= 1
        ok = reachable(left - value, free[0], free[1], free[2])
        free[row] += 1
        if not ok:
            continue
        mask = faces[row]
        for place, card in enumerate(s.rows[row]):
            if card >= 0 and not mask >> place & 1:
                out.append(FACE[row << 4 | place])
        if blinds[row] < len(s.discards[row]):
            blind.append(BLIND[row])
    return out + blind


def resolve_collect(s: State, f: CollectChoice, action: Action, ev: Events | None) -> None:
    seat, due, target, total, faces, blinds = f
    if isinstance(action, CollectFace):
        row = action.slot >> 4
        mask = faces[row] | 1 << (action.slot & 15)
        s.stack.append(CollectChoice(seat, due, target, total + VALUES[row], _put(faces, row, mask), blinds))
    elif isinstance(action, CollectBlind):
        row = action.row
        s.stack.append(CollectChoice(seat, due, target, total + VALUES[row], faces, _put(blinds, row, blinds[row] + 1)))
    else:
        collect(s, seat, due, faces, blinds, ev)


def _put(items: tuple[int, int, int], place: int, value: int) -> tuple[int, int, int]:
    a, b, c = items
    return (value, b, c) if place == 0 else (a, value, c) if place == 1 else (a, b, value)


def collect(
    s: State, seat: int, due: int, faces: tuple[int, int, int], blinds: tuple[int, int, int], ev: Events | None
) -> None:
    """Take the chosen mix: face-up cards leave gaps (CRD-10), blind ones are drawn at random (CRD-8); all are fresh."""
    c = s.companies[seat]
    taken: list[int] = []
    drawn: list[int] = []
    rows, piles = list(s.rows), list(s.discards)
    for row in range(3):
        if faces[row]:
            cards = list(rows[row])
            for place in range(len(cards)):
                if faces[row] >> place & 1:
                    taken.append(cards[place])
                    cards[place] = -1
            rows[row] = tuple(cards)
        for _ in range(blinds[row]):
            pile = piles[row]
            s.rng, i = below(s.rng, len(pile))
            drawn.append(pile[i])
            piles[row] = pile[:i] + pile[i + 1 :]
    s.rows, s.discards = tuple(rows), tuple(piles)
    c.fresh += (*taken, *drawn)
    if ev is not None:
        total = sum(s.tables.type_value[card] for card in (*taken, *drawn))
        ev.append(Collected(seat, due, total, tuple(taken), blinds))
        if drawn:
            ev.append(BlindDrawn(seat, tuple(drawn)))
