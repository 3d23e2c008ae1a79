"""CRD: paying and collecting. The sums are searched over counts per value only, and remembered."""

from __future__ import annotations

from functools import lru_cache

from saltonsea_desktop.engine.rng import below
from saltonsea_desktop.games.saltonsea.actions import (
    BLIND,
    CONFIRM,
    FACE,
    Action,
    CollectBlind,
    CollectFace,
    PayCard,
)
from saltonsea_desktop.games.saltonsea.choices import CollectChoice, PaymentChoice
from saltonsea_desktop.games.saltonsea.components.tables import VALUES
from saltonsea_desktop.games.saltonsea.events import BenefitLost, BlindDrawn, Collected, Events, Paid
from saltonsea_desktop.games.saltonsea.rules.plan import TurnPlan, turn_plan
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
    seat, due, reserve, paid = f
    c, t = s.companies[seat], s.tables
    plan: TurnPlan = t.memory.plan or turn_plan(t)
    if not paid:
        mask = pay_mask(c, due, reserve, (0, 0, 0))
        return plan.pay_actions(plan.hand_mask(c.hand) & plan.value_masks[mask])
    values = t.type_value
    total, a = 0, [0, 0, 0]
    left = c.hand[:]
    for card in paid:
        value = values[card]
        total += value
        a[value >> 1] += 1
        left[card] -= 1
    if total >= due:
        return [CONFIRM]
    mask = pay_mask(c, due, reserve, (a[0], a[1], a[2]))
    return plan.pay_actions(plan.hand_mask(left) & plan.value_masks[mask])


def resolve_payment(s: State, f: PaymentChoice, action: Action, ev: Events | None) -> None:
    seat, due, reserve, paid = f
    if isinstance(action, PayCard):
        s.stack.append(PaymentChoice(seat, due, reserve, (*paid, action.card)))
        return
    spend(s, seat, paid, due, ev)


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


@lru_cache(maxsize=1 << 14)
def _faces(row: tuple[int, ...]) -> int:
    """Bit mask of places with a card."""
    return sum(1 << place for place, card in enumerate(row) if card >= 0)


@lru_cache(maxsize=1 << 10)
def _face_actions(row: int, mask: int) -> tuple[Action, ...]:
    return tuple(FACE[row << 4 | place] for place in range(mask.bit_length()) if mask >> place & 1)


def supply(s: State) -> tuple[int, int, int]:
    """Cards per value that can be collected: face up in the market or in the discard pile."""
    x, y, z = s.rows
    a, b, c = s.discards
    return (
        _faces(x).bit_count() + len(a),
        _faces(y).bit_count() + len(b),
        _faces(z).bit_count() + len(c),
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
    _, _, target, total, faces, blinds = f
    left = target - total
    if not left:
        return [CONFIRM]
    piles = s.discards
    open_faces, free = [], []
    for row, cards in enumerate(s.rows):
        mask = _faces(cards) & ~faces[row]
        open_faces.append(mask)
        free.append(mask.bit_count() + len(piles[row]) - blinds[row])
    n1, n3, n5 = free
    out: list[Action] = []
    blind: list[Action] = []
    if n1 and reachable(left - 1, n1 - 1, n3, n5):
        out += _face_actions(0, open_faces[0])
        if blinds[0] < len(piles[0]):
            blind.append(BLIND[0])
    if n3 and left >= 3 and reachable(left - 3, n1, n3 - 1, n5):
        out += _face_actions(1, open_faces[1])
        if blinds[1] < len(piles[1]):
            blind.append(BLIND[1])
    if n5 and left >= 5 and reachable(left - 5, n1, n3, n5 - 1):
        out += _face_actions(2, open_faces[2])
        if blinds[2] < len(piles[2]):
            blind.append(BLIND[2])
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
