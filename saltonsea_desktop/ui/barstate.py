"""What the decision bar shows, computed from the session: title, line, chips, buttons. No widgets here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import BRINE, GEOTHERMAL, LITHIUM, VALUES
from saltonsea_desktop.games.saltonsea.reasons import Reason
from saltonsea_desktop.games.saltonsea.view import TableView
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.ui.suggest import suggested
from saltonsea_desktop.ui.texts import brine_in_reach, claim_price, research_price, well_layers
from saltonsea_desktop.ui.texts.counts import Counts
from saltonsea_desktop.ui.texts.names import CORPORATION_ICONS, PRODUCT_ICONS

MAX_CHIPS = 7
MACHINE_ICONS = ("drill", "plant")
BENEFIT_ICONS = {
    ch.BENEFIT_MONEY: "money",
    ch.BENEFIT_SHARES: "share",
    ch.BENEFIT_DEVELOP: "dev-step",
    ch.BENEFIT_CLAIM: "claim",
}


class Words(Protocol):
    """The part of `Texts` that the bar needs."""

    counts: Counts

    def choice_title(self, choice: ch.Choice, view: TableView) -> str: ...

    def choice_hint(self, choice: ch.Choice, view: TableView) -> str: ...

    def choice_icon(self, choice: ch.Choice) -> str: ...

    def action(self, action: a.Action, view: TableView) -> str: ...

    def button(self, action: a.Action, choice: ch.Choice | None) -> str: ...

    def undo_stop(self, code: str) -> str: ...

    def reason(self, reason: Reason) -> str: ...

    def kind_icon(self, kind: int) -> str: ...

    def card(self, card: int) -> str: ...

    def money(self, amount: int) -> str: ...


class Chip(NamedTuple):
    """One further choice: `icon` may be ""."""

    action: a.Action
    text: str
    tip: str
    icon: str = ""


class Tray(NamedTuple):
    """Equal cards put into the running payment or mix; a click takes one of them out. `icon` "" for blind ones."""

    action: a.Action
    value: int
    cards: int
    icon: str
    tip: str


@dataclass(frozen=True, slots=True)
class Stepper:
    """A - value + control: `plus` is the action that adds one, `minus` the same action if one can be taken out."""

    value: int
    most: int
    icon: str
    plus: a.Action | None
    minus: a.Action | None = None


Help = Literal["", "moves", "suggest", "fill", "all"]
"""The ghost button: show all moves, suggest a payment, fill with face-up cards, do all steps that are left."""


@dataclass(frozen=True, slots=True)
class BarState:
    """`position`: the token every button submits with. `primary`: the one coloured button, None while nothing can be
    confirmed. `undo_tip` names what stops undo. `to_go`: money that is still missing from a payment or mix."""

    position: int
    seat: int
    title: str
    hint: str
    icon: str
    chips: tuple[Chip, ...] = ()
    steppers: tuple[Stepper, ...] = ()
    trays: tuple[Tray, ...] = ()
    to_go: int = 0
    help: Help = ""
    rest: int = 0  # steps that "all" would do
    primary: a.Action | None = None
    primary_text: str = ""
    primary_icon: str = ""
    can_cancel: bool = False
    can_undo: bool = False
    undo_tip: str = ""
    can_redo: bool = False
    automatic: bool = False  # the seat asked is not a person
    slow: bool = False  # a click too early would show what it must not: a longer guard


_PRIMARY = (a.Done, a.Confirm, a.EndTurn, a.TurnGmiCard, a.Decline)
_PRIMARY_ICONS: dict[type, str] = {a.EndTurn: "end-turn", a.TurnGmiCard: "gmi"}
_ON_TABLE = (a.PlaceEngineer, a.PlayPrompt, a.UseResearch, a.ExecuteContract)
_IN_TRAY = (a.PayCard, a.CollectFace, a.CollectBlind)


def bar_state(session: GameSession, words: Words, view: TableView) -> BarState:
    """The bar for the position of `session`, as the person at the machine sees it."""
    position = session.position
    status = session.undo_status()
    undo_tip = "" if status.allowed else words.undo_stop(status.code)
    choice = view.choice
    if choice is None:
        return BarState(
            position, -1, "", "", "trophy", can_undo=status.allowed, undo_tip=undo_tip, can_redo=session.can_redo()
        )
    automatic = session.options.seats[choice.seat].kind != "human"
    legal = [] if automatic and not isinstance(choice, ch.GmiChoice) else session.legal()
    primary = next((x for x in legal if isinstance(x, _PRIMARY)), None)
    primary_text = words.button(primary, choice) if primary is not None else _waiting_text(choice, words)
    rest = 0 if automatic else rest_of(view)
    return BarState(
        position=position,
        seat=choice.seat,
        title=words.choice_title(choice, view),
        hint=words.choice_hint(choice, view),
        icon=words.choice_icon(choice),
        chips=_chips(legal, primary, view, words),
        steppers=() if automatic else _steppers(choice, legal, session, status.allowed),
        trays=() if automatic else _trays(choice, view, words),
        to_go=0 if automatic else to_go(view),
        help="" if automatic else _help(choice, view, rest),
        rest=rest,
        primary=primary,
        primary_text=primary_text,
        primary_icon=_PRIMARY_ICONS.get(type(primary), ""),
        can_cancel=not automatic and session.cancel_start() < position and status.allowed,
        can_undo=status.allowed,
        undo_tip=undo_tip,
        can_redo=session.can_redo(),
        automatic=automatic,
    )


def _waiting_text(choice: ch.Choice, words: Words) -> str:
    """The primary button is shown switched off while a payment or mix is incomplete or no unit is chosen."""
    if isinstance(choice, (ch.PaymentChoice, ch.CollectChoice)):
        return words.button(a.CONFIRM, choice)
    if isinstance(choice, (ch.ProcessChoice, ch.RepairChoice, ch.SellUnitsChoice, ch.SharesChoice)):
        return words.button(a.DONE, choice)
    return ""


# ---------------------------------------------------------------- chips


def _chips(legal: list[a.Action], primary: a.Action | None, view: TableView, words: Words) -> tuple[Chip, ...]:
    """What has no piece of its own on the table, and short lists of what has."""
    choice = view.choice
    others: list[a.Action]
    if isinstance(choice, (ch.TurnChoice, ch.EndTurnChoice)):
        others = [x for x in legal if isinstance(x, a.UseTile)]
    else:
        stepped = isinstance(
            choice,
            (ch.DrillChoice, ch.ExtractChoice, ch.ProcessChoice, ch.RepairChoice, ch.SellUnitsChoice, ch.SharesChoice),
        )
        others = [x for x in legal if x is not primary and not stepped and not isinstance(x, (*_ON_TABLE, *_IN_TRAY))]
    if len(others) > MAX_CHIPS:
        return ()
    return tuple(Chip(x, _chip_text(x, view, words), words.action(x, view), _icon(x, view, words)) for x in others)


def _chip_text(action: a.Action, view: TableView, words: Words) -> str:
    if isinstance(action, a.TakeClaim):  # they lie there in this order
        return words.money(claim_price(view, action.claim))
    if isinstance(action, a.TakeResearch):  # its icon says what it is about
        return words.money(research_price(view, action.research))
    if isinstance(action, a.TakeContract):
        return words.counts.vp(view.tables.contracts[action.contract].vp)
    return words.button(action, view.choice)


def _icon(action: a.Action, view: TableView, words: Words) -> str:
    t = view.tables
    match action:
        case a.SellTo(corporation) | a.BuyShare(corporation) | a.MoveShare(corporation):
            return CORPORATION_ICONS.get(t.corporations[corporation], "share")
        case a.ProcessUnit(product) | a.SellUnit(product) | a.Optimise(product):
            return PRODUCT_ICONS[product]
        case a.RepairPoint(machine):
            return MACHINE_ICONS[machine]
        case a.UseTile(tile) | a.TakeTile(tile):
            return words.kind_icon(t.effects[t.tiles[tile].effect].kind)
        case a.CopyEffect(effect):
            return words.kind_icon(t.effects[effect].kind)
        case a.RepeatSpace(space):
            return words.kind_icon(t.effects[t.spaces[space].effect].kind)
        case a.TakeResearch(research):
            return words.kind_icon(t.research[research].action)
        case a.TakeContract(contract):
            return CORPORATION_ICONS.get(t.corporations[t.contracts[contract].corporation], "contract")
        case a.TakeBenefit(benefit):
            return BENEFIT_ICONS.get(benefit, "")
    return ""


# ---------------------------------------------------------------- payments and mixes


def to_go(view: TableView) -> int:
    """Money that is still missing from the running payment or mix."""
    choice = view.choice
    if isinstance(choice, ch.PaymentChoice):
        return max(0, choice.due - sum(view.tables.type_value[card] for card in choice.paid))
    if isinstance(choice, ch.CollectChoice):
        return choice.target - choice.total
    return 0


def _trays(choice: ch.Choice, view: TableView, words: Words) -> tuple[Tray, ...]:
    """The cards that were put in, equal ones together, in the order in which they came."""
    t = view.tables
    if isinstance(choice, ch.PaymentChoice):
        kinds = list(dict.fromkeys(choice.paid))
        return tuple(
            Tray(
                a.PAY[card], t.type_value[card], choice.paid.count(card), words.kind_icon(t.type_kind[card]),
                words.card(card),
            )
            for card in kinds
        )  # fmt: skip
    out: list[Tray] = []
    if isinstance(choice, ch.CollectChoice):
        for row in reversed(range(len(VALUES))):
            for place, card in enumerate(view.rows[row]):
                if choice.faces[row] >> place & 1:
                    icon = words.kind_icon(t.type_kind[card])
                    out.append(Tray(a.FACE[row << 4 | place], VALUES[row], 1, icon, words.card(card)))
            if choice.blinds[row]:
                out.append(Tray(a.BLIND[row], VALUES[row], choice.blinds[row], "", words.button(a.BLIND[row], choice)))
    return tuple(out)


def _help(choice: ch.Choice, view: TableView, rest: int) -> Help:
    if isinstance(choice, ch.TurnChoice):
        return "moves"
    if rest > 1:
        return "all"
    if to_go(view) and suggested(view):
        return "suggest" if isinstance(choice, ch.PaymentChoice) else "fill"
    return ""


# ---------------------------------------------------------------- steps


def rest_of(view: TableView) -> int:
    """How many steps a running drill or extraction can still take (DRL-6, EXT-1)."""
    choice = view.choice
    if isinstance(choice, ch.DrillChoice):
        return min(choice.left, len(well_layers(view, choice.seat)) - view.companies[choice.seat].layer)
    if isinstance(choice, ch.ExtractChoice):
        c = view.companies[choice.seat]
        return max(0, min(choice.left, brine_in_reach(view, choice.seat)[0], c.capacity - c.goods[BRINE]))
    return 0


def steps_taken(session: GameSession) -> list[a.Action]:
    """The person's steps of the running choice so far, oldest first: cards put in, units chosen, layers drilled."""
    state = session.state
    if not state.stack:
        return []
    kind = type(state.stack[-1])
    done = session.history.done
    n = len(done)
    while n and type(done[n - 1].before.stack[-1]) is kind and not isinstance(done[n - 1].action, _PRIMARY):
        n -= 1
    return [command.action for command in done[n:]]


