"""The decision bar: what is asked, how it stands, and what each answer is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components import tables as tb
from saltonsea_desktop.ui.texts.why import Why

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from saltonsea_desktop.games.saltonsea.view import CompanyView, TableView


def claim_price(view: TableView, claim: int) -> int:
    """What a face-up claim costs now: price and surcharge, while a licence is chosen less its discounts (LIC-1, LIC-4).

    0 for the claim benefit of a contract. Raises ValueError for a claim that is not on offer.
    """
    t, choice = view.tables, view.choice
    full = t.claims[claim].cost + t.claim_surcharge[view.claims.index(claim)]
    if not isinstance(choice, ch.ClaimChoice):
        return full
    if choice.free:
        return 0
    saved = view.companies[choice.seat].mods[tb.MOD_LICENCE_DISCOUNT]
    return max(0, full - t.effects[choice.effect].discount - saved)


def research_price(view: TableView, research: int) -> int:
    """What a research card costs now: its price, while research is chosen less the discounts (RES-1)."""
    t, choice = view.tables, view.choice
    price = t.research[research].price
    if not isinstance(choice, ch.ResearchChoice):
        return price
    saved = view.companies[choice.seat].mods[tb.MOD_RESEARCH_DISCOUNT]
    return max(0, price - t.effects[choice.effect].discount - saved)


def process_total(view: TableView, choice: ch.ProcessChoice | ch.OptimiseChoice, lithium: int, geothermal: int) -> int:
    """The payment for so many units in all (PRC-1, PRC-7)."""
    e = view.tables.effects[choice.effect]
    saved = e.discount + view.companies[choice.seat].mods[tb.MOD_PROCESS_DISCOUNT]
    return max(0, lithium * e.lithium_cost + geothermal * e.geothermal_cost - saved)


def repair_total(view: TableView, choice: ch.RepairChoice, points: int) -> int:
    """The payment for so many points in all (REP-1)."""
    saved = view.tables.effects[choice.effect].discount
    saved += view.companies[choice.seat].mods[tb.MOD_REPAIR_DISCOUNT]
    return max(0, points * view.tables.repair_price - saved)


def shares_total(view: TableView, choice: ch.SharesChoice, counts: Sequence[int]) -> int:
    """The payment for so many shares per corporation (SHR-1, SHR-4)."""
    t = view.tables
    full = sum(n * t.asset_price[position] for n, position in zip(counts, view.assets, strict=True))
    saved = t.effects[choice.effect].discount + view.companies[choice.seat].mods[tb.MOD_SHARES_DISCOUNT]
    return max(0, full - saved)


def sale_total(view: TableView, choice: ch.SellUnitsChoice, units: Sequence[int]) -> tuple[int, int]:
    """(money due, bonus VP) of these units (SEL-1, SEL-5)."""
    t = view.tables
    money = sum(n * fee for n, fee in zip(units, t.fees[view.fees[choice.corporation]], strict=True))
    vp = 0
    for number, extra, points in t.effects[choice.effect].bonus:
        if number == sum(units):
            money += extra
            vp += points
    return money, vp


def well_layers(view: TableView, seat: int) -> list[tuple[int, int]]:
    """(rocks, brine) of each layer of a company's whole well, top to bottom."""
    claims = view.tables.claims
    return [
        layer
        for claim in view.companies[seat].well
        for layer in zip(claims[claim].rocks, claims[claim].brine, strict=True)
    ]


def brine_in_reach(view: TableView, seat: int) -> tuple[int, int]:
    """(brine that can be extracted now, brine deeper down) of a company's well (EXT-1)."""
    c = view.companies[seat]
    layers = well_layers(view, seat)
    drilled = sum(brine for _, brine in layers[: c.layer])
    return drilled - c.extracted, sum(brine for _, brine in layers[c.layer :])


