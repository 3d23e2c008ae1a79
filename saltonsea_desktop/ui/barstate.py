"""What the decision bar shows, computed from the session: title, line, chips, buttons. No widgets here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.reasons import Reason
from saltonsea_desktop.games.saltonsea.view import TableView
from saltonsea_desktop.session.session import GameSession

MAX_CHIPS = 7


class Words(Protocol):
    """The part of `Texts` that the bar needs."""

    def choice_title(self, choice: ch.Choice, view: TableView) -> str: ...

    def choice_hint(self, choice: ch.Choice, view: TableView) -> str: ...

    def choice_icon(self, choice: ch.Choice) -> str: ...

    def action(self, action: a.Action, view: TableView) -> str: ...

    def button(self, action: a.Action, choice: ch.Choice | None) -> str: ...

    def undo_stop(self, code: str) -> str: ...

    def reason(self, reason: Reason) -> str: ...


@dataclass(frozen=True, slots=True)
class Stepper:
    """A - value + control: `plus` is the action that adds one, minus takes the last step back."""

    value: int
    most: int
    icon: str
    plus: a.Action | None


@dataclass(frozen=True, slots=True)
class BarState:
    """`position`: the token every button submits with. `primary`: the one coloured button, None while nothing can be
    confirmed. `chips`: further choices as (action, label, tip). `undo_tip` names what stops undo."""

    position: int
    seat: int
    title: str
    hint: str
    icon: str
    chips: tuple[tuple[a.Action, str, str], ...] = ()
    steppers: tuple[Stepper, ...] = ()
    primary: a.Action | None = None
    primary_text: str = ""
    primary_hint: str = ""  # shown on a disabled primary button
    can_cancel: bool = False
    can_undo: bool = False
    undo_tip: str = ""
    can_redo: bool = False
    automatic: bool = False  # the seat asked is not a person


_PRIMARY = (a.Done, a.Confirm, a.EndTurn, a.TurnGmiCard, a.Decline)
_ON_TABLE = (a.PlaceEngineer, a.PlayPrompt, a.UseResearch, a.ExecuteContract, a.PayCard, a.CollectFace)


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
    steppers = _steppers(choice, legal, session)
    stepped = {s.plus for s in steppers if s.plus is not None}
    others = [
        x for x in legal if x is not primary and x not in stepped and not (isinstance(x, _ON_TABLE) and len(legal) > 1)
    ]
    chips: tuple[tuple[a.Action, str, str], ...] = ()
    if len(others) <= MAX_CHIPS and not isinstance(choice, ch.TurnChoice):
        chips = tuple((x, words.button(x, choice), words.action(x, view)) for x in others)
    elif isinstance(choice, ch.TurnChoice):
        chips = tuple((x, words.button(x, choice), words.action(x, view)) for x in others if isinstance(x, a.UseTile))
    return BarState(
        position=position,
        seat=choice.seat,
        title=words.choice_title(choice, view),
        hint=words.choice_hint(choice, view),
        icon=words.choice_icon(choice),
        chips=chips,
        steppers=steppers,
        primary=primary,
        primary_text=primary_text,
        can_cancel=not automatic and session.cancel_start() < position and status.allowed,
        can_undo=status.allowed,
        undo_tip=undo_tip,
        can_redo=session.can_redo(),
        automatic=automatic,
    )


def _waiting_text(choice: ch.Choice, words: Words) -> str:
    """The primary button is shown switched off while a payment or mix is incomplete."""
    if isinstance(choice, (ch.PaymentChoice, ch.CollectChoice)):
        return words.button(a.CONFIRM, choice)
    return ""


def _taken(session: GameSession, kind: type) -> int:
    """How many steps of `kind` the running action has taken, the automatic first one included."""
    n = 0
    for command in reversed(session.history.done):
        if not isinstance(command.action, kind):
            break
        n += 1
    return n + 1


def _steppers(choice: ch.Choice, legal: list[a.Action], session: GameSession) -> tuple[Stepper, ...]:
    """Counters for the choices that repeat a step (table.md, section 7)."""
    if isinstance(choice, ch.DrillChoice):
        taken = _taken(session, a.DrillLayer)
        return (Stepper(taken, taken + choice.left, "layers", a.DRILL_LAYER),)
    if isinstance(choice, ch.ExtractChoice):
        taken = _taken(session, a.ExtractBrine)
        return (Stepper(taken, taken + choice.left, "brine", a.EXTRACT_BRINE),)
    t = session.tables

    def stepper(value: int, icon: str, plus: a.Action) -> Stepper:
        return Stepper(value, -1, icon, plus if plus in legal else None)

    if isinstance(choice, ch.ProcessChoice):
        return (
            stepper(choice.lithium, "lithium", a.PROCESS_UNIT[2]),
            stepper(choice.geothermal, "geothermal", a.PROCESS_UNIT[1]),
        )
    if isinstance(choice, ch.RepairChoice):
        return (
            stepper(choice.drill, "drill", a.REPAIR_POINT[0]),
            stepper(choice.plant, "plant", a.REPAIR_POINT[1]),
        )
    if isinstance(choice, ch.SellUnitsChoice):
        return (
            stepper(choice.brine, "brine", a.SELL_UNIT[0]),
            stepper(choice.geothermal, "geothermal", a.SELL_UNIT[1]),
            stepper(choice.lithium, "lithium", a.SELL_UNIT[2]),
        )
    if isinstance(choice, ch.SharesChoice):
        icons = {"red": "corp-cinder", "orange": "corp-mesa", "blue": "corp-tide"}
        counts = (choice.red, choice.orange, choice.blue)
        return tuple(stepper(counts[i], icons.get(name, "share"), a.SHARE[i]) for i, name in enumerate(t.corporations))
    return ()
