"""Names and tooltips of everything on the table: one of each for every key of `ui.targets`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components import tables as tb
from saltonsea_desktop.games.saltonsea.view import HIDDEN
from saltonsea_desktop.ui.texts.bar import brine_in_reach, claim_price, research_price, well_layers
from saltonsea_desktop.ui.texts.log import Log

if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.view import CompanyView, TableView
    from saltonsea_desktop.ui.targets import Key


def _owner(view: TableView) -> CompanyView:
    """The company whose board is drawn large: the viewer's; an onlooker sees that of whoever acts."""
    seat = view.seat if view.seat >= 0 else view.acting
    return view.companies[seat if seat >= 0 else 0]


def _split(key: Key) -> tuple[str, int, int]:
    """Kind and up to two numbers of a key. Raises KeyError for a text that is no key."""
    kind, _, rest = key.partition(":")
    first, _, second = rest.partition("/")
    try:
        return kind, int(first or 0), int(second or 0)
    except ValueError:
        raise KeyError(key) from None


class Pieces(Log):
    """Names are for screen readers: facts between commas, money and victory points spelled out, no full stop.

    Own pieces (spaces, cards, warehouse ...) are those of the view's seat; without one, of the seat that acts.
    `gmi:I` is place I of GMI's row, `objective:O` and all cards are component indices.
    """

    def piece_name(self, key: Key, view: TableView, possible: bool | None = None) -> str:
        """The accessible name of a piece. `possible`: whether it can be chosen now; None leaves that out.

        Raises KeyError for a text that is no key.
        """
        name, facts = self._named(key, view)
        state = ""
        if possible is not None:
            state = self.tr("possible", "state of a piece") if possible else self.tr("not possible", "state of a piece")
        return self.chain((name, state, *facts))

    def _named(self, key: Key, view: TableView) -> tuple[str, tuple[str, ...]]:
        kind, number, place = _split(key)
        c, n = _owner(view), self.counts
        match kind:
            case "space":
                return self.chain((self.space(number), self.tr("own space"))), self._space_facts(number, c)
            case "engineer":
                return self.tr("Engineers in Human Resources"), (n.engineers(c.hr),)
            case "hand" | "fresh" | "table":
                return self._hand_name(key, number, c)
            case "own-research":
                return self._own_research(number, c)
            case "own-contract":
                state = self.tr("executed this round") if self._executed(number, c) else ""
                return (
                    self.tr("Your {contract}").format(contract=self.contract_title(number)),
                    (state, *self._contract_facts(number)),
                )
            case "tile":
                state = self.tr("used") if number in c.used_tiles else ""
                return self.tr("Your {tile}").format(tile=self.tile_title(number)), (state,)
            case "research-slot":
                if len(c.research) < c.slots:
                    return self.tr("Next free research slot"), (
                        self.tr("slot {n}").format(n=len(c.research) + 1),
                        self.tr("VP times {n}").format(n=view.tables.slot_multiplier[len(c.research)]),
                    )
                return self.tr("Research slots"), (self.tr("none free"),)
            case "contract-slot":
                free = c.contracts.count(-1)
                return self.tr("Contract places"), (
                    self.tr("{n} of {total} free").format(n=free, total=len(c.contracts)),
                )
            case "claim":
                return self._claim_name(number, view)
            case "well":
                reach, deeper = brine_in_reach(view, c.seat)
                return self.tr("Your well"), (
                    n.claims(len(c.well) - 1),
                    self._depth(view, c),
                    self.tr("brine: {reach}, {deeper}").format(reach=n.in_reach(reach), deeper=n.deeper(deeper)),
                )
            case "drill":
                frozen = self.tr("frozen") if view.tables.drill_frozen[c.drill_damage] else ""
                return self.tr("Your drill"), (self._depth(view, c), frozen)
            case "corp":
                return self.corporation(number), self._corporation_facts(number, view)
            case "share":
                return self.tr("{corporation} shares").format(corporation=self.corporation(number)), self._share_facts(
                    number, view, c
                )
            case "stack":
                tiles = view.stacks[number][place]
                titles = self.listed(self._tile_effect(tile) for tile in tiles)
                return (
                    self.tr("{corporation} profit-sharing tiles").format(corporation=self.corporation(number)),
                    (self.stack(place), n.tiles(len(tiles)), titles),
                )
            case "research":
                return self._market_research(number, view)
            case "contract":
                where = self._market_place(number, view.contract_row)
                return self.contract_title(number), (where, *self._contract_facts(number))
            case "face":
                return self._face_name(number, place, view)
            case "pile":
                return self.tr("{money} discard pile").format(money=self.money(tb.VALUES[number])), (
                    n.cards(view.discards[number]),
                    self.tr("{cards} in the deck").format(cards=n.cards(view.decks[number])),
                )
            case "product":
                return self.tr("{product} in the warehouse").format(product=self.capital(self.product_name(number))), (
                    self.tr("{n} of {total}").format(n=c.goods[number], total=c.capacity),
                )
            case "damage":
                return self._damage_name(number, view, c)
            case "develop":
                return self._plan_name(view, c)
            case "objective":
                return self._objective_name(number, view)
            case "company":
                return self._company_name(number, view)
            case "gmi":
                return self._gmi_name(number, view)
            case "bar":
                return self.tr("Decision bar"), ()
            case "board":
                return self.tr("Your board"), ()
        raise KeyError(key)

    # ------------------------------------------------------------ one kind at a time

    def _space_facts(self, space: int, c: CompanyView) -> tuple[str, ...]:
        record = self.tables.spaces[space]
        effect = self.tables.effects[record.effect]
        state = ""
        if record.unlimited and c.financed:
            state = self.counts.engineers(c.financed)
        elif c.spaces >> space & 1:
            state = self.tr("an engineer stands here")
        price = (
            self.tr("costs {money}").format(money=self.counts.dollars(effect.cost))
            if effect.cost
            else self.effect_short(effect)
        )
        return state, price

    def _hand_name(self, key: Key, card: int, c: CompanyView) -> tuple[str, tuple[str, ...]]:
        if key == "hand":
            money = "" if c.cash is None else self.counts.dollars(c.cash)
            return self.tr("Your hand"), (self.counts.cards(c.hand_count), money)
        name = self.tr("{card} card").format(card=self.card(card))
        effect = self.effect_short(self.tables.type_effect[card])
        if c.hand is None or c.fresh is None:
            return name, (effect,)
        fresh, table = c.fresh.count(card), c.table.count(card)
        return name, (
            effect,
            self.tr("{n} in hand").format(n=c.hand[card]),
            self.tr("{n} usable next turn").format(n=fresh) if fresh else "",
            self.tr("{n} in play").format(n=table) if table else "",
        )

    def _own_research(self, research: int, c: CompanyView) -> tuple[str, tuple[str, ...]]:
        record = self.tables.research[research]
        slot = c.research.index(research) if research in c.research else -1
        state = ""
        if not record.permanent:
            used = research in c.used_research or research in c.kept_research
            state = self.tr("used") if used else self.tr("for one use")
        elif slot >= 0:
            state = self.tr("{points} times {n} at the end").format(
                points=self.counts.points(record.vp), n=self.tables.slot_multiplier[slot]
            )
        where = self.tr("slot {n}").format(n=slot + 1) if slot >= 0 else ""
        return self.tr("Your research {research}").format(research=self.research_title(research)), (where, state)

    def _executed(self, contract: int, c: CompanyView) -> bool:
        if contract in c.contracts:
            return bool(c.executed >> c.contracts.index(contract) & 1)
        return contract in c.kept_contracts

    def _contract_facts(self, contract: int) -> tuple[str, str]:
        record = self.tables.contracts[contract]
        gives = (
            self.counts.dollars(record.money) if record.money else "",
            self.counts.points(record.vp) if record.vp else "",
            self.counts.shares_of(record.shares, self.corporation(record.corporation)) if record.shares else "",
            self.counts.steps(record.develop) if record.develop else "",
            self.counts.free_claims(record.claim) if record.claim else "",
        )
        return (
            self.tr("needs {products}").format(products=self.contract_needs(contract)),
            self.tr("gives {benefits}").format(
                benefits=self.listed(part for part in gives if part) or self.tr("nothing")
            ),
        )

    def _market_place(self, card: int, row: tuple[int, ...]) -> str:
        if card not in row:
            return self.tr("not in the market")
        return self.tr("card {n} of {total}").format(n=row.index(card) + 1, total=len(row))

    def _claim_name(self, claim: int, view: TableView) -> tuple[str, tuple[str, ...]]:
        record = self.tables.claims[claim]
        facts = (
            self.counts.layers(len(record.rocks)),
            self.rocks(sum(record.rocks)),
            self.counts.brine(sum(record.brine)),
            self.tr("reward {reward}").format(
                reward=self.listed(
                    part
                    for part in (
                        self.counts.points(record.vp) if record.vp else "",
                        self.counts.steps(record.develop) if record.develop else "",
                    )
                    if part
                )
                or self.tr("nothing")
            ),
        )
        if claim not in view.claims:
            return self.tr("Claim"), (self.tr("not on offer"), *facts)
        name = self.tr("Claim {n} of {total}").format(n=view.claims.index(claim) + 1, total=len(view.claims))
        price = claim_price(view, claim)
        return name, (self.counts.dollars(price) if price else self.tr("free of charge"), *facts)

    def _depth(self, view: TableView, c: CompanyView) -> str:
        return self.tr("layer {n} of {total} drilled").format(n=c.layer, total=len(well_layers(view, c.seat)))

    def _corporation_facts(self, corporation: int, view: TableView) -> tuple[str, ...]:
        t, position = view.tables, view.assets[corporation]
        value = self.tr("a share costs {money} and counts {points}").format(
            money=self.counts.dollars(t.asset_price[position]), points=self.counts.points(t.asset_vp[position])
        )
        where = self.tr("assets at space {n} of {total}").format(n=position + 1, total=len(t.asset_price))
        if t.asset_closes[position]:
            return self.tr("closed"), value
        fees = self.chain(
            self.tr("{product} {money}").format(product=self.product_name(p), money=self.counts.dollars(price))
            for p, price in enumerate(t.fees[view.fees[corporation]])
        )
        return self.tr("pays {fees}").format(fees=fees), where, value

    def _share_facts(self, corporation: int, view: TableView, c: CompanyView) -> tuple[str, ...]:
        t = view.tables
        held, last, asset = c.shares[corporation], len(t.share_section) - 1, view.assets[corporation]
        mine = self.tr("you {n} of {total}").format(n=held, total=last)
        others = tuple(
            self.tr("{seat} {n}").format(seat=self.seat(other.seat), n=other.shares[corporation])
            for other in view.companies
            if other.seat != c.seat
        )
        if held >= last:
            return mine, self.tr("no more on the track"), *others
        price = self.tr("next costs {money}").format(money=self.counts.dollars(t.asset_price[asset]))
        if held + 1 > t.share_limit[asset]:
            locked = self.tr("next is locked in section {n}").format(n=t.share_section[held + 1])
            return mine, locked, price, *others
        gives = self.tr("gives {reward}").format(reward=self.reward_words(held + 1))
        return mine, price, gives, *others

    def _tile_effect(self, tile: int) -> str:
        return self.effect_title(self.tables.effects[self.tables.tiles[tile].effect])

    def _market_research(self, research: int, view: TableView) -> tuple[str, tuple[str, ...]]:
        record = self.tables.research[research]
        bonus = self.research_bonus(research)
        return self.tr("Research {research}").format(research=self.research_title(research)), (
            self._market_place(research, view.research_row),
            self.counts.dollars(research_price(view, research)),
            self.tr("with {bonus}").format(bonus=bonus) if bonus else "",
            self.tr("permanent, {points} times its slot at the end").format(points=self.counts.points(record.vp))
            if record.permanent
            else self.tr("for one use"),
        )

    def _face_name(self, row: int, place: int, view: TableView) -> tuple[str, tuple[str, ...]]:
        cards = view.rows[row]
        card = cards[place] if place < len(cards) else -1
        where = self.tr("card {n} of {total}").format(n=place + 1, total=len(cards))
        if card < 0:
            return self.tr("Empty {money} place").format(money=self.money(tb.VALUES[row])), (where,)
        taken = ""
        choice = view.choice
        if isinstance(choice, ch.CollectChoice) and choice.faces[row] >> place & 1:
            taken = self.tr("chosen")
        name = self.tr("{card} card").format(card=self.card(card))
        return name, (where, taken, self.effect_short(self.tables.type_effect[card]))

    def _damage_name(self, machine: int, view: TableView, c: CompanyView) -> tuple[str, tuple[str, ...]]:
        t = view.tables
        track, stops = (t.plant_vp, t.plant_stopped) if machine else (t.drill_vp, t.drill_frozen)
        position = c.plant_damage if machine else c.drill_damage
        state = ""
        if stops[position]:
            state = self.tr("stopped") if machine else self.tr("frozen")
        name = self.tr("Plant damage") if machine else self.tr("Drill damage")
        return name, (
            self.tr("{n} of {total}").format(n=position, total=len(track) - 1),
            state,
            self.tr("costs {points} at the end").format(points=self.counts.points(-track[position]))
            if track[position]
            else "",
        )

    def _plan_name(self, view: TableView, c: CompanyView) -> tuple[str, tuple[str, ...]]:
        t, last = view.tables, len(view.tables.development) - 1
        where = self.tr("step {n} of {total}").format(n=c.development, total=last)
        if c.development >= last:
            more = self.tr("each further step gives {points}").format(points=self.counts.points(t.overflow_vp))
            return self.tr("Your plan"), (where, more)
        unlocks = self.unlock_words(c.development + 1)
        return self.tr("Your plan"), (where, self.tr("next: {unlocks}").format(unlocks=unlocks) if unlocks else "")

    def _objective_name(self, objective: int, view: TableView) -> tuple[str, tuple[str, ...]]:
        o = self.tables.objectives[objective]
        reward = (self.counts.points(o.vp), self.counts.stars(o.stars) if o.stars else "")
        name = self.tr("Objective: {objective}").format(objective=self.objective_title(objective))
        if objective not in view.objectives:
            return name, reward
        place = view.objectives.index(objective)
        if view.takers[place] >= 0:
            return name, (*reward, self.tr("taken by {seat}").format(seat=self.seat(view.takers[place])))
        if o.short:
            return name, (*reward, self.tr("still open"))
        return name, (*reward, *self.standings(objective, view))

    def standings(self, objective: int, view: TableView) -> tuple[str, ...]:
        """Where every seat stands in a long-term objective: "Marta 3", hidden counts as "?"."""
        place = view.objectives.index(objective)
        return tuple(
            self.tr("{seat} {n}").format(
                seat=self.seat(c.seat), n="?" if c.standings[place] is None else c.standings[place]
            )
            for c in view.companies
        )

    def _company_name(self, seat: int, view: TableView) -> tuple[str, tuple[str, ...]]:
        c = view.companies[seat]
        if view.solo and seat != 0:
            left = self.tr("{cards} still to turn").format(cards=self.counts.cards(len(view.gmi_row) - view.gmi_turned))
        else:
            left = self.tr("{engineers} left").format(engineers=self.counts.engineers(c.hr))
        return self.seat(seat), (
            self.counts.points(c.vp),
            left,
            self.tr("{cards} in hand").format(cards=self.counts.cards(c.hand_count)),
            "" if c.money is None else self.counts.dollars(c.money),
            self.tr("first this round") if view.first == seat else "",
        )

    def _gmi_name(self, place: int, view: TableView) -> tuple[str, tuple[str, ...]]:
        name = self.tr("{gmi} card {n} of {total}").format(gmi=self.gmi, n=place + 1, total=len(view.gmi_row))
        card = view.gmi_row[place] if 0 <= place < len(view.gmi_row) else HIDDEN
        if card < 0:
            next_one = place == view.gmi_turned
            return name, (self.tr("face down"), self.tr("turned next") if next_one else "")
        return name, (self.gmi_card_title(card),)

    # ------------------------------------------------------------ tooltips

    def piece_tip(self, key: Key, view: TableView) -> str:
        """The tooltip: what the piece is, its full card text, and a note when a printed value is reconstructed.

        Lines are separated by a line feed; plain text. Raises KeyError for a text that is no key.
        """
        kind, number, place = _split(key)
        lines = [self.capital(self.piece_name(key, view))]
        lines.extend(self.stop(text) for text in self._tip(kind, number, place, key, view))
        if self._is_reconstructed(self._ids(kind, number, place, key, view)):
            lines.append(self.tr("A printed value of this is reconstructed, not read from the printed game."))
        return "\n".join(line for line in lines if line)

    def _is_reconstructed(self, ids: tuple[str, ...]) -> bool:
        """Whether one of the records is in `reconstructed`; an id that ends with a dot stands for a whole track."""
        return any(
            ident in self.reconstructed
            if not ident.endswith(".")
            else any(known.startswith(ident) for known in self.reconstructed)
            for ident in ids
        )

    def _tip(self, kind: str, number: int, place: int, key: Key, view: TableView) -> tuple[str, ...]:
        t = self.tables
        match kind:
            case "space":
                effect = t.effects[t.spaces[number].effect]
                return self.kind_title(effect.kind), self.effect_words(effect)
            case "hand":
                if key == "hand":
                    return (self.tr("Drop action cards here to collect them"),)
                return self.effect_words(t.type_effect[number]), self.tr("Or pay with it; no change is given")
            case "own-research" | "research":
                return (self.research_words(number),)
            case "own-contract" | "contract":
                return (
                    self.contract_words(number),
                    self.tr("Not executed at the end, it costs half its VP"),
                )
            case "tile":
                return (self.tile_words(number),)
            case "claim":
                return self.claim_words(number), self.claim_layers(number)
            case "stack":
                return (
                    self.tr("Whoever enters this space of the shares track takes one of them"),
                    *(self.effect_words(t.effects[t.tiles[tile].effect]) for tile in view.stacks[number][place]),
                )
            case "objective":
                return (self.objective_words(number),)
            case "corp":
                return (self.tr("Each sale raises its assets by one space"),)
            case "share":
                return (self.tr("Each share moves your token one space up and gives what the space shows"),)
            case "pile":
                return (self.tr("Blind cards are drawn from here at random when money is collected"),)
            case "engineer":
                return (self.tr("Each turn one engineer goes to a free action space"),)
            case "damage":
                if number:
                    return (self.tr("On a red space the plant is stopped"),)
                return (self.tr("On a red space the drill is frozen"),)
            case "develop":
                return (self.tr("Steps open warehouse tiles and hire engineers"),)
            case "well":
                return (self.tr("Brine at or above the drill can be extracted, topmost first"),)
            case "product":
                return (self.tr("Each product has its own marker and the same capacity"),)
            case "face":
                card = view.rows[number][place] if place < len(view.rows[number]) else -1
                if card < 0:
                    return (self.tr("A new card comes at the end of the round"),)
                return self.effect_words(t.type_effect[card]), self.tr("Take it when you collect money")
            case "gmi":
                card = view.gmi_row[number] if 0 <= number < len(view.gmi_row) else HIDDEN
                return (self.gmi_card_words(card),) if card >= 0 else ()
        return ()

    def _ids(self, kind: str, number: int, place: int, key: Key, view: TableView) -> tuple[str, ...]:
        """Ids of the component records that a piece shows; "drill." stands for all spaces of that track."""
        t = self.tables
        match kind:
            case "space":
                return (t.spaces[number].id,)
            case "hand":
                return () if key == "hand" else (t.types[number].id,)
            case "face":
                card = view.rows[number][place] if place < len(view.rows[number]) else -1
                return (t.types[card].id,) if card >= 0 else ()
            case "own-research" | "research":
                return (t.research[number].id,)
            case "own-contract" | "contract":
                return (t.contracts[number].id,)
            case "tile":
                return (t.tiles[number].id,)
            case "claim":
                space = (f"claimspace.{view.claims.index(number) + 1}",) if number in view.claims else ()
                return (t.claims[number].id, *space)
            case "stack":
                return tuple(t.tiles[tile].id for tile in view.stacks[number][place])
            case "objective":
                return (t.objectives[number].id,)
            case "corp":
                return (t.fee_ids[view.fees[number]], "asset.")
            case "share":
                return ("asset.", "share.")
            case "gmi":
                card = view.gmi_row[number] if number < len(view.gmi_row) else HIDDEN
                return (t.gmi_cards[card].id,) if card >= 0 else ()
            case "damage":
                return ("plant.",) if number else ("drill.",)
            case "develop":
                return ("development_end", "dev.")
            case "product":
                return ("warehouse", "warehouse.")
        return ()