def _taken(session: GameSession, kind: type) -> int:
    """How many steps of `kind` the running action has taken, the automatic first one included."""
    n = 0
    for command in reversed(session.history.done):
        if not isinstance(command.action, kind):
            break
        n += 1
    return n + 1


def _steppers(choice: ch.Choice, legal: list[a.Action], session: GameSession, can_undo: bool) -> tuple[Stepper, ...]:
    """Counters for the choices that repeat a step (table.md, section 7)."""
    taken = steps_taken(session) if can_undo else []

    def stepper(value: int, icon: str, step: a.Action, most: int = -1) -> Stepper:
        return Stepper(value, most, icon, step if step in legal else None, step if step in taken else None)

    if isinstance(choice, ch.DrillChoice):
        n = _taken(session, a.DrillLayer)
        return (stepper(n, "layers", a.DRILL_LAYER, n + choice.left),)
    if isinstance(choice, ch.ExtractChoice):
        n = _taken(session, a.ExtractBrine)
        return (stepper(n, "brine", a.EXTRACT_BRINE, n + choice.left),)
    if isinstance(choice, ch.ProcessChoice):
        return (
            stepper(choice.lithium, "lithium", a.PROCESS_UNIT[LITHIUM]),
            stepper(choice.geothermal, "geothermal", a.PROCESS_UNIT[GEOTHERMAL]),
        )
    if isinstance(choice, ch.RepairChoice):
        return (
            stepper(choice.drill, "drill", a.REPAIR_POINT[0]),
            stepper(choice.plant, "plant", a.REPAIR_POINT[1]),
        )
    if isinstance(choice, ch.SellUnitsChoice):
        return (
            stepper(choice.brine, "brine", a.SELL_UNIT[BRINE]),
            stepper(choice.geothermal, "geothermal", a.SELL_UNIT[GEOTHERMAL]),
            stepper(choice.lithium, "lithium", a.SELL_UNIT[LITHIUM]),
        )
    if isinstance(choice, ch.SharesChoice):
        counts = (choice.red, choice.orange, choice.blue)
        return tuple(
            stepper(counts[i], CORPORATION_ICONS.get(name, "share"), a.SHARE[i])
            for i, name in enumerate(session.tables.corporations)
        )
    return ()
