"""Paying and collecting for the greedy bot: which cards to give away, and which to take.

Both enumerate counts per value only ($1, $3, $5) and then choose the types by their worth in `Outlook`.
"""

from __future__ import annotations

from functools import lru_cache

from saltonsea_desktop.bots.values import Outlook
from saltonsea_desktop.games.saltonsea.choices import CollectChoice, PaymentChoice
from saltonsea_desktop.games.saltonsea.components.tables import Tables
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


Row = tuple[list[int], list[float]]  # types of one value, cheapest to lose first, and what the first 0, 1, 2 ... cost


class Purse:
    """What the cards of a hand are worth to their owner; remembers the hands it has seen during one search."""

    def __init__(self, o: Outlook) -> None:
        self.outlook = o
        self._rows: dict[tuple[int, ...], tuple[Row, Row, Row]] = {}

    def rows(self, t: Tables, hand: tuple[int, ...]) -> tuple[Row, Row, Row]:
        """Per value: the types in the order in which they are given away, with their cumulative worth (money apart)."""
        known = self._rows.get(hand)
        if known is not None:
            return known
        worth, double = self.outlook.card, self.outlook.weights.card_double
        offers: list[list[tuple[float, int]]] = [[], [], []]
        for i, n in enumerate(hand):
            if n:
                offer = offers[t.types[i].row]
                x = worth[i]
                if n > 1:
                    offer.extend([(double * x, i)] * (n - 1))
                offer.append((x, i))
        out: list[Row] = []
        for offer in offers:
            offer.sort()
            total, sums = 0.0, [0.0]
            for x, _ in offer:
                total += x
                sums.append(total)
            out.append(([i for _, i in offer], sums))
        rows = self._rows[hand] = (out[0], out[1], out[2])
        return rows

    def payment(self, s: State, f: PaymentChoice) -> tuple[int, ...]:
        """The types still to put in, in order, so that the hand loses least: value and use of the cards given away."""
        c, dollar = s.companies[f.seat], self.outlook.dollar
        hand = list(c.hand)
        paid = [0, 0, 0]
        for i in f.paid:
            hand[i] -= 1
            paid[s.tables.types[i].row] += 1
        a, b, d = paid
        (ones, sum1), (threes, sum3), (fives, sum5) = self.rows(s.tables, tuple(hand))
        coins = c.coins
        best: Counts = (a, b, d)
        least = 1e9
        for counts in covers(f.due, min(c.cash - f.reserve, f.due + 4), (a, b, d), (coins[0], coins[1], coins[2])):
            n1, n3, n5 = counts
            cost = dollar * (n1 + 3 * n3 + 5 * n5) + sum1[n1 - a] + sum3[n3 - b] + sum5[n5 - d]
            if cost < least:
                best, least = counts, cost
        return (*ones[: best[0] - a], *threes[: best[1] - b], *fives[: best[2] - d])


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
