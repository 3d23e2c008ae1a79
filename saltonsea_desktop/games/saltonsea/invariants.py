"""What holds in every state: conservation of all components, ranges, derived values. For tests, fuzz and loading."""

from __future__ import annotations

from collections import Counter

from saltonsea_desktop.games.saltonsea.choices import CHOICE_TYPES
from saltonsea_desktop.games.saltonsea.components.tables import COPY, MOD_COUNT
from saltonsea_desktop.games.saltonsea.state import State


def violations(s: State) -> list[str]:
    """One sentence per broken law; empty for a sound state."""
    t = s.tables
    bad: list[str] = []

    def law(ok: bool, text: str) -> None:
        if not ok:
            bad.append(text)

    def distinct(items: list[int], allowed: set[int], what: str, complete: bool) -> None:
        counts = Counter(items)
        law(all(n == 1 for n in counts.values()), f"a {what} is in two places")
        law(set(counts) <= allowed, f"an unknown {what} is in the game")
        law(not complete or set(counts) == allowed, f"a {what} is missing")

    law(s.seats == len(s.companies) and 2 <= s.seats <= 4, "the number of companies is wrong")
    law(not s.solo or s.seats == 2, "a solo game has two companies")
    # action cards (CRD): every card is in exactly one place
    cards: Counter[int] = Counter()
    for zone in (*s.decks, *s.discards, *s.rows):
        cards.update(card for card in zone if card >= 0)
    for c in s.companies:
        cards.update(dict(enumerate(c.hand)))
        cards.update(c.fresh)
        cards.update(c.table)
    law(
        all(cards[i] == card.count for i, card in enumerate(t.types))
        and sum(cards.values()) == sum(x.count for x in t.types),
        "action cards are not conserved",
    )
    for row, zones in enumerate(zip(s.decks, s.discards, s.rows, strict=True)):
        law(all(t.types[x].row == row for zone in zones for x in zone if x >= 0), "an action card is in a wrong row")
    # claims
    claims = [x for x in s.claims if x >= 0] + list(s.claim_deck) + list(s.gone_claims)
    for c in s.companies:
        law(c.well[:1] == (t.start_claim,), "a well does not begin with the starting claim")
        claims += c.well[1:]
    distinct(claims, {i for i, x in enumerate(t.claims) if x.deck}, "claim", False)
    law(len(claims) == sum(x.deck > 0 for x in t.claims) - 2 * t.claims_removed[s.seats], "claims are not conserved")
    # contracts, research
    contracts = [x for x in s.contract_row if x >= 0] + list(s.contract_deck)
    research = [x for x in s.research_row if x >= 0] + list(s.research_deck)
    for c in s.companies:
        contracts += [x for x in c.contracts if x >= 0] + list(c.kept_contracts)
        research += [*c.research, *c.kept_research]
    distinct(contracts, set(range(len(t.contracts))), "contract", True)
    solo_out = {i for i, x in enumerate(t.research) if s.solo and not x.permanent and x.action == COPY}
    distinct(research, set(range(len(t.research))) - solo_out, "research card", True)
    # tiles
    tiles = [x for corporation in s.stacks for stack in corporation for x in stack]
    for c in s.companies:
        tiles += [*c.tiles, *c.used_tiles]
    distinct(tiles, set(range(len(t.tiles))), "profit-sharing tile", False)
    law(len(tiles) == sum(t.stack_sizes[s.seats]) * len(t.corporations), "profit-sharing tiles are not conserved")
    # fees, assets, objectives
    fees = [*s.fees, *(x for own in s.future_fees for x in own)]
    distinct(fees, set(range(len(t.fees))), "fee tile", False)
    law(all(0 <= a < len(t.asset_price) for a in s.assets), "an asset indicator is off its track")
    law(len(s.objectives) == len(s.takers) == t.display_objectives, "the objectives are wrong")
    for o, taker in zip(s.objectives, s.takers, strict=True):
        owners = [seat for seat, c in enumerate(s.companies) if o in c.objectives]
        law(owners == ([taker] if taker >= 0 else []), "an objective and its owner disagree")
    for width in (len(s.research_row), len(s.contract_row), *(len(row) for row in s.rows)):
        law(width == t.market_width[s.seats], "a market row has a wrong width")
    # GMI
    if s.solo:
        distinct([*s.gmi_row, *s.gmi_deck], set(range(len(t.gmi_cards))), "GMI card", False)
        law(0 <= s.gmi_turned <= len(s.gmi_row), "GMI has turned more cards than it has")
    for seat, c in enumerate(s.companies):
        gmi = seat == s.gmi_seat
        cap = t.capacity[c.warehouses] if 0 <= c.warehouses < len(t.capacity) else -1
        law(all(0 <= n <= cap for n in c.goods), "a warehouse is over- or underfull")
        law(0 <= c.drill_damage < len(t.drill_vp) and 0 <= c.plant_damage < len(t.plant_vp), "damage is off its track")
        law(0 <= c.development < len(t.development), "the development marker is off its track")
        law(all(0 <= n < len(t.share_section) for n in c.shares), "a shares token is off its track")
        law(all(n <= t.share_limit[a] for n, a in zip(c.shares, s.assets, strict=True)), "a share is above its section")
        law(len(c.research) <= t.slots[c.warehouses], "research lies in a closed slot")
        law(len(c.contracts) == t.contract_slots, "the contract spaces are wrong")
        law(set(c.used_research) <= set(c.research), "a used research card is not on the board")
        law(min([0, *c.hand, *c.coins]) == 0, "a card count is negative")
        law(c.cash == sum(n * t.type_value[i] for i, n in enumerate(c.hand)), "the money of a hand is wrong")
        law(
            all(c.coins[r] == sum(n for i, n in enumerate(c.hand) if t.types[i].row == r) for r in range(3)),
            "the coins of a hand are wrong",
        )
        rocks = tuple(x for claim in c.well for x in t.claims[claim].rocks)
        law(c.well_rocks == rocks and 0 <= c.layer <= len(rocks), "the well is wrong")
        law(0 <= c.extracted <= (c.well_brine[c.layer - 1] if c.layer else 0), "more brine was taken than drilled")
        law(len(c.mods) == MOD_COUNT, "the research effects are wrong")
        if not gmi:
            mods = [0] * MOD_COUNT
            for card in c.research:
                for mod, amount in t.research[card].mods:
                    mods[mod] += amount
            law(tuple(mods) == c.mods, "the research effects are wrong")
            placed = c.spaces.bit_count() + c.financed + len(c.table) + len(c.used_research) + c.executed.bit_count()
            law(c.hr + placed == c.hired, "engineers are not conserved")
            law(t.engineers_start <= c.hired <= t.engineers_total, "a company has too many engineers")
    law(not s.stack or s.stack[-1].__class__ in CHOICE_TYPES, "the game waits for no choice")
    law(bool(s.stack) != bool(s.end), "the game is over and goes on")
    return bad
