"""Paying and collecting for the greedy bot: which cards to give away, and which to take.

Both enumerate counts per value only ($1, $3, $5) and then choose the types by their worth in `Outlook`.
"""

from __future__ import annotations

from functools import lru_cache

from saltonsea_desktop.bots.values import Outlook
from saltonsea_desktop.games.saltonsea.choices import CollectChoice, PaymentChoice
from saltonsea_desktop.games.saltonsea.components.tables import VALUES
from saltonsea_desktop.games.saltonsea.rules.money import supply
from saltonsea_desktop.games.saltonsea.state import State

Counts = tuple[int, int, int]


@lru_cache(maxsize=1 << 14)
def covers(due: int, limit: int, paid: Counts, held: Counts) -> tuple[Counts, ...]:
    """Cards per value of every complete payment (CRD-4): at least `due`, none superfluous, at most `limit` (RPT-3).

    `paid` cards are in it already; `held` are available in all, those included.
    """
    out = []
    for n5 in range(paid[2], min(held[2], max(paid[2], due // 5 + 1)) + 1):
        for n3 in range(paid[1], min(held[1], max(paid[1], due // 3 + 1)) + 1):
            n1 = max(paid[0], due - 5 * n5 - 3 * n3)
            if n1 > held[0]:
                continue
            total = 5 * n5 + 3 * n3 + n1
            least = 1 if n1 else 3 if n3 else 5
            if due <= total < due + least and total <= limit:
                out.append((n1, n3, n5))
    return tuple(out)


def payment(s: State, f: PaymentChoice, o: Outlook) -> tuple[int, ...]:
    """The types still to put in, in order, so that the hand loses least: value and use of the cards given away."""
    c, t = s.companies[f.seat], s.tables
    worth, double = o.card, o.weights.card_double
    rows: list[list[tuple[float, int]]] = [[], [], []]
    paid = [0, 0, 0]
    for i, n in enumerate(c.hand):
        if n:
            row = t.types[i].row
            if f.paid:
                given = f.paid.count(i)
                paid[row] += given
                n -= given
            x = worth[i]
            rows[row].extend([(double * x, i)] * (n - 1))
            if n:
                rows[row].append((x, i))
    for offer in rows:
        offer.sort()
    best: tuple[int, ...] = ()
    least = 0.0
    found = False
    coins = c.coins
    for counts in covers(
        f.due, min(c.cash - f.reserve, f.due + 4), (paid[0], paid[1], paid[2]), (coins[0], coins[1], coins[2])
    ):
        cards = (
            *rows[0][: counts[0] - paid[0]],
            *rows[1][: counts[1] - paid[1]],
            *rows[2][: counts[2] - paid[2]],
        )
        cost = o.dollar * (counts[0] + 3 * counts[1] + 5 * counts[2])
        for item in cards:
            cost += item[0]
        if not found or cost < least:
            best, least, found = tuple(item[1] for item in cards), cost, True
    return best


@lru_cache(maxsize=1 << 14)
def mixes(total: int, held: Counts) -> tuple[Counts, ...]:
    """Cards per value that make exactly `total` (CRD-8)."""
    out = []
    for n5 in range(min(held[2], total // 5) + 1):
        for n3 in range(min(held[1], (total - 5 * n5) // 3) + 1):
            n1 = total - 5 * n5 - 3 * n3
            if n1 <= held[0]:
                out.append((n1, n3, n5))
    return tuple(out)


def mix(s: State, f: CollectChoice, o: Outlook) -> tuple[list[list[int]], list[int]]:
    """(places of face-up cards per value, blind cards per value) still to choose: the cards most worth having.

    Face-up cards come before blind ones: what is hidden counts as the average of its value's types.
    """
    n = supply(s)
    free = tuple(n[row] - f.faces[row].bit_count() - f.blinds[row] for row in range(3))
    c = s.companies[f.seat]
    held = {*c.fresh, *c.table, *(i for i, number in enumerate(c.hand) if number)}
    worth, double = o.card, o.weights.card_double
    offers: list[list[tuple[float, int]]] = []
    for row in range(3):
        taken = f.faces[row]
        offer = [
            (-worth[card] * (double if card in held else 1.0), place)
            for place, card in enumerate(s.rows[row])
            if card >= 0 and not taken >> place & 1
        ]
        offer.sort()
        blind = -0.5 * o.average[row]
        offer.extend([(blind, -1)] * (free[row] - len(offer)))
        offers.append(offer)
    best: Counts = (0, 0, 0)
    least = 0.0
    found = False
    for counts in mixes(f.target - f.total, (free[0], free[1], free[2])):
        cost = 0.0
        for row in range(3):
            for x in offers[row][: counts[row]]:
                cost += x[0]
        if not found or cost < least:
            best, least, found = counts, cost, True
    places = [[x[1] for x in offers[row][: best[row]] if x[1] >= 0] for row in range(3)]
    return places, [best[row] - len(places[row]) for row in range(3)]


__all__ = ["VALUES", "covers", "mix", "mixes", "payment"]
