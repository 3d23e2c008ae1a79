"""SET: a fresh game from seats, mode and seed. Saves depend on the order of random decisions: never change it."""

from __future__ import annotations

from saltonsea_desktop.engine.rng import below, seeded, shuffled
from saltonsea_desktop.games.saltonsea.components.tables import COPY, MOD_COUNT, VALUES, Tables
from saltonsea_desktop.games.saltonsea.flow import begin_turn, refilled
from saltonsea_desktop.games.saltonsea.rules.industrial import add_to_well
from saltonsea_desktop.games.saltonsea.state import END_NONE, Company, State

SEED_LIMIT = 2**53  # seeds 0 .. SEED_LIMIT - 1 survive every JSON reader


def _company(t: Tables, engineers: int) -> Company:
    return Company(
        vp=0,
        development=0,
        hr=engineers,
        hired=engineers,
        spaces=0,
        financed=0,
        warehouses=0,
        goods=list(t.start_goods),
        drill_damage=0,
        plant_damage=0,
        well=(),
        well_rocks=(),
        well_brine=(),
        well_ends=(),
        layer=0,
        extracted=0,
        hand=[0] * len(t.types),
        cash=0,
        coins=[0, 0, 0],
        fresh=(),
        table=(),
        contracts=(-1,) * t.contract_slots,
        executed=0,
        kept_contracts=(),
        research=(),
        used_research=(),
        kept_research=(),
        mods=(0,) * MOD_COUNT,
        shares=(0, 0, 0),
        tiles=(),
        used_tiles=(),
        objectives=(),
    )


def setup(tables: Tables, seats: int, seed: int, easy: bool = False) -> State:
    """SET-1 to SET-11, CPY-2, GMI-1, GMI-2, GMI-23, GMI-24. `seats` 1 (solo: GMI has the second seat) to 4.

    `easy`: solo without GMI's starting hand. Raises ValueError for other numbers of seats or seeds outside 0..2**53-1.
    """
    if seats not in (1, 2, 3, 4):
        raise ValueError(f"a game has 1 to 4 seats, not {seats}")
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed}")
    t = tables
    solo = seats == 1
    n = 2 if solo else seats
    rng = seeded(seed)
    companies = [_company(t, 0 if solo and seat == 1 else t.engineers_start) for seat in range(n)]
    # SET-2: one card of each $1 type; GMI in an easy game has none (GMI-24)
    supply = [card.count for card in t.types]
    for seat, c in enumerate(companies):
        if solo and seat == 1 and easy:
            continue
        for i, card in enumerate(t.types):
            if card.value == 1:
                c.hand[i] += 1
                c.coins[0] += 1
                c.cash += 1
                supply[i] -= 1
    # SET-5
    stacks = []
    for corporation in range(len(t.corporations)):
        own = [
            i
            for i, tile in enumerate(t.tiles)
            if tile.corporation == corporation and not (solo and t.effects[tile.effect].kind == COPY)
        ]
        rng, mixed = shuffled(rng, own)
        piles, used = [], 0
        for size in t.stack_sizes[n]:
            piles.append(mixed[used : used + size])
            used += size
        stacks.append(tuple(piles))
    # SET-6
    rng, start_up = shuffled(rng, [i for i, flag in enumerate(t.fee_start_up) if flag])
    rng, others = shuffled(rng, [i for i, flag in enumerate(t.fee_start_up) if not flag])
    # SET-7
    removed = t.claims_removed[n]
    rng, superficial = shuffled(rng, [i for i, claim in enumerate(t.claims) if claim.deck == 1])
    rng, deep = shuffled(rng, [i for i, claim in enumerate(t.claims) if claim.deck == 2])
    claim_deck = deep[removed:] + superficial[removed:]  # top is last
    places = len(t.claim_surcharge)
    claims = tuple(reversed(claim_deck[len(claim_deck) - places :]))
    claim_deck = claim_deck[: len(claim_deck) - places]
    # SET-8
    rng, objectives = shuffled(rng, range(len(t.objectives)))
    objectives = tuple(sorted(objectives[: t.display_objectives]))
    # SET-9, SET-10
    width = t.market_width[n]
    gaps = (-1,) * width
    rng, research = shuffled(
        rng,
        [i for i, card in enumerate(t.research) if not (solo and not card.permanent and card.action == COPY)],
    )
    rng, retail = shuffled(rng, [i for i, card in enumerate(t.contracts) if not card.large])
    rng, large = shuffled(rng, [i for i, card in enumerate(t.contracts) if card.large])
    research_row, research_deck, _ = refilled(gaps, research)
    contract_row, contract_deck, _ = refilled(gaps, large + retail)
    rows, decks = [], []
    for value in VALUES:
        rng, deck = shuffled(
            rng, [i for i, card in enumerate(t.types) if card.value == value for _ in range(supply[i])]
        )
        row, deck, _ = refilled(gaps, deck)
        rows.append(row)
        decks.append(deck)
    # GMI-2
    gmi_row: tuple[int, ...] = ()
    gmi_deck: tuple[int, ...] = ()
    if solo:
        rng, gmi_row = shuffled(rng, [i for i, card in enumerate(t.gmi_cards) if not card.advanced])
        rng, gmi_deck = shuffled(rng, [i for i, card in enumerate(t.gmi_cards) if card.advanced])
        gmi_deck = gmi_deck[: t.gmi_advanced_used]
    # SET-11, GMI-23
    rng, first = below(rng, n)
    asset = t.asset_start[n]
    state = State(
        tables=t,
        seats=n,
        solo=solo,
        rng=rng,
        round=1,
        first=first,
        end=END_NONE,
        stack=[],
        companies=companies,
        claims=claims,
        claim_deck=claim_deck,
        gone_claims=(),
        assets=(asset, asset, asset),
        fees=(start_up[0], start_up[1], start_up[2]),
        future_fees=tuple(others[2 * i : 2 * i + 2] for i in range(len(t.corporations))),
        stacks=tuple(stacks),
        objectives=objectives,
        takers=(-1,) * len(objectives),
        short_open=sum(1 << t.objectives[o].test for o in objectives if t.objectives[o].short),
        research_row=research_row,
        research_deck=research_deck,
        contract_row=contract_row,
        contract_deck=contract_deck,
        rows=tuple(rows),
        decks=tuple(decks),
        discards=((),) * len(VALUES),
        gmi_row=gmi_row,
        gmi_turned=0,
        gmi_deck=gmi_deck,
    )
    for c in companies:
        add_to_well(state, c, t.start_claim)
    begin_turn(state, first, None)
    return state
