"""DEV, RES, SHR, PRF, FIN, RPT, CPY: the management actions, tiles and the actions that use other actions."""

from __future__ import annotations

from saltonsea_desktop.engine.rng import shuffled
from saltonsea_desktop.games.saltonsea.actions import (
    COPY_EFFECT,
    DONE,
    MOVE_SHARE,
    REPEAT_SPACE,
    RESEARCH_CARD,
    TILE_CARD,
    Action,
    BuyShare,
    CopyEffect,
    MoveShare,
    RepeatSpace,
    TakeResearch,
    TakeTile,
)
from saltonsea_desktop.games.saltonsea.actions import (
    SHARE as SHARE_ACTION,
)
from saltonsea_desktop.games.saltonsea.choices import (
    CopyChoice,
    DevelopTask,
    FreeSharesTask,
    GainResearchTask,
    MoveSharesChoice,
    MoveSharesTask,
    RepeatChoice,
    ResearchChoice,
    SharesChoice,
    StartTask,
    TileChoice,
)
from saltonsea_desktop.games.saltonsea.components.tables import (
    MOD_DEVELOP_DISCOUNT,
    MOD_RESEARCH_DISCOUNT,
    MOD_SEVERAL,
    MOD_SHARES_DISCOUNT,
    POINTS,
    REWARD_DEVELOP,
    REWARD_NONE,
    REWARD_STACK,
    SHARES,
    TEST_TILES,
    Effect,
)
from saltonsea_desktop.games.saltonsea.events import (
    ActionCopied,
    ActionRepeated,
    Events,
    FinancingDrawn,
    FinancingEmpty,
    GmiDecided,
    ResearchTaken,
    ShareGained,
    ShareLost,
    StackEmpty,
    TileTaken,
)
from saltonsea_desktop.games.saltonsea.rules import needs
from saltonsea_desktop.games.saltonsea.rules.common import check_short, develop, gain_vp
from saltonsea_desktop.games.saltonsea.rules.money import push_payment
from saltonsea_desktop.games.saltonsea.state import Company, State

# ---------------------------------------------------------------- DEV  Develop a business project


def develop_price(c: Company, e: Effect) -> int:
    """DEV-1: the printed space costs money, cards and tiles are free."""
    return max(0, e.cost - e.discount - c.mods[MOD_DEVELOP_DISCOUNT])


