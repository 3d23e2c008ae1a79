"""A random world that fits what a seat sees (architecture, decision 9). Bots search in it instead of the true state.

Every hidden zone is emptied into pools that depend on the view only, and dealt again from `seed`. So the result is
the same for every true state with the same view: nothing can leak (SET-12).
"""

from __future__ import annotations

from saltonsea_desktop.engine.rng import seeded, shuffled
from saltonsea_desktop.games.saltonsea.choices import PaymentChoice
from saltonsea_desktop.games.saltonsea.components.tables import COPY
from saltonsea_desktop.games.saltonsea.state import State


def determinize(s: State, seat: int, seed: int) -> State:
    """A copy of `s` whose hidden cards, decks, piles and generator are redealt; what `seat` sees is unchanged.

    Meant for the seat that is asked: in the middle of another seat's action the redealt hand of that seat may not be
    able to pay for what it has begun.
    """
    t = s.tables
    new = s.copy()
    rng = seeded(seed)
    # another seat's half-made payment names cards of a hidden hand: start it again
    top = new.stack[-1] if new.stack else None
    if isinstance(top, PaymentChoice) and top.seat != seat:
        new.stack[-1] = top._replace(paid=())
    # claims: those never seen; the deck holds the deep ones below the superficial ones (SET-7)
    seen = set(s.claims) | set(s.gone_claims)
    for c in s.companies:
        seen.update(c.well)
    unseen = {deck: [i for i, claim in enumerate(t.claims) if claim.deck == deck and i not in seen] for deck in (1, 2)}
    removed = t.claims_removed[s.seats]
    rng, superficial = shuffled(rng, unseen[1])
    rng, deep = shuffled(rng, unseen[2])
    size = len(s.claim_deck)
    number = min(max(0, len(superficial) - removed), size)
    new.claim_deck = deep[: size - number] + superficial[:number]
    # future fees: tiles never seen
    known = set(s.fees)
    rng, fees = shuffled(rng, [i for i, start in enumerate(t.fee_start_up) if not start and i not in known])
    future, used = [], 0
    for own in s.future_fees:
        future.append(fees[used : used + len(own)])
        used += len(own)
    new.future_fees = tuple(future)
    # research and contracts: what is not in a row or on a board lies in the deck
    gone = set(s.research_row)
    for c in s.companies:
        gone.update(c.research, c.kept_research)
    rng, new.research_deck = shuffled(
        rng,
        [
            i
            for i, card in enumerate(t.research)
            if i not in gone and not (s.solo and not card.permanent and card.action == COPY)
        ],
    )
    gone = set(s.contract_row)
    for c in s.companies:
        gone.update(c.contracts, c.kept_contracts)
    rng, retail = shuffled(rng, [i for i, card in enumerate(t.contracts) if i not in gone and not card.large])
    rng, large = shuffled(rng, [i for i, card in enumerate(t.contracts) if i not in gone and card.large])
    new.contract_deck = large + retail
    # action cards: decks and piles have known sizes and values, hidden hands take what is left
    left = [card.count for card in t.types]
    for line in s.rows:
        for card in line:
            if card >= 0:
                left[card] -= 1
    for other, c in enumerate(s.companies):
        for card in c.table:
            left[card] -= 1
        if other in (seat, s.gmi_seat):
            for card, n in enumerate(c.hand):
                left[card] -= n
            for card in c.fresh:
                left[card] -= 1
    rest: list[int] = []
    decks, piles = [], []
    for row in range(len(s.decks)):
        rng, pool = shuffled(rng, [i for i, card in enumerate(t.types) if card.row == row for _ in range(left[i])])
        n, m = len(s.decks[row]), len(s.discards[row])
        decks.append(pool[:n])
        piles.append(pool[n : n + m])
        rest.extend(pool[n + m :])
    new.decks, new.discards = tuple(decks), tuple(piles)
    rng, dealt = shuffled(rng, rest)
    used = 0
    for other, c in enumerate(new.companies):
        if other in (seat, s.gmi_seat):
            continue
        number, fresh = sum(c.hand), len(c.fresh)
        c.hand, c.coins, c.cash = [0] * len(t.types), [0, 0, 0], 0
        for card in dealt[used : used + number]:
            c.hand[card] += 1
            c.coins[t.types[card].row] += 1
            c.cash += t.type_value[card]
        c.fresh = dealt[used + number : used + number + fresh]
        used += number + fresh
    # GMI: unturned cards are its starting and added cards in unknown order
    if s.solo:
        turned = s.gmi_row[: s.gmi_turned]
        rng, order = shuffled(rng, sorted(s.gmi_row[s.gmi_turned :]))
        new.gmi_row = turned + order
        outside = sorted(set(range(len(t.gmi_cards))) - set(s.gmi_row))
        rng, order = shuffled(rng, outside)
        new.gmi_deck = order[: len(s.gmi_deck)]
    new.rng = seeded(rng)
    return new