class Bar(Why):
    """Titles have no full stop, hints are sentences. They name no hidden card: give the view of whoever looks."""

    # ------------------------------------------------------------ choices

    def choice_title(self, choice: ch.Choice, view: TableView) -> str:
        """The bar's title; it begins with the seat's name when another seat than the view's is asked."""
        title = self._title(choice, view)
        if choice.seat == view.seat or isinstance(choice, ch.GmiChoice):
            return title
        return self.tr("{seat}: {title}", "what another seat is asked").format(seat=self.seat(choice.seat), title=title)

    def _title(self, choice: ch.Choice, view: TableView) -> str:
        t = view.tables
        match choice:
            case ch.TurnChoice():
                return self.tr("Place an engineer")
            case ch.EndTurnChoice():
                if choice.tile and view.companies[choice.seat].tiles:
                    return self.tr("Use a tile, or end the turn")
                return self.tr("Turn done")
            case ch.GmiChoice():
                return self.tr("{gmi} turns its next card").format(gmi=self.seat(choice.seat))
            case ch.ClaimChoice():
                return self.tr("Choose a free claim") if choice.free else self.tr("Choose a claim")
            case ch.DrillModeChoice():
                return self.tr("Drill: choose one")
            case ch.DrillChoice():
                return self.tr("Drill on, or stop")
            case ch.ExtractChoice():
                return self.tr("Extract more brine, or stop")
            case ch.ProcessChoice():
                most = t.effects[choice.effect].strength + view.companies[choice.seat].mods[tb.MOD_PROCESS]
                return self.tr("Process {amount}").format(amount=self._up_to(most, self.counts.brine(most)))
            case ch.OptimiseChoice():
                return self.tr("Optimise the plant?")
            case ch.RepairChoice():
                most = t.effects[choice.effect].strength
                return self.tr("Repair {amount}").format(amount=self._up_to(most, self.counts.repair_points(most)))
            case ch.SellChoice():
                return self.tr("Choose who buys")
            case ch.SellUnitsChoice():
                return self.tr("Sell to {corporation}").format(corporation=self.corporation(choice.corporation))
            case ch.ContractChoice():
                return self.tr("Choose a contract")
            case ch.ResearchChoice():
                return self.tr("Choose a research card")
            case ch.SharesChoice():
                chosen = [i for i, n in enumerate(choice[2:]) if n]
                if len(chosen) == 1:
                    return self.tr("Buy {corporation} shares").format(corporation=self.corporation(chosen[0]))
                return self.tr("Buy shares")
            case ch.MoveSharesChoice():
                return self.tr("Which share token moves next?")
            case ch.TileChoice():
                return self.tr("Take one profit-sharing tile")
            case ch.RepeatChoice():
                return self.tr("Repeat which action?")
            case ch.CopyChoice():
                return self.tr("Copy which action?")
            case ch.BenefitChoice():
                if choice.left & (choice.left - 1):
                    return self.tr("Which benefit comes next?")
                return self.tr("Receive the last benefit")
            case ch.PaymentChoice():
                return self.tr("Pay {money}").format(money=self.money(choice.due))
            case ch.CollectChoice():
                return self.tr("Collect {money}").format(money=self.money(choice.due))
        assert_never(choice)

    def choice_hint(self, choice: ch.Choice, view: TableView) -> str:
        """The bar's second line: how it stands (running sums, prices) and what to do."""
        if choice.seat != view.seat and not isinstance(choice, ch.GmiChoice):
            return self.tr("The game waits for {seat}.").format(seat=self.seat(choice.seat))
        return self._hint(choice, view)

    def _hint(self, choice: ch.Choice, view: TableView) -> str:
        t, c = view.tables, view.companies[choice.seat]
        match choice:
            case ch.TurnChoice():
                return self._turn_hint(choice, c)
            case ch.EndTurnChoice():
                if choice.tile and c.tiles:
                    return self.tr("One profit-sharing tile a turn, before or after the engineer.")
                return self.tr("End the turn to go on.")
            case ch.GmiChoice():
                return self.tr("Card {n} of {total}: it does the first action that it can.").format(
                    n=view.gmi_turned + 1, total=len(view.gmi_row)
                )
            case ch.ClaimChoice():
                return self._claim_hint(choice, view)
            case ch.DrillModeChoice():
                return self.counts.ways(len(t.effects[choice.effect].options))
            case ch.DrillChoice():
                return self._drill_hint(choice, view)
            case ch.ExtractChoice():
                reach, _ = brine_in_reach(view, choice.seat)
                return self.sentences(
                    self.counts.more_possible(max(0, min(choice.left, reach, c.capacity - c.goods[tb.BRINE]))),
                    self.tr("Warehouse: {n} of {capacity}.").format(n=c.goods[tb.BRINE], capacity=c.capacity),
                )
            case ch.ProcessChoice():
                return self._process_hint(choice, view)
            case ch.OptimiseChoice():
                return self._optimise_hint(choice, view)
            case ch.RepairChoice():
                return self._repair_hint(choice, view)
            case ch.SellChoice():
                most = t.effects[choice.effect].strength
                return self.tr("{units} to one corporation. The fee tiles show what each pays.").format(
                    units=self.capital(self._up_to(most, self.counts.units(most)))
                )
            case ch.SellUnitsChoice():
                return self._sale_hint(choice, view)
            case ch.ContractChoice():
                e = t.effects[choice.effect]
                gains = self._gains(e.money, e.vp)
                return self.sentences(
                    self.tr("You gain {gains} with it.").format(gains=gains) if gains else "",
                    self.tr("Not executed at the end, it costs half its VP."),
                )
            case ch.ResearchChoice():
                return self._research_hint(choice, view)
            case ch.SharesChoice():
                return self._shares_hint(choice, view)
            case ch.MoveSharesChoice():
                return self.tr("Still to move: {shares}. Each new space gives what it shows, at once.").format(
                    shares=self._share_list(choice[1:])
                )
            case ch.TileChoice():
                tiles = view.stacks[choice.corporation][choice.stack]
                return self.tr("{corporation}, {stack}: {tiles}. It lies beside your board until you use it.").format(
                    corporation=self.corporation(choice.corporation),
                    stack=self.stack(choice.stack),
                    tiles=self.counts.tiles(len(tiles)),
                )
            case ch.RepeatChoice():
                return self.tr(
                    "First {money}, then the action at its usual price. Your engineers show what can be."
                ).format(money=self.money(t.effects[choice.effect].cost))
            case ch.CopyChoice():
                return self.tr("An action of another company this round, with your own goods, money and research.")
            case ch.BenefitChoice():
                names = self.listed(
                    self.benefit(choice.contract, benefit, c) for benefit in ch.BENEFITS if choice.left & benefit
                )
                return self.tr("Still to come: {benefits}.").format(benefits=names)
            case ch.PaymentChoice():
                return self._payment_hint(choice)
            case ch.CollectChoice():
                return self._collect_hint(choice)
        assert_never(choice)

    def choice_icon(self, choice: ch.Choice) -> str:
        """Icon of the running action."""
        match choice:
            case ch.TurnChoice():
                return "engineer"
            case ch.EndTurnChoice():
                return "end-turn"
            case ch.GmiChoice():
                return "gmi"
            case ch.ClaimChoice():
                return self.kind_icon(tb.LICENCE)
            case ch.DrillModeChoice() | ch.DrillChoice():
                return self.kind_icon(tb.DRILL)
            case ch.ExtractChoice():
                return self.kind_icon(tb.EXTRACT)
            case ch.ProcessChoice() | ch.OptimiseChoice():
                return self.kind_icon(tb.PROCESS)
            case ch.RepairChoice():
                return self.kind_icon(tb.REPAIR)
            case ch.SellChoice() | ch.SellUnitsChoice():
                return self.kind_icon(tb.SELL)
            case ch.ContractChoice():
                return self.kind_icon(tb.CONTRACT)
            case ch.ResearchChoice():
                return self.kind_icon(tb.RESEARCH)
            case ch.SharesChoice() | ch.MoveSharesChoice():
                return self.kind_icon(tb.SHARES)
            case ch.TileChoice():
                return "profit-tile"
            case ch.RepeatChoice():
                return self.kind_icon(tb.REPEAT)
            case ch.CopyChoice():
                return self.kind_icon(tb.COPY)
            case ch.BenefitChoice():
                return self.kind_icon(tb.EXECUTE)
            case ch.PaymentChoice() | ch.CollectChoice():
                return "money"
        assert_never(choice)

    # ------------------------------------------------------------ hints in parts

    def _turn_hint(self, choice: ch.TurnChoice, c: CompanyView) -> str:
        left = (
            self.tr("Your last engineer this round.")
            if c.hr == 1
            else self.tr("{engineers} left.").format(engineers=self.counts.engineers(c.hr))
        )
        if choice.tile and c.tiles:
            return self.sentences(left, self.tr("Drag one to a striped space, or click it. A tile may come first."))
        return self.sentences(left, self.tr("Drag one to a striped space, or click the space."))

    def _discounts(self, parts: Iterable[int]) -> str:
        """Such as "−$2 − $1" as it is added to a sum; "" without any."""
        return "".join(self.tr(" − {money}", "in a sum").format(money=self.money(part)) for part in parts if part)

    def _claim_hint(self, choice: ch.ClaimChoice, view: TableView) -> str:
        if choice.free:
            return self.tr("No price, no surcharge. You may also take none.")
        off = self._discounts(
            (
                view.tables.effects[choice.effect].discount,
                view.companies[choice.seat].mods[tb.MOD_LICENCE_DISCOUNT],
            )
        )
        return self.sentences(
            self.tr("Price + surcharge{discounts}.").format(discounts=off),
            self.tr("Then a new claim is revealed: no undo after that."),
        )

    def _drill_hint(self, choice: ch.DrillChoice, view: TableView) -> str:
        c = view.companies[choice.seat]
        layers = well_layers(view, choice.seat)
        where = self.tr("Layer {n} of {total} drilled.").format(n=c.layer, total=len(layers))
        if c.layer >= len(layers):
            return where
        rocks = layers[c.layer][0]
        following = self.tr("The next one: {rocks}.").format(rocks=self.rocks(rocks))
        if choice.ignore and rocks:
            following = self.tr("The next one: {rocks}, {ignored}.").format(
                rocks=self.rocks(rocks), ignored=self.counts.ignored(min(rocks, choice.ignore))
            )
        return self.sentences(where, following, self.counts.more_possible(min(choice.left, len(layers) - c.layer)))

    def _formula(self, items: Sequence[int], discounts: Sequence[int], total: int) -> str:
        """Such as "$4 + $2 + $2 − $1 = $7"; a single price without discount stands alone."""
        if len(items) == 1 and not any(discounts):
            return self.money(total)
        return self.tr("{sum}{discounts} = {total}").format(
            sum=self.tr(" + ", "in a sum").join(self.money(item) for item in items),
            discounts=self._discounts(discounts),
            total=self.money(total),
        )

    def _process_hint(self, choice: ch.ProcessChoice, view: TableView) -> str:
        e = view.tables.effects[choice.effect]
        if choice.lithium or choice.geothermal:
            return self._process_sum(choice, view)
        prices = self.tr("Lithium {lithium}, geothermal energy {geothermal} for each brine").format(
            lithium=self.money(e.lithium_cost), geothermal=self.money(e.geothermal_cost)
        )
        return self._less(prices, e.discount + view.companies[choice.seat].mods[tb.MOD_PROCESS_DISCOUNT])

    def _less(self, prices: str, discount: int) -> str:
        """The prices as a sentence, with the discounts of the whole action."""
        if not discount:
            return self.stop(prices)
        return self.tr("{prices}; {money} off the total.").format(prices=prices, money=self.money(discount))

    def _process_sum(self, choice: ch.ProcessChoice | ch.OptimiseChoice, view: TableView) -> str:
        e = view.tables.effects[choice.effect]
        return self.tr("{products}: {formula}.").format(
            products=self.capital(self.products((0, choice.geothermal, choice.lithium))),
            formula=self._formula(
                [e.lithium_cost] * choice.lithium + [e.geothermal_cost] * choice.geothermal,
                (e.discount, view.companies[choice.seat].mods[tb.MOD_PROCESS_DISCOUNT]),
                process_total(view, choice, choice.lithium, choice.geothermal),
            ),
        )

    def _optimise_hint(self, choice: ch.OptimiseChoice, view: TableView) -> str:
        return self.sentences(
            self.tr(
                "One more without brine or money: lithium for {lithium}, geothermal energy for {geothermal}."
            ).format(
                lithium=self.counts.damage(self.optimise_damage(view, choice.seat, tb.LITHIUM)),
                geothermal=self.counts.damage(self.optimise_damage(view, choice.seat, tb.GEOTHERMAL)),
            ),
            self._process_sum(choice, view),
        )

    def optimise_damage(self, view: TableView, seat: int, product: int) -> int:
        """Damage points of optimising `product` for a company (PRC-3, RES-3)."""
        t, mods = view.tables, view.companies[seat].mods
        if product == tb.LITHIUM:
            return max(0, t.optimise_lithium_damage - mods[tb.MOD_OPT_LITHIUM])
        return max(0, t.optimise_geothermal_damage - mods[tb.MOD_OPT_GEOTHERMAL])

    def _repair_hint(self, choice: ch.RepairChoice, view: TableView) -> str:
        price = view.tables.repair_price
        discounts = (
            view.tables.effects[choice.effect].discount,
            view.companies[choice.seat].mods[tb.MOD_REPAIR_DISCOUNT],
        )
        points = choice.drill + choice.plant
        if not points:
            return self._less(self.tr("{money} a point").format(money=self.money(price)), sum(discounts))
        return self.tr("{points}: {formula}.").format(
            points=self.capital(self._repaired(choice.drill, choice.plant)),
            formula=self._formula([price] * points, discounts, repair_total(view, choice, points)),
        )

    def _repaired(self, drill: int, plant: int) -> str:
        """Such as "1 point of the drill and 1 point of the plant"."""
        return self.listed(
            self.tr("{points} of the {machine}").format(points=self.counts.repair_points(n), machine=self.machine(i))
            for i, n in enumerate((drill, plant))
            if n
        )

    def _sale_hint(self, choice: ch.SellUnitsChoice, view: TableView) -> str:
        t, c = view.tables, view.companies[choice.seat]
        e, units = t.effects[choice.effect], (choice.brine, choice.geothermal, choice.lithium)
        if not any(units):
            return self.tr("{units} at {prices}.").format(
                units=self.capital(self._up_to(e.strength, self.counts.units(e.strength))),
                prices=self.prices(t.fees[view.fees[choice.corporation]]),
            )
        money, vp = sale_total(view, choice, units)
        left = min(e.strength, sum(c.goods)) - sum(units)
        return self.sentences(
            self.tr("{products}: {gains}.").format(
                products=self.capital(self.products(units)), gains=self._gains(money, vp) or self.money(0)
            ),
            self.counts.more_possible(left) if left > 0 else "",
        )

    def _research_hint(self, choice: ch.ResearchChoice, view: TableView) -> str:
        t, c = view.tables, view.companies[choice.seat]
        saved = t.effects[choice.effect].discount + c.mods[tb.MOD_RESEARCH_DISCOUNT]
        slot = len(c.research)
        return self.sentences(
            self.tr("{money} off its price.").format(money=self.money(saved)) if saved else "",
            self.tr("It goes to slot {n}: at the end VP × {factor}.").format(
                n=slot + 1, factor=t.slot_multiplier[min(slot, len(t.slot_multiplier) - 1)]
            ),
        )

    def _share_list(self, counts: Sequence[int]) -> str:
        return self.listed(self.counts.shares_of(n, self.corporation(i)) for i, n in enumerate(counts) if n)

    def _shares_hint(self, choice: ch.SharesChoice, view: TableView) -> str:
        t, c = view.tables, view.companies[choice.seat]
        e, counts = t.effects[choice.effect], choice[2:]
        discounts = (e.discount, c.mods[tb.MOD_SHARES_DISCOUNT])
        if not any(counts):
            prices = self.chain(
                self.tr("{corporation} {money}").format(
                    corporation=self.corporation(i), money=self.money(t.asset_price[position])
                )
                for i, position in enumerate(view.assets)
            )
            text = (
                self.tr("{shares} of several corporations: {prices}")
                if c.mods[tb.MOD_SEVERAL]
                else self.tr("{shares} of one corporation: {prices}")
            )
            shares = self.capital(self._up_to(e.strength, self.counts.shares(e.strength)))
            return self._less(text.format(shares=shares, prices=prices), sum(discounts))
        return self.tr("{shares}: {formula}.").format(
            shares=self._share_list(counts),
            formula=self._formula(
                [t.asset_price[view.assets[i]] for i, n in enumerate(counts) for _ in range(n)],
                discounts,
                shares_total(view, choice, counts),
            ),
        )

    def paid(self, choice: ch.PaymentChoice) -> int:
        """Value of the cards put into a payment so far."""
        return sum(self.tables.type_value[card] for card in choice.paid)

    def _payment_hint(self, choice: ch.PaymentChoice) -> str:
        total = self.paid(choice)
        left = choice.due - total
        if left > 0:
            text = (
                self.tr("{left} still to pay: put in cards.")
                if total
                else self.tr("Put in cards worth {left}; no change is given.")
            ).format(left=self.money(left))
        elif left == 0:
            text = self.tr("Paid exactly.")
        else:
            text = self.tr("Cards worth {total}: {lost} are lost, no change is given.").format(
                total=self.money(total), lost=self.money(-left)
            )
        if choice.reserve and left > 0:
            return self.sentences(
                text, self.tr("Keep {money} for the repeated action.").format(money=self.money(choice.reserve))
            )
        return text

    def _collect_hint(self, choice: ch.CollectChoice) -> str:
        left = choice.target - choice.total
        short = ""
        if choice.target < choice.due:
            short = self.tr("The market can pay {target} of {due}.").format(
                target=self.money(choice.target), due=self.money(choice.due)
            )
        if left:
            return self.sentences(
                self.tr("{left} still to take: pick cards or piles.").format(left=self.money(left)), short
            )
        done = (
            self.tr("Blind cards are turned over when you take them.")
            if any(choice.blinds)
            else self.tr("Take these cards; they can be used from your next turn on.")
        )
        return self.sentences(self.tr("{total} chosen.").format(total=self.money(choice.total)), done, short)

    def benefit(self, contract: int, benefit: int, company: CompanyView) -> str:
        """A benefit of an executed contract (one of BENEFIT_*): "$7", "2 Cinder shares", "1 plan step"."""
        record = self.tables.contracts[contract]
        if benefit == ch.BENEFIT_MONEY:
            return self.money(record.money + company.mods[tb.MOD_EXECUTE_MONEY])
        if benefit == ch.BENEFIT_SHARES:
            return self.counts.shares_of(record.shares, self.corporation(record.corporation))
        if benefit == ch.BENEFIT_DEVELOP:
            return self.counts.steps(record.develop)
        return self.counts.free_claims(record.claim)

    # ------------------------------------------------------------ actions

    def action(self, action: a.Action, view: TableView) -> str:
        """One line for the list of legal actions: "Pay with the $3 Extract card". No full stop."""
        t, choice = view.tables, view.choice
        match action:
            case a.PlaceEngineer(space):
                return self._place(space)
            case a.PlayPrompt(card):
                return self.tr("Play the {card} card: {effect}").format(
                    card=self.card(card), effect=self.effect_short(t.type_effect[card])
                )
            case a.UseResearch(research):
                return self.tr("Use the research card {research}").format(research=self.research_title(research))
            case a.ExecuteContract(contract):
                return self.tr("Execute the {contract}").format(contract=self.contract_line(contract))
            case a.UseTile(tile):
                return self.tr("Use the {tile}").format(tile=self.tile_title(tile))
            case a.TakeClaim(claim):
                return self._take_claim(claim, view)
            case a.ChooseOption(option):
                if isinstance(choice, ch.DrillModeChoice):
                    return self.tr("Drill {way}").format(way=self.option_words(choice.effect, option))
                return self.tr("Take option {n}").format(n=option + 1)
            case a.DrillLayer():
                return self._drill_layer(view)
            case a.ExtractBrine():
                return self.tr("Extract 1 more brine")
            case a.ProcessUnit(product):
                return self._process_unit(product, view)
            case a.Optimise(product):
                damage = self.optimise_damage(view, choice.seat if choice else 0, product)
                return self.tr("Optimise: {product} more for {damage}").format(
                    product=self.product(product, 1), damage=self.counts.damage(damage)
                )
            case a.RepairPoint(machine):
                text = self.tr("Repair 1 point of the {machine}").format(machine=self.machine(machine))
                if isinstance(choice, ch.RepairChoice):
                    return self._in_all(text, repair_total(view, choice, choice.drill + choice.plant + 1))
                return text
            case a.SellTo(corporation):
                return self.tr("Sell to {corporation}: {prices}").format(
                    corporation=self.corporation(corporation), prices=self.prices(t.fees[view.fees[corporation]])
                )
            case a.SellUnit(product):
                return self._sell_unit(product, view)
            case a.TakeContract(contract):
                return self.tr("Take the {contract}").format(contract=self.contract_line(contract))
            case a.TakeResearch(research):
                price = research_price(view, research)
                text = (
                    self.tr("Take the research card {research} for {money}")
                    if price
                    else self.tr("Take the research card {research} free of charge")
                )
                return text.format(research=self.research_title(research), money=self.money(price))
            case a.BuyShare(corporation):
                return self._buy_share(corporation, view)
            case a.MoveShare(corporation):
                return self.tr("Move your {corporation} token").format(corporation=self.corporation(corporation))
            case a.TakeTile(tile):
                return self.tr("Take the {tile}").format(tile=self.tile_title(tile))
            case a.RepeatSpace(space):
                return self.tr("Repeat {space}").format(space=self.space(space))
            case a.CopyEffect(effect):
                return self.tr("Copy {source}: {effect}").format(
                    source=self.effect_source(effect), effect=self.effect_short(t.effects[effect])
                )
            case a.TakeBenefit(benefit):
                if isinstance(choice, ch.BenefitChoice):
                    return self.tr("Receive {benefit}").format(
                        benefit=self.benefit(choice.contract, benefit, view.companies[choice.seat])
                    )
                return self.tr("Receive this benefit")
            case a.PayCard(card):
                return self.tr("Pay with the {card} card").format(card=self.card(card))
            case a.CollectFace():
                return self._collect_face(action, view)
            case a.CollectBlind(row):
                return self.tr("Take a blind {money} card from the discard pile").format(
                    money=self.money(tb.VALUES[row])
                )
            case a.Decline():
                if isinstance(choice, ch.OptimiseChoice):
                    return self.tr("Do not optimise")
                return self.tr("Take no claim") if isinstance(choice, ch.ClaimChoice) else self.tr("Decline")
            case a.Done():
                return self._done(choice, view)
            case a.Confirm():
                if isinstance(choice, ch.PaymentChoice):
                    return self._confirm_payment(choice)
                if isinstance(choice, ch.CollectChoice):
                    return self.tr("Take the cards worth {money}").format(money=self.money(choice.total))
                return self.tr("Confirm")
            case a.EndTurn():
                return self.tr("End the turn")
            case a.TurnGmiCard():
                return self.tr("Turn the next card of {gmi}").format(gmi=self.gmi)
        assert_never(action)

    def _place(self, space: int) -> str:
        e = self.tables.effects[self.tables.spaces[space].effect]
        text = self.tr("Place an engineer on {space}").format(space=self.space(space))
        price = self._process_short(e) if e.kind == tb.PROCESS else self.money(e.cost) if e.cost else ""
        return self.tr("{action} ({price})").format(action=text, price=price) if price else text

    def _in_all(self, text: str, total: int) -> str:
        return self.tr("{action} ({money} in all)").format(action=text, money=self.money(total))

    def _take_claim(self, claim: int, view: TableView) -> str:
        place = view.claims.index(claim) + 1 if claim in view.claims else 0
        words = self.claim_words(claim)
        if not place:
            return self.tr("Take the claim: {claim}").format(claim=words)
        price = claim_price(view, claim)
        if not price:
            return self.tr("Take claim {n} free of charge: {claim}").format(n=place, claim=words)
        return self.tr("Take claim {n} for {money}: {claim}").format(n=place, money=self.money(price), claim=words)

    def _drill_layer(self, view: TableView) -> str:
        if view.choice is not None:
            layers = well_layers(view, view.choice.seat)
            layer = view.companies[view.choice.seat].layer
            if layer < len(layers):
                return self.tr("Drill layer {n}: {rocks}").format(n=layer + 1, rocks=self.rocks(layers[layer][0]))
        return self.tr("Drill the next layer")

    def _process_unit(self, product: int, view: TableView) -> str:
        text = self.tr("Process 1 brine into {product}").format(product=self.product(product, 1))
        choice = view.choice
        if not isinstance(choice, ch.ProcessChoice):
            return text
        lithium = choice.lithium + (product == tb.LITHIUM)
        geothermal = choice.geothermal + (product == tb.GEOTHERMAL)
        return self._in_all(text, process_total(view, choice, lithium, geothermal))

    def _sell_unit(self, product: int, view: TableView) -> str:
        text = self.tr("Sell {product}").format(product=self.product(product, 1))
        choice = view.choice
        if not isinstance(choice, ch.SellUnitsChoice):
            return text
        units = [choice.brine, choice.geothermal, choice.lithium]
        units[product] += 1
        money, vp = sale_total(view, choice, units)
        return self.tr("{action} ({gains} in all)").format(action=text, gains=self._gains(money, vp) or self.money(0))

    def _buy_share(self, corporation: int, view: TableView) -> str:
        text = self.tr("Buy {share}").format(share=self.counts.shares_of(1, self.corporation(corporation)))
        choice = view.choice
        if not isinstance(choice, ch.SharesChoice):
            return text
        counts = list(choice[2:])
        counts[corporation] += 1
        return self._in_all(text, shares_total(view, choice, counts))

    def _collect_face(self, action: a.CollectFace, view: TableView) -> str:
        card = view.rows[action.row][action.place] if action.place < len(view.rows[action.row]) else -1
        if card < 0:
            return self.tr("Take the {money} card at place {n}").format(
                money=self.money(tb.VALUES[action.row]), n=action.place + 1
            )
        return self.tr("Take the face-up {card} card at place {n}").format(card=self.card(card), n=action.place + 1)

    def _done(self, choice: ch.Choice | None, view: TableView) -> str:
        match choice:
            case ch.DrillChoice():
                return self.tr("Stop drilling")
            case ch.ExtractChoice():
                return self.tr("Stop extracting")
            case ch.ProcessChoice():
                return self.tr("Process no more: {products} for {money}").format(
                    products=self.products((0, choice.geothermal, choice.lithium)),
                    money=self.money(process_total(view, choice, choice.lithium, choice.geothermal)),
                )
            case ch.RepairChoice():
                return self.tr("Repair no more: {points} for {money}").format(
                    points=self._repaired(choice.drill, choice.plant),
                    money=self.money(repair_total(view, choice, choice.drill + choice.plant)),
                )
            case ch.SellUnitsChoice():
                units = (choice.brine, choice.geothermal, choice.lithium)
                return self.tr("Sell {products} for {gains}").format(
                    products=self.products(units), gains=self._gains(*sale_total(view, choice, units)) or self.money(0)
                )
            case ch.SharesChoice():
                return self.tr("Buy no more: {shares} for {money}").format(
                    shares=self._share_list(choice[2:]), money=self.money(shares_total(view, choice, choice[2:]))
                )
        return self.tr("Done")

    def _confirm_payment(self, choice: ch.PaymentChoice) -> str:
        total = self.paid(choice)
        if total <= choice.due:
            return self.tr("Pay {money}").format(money=self.money(choice.due))
        return self.tr("Pay {money} with cards worth {total}").format(
            money=self.money(choice.due), total=self.money(total)
        )

    def button(self, action: a.Action, choice: ch.Choice | None) -> str:
        """A short label for a button or a choice chip: "Pay $7", "Sell", "End turn"."""
        t = self.tables
        match action:
            case a.PlaceEngineer(space) | a.RepeatSpace(space):
                return self.space(space)
            case a.PlayPrompt(card) | a.PayCard(card):
                return self.card(card)
            case a.UseResearch(research) | a.TakeResearch(research):
                return self.research_title(research)
            case a.ExecuteContract(contract) | a.TakeContract(contract):
                return self.contract_title(contract)
            case a.UseTile(tile) | a.TakeTile(tile):
                return self.effect_title(t.effects[t.tiles[tile].effect])
            case a.TakeClaim():
                return self.tr("Take claim")
            case a.ChooseOption(option):
                if isinstance(choice, ch.DrillModeChoice):
                    return self.option_words(choice.effect, option)
                return str(option + 1)
            case a.DrillLayer():
                return self.tr("1 layer more")
            case a.ExtractBrine():
                return self.tr("1 brine more")
            case a.ProcessUnit(product) | a.SellUnit(product):
                return self.tr("+{what}").format(what=self.product(product, 1))
            case a.Optimise(product):
                return self.tr("Optimise {product}").format(product=self.product_name(product))
            case a.RepairPoint(machine):
                return self.capital(self.machine(machine))
            case a.SellTo(corporation) | a.BuyShare(corporation) | a.MoveShare(corporation):
                return self.corporation(corporation)
            case a.CopyEffect(effect):
                return self.effect_title(t.effects[effect])
            case a.TakeBenefit(benefit):
                match benefit:
                    case ch.BENEFIT_MONEY:
                        return self.tr("Money")
                    case ch.BENEFIT_SHARES:
                        return self.tr("Shares")
                    case ch.BENEFIT_DEVELOP:
                        return self.tr("Plan")
                return self.tr("Claim")
            case a.CollectFace():
                return self.money(tb.VALUES[action.row])
            case a.CollectBlind(row):
                return self.tr("{money} blind").format(money=self.money(tb.VALUES[row]))
            case a.Decline():
                if isinstance(choice, ch.OptimiseChoice):
                    return self.tr("No optimising")
                return self.tr("No claim") if isinstance(choice, ch.ClaimChoice) else self.tr("Decline")
            case a.Done():
                return self._done_button(choice)
            case a.Confirm():
                if isinstance(choice, ch.PaymentChoice):
                    return self.tr("Pay {money}").format(money=self.money(max(choice.due, self.paid(choice))))
                if isinstance(choice, ch.CollectChoice):
                    return self.tr("Take {money}").format(money=self.money(choice.total))
                return self.tr("Confirm")
            case a.EndTurn():
                return self.tr("End turn")
            case a.TurnGmiCard():
                return self.tr("Turn card")
        assert_never(action)

    def _done_button(self, choice: ch.Choice | None) -> str:
        match choice:
            case ch.DrillChoice() | ch.ExtractChoice():
                return self.tr("Stop")
            case ch.ProcessChoice():
                return self.tr("Process")
            case ch.RepairChoice():
                return self.tr("Repair")
            case ch.SellUnitsChoice():
                return self.tr("Sell")
            case ch.SharesChoice():
                return self.tr("Buy")
        return self.tr("Done")