def start_develop(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    s.stack.append(DevelopTask(seat, e.strength))
    push_payment(s, seat, develop_price(s.companies[seat], e))


def develop_task(s: State, f: DevelopTask, ev: Events | None) -> None:
    develop(s, f.seat, f.steps, ev)


# ---------------------------------------------------------------- RES  Research


def research_price(s: State, c: Company, e: Effect, card: int) -> int:
    """RES-1: price - discounts, at least 0."""
    return max(0, s.tables.research[card].price - e.discount - c.mods[MOD_RESEARCH_DISCOUNT])


def start_research(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    s.stack.append(ResearchChoice(seat, e.index))


def legal_research(s: State, f: ResearchChoice) -> list[Action]:
    c, e = s.companies[f.seat], s.tables.effects[f.effect]
    return [
        RESEARCH_CARD[card] for card in sorted(s.research_row) if card >= 0 and research_price(s, c, e, card) <= c.cash
    ]


def resolve_research(s: State, f: ResearchChoice, action: Action, ev: Events | None) -> None:
    assert isinstance(action, TakeResearch)
    price = research_price(s, s.companies[f.seat], s.tables.effects[f.effect], action.research)
    s.stack.append(GainResearchTask(f.seat, action.research, price))
    push_payment(s, f.seat, price)


def gain_research(s: State, f: GainResearchTask, ev: Events | None) -> None:
    """RES-1 to RES-3: into the leftmost free slot; bonus at once; permanent effects count from now on."""
    seat, card, price = f
    c, record = s.companies[seat], s.tables.research[card]
    s.research_row = tuple(-1 if x == card else x for x in s.research_row)
    c.research += (card,)
    if record.mods and seat != s.gmi_seat:
        mods = list(c.mods)
        for mod, amount in record.mods:
            mods[mod] += amount
        c.mods = tuple(mods)
    if ev is not None:
        ev.append(ResearchTaken(seat, card, price))
    gain_vp(s, seat, record.bonus_vp, "research", ev)
    if record.bonus_share:
        s.stack.append(FreeSharesTask(seat, record.corporation, record.bonus_share))


# ---------------------------------------------------------------- SHR  Buy shares


def start_shares(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    s.stack.append(SharesChoice(seat, e.index, 0, 0, 0))


def shares_price(s: State, c: Company, e: Effect, red: int, orange: int, blue: int) -> int:
    """SHR-1, SHR-4: every share at its corporation's price now, discounts off the total."""
    price, a = s.tables.asset_price, s.assets
    full = red * price[a[0]] + orange * price[a[1]] + blue * price[a[2]]
    return max(0, full - e.discount - c.mods[MOD_SHARES_DISCOUNT])


def _share_options(s: State, f: SharesChoice) -> list[Action]:
    c, t = s.companies[f.seat], s.tables
    e = t.effects[f.effect]
    counts = f[2:]
    number = f.red + f.orange + f.blue
    if number >= e.strength:
        return []
    out: list[Action] = []
    for i in range(3):
        if number and not counts[i] and not c.mods[MOD_SEVERAL]:
            continue
        if c.shares[i] + counts[i] + 1 > t.share_limit[s.assets[i]]:  # SHR-3, SHR-6
            continue
        if shares_price(s, c, e, f.red + (i == 0), f.orange + (i == 1), f.blue + (i == 2)) <= c.cash:
            out.append(SHARE_ACTION[i])
    return out


def legal_shares(s: State, f: SharesChoice) -> list[Action]:
    out = _share_options(s, f)
    if f.red or f.orange or f.blue:
        out.append(DONE)
    return out


def resolve_shares(s: State, f: SharesChoice, action: Action, ev: Events | None) -> None:
    seat, effect, r, o, b = f
    if isinstance(action, BuyShare):
        i = action.corporation
        r, o, b = r + (i == 0), o + (i == 1), b + (i == 2)
        f = SharesChoice(seat, effect, r, o, b)
        if _share_options(s, f):
            s.stack.append(f)
            return
    s.stack.append(MoveSharesTask(seat, r, o, b))
    push_payment(s, seat, shares_price(s, s.companies[seat], s.tables.effects[effect], r, o, b))


def move_shares(s: State, f: MoveSharesTask, ev: Events | None) -> None:
    """SHR-2, SHR-7: one space at a time; asks for the order only between several corporations."""
    kinds = [i for i in range(3) if f[1 + i]]
    if len(kinds) > 1:
        s.stack.append(MoveSharesChoice(*f))
    elif kinds:
        _move_one(s, f.seat, kinds[0], [f.red, f.orange, f.blue], ev)


def legal_move_shares(s: State, f: MoveSharesChoice) -> list[Action]:
    return [MOVE_SHARE[i] for i in range(3) if f[1 + i]]


def resolve_move_shares(s: State, f: MoveSharesChoice, action: Action, ev: Events | None) -> None:
    assert isinstance(action, MoveShare)
    _move_one(s, f.seat, action.corporation, [f.red, f.orange, f.blue], ev)


def _move_one(s: State, seat: int, corporation: int, counts: list[int], ev: Events | None) -> None:
    counts[corporation] -= 1
    if any(counts):
        s.stack.append(MoveSharesTask(seat, *counts))
    gain_share(s, seat, corporation, ev)


def free_shares(s: State, f: FreeSharesTask, ev: Events | None) -> None:
    """EXE-4: each share by itself under SHR-3 and SHR-6; one that cannot be taken is lost."""
    t, c = s.tables, s.companies[f.seat]
    if f.number > 1:
        s.stack.append(FreeSharesTask(f.seat, f.corporation, f.number - 1))
    if c.shares[f.corporation] < t.share_limit[s.assets[f.corporation]]:
        gain_share(s, f.seat, f.corporation, ev)
    elif ev is not None:
        ev.append(ShareLost(f.seat, f.corporation))


def gain_share(s: State, seat: int, corporation: int, ev: Events | None) -> None:
    """SHR-2, SHR-5: the token enters the next space and receives what is printed there."""
    c, t = s.companies[seat], s.tables
    x, y, z = c.shares
    c.shares = (x + 1, y, z) if corporation == 0 else (x, y + 1, z) if corporation == 1 else (x, y, z + 1)
    position = c.shares[corporation]
    if ev is not None:
        ev.append(ShareGained(seat, corporation, position))
    reward = t.share_reward[position]
    if reward == REWARD_NONE:
        return
    if reward == REWARD_DEVELOP:
        develop(s, seat, 1, ev)
        return
    stack = reward - REWARD_STACK
    tiles = s.stacks[corporation][stack]
    if not tiles:
        if ev is not None:
            ev.append(StackEmpty(seat, corporation))
    elif seat == s.gmi_seat:
        _gmi_tile(s, seat, corporation, stack, ev)
    elif len(tiles) == 1:
        take_tile(s, seat, corporation, stack, tiles[0], ev)
    else:
        s.stack.append(TileChoice(seat, corporation, stack))


def legal_tile(s: State, f: TileChoice) -> list[Action]:
    return [TILE_CARD[tile] for tile in sorted(s.stacks[f.corporation][f.stack])]


def resolve_tile(s: State, f: TileChoice, action: Action, ev: Events | None) -> None:
    assert isinstance(action, TakeTile)
    take_tile(s, f.seat, f.corporation, f.stack, action.tile, ev)


def take_tile(s: State, seat: int, corporation: int, stack: int, tile: int, ev: Events | None) -> None:
    """SHR-5: the tile lies beside the own board; the stack keeps its order (SET-5)."""
    c = s.companies[seat]
    stacks = list(s.stacks)
    own = list(stacks[corporation])
    own[stack] = tuple(x for x in own[stack] if x != tile)
    stacks[corporation] = tuple(own)
    s.stacks = tuple(stacks)
    c.tiles += (tile,)
    if ev is not None:
        ev.append(TileTaken(seat, tile))
    check_short(s, seat, TEST_TILES, ev)


def _gmi_tile(s: State, seat: int, corporation: int, stack: int, ev: Events | None) -> None:
    """GMI-17: the tile that prints the most VP, scored at once; without one, the top tile, never executed."""
    t = s.tables
    tiles = s.stacks[corporation][stack]
    best, points, level = tiles[0], 0, 0
    for tile in tiles:
        e = t.effects[t.tiles[tile].effect]
        if e.kind == POINTS and e.vp > points:
            best, points, level = tile, e.vp, 1
        elif e.kind == POINTS and e.vp == points:
            level += 1
    if ev is not None:
        if not points:
            ev.append(GmiDecided(SHARES, "top_tile", (best,)))
        else:
            ev.append(GmiDecided(SHARES, "best_tile" if level == 1 else "tie_tile_top", (best, points)))
    take_tile(s, seat, corporation, stack, best, ev)
    if points:
        c = s.companies[seat]
        c.tiles = tuple(x for x in c.tiles if x != best)
        c.used_tiles += (best,)
        gain_vp(s, seat, points, "tile", ev)


# ---------------------------------------------------------------- PRF  Points tiles


def start_points(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    """PRF-5."""
    gain_vp(s, seat, e.vp, "tile", ev)


# ---------------------------------------------------------------- FIN  Obtain financing


def start_financing(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    """FIN-1 to FIN-3: the top $1 card; an empty deck is renewed from its discard pile."""
    deck = s.decks[0]
    if not deck:
        if not s.discards[0]:
            if ev is not None:
                ev.append(FinancingEmpty(seat))
            return
        s.rng, deck = shuffled(s.rng, s.discards[0])
        s.discards = ((), *s.discards[1:])
    card = deck[-1]
    s.decks = (deck[:-1], *s.decks[1:])
    s.companies[seat].fresh += (card,)
    if ev is not None:
        ev.append(FinancingDrawn(seat, card))


# ---------------------------------------------------------------- RPT  Repeat an action


def start_repeat(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    s.stack.append(RepeatChoice(seat, e.index))


def legal_repeat(s: State, f: RepeatChoice) -> list[Action]:
    return [REPEAT_SPACE[i] for i in needs.repeatable_spaces(s, f.seat, f.effect)]


def resolve_repeat(s: State, f: RepeatChoice, action: Action, ev: Events | None) -> None:
    """RPT-1 to RPT-3: first $1 without discount, so paid that the action itself stays payable."""
    assert isinstance(action, RepeatSpace)
    t = s.tables
    effect = t.effects[t.spaces[action.space].effect]
    if ev is not None:
        ev.append(ActionRepeated(f.seat, action.space))
    s.stack.append(StartTask(f.seat, effect.index))
    push_payment(s, f.seat, t.effects[f.effect].cost, max(0, needs.need(s, f.seat, effect)))


# ---------------------------------------------------------------- CPY  Copy


def start_copy(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    s.stack.append(CopyChoice(seat))


def legal_copy(s: State, f: CopyChoice) -> list[Action]:
    return [COPY_EFFECT[i] for i in needs.copyable_effects(s, f.seat)]


def resolve_copy(s: State, f: CopyChoice, action: Action, ev: Events | None) -> None:
    assert isinstance(action, CopyEffect)
    if ev is not None:
        ev.append(ActionCopied(f.seat, action.effect))
    s.stack.append(StartTask(f.seat, action.effect))
