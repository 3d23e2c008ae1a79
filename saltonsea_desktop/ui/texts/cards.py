"""What cards, spaces, tiles and claims print, in words and in short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saltonsea_desktop.games.saltonsea.components import tables as tb
from saltonsea_desktop.ui.texts.names import Names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from saltonsea_desktop.games.saltonsea.components.tables import Effect


class Cards(Names):
    """Full texts end without a full stop, so that they can stand in a list, after a colon or in a sentence."""

    # ------------------------------------------------------------ effects

    def effect_words(self, effect: Effect) -> str:
        """The whole effect of a space, card or tile: "Extract up to 3 brine"."""
        e = effect
        match e.kind:
            case tb.LICENCE:
                if e.discount:
                    return self.tr("Acquire a claim, {money} off its price").format(money=self.money(e.discount))
                return self.tr("Acquire a claim at its price")
            case tb.DRILL:
                return self._drill_words(e)
            case tb.EXTRACT:
                return self.tr("Extract {amount}").format(amount=self._up_to(e.strength, self.counts.brine(e.strength)))
            case tb.PROCESS:
                text = self.tr("Process {amount}: lithium {lithium}, geothermal energy {geothermal} each").format(
                    amount=self._up_to(e.strength, self.counts.brine(e.strength)),
                    lithium=self.money(e.lithium_cost),
                    geothermal=self.money(e.geothermal_cost),
                )
                return self._with_discount(text, e.discount)
            case tb.REPAIR:
                text = self.tr("Repair {amount} of drill or plant damage at {money} a point").format(
                    amount=self._up_to(e.strength, self.counts.repair_points(e.strength)),
                    money=self.money(self.tables.repair_price),
                )
                return self._with_discount(text, e.discount)
            case tb.SELL:
                return self._sell_words(e)
            case tb.CONTRACT:
                text = self.tr("Take a contract")
                if gains := self._gains(e.money, e.vp):
                    return self.tr("{action} and gain {gains}").format(action=text, gains=gains)
                return text
            case tb.DEVELOP:
                if e.cost:
                    return self.tr("Pay {money} for {steps}").format(
                        money=self.money(e.cost), steps=self.counts.steps(e.strength)
                    )
                return self._with_discount(
                    self.tr("Take {steps}").format(steps=self.counts.steps(e.strength)), e.discount
                )
            case tb.RESEARCH:
                if e.discount:
                    return self.tr("Take a research card, {money} off its price").format(money=self.money(e.discount))
                return self.tr("Take a research card at its price")
            case tb.SHARES:
                text = self.tr("Buy {amount} of one corporation").format(
                    amount=self._up_to(e.strength, self.counts.shares(e.strength))
                )
                return self._with_discount(text, e.discount)
            case tb.FINANCING:
                return self.tr("Draw the top card of the {money} deck").format(money=self.money(tb.VALUES[0]))
            case tb.REPEAT:
                return self.tr("Pay {money} and repeat the action of one of your blocked spaces").format(
                    money=self.money(e.cost)
                )
            case tb.COPY:
                return self.tr("Copy an action that another company did this round")
            case tb.CONVERT:
                return self.tr("Turn {brine} into {product} without money, for {damage} to the plant").format(
                    brine=self.counts.brine(e.brine),
                    product=self.product(e.product, e.units),
                    damage=self.counts.damage(e.damage),
                )
            case tb.POINTS:
                return self.tr("Gain {vp}").format(vp=self.counts.vp(e.vp))
        return self.kind_title(e.kind)

    def _up_to(self, strength: int, amount: str) -> str:
        return amount if strength == 1 else self.tr("up to {amount}").format(amount=amount)

    def _with_discount(self, text: str, discount: int) -> str:
        if not discount:
            return text
        return self.tr("{action}, {money} off the total").format(action=text, money=self.money(discount))

    def _gains(self, money: int, vp: int) -> str:
        return self.listed(part for part in (money and self.money(money), vp and self.counts.vp(vp)) if part)

    def _drill_words(self, e: Effect) -> str:
        ways = [
            self.tr("{layers} ignoring {rocks}").format(
                layers=self._up_to(strength, self.counts.layers(strength)), rocks=self.counts.rocks(ignore)
            )
            if ignore
            else self._up_to(strength, self.counts.layers(strength))
            for strength, ignore in e.options or ((e.strength, e.ignore),)
        ]
        return self.tr("Drill {ways}").format(ways=self.tr(" or ", "between two ways").join(ways))

    def _sell_words(self, e: Effect) -> str:
        text = self.tr("Sell {amount} to one corporation").format(
            amount=self._up_to(e.strength, self.counts.units(e.strength))
        )
        bonus = [
            self.tr("exactly {units}: {gains} more").format(
                units=self.counts.units(units), gains=self._gains(money, vp)
            )
            for units, money, vp in e.bonus
            if money or vp
        ]
        return self._with_bonus(text, bonus)

    def _with_bonus(self, text: str, bonus: list[str]) -> str:
        if not bonus:
            return text
        return self.tr("{action} ({bonus})").format(action=text, bonus=self.tr("; ", "between bonuses").join(bonus))

    def effect_short(self, effect: Effect) -> str:
        """The modifier line of a small card: "up to 3", "−$2", "2 layers or 1 ignoring 1 rock", "+$1, 2 VP"."""
        e = effect
        match e.kind:
            case tb.LICENCE:
                return self.off(e.discount) if e.discount else self.counts.claims(e.strength)
            case tb.DRILL:
                return self._drill_short(e)
            case tb.EXTRACT:
                if e.strength == 1:
                    return self.counts.brine(1)
                return self.tr("up to {n}", "units").format(n=e.strength)
            case tb.PROCESS:
                return self.chain((self._process_short(e), self.off(e.discount) if e.discount else ""))
            case tb.REPAIR:
                return self.chain((self.counts.repair_points(e.strength), self.off(e.discount) if e.discount else ""))
            case tb.SELL:
                if e.strength == 1 and not e.bonus:
                    return self.counts.units(1)
                text = self.tr("up to {n}", "units").format(n=e.strength)
                bonus = [
                    self.tr("{n}: {gains}", "units sold: bonus").format(n=units, gains=self._plus(money, vp))
                    for units, money, vp in e.bonus
                    if money or vp
                ]
                return self._with_bonus(text, bonus)
            case tb.CONTRACT:
                return self._plus(e.money, e.vp) or self.counts.contracts(e.strength)
            case tb.DEVELOP:
                if e.cost:
                    return self.money(e.cost)
                return self.chain((self.counts.steps(e.strength), self.off(e.discount) if e.discount else ""))
            case tb.RESEARCH:
                return self.off(e.discount) if e.discount else self.counts.cards(e.strength)
            case tb.SHARES:
                if e.strength == 1:
                    return self.off(e.discount) if e.discount else self.counts.shares(1)
                most = self.tr("up to {n}", "units").format(n=e.strength)
                return self.chain((most, self.off(e.discount) if e.discount else ""))
            case tb.FINANCING:
                return self.tr("a {money} card").format(money=self.money(tb.VALUES[0]))
            case tb.REPEAT:
                return self.money(e.cost)
            case tb.COPY:
                return self.tr("any action")
            case tb.CONVERT:
                return self.tr("{brine} to {product}, {damage}").format(
                    brine=self.counts.brine(e.brine),
                    product=self.product(e.product, e.units),
                    damage=self.counts.damage(e.damage),
                )
            case tb.POINTS:
                return self.counts.vp(e.vp)
        return self.kind_name(e.kind)

    def _plus(self, money: int, vp: int) -> str:
        """Such as "+$1, 2 VP"."""
        return self.chain(
            (
                self.tr("+{money}").format(money=self.money(money)) if money else "",
                self.counts.vp(vp) if vp else "",
            )
        )

    def _process_short(self, e: Effect) -> str:
        prices = self.tr("lithium {lithium}, geothermal {geothermal}").format(
            lithium=self.money(e.lithium_cost), geothermal=self.money(e.geothermal_cost)
        )
        if e.strength == 1:
            return prices
        return self.tr("{n}: {prices}", "units and their prices").format(n=e.strength, prices=prices)

    def _drill_short(self, e: Effect) -> str:
        ways: list[str] = []
        for strength, ignore in e.options or ((e.strength, e.ignore),):
            layers = str(strength) if ways else self.counts.layers(strength)
            ways.append(
                self.tr("{layers} ignoring {rocks}").format(layers=layers, rocks=self.counts.rocks(ignore))
                if ignore
                else layers
            )
        return self.tr(" or ", "between two ways").join(ways)

    def effect_title(self, effect: Effect) -> str:
        """Name plate and modifier: "Extract up to 3", "Licence −$2"; of a points tile the points alone."""
        if effect.kind == tb.POINTS:
            return self.effect_short(effect)
        return self.tr("{kind} {modifier}", "name plate and modifier of an action").format(
            kind=self.kind_name(effect.kind), modifier=self.effect_short(effect)
        )

    def effect_source(self, effect: int) -> str:
        """Where the action `effect` (index into Tables.effects) is printed: "the Drill space", "the $3 Drill card"."""
        t = self.tables
        for i, space in enumerate(t.spaces):
            if space.effect == effect:
                return self.tr("the {kind} space").format(kind=self.space(i))
        for i, record in enumerate(t.types):
            if record.effect == effect:
                return self.tr("the {card} card").format(card=self.card(i))
        return self.effect_title(t.effects[effect])

    def option_words(self, effect: int, option: int) -> str:
        """One printed option of a drill card (DRL-7): "up to 1 layer ignoring 1 rock"."""
        strength, ignore = self.tables.effects[effect].options[option]
        layers = self._up_to(strength, self.counts.layers(strength))
        if not ignore:
            return layers
        return self.tr("{layers} ignoring {rocks}").format(layers=layers, rocks=self.counts.rocks(ignore))

    # ------------------------------------------------------------ research

    def research_short(self, research: int) -> str:
        """What a research card changes or does: "+1 brine", "−$1", "up to 5"."""
        record = self.tables.research[research]
        if not record.permanent:
            return self.effect_short(self.tables.effects[record.effect])
        saved = dict(record.mods)
        if saved.keys() == {tb.MOD_OPT_LITHIUM, tb.MOD_OPT_GEOTHERMAL}:
            return self.tr("optimise for {lithium} or {geothermal} damage").format(
                lithium=self.tables.optimise_lithium_damage - saved[tb.MOD_OPT_LITHIUM],
                geothermal=self.tables.optimise_geothermal_damage - saved[tb.MOD_OPT_GEOTHERMAL],
            )
        return self.chain(self._mod_short(mod, amount) for mod, amount in record.mods)

    def _mod_short(self, mod: int, amount: int) -> str:
        match mod:
            case tb.MOD_EXTRACT | tb.MOD_PROCESS:
                return self.tr("+{what}").format(what=self.counts.brine(amount))
            case tb.MOD_DRILL:
                return self.tr("+{what}").format(what=self.counts.layers(amount))
            case tb.MOD_IGNORE:
                return self.tr("ignore {rocks}").format(rocks=self.counts.rocks(amount))
            case tb.MOD_EXECUTE_VP:
                return self.tr("+{what}").format(what=self.counts.vp(amount))
            case tb.MOD_EXECUTE_MONEY:
                return self.tr("+{what}").format(what=self.money(amount))
            case tb.MOD_EXECUTE_BRINE:
                return self.tr("{number} brine", "a signed number").format(number=self.signed(-amount))
            case tb.MOD_SEVERAL:
                return self.tr("several corporations")
            case tb.MOD_OPT_LITHIUM:
                return self.tr("optimised lithium: {damage}").format(
                    damage=self.counts.damage(self.tables.optimise_lithium_damage - amount)
                )
            case tb.MOD_OPT_GEOTHERMAL:
                return self.tr("optimised geothermal: {damage}").format(
                    damage=self.counts.damage(self.tables.optimise_geothermal_damage - amount)
                )
        return self.off(amount)  # the five discounts

    def research_title(self, research: int) -> str:
        """Name plate and effect: "Extract +1 brine"."""
        record = self.tables.research[research]
        if not record.permanent:
            return self.effect_title(self.tables.effects[record.effect])
        return self.tr("{kind} {modifier}", "name plate and modifier of an action").format(
            kind=self.kind_name(record.action), modifier=self.research_short(research)
        )

    def research_effect(self, research: int) -> str:
        """What the card does, as one sentence without a full stop."""
        record = self.tables.research[research]
        if not record.permanent:
            return self.effect_words(self.tables.effects[record.effect])
        return self.tr(". ", "between sentences").join(
            self._mod_words(record.action, mod, amount) for mod, amount in record.mods
        )

    def _mod_words(self, kind: int, mod: int, amount: int) -> str:
        match mod:
            case tb.MOD_EXTRACT:
                return self.tr("Each Extract may take {brine} more").format(brine=self.counts.brine(amount))
            case tb.MOD_PROCESS:
                return self.tr("Each Process may use {brine} more, at the usual prices").format(
                    brine=self.counts.brine(amount)
                )
            case tb.MOD_DRILL:
                return self.tr("Each Drill may go {layers} further").format(layers=self.counts.layers(amount))
            case tb.MOD_IGNORE:
                return self.tr("Each Drill ignores {rocks}").format(rocks=self.counts.rocks(amount))
            case tb.MOD_EXECUTE_VP:
                return self.tr("Each executed contract gives {vp} more").format(vp=self.counts.vp(amount))
            case tb.MOD_EXECUTE_MONEY:
                return self.tr("Each executed contract gives {money} more").format(money=self.money(amount))
            case tb.MOD_EXECUTE_BRINE:
                return self.tr("Each contract with brine needs {brine} less").format(brine=self.counts.brine(amount))
            case tb.MOD_SEVERAL:
                return self.tr("The shares of one Buy shares may be of several corporations")
            case tb.MOD_OPT_LITHIUM:
                return self.tr("Optimising lithium costs {damage}").format(
                    damage=self.counts.damage(self.tables.optimise_lithium_damage - amount)
                )
            case tb.MOD_OPT_GEOTHERMAL:
                return self.tr("Optimising geothermal energy costs {damage}").format(
                    damage=self.counts.damage(self.tables.optimise_geothermal_damage - amount)
                )
        return self.tr("Each {kind} action costs {money} less").format(
            kind=self.kind_name(kind), money=self.money(amount)
        )

    def research_bonus(self, research: int) -> str:
        """The acquisition bonus: "1 Cinder share", "1 VP"; "" for none."""
        record = self.tables.research[research]
        parts = (
            self.counts.shares_of(record.bonus_share, self.corporation(record.corporation))
            if record.bonus_share
            else "",
            self.counts.vp(record.bonus_vp) if record.bonus_vp else "",
        )
        return self.listed(part for part in parts if part)

    def research_words(self, research: int) -> str:
        """The whole card: class, effect, price, bonus, end value."""
        record = self.tables.research[research]
        effect = self.research_effect(research)
        text = (
            self.tr("Permanent research. {effect}. Price {money}") if record.permanent
            else self.tr("Research for one use, by an engineer. {effect}. Price {money}")
        ).format(effect=effect, money=self.money(record.price))  # fmt: skip
        if bonus := self.research_bonus(research):
            text = self.tr("{card}, with {bonus} at once").format(card=text, bonus=bonus)
        if record.permanent:
            text = self.tr("{card}. At the end {vp} times the number of its slot").format(
                card=text, vp=self.counts.vp(record.vp)
            )
        return text

    # ------------------------------------------------------------ contracts, claims, tiles, fees

    def contract_needs(self, contract: int) -> str:
        """Such as "2 brine and 1 lithium"."""
        return self.products(self.tables.contracts[contract].needs) or self.tr("no products")

    def contract_gives(self, contract: int) -> str:
        """Such as "$7, 8 VP and 1 Cinder share", in printed order."""
        record = self.tables.contracts[contract]
        parts = (
            self.money(record.money) if record.money else "",
            self.counts.vp(record.vp) if record.vp else "",
            self.counts.shares_of(record.shares, self.corporation(record.corporation)) if record.shares else "",
            self.counts.steps(record.develop) if record.develop else "",
            self.counts.free_claims(record.claim) if record.claim else "",
        )
        return self.listed(part for part in parts if part) or self.tr("nothing")

    def contract_title(self, contract: int) -> str:
        """Such as "Cinder contract"."""
        return self.tr("{corporation} contract").format(
            corporation=self.corporation(self.tables.contracts[contract].corporation)
        )

    def contract_words(self, contract: int) -> str:
        """Such as "Cinder contract, large account: needs 3 lithium, gives $9, 18 VP and 2 Cinder shares"."""
        record = self.tables.contracts[contract]
        text = (
            self.tr("{contract}, large account: needs {needs}, gives {gives}") if record.large
            else self.tr("{contract}, retail: needs {needs}, gives {gives}")
        )  # fmt: skip
        return text.format(
            contract=self.contract_title(contract),
            needs=self.contract_needs(contract),
            gives=self.contract_gives(contract),
        )

    def contract_line(self, contract: int) -> str:
        """For lists: "Cinder contract (3 lithium for $9, 18 VP and 2 Cinder shares)"."""
        return self.tr("{contract} ({needs} for {gives})").format(
            contract=self.contract_title(contract),
            needs=self.contract_needs(contract),
            gives=self.contract_gives(contract),
        )

    def claim_reward(self, claim: int) -> str:
        """Such as "8 VP and 1 plan step"; "nothing" for none."""
        record = self.tables.claims[claim]
        parts = (
            self.counts.vp(record.vp) if record.vp else "",
            self.counts.steps(record.develop) if record.develop else "",
        )
        return self.listed(part for part in parts if part) or self.tr("nothing")

    def claim_words(self, claim: int) -> str:
        """Such as "1 layer, 3 rocks, 3 brine, reward 8 VP and 1 plan step"."""
        record = self.tables.claims[claim]
        return self.tr("{layers}, {rocks}, {brine}, reward {reward}").format(
            layers=self.counts.layers(len(record.rocks)),
            rocks=self.rocks(sum(record.rocks)),
            brine=self.counts.brine(sum(record.brine)),
            reward=self.claim_reward(claim),
        )

    def claim_layers(self, claim: int) -> str:
        """Layer by layer: "Layer 1: 2 rocks, 1 brine. Layer 2: no rock, 2 brine"."""
        record = self.tables.claims[claim]
        return self.tr(". ", "between sentences").join(
            self.tr("Layer {n}: {rocks}, {brine}").format(
                n=i + 1, rocks=self.rocks(rocks), brine=self.counts.brine(brine)
            )
            for i, (rocks, brine) in enumerate(zip(record.rocks, record.brine, strict=True))
        )

    def rocks(self, n: int) -> str:
        """Such as "2 rocks", "no rock"."""
        return self.counts.rocks(n) if n else self.tr("no rock")

    def claim_title(self, claim: int) -> str:
        """For lists: "the claim with 3 brine for 8 VP and 1 plan step"."""
        return self.tr("the claim with {brine} for {reward}").format(
            brine=self.counts.brine(sum(self.tables.claims[claim].brine)), reward=self.claim_reward(claim)
        )

    def tile_title(self, tile: int) -> str:
        """Such as "Tide tile: Licence −$2"."""
        record = self.tables.tiles[tile]
        return self.tr("{corporation} tile: {effect}").format(
            corporation=self.corporation(record.corporation),
            effect=self.effect_title(self.tables.effects[record.effect]),
        )

    def tile_words(self, tile: int) -> str:
        """The whole tile."""
        record = self.tables.tiles[tile]
        return self.tr("{corporation} profit-sharing tile, for one use without an engineer: {effect}").format(
            corporation=self.corporation(record.corporation),
            effect=self.effect_words(self.tables.effects[record.effect]),
        )

    def fee_words(self, fee: int) -> str:
        """Such as "brine $2, geothermal energy $7, lithium $9"."""
        return self.prices(self.tables.fees[fee])

    def reward_words(self, position: int) -> str:
        """What the space `position` of every shares track gives: "1 plan step"."""
        reward = self.tables.share_reward[position]
        if reward == tb.REWARD_NONE:
            return self.tr("nothing")
        return self.counts.steps(1) if reward == tb.REWARD_DEVELOP else self.tr("a profit-sharing tile")

    def unlock_words(self, position: int) -> str:
        """What plan step `position` opens; "" for a plain one."""
        match self.tables.development[position]:
            case tb.UNLOCK_WAREHOUSE:
                return self.tr("a warehouse tile")
            case tb.UNLOCK_ENGINEER:
                return self.tr("an engineer")
            case tb.UNLOCK_STARS:
                return self.tr("{vp} for each grey star at the end").format(vp=self.counts.vp(self.tables.star_vp))
        return ""

    # ------------------------------------------------------------ objectives, GMI

    def objective_title(self, objective: int) -> str:
        """Such as "Store 3 lithium", "Most Cinder shares"."""
        o = self.tables.objectives[objective]
        match o.test:
            case tb.TEST_LITHIUM:
                return self.tr("Store {product}").format(product=self.counts.lithium(o.units))
            case tb.TEST_GEOTHERMAL:
                return self.tr("Store {product}").format(product=self.counts.geothermal(o.units))
            case tb.TEST_CONTRACTS:
                return self.tr("A contract of each")
            case tb.TEST_ENGINEERS:
                return self.tr("All {engineers}").format(engineers=self.counts.engineers(o.units))
            case tb.TEST_TILES:
                return self.tr("A tile of each")
            case tb.TEST_MOST_CONTRACTS:
                return self.tr("Most {corporation} contracts").format(corporation=self.corporation(o.corporation))
            case tb.TEST_MOST_SHARES:
                return self.tr("Most {corporation} shares").format(corporation=self.corporation(o.corporation))
            case tb.TEST_MOST_LAYERS:
                return self.tr("Most layers drilled")
            case tb.TEST_MOST_MONEY:
                return self.tr("Most money")
            case tb.TEST_MOST_RESEARCH:
                return self.tr("Most research VP")
            case tb.TEST_MOST_CLAIMS:
                return self.tr("Most claim cards")
        raise IndexError(o.test)

    def objective_words(self, objective: int) -> str:
        """What to do and what it brings, the class included."""
        o = self.tables.objectives[objective]
        reward = self.listed(
            part for part in (self.counts.vp(o.vp), self.counts.stars(o.stars) if o.stars else "") if part
        )
        text = (
            self.tr("{test}. The first company to do it gains {reward} at once") if o.short
            else self.tr("{test}. At the end of the game every leader gains {reward}")
        )  # fmt: skip
        return text.format(test=self._test_words(objective), reward=reward)

    def _test_words(self, objective: int) -> str:
        o = self.tables.objectives[objective]
        match o.test:
            case tb.TEST_LITHIUM | tb.TEST_GEOTHERMAL:
                product = tb.LITHIUM if o.test == tb.TEST_LITHIUM else tb.GEOTHERMAL
                return self.tr("Have {product} in the warehouse").format(product=self.product(product, o.units))
            case tb.TEST_CONTRACTS:
                return self.tr("Execute a contract of each corporation")
            case tb.TEST_ENGINEERS:
                return self.tr("Have {engineers} in play").format(engineers=self.counts.engineers(o.units))
            case tb.TEST_TILES:
                return self.tr("Own a profit-sharing tile of each corporation")
            case tb.TEST_MOST_CONTRACTS:
                return self.tr("Most executed {corporation} contracts").format(
                    corporation=self.corporation(o.corporation)
                )
            case tb.TEST_MOST_MONEY:
                return self.tr("Most money in action cards")
            case tb.TEST_MOST_RESEARCH:
                return self.tr("Most VP on research cards, used ones included, without their slots")
            case tb.TEST_MOST_CLAIMS:
                return self.tr("Most claim cards in the well")
        return self.objective_title(objective)

    def objective_icon(self, objective: int) -> str:
        match self.tables.objectives[objective].test:
            case tb.TEST_LITHIUM:
                return "lithium"
            case tb.TEST_GEOTHERMAL:
                return "geothermal"
            case tb.TEST_CONTRACTS | tb.TEST_MOST_CONTRACTS:
                return "act-execute"
            case tb.TEST_ENGINEERS:
                return "engineer"
            case tb.TEST_TILES:
                return "profit-tile"
            case tb.TEST_MOST_SHARES:
                return "share"
            case tb.TEST_MOST_LAYERS:
                return "layers"
            case tb.TEST_MOST_MONEY:
                return "money"
            case tb.TEST_MOST_RESEARCH:
                return "research"
            case tb.TEST_MOST_CLAIMS:
                return "claim"
        return "objective"

    def gmi_card_title(self, card: int) -> str:
        """Its actions from the top: "Licence, Drill, Extract"."""
        return self.chain(self.kind_name(kind) for kind in self.tables.gmi_cards[card].actions)

    def gmi_card_words(self, card: int) -> str:
        """The whole card."""
        text = (
            self.tr("Advanced card of {gmi}. It does the first of these that it can: {actions}")
            if self.tables.gmi_cards[card].advanced
            else self.tr("Starting card of {gmi}. It does the first of these that it can: {actions}")
        )
        return text.format(gmi=self.gmi, actions=self.gmi_card_title(card))

    def market_card(self, row: int, card: int) -> str:
        """A market card of an event: `row` 0 research, 1 contracts, 2.. action cards."""
        if row == 0:
            return self.tr("{research} (research)").format(research=self.research_title(card))
        return self.contract_title(card) if row == 1 else self.card(card)

    def market_cards(self, row: int, cards: Sequence[int]) -> str:
        return self.cards(cards) if row > 1 else self.listed(self.market_card(row, card) for card in cards)
