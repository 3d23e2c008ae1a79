"""SEL, CON, EXE: the commercial actions."""

from __future__ import annotations

from saltonsea_desktop.games.saltonsea.actions import (
    BENEFIT,
    CONTRACT_CARD,
    DONE,
    SELL_TO,
    SELL_UNIT,
    Action,
    SellTo,
    SellUnit,
    TakeBenefit,
    TakeContract,
)
from saltonsea_desktop.games.saltonsea.choices import (
    BENEFIT_CLAIM,
    BENEFIT_DEVELOP,
    BENEFIT_MONEY,
    BENEFIT_SHARES,
    BENEFITS,
    BenefitChoice,
    BenefitTask,
    ContractChoice,
    FinishSaleTask,
    FreeSharesTask,
    GainContractTask,
    SellChoice,
    SellUnitsChoice,
)
from saltonsea_desktop.games.saltonsea.components.tables import (
    MOD_EXECUTE_BRINE,
    MOD_EXECUTE_MONEY,
    MOD_EXECUTE_VP,
    TEST_CONTRACTS,
    Contract,
    Effect,
)
from saltonsea_desktop.games.saltonsea.events import (
    AssetRaised,
    ContractExecuted,
    ContractTaken,
    CorporationClosed,
    EndTriggered,
    Events,
    FeesChanged,
    Sold,
)
from saltonsea_desktop.games.saltonsea.rules.common import check_short, develop, gain_vp
from saltonsea_desktop.games.saltonsea.rules.industrial import start_claim_benefit
from saltonsea_desktop.games.saltonsea.rules.money import push_collect
from saltonsea_desktop.games.saltonsea.state import Company, State

# ---------------------------------------------------------------- SEL  Sell


