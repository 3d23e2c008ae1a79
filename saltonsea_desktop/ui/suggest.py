"""What *Suggest* and *Fill* put in (table.md, section 8): the cheapest payment, and face-up cards for a sum owed.

Pure functions over a view: the controller submits their actions one by one, like a person would. No Qt here.
"""

from __future__ import annotations

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import VALUES
from saltonsea_desktop.games.saltonsea.rules.money import reachable
from saltonsea_desktop.games.saltonsea.view import TableView

ROWS = range(len(VALUES))


def suggested(view: TableView) -> list[a.Action]:
    """The steps that complete the running payment or mix, as far as face-up cards can; empty for other choices."""
    choice = view.choice
    if isinstance(choice, ch.PaymentChoice):
        return [a.PAY[card] for card in payment(view, choice)]
    if isinstance(choice, ch.CollectChoice):
        return list(collection(view, choice))
    return []


def payment(view: TableView, choice: ch.PaymentChoice) -> list[int]:
    """Card types to put in, those already in left out (CRD-3 to CRD-6).

    Among the payments that contain the cards already in, the one of the smallest sum; among these the one that uses up
    the fewest kinds of cards, then the fewest cards. Empty when the hand is not seen or nothing is missing.
    """
    company = view.companies[choice.seat]
    if company.hand is None or company.cash is None:
        return []
    values = view.tables.type_value
    left = list(company.hand)
    put = [0] * len(VALUES)
    for card in choice.paid:
        left[card] -= 1
        put[VALUES.index(values[card])] += 1
    paid = sum(n * value for n, value in zip(put, VALUES, strict=True))
    missing, most = choice.due - paid, company.cash - choice.reserve
    if missing <= 0:
        return []
    picks = [_least_missed([card for card in range(len(left)) if values[card] == value], left) for value in VALUES]
    best: tuple[tuple[int, int, int], list[int]] | None = None
    for n2 in range(len(picks[2]) + 1):
        for n1 in range(len(picks[1]) + 1):
            for n0 in range(len(picks[0]) + 1):
                more = (n0, n1, n2)
                total = paid + sum(n * value for n, value in zip(more, VALUES, strict=True))
                least = min((VALUES[row] for row in ROWS if put[row] + more[row]), default=0)
                if not choice.due <= total <= most or total - least >= choice.due:
                    continue  # too little, too much, or one card is superfluous (CRD-4, RPT-3)
                cards = [card for row in ROWS for card in picks[row][: more[row]]]
                gone = sum(left[card] == cards.count(card) for card in set(cards))
                worth = (total, gone, len(cards))
                if best is None or worth < best[0]:
                    best = (worth, cards)
                break  # more cards of the smallest value only cost more
    return best[1] if best is not None else []


def _least_missed(types: list[int], hand: list[int]) -> list[int]:
    """The cards of some types in the order in which they are given away: of the type most often held first."""
    held = {card: hand[card] for card in types}
    out: list[int] = []
    while any(held.values()):
        card = max(held, key=lambda card: held[card])
        held[card] -= 1
        out.append(card)
    return out


def collection(view: TableView, choice: ch.CollectChoice) -> list[a.CollectFace]:
    """Face-up market cards to add to the mix (CRD-8): as much as they can make, in the fewest cards.

    A rest that only blind cards can make is left to the person. In each row from the right, where cards leave first.
    """
    places = [
        [
            place
            for place in reversed(range(len(view.rows[row])))
            if view.rows[row][place] >= 0 and not choice.faces[row] >> place & 1
        ]
        for row in ROWS
    ]
    blind = [view.discards[row] - choice.blinds[row] for row in ROWS]
    missing = choice.target - choice.total
    best: tuple[tuple[int, int], tuple[int, int, int]] | None = None
    for n2 in range(len(places[2]) + 1):
        for n1 in range(len(places[1]) + 1):
            for n0 in range(len(places[0]) + 1):
                more = (n0, n1, n2)
                total = sum(n * value for n, value in zip(more, VALUES, strict=True))
                if total > missing:
                    break
                rest = [len(places[row]) - more[row] + blind[row] for row in ROWS]
                worth = (total, -sum(more))
                if reachable(missing - total, rest[0], rest[1], rest[2]) and (best is None or worth > best[0]):
                    best = (worth, more)
    if best is None:
        return []
    return [a.FACE[row << 4 | place] for row in reversed(ROWS) for place in places[row][: best[1][row]]]