def start_sell(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    s.stack.append(SellChoice(seat, e.index))


def legal_sell(s: State, f: SellChoice) -> list[Action]:
    closes, assets = s.tables.asset_closes, s.assets
    return [SELL_TO[i] for i in range(3) if not closes[assets[i]]]


def resolve_sell(s: State, f: SellChoice, action: Action, ev: Events | None) -> None:
    assert isinstance(action, SellTo)
    s.stack.append(SellUnitsChoice(f.seat, f.effect, action.corporation, 0, 0, 0))


def legal_sell_units(s: State, f: SellUnitsChoice) -> list[Action]:
    goods = s.companies[f.seat].goods
    out: list[Action] = []
    if goods[0] > f.brine:
        out.append(SELL_UNIT[0])
    if goods[1] > f.geothermal:
        out.append(SELL_UNIT[1])
    if goods[2] > f.lithium:
        out.append(SELL_UNIT[2])
    if f.brine or f.geothermal or f.lithium:
        out.append(DONE)
    return out


def sale_money(s: State, effect: Effect, corporation: int, units: tuple[int, int, int]) -> tuple[int, int]:
    """(money due, bonus VP) of a sale at the current fees (SEL-1, SEL-5, CRD-13)."""
    fees = s.tables.fees[s.fees[corporation]]
    money = units[0] * fees[0] + units[1] * fees[1] + units[2] * fees[2]
    number = units[0] + units[1] + units[2]
    vp = 0
    for n, extra, points in effect.bonus:
        if n == number:
            money += extra
            vp += points
    return money, vp


def resolve_sell_units(s: State, f: SellUnitsChoice, action: Action, ev: Events | None) -> None:
    seat, effect, corporation, b, g, li = f
    c, e = s.companies[seat], s.tables.effects[effect]
    if isinstance(action, SellUnit):
        p = action.product
        b, g, li = b + (p == 0), g + (p == 1), li + (p == 2)
        if b + g + li < e.strength and (c.goods[0] > b or c.goods[1] > g or c.goods[2] > li):
            s.stack.append(SellUnitsChoice(seat, effect, corporation, b, g, li))
            return
    units = (b, g, li)
    money, vp = sale_money(s, e, corporation, units)
    for product in range(3):
        c.goods[product] -= units[product]
    if ev is not None:
        ev.append(Sold(seat, corporation, units, money))
    s.stack.append(FinishSaleTask(seat, corporation, vp))
    push_collect(s, seat, money, ev)


def finish_sale(s: State, f: FinishSaleTask, ev: Events | None) -> None:
    """SEL-7 after the money: bonus VP, indicator, fees, closing."""
    gain_vp(s, f.seat, f.vp, "sale", ev)
    raise_asset(s, f.corporation, ev)


def raise_asset(s: State, corporation: int, ev: Events | None) -> None:
    """SEL-2 to SEL-4, SEL-8."""
    t = s.tables
    position = s.assets[corporation] + 1
    a, b, c = s.assets
    s.assets = (position, b, c) if corporation == 0 else (a, position, c) if corporation == 1 else (a, b, position)
    if ev is not None:
        ev.append(AssetRaised(corporation, position))
    if t.asset_fee_change[position] and s.future_fees[corporation]:
        future = list(s.future_fees)
        fee = future[corporation][-1]
        future[corporation] = future[corporation][:-1]
        s.future_fees = tuple(future)
        x, y, z = s.fees
        s.fees = (fee, y, z) if corporation == 0 else (x, fee, z) if corporation == 1 else (x, y, fee)
        if ev is not None:
            ev.append(FeesChanged(corporation, fee))
    if ev is not None and t.asset_closes[position]:
        ev.append(CorporationClosed(corporation))
        if s.closed_count == 2:
            ev.append(EndTriggered())


# ---------------------------------------------------------------- CON  Enter into a contract


def start_contract(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    s.stack.append(ContractChoice(seat, e.index))


def legal_contract(s: State, f: ContractChoice) -> list[Action]:
    return [CONTRACT_CARD[card] for card in sorted(s.contract_row) if card >= 0]


def resolve_contract(s: State, f: ContractChoice, action: Action, ev: Events | None) -> None:
    """CON-1 to CON-3: into the first free space; the row keeps its gap until the end of the round."""
    assert isinstance(action, TakeContract)
    c, e = s.companies[f.seat], s.tables.effects[f.effect]
    card = action.contract
    s.contract_row = tuple(-1 if x == card else x for x in s.contract_row)
    free = c.contracts.index(-1)
    c.contracts = (*c.contracts[:free], card, *c.contracts[free + 1 :])
    if ev is not None:
        ev.append(ContractTaken(f.seat, card))
    if e.vp:
        s.stack.append(GainContractTask(f.seat, e.vp))
    push_collect(s, f.seat, e.money, ev)


def gain_contract(s: State, f: GainContractTask, ev: Events | None) -> None:
    gain_vp(s, f.seat, f.vp, "card", ev)


# ---------------------------------------------------------------- EXE  Execute a contract


def contract_needs(c: Company, contract: Contract) -> tuple[int, int, int]:
    """EXE-6: the permanent discount takes one brine off, not below 0."""
    brine, geothermal, lithium = contract.needs
    return max(0, brine - c.mods[MOD_EXECUTE_BRINE]), geothermal, lithium


def can_execute(c: Company, contract: Contract) -> bool:
    b, g, li = c.goods
    brine, geothermal, lithium = contract.needs
    return li >= lithium and g >= geothermal and b >= brine - c.mods[MOD_EXECUTE_BRINE]


def execute(s: State, seat: int, card: int, ev: Events | None) -> None:
    """EXE-1: products leave, VP are gained, the other benefits follow in the company's order."""
    c, contract = s.companies[seat], s.tables.contracts[card]
    needs = contract_needs(c, contract)
    for product in range(3):
        c.goods[product] -= needs[product]
    c.executed |= 1 << c.contracts.index(card)
    if ev is not None:
        ev.append(ContractExecuted(seat, card, needs))
    gain_vp(s, seat, contract.vp + c.mods[MOD_EXECUTE_VP], "contract", ev)
    check_short(s, seat, TEST_CONTRACTS, ev)
    left = 0
    if contract.money + c.mods[MOD_EXECUTE_MONEY]:
        left |= BENEFIT_MONEY
    if contract.shares:
        left |= BENEFIT_SHARES
    if contract.develop:
        left |= BENEFIT_DEVELOP
    if contract.claim:
        left |= BENEFIT_CLAIM
    _ask_benefit(s, BenefitChoice(seat, card, left))


def _ask_benefit(s: State, f: BenefitChoice) -> None:
    if f.left & (f.left - 1):
        s.stack.append(f)
    elif f.left:
        s.stack.append(BenefitTask(f.seat, f.contract, f.left))


def legal_benefit(s: State, f: BenefitChoice) -> list[Action]:
    return [BENEFIT[b] for b in BENEFITS if f.left & b]


def resolve_benefit(s: State, f: BenefitChoice, action: Action, ev: Events | None) -> None:
    assert isinstance(action, TakeBenefit)
    _ask_benefit(s, BenefitChoice(f.seat, f.contract, f.left & ~action.benefit))
    s.stack.append(BenefitTask(f.seat, f.contract, action.benefit))


def receive(s: State, f: BenefitTask, ev: Events | None) -> None:
    """EXE-4, EXE-5, EXE-7: one benefit; what cannot be received is lost by itself."""
    seat, benefit = f.seat, f.benefit
    c, contract = s.companies[seat], s.tables.contracts[f.contract]
    if benefit == BENEFIT_MONEY:
        push_collect(s, seat, contract.money + c.mods[MOD_EXECUTE_MONEY], ev)
    elif benefit == BENEFIT_SHARES:
        s.stack.append(FreeSharesTask(seat, contract.corporation, contract.shares))
    elif benefit == BENEFIT_DEVELOP:
        develop(s, seat, contract.develop, ev)
    else:
        start_claim_benefit(s, seat, ev)
