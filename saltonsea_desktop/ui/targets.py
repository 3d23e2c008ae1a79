"""Pieces and targets by key: how actions, mouse and keyboard meet. No Qt here.

Everything on the table that can be pointed at has a key, a short text `KIND` or `KIND:ARGUMENT`:

| key | piece |
|---|---|
| space:I | board space I of the own company |
| engineer | the engineers waiting in Human Resources (drag source) |
| hand:T | the stack of hand cards of type T |
| fresh:T / table:T | cards of type T collected this turn / in play as Prompt actions |
| own-research:C / own-contract:C / tile:T | cards and tiles on the own board |
| research-slot / contract-slot | the next free place for a research card / a contract (drop target) |
| claim:C | a claim on offer; `well` the own well; `drill` the drill token |
| corp:K | a corporation's head; share:K its shares track |
| stack:K/S | profit-sharing stack S of corporation K |
| research:C / contract:C | cards in the market |
| face:R/P / pile:R | market place P of action row R / its discard pile |
| product:P | the lane of a product in the own warehouse |
| damage:M | the drill (0) or plant (1) damage track |
| develop | the development track |
| objective:O / company:S / gmi:I | for looking only |
| bar | the decision bar; hand the hand's ground (drop targets) |
"""

from __future__ import annotations

from saltonsea_desktop.games.saltonsea import actions as a

Key = str


def target_of(action: a.Action) -> Key | None:
    """The piece whose click does `action`; None for actions that live in the decision bar only."""
    match action:
        case a.PlaceEngineer(space) | a.RepeatSpace(space):
            return f"space:{space}"
        case a.PlayPrompt(card) | a.PayCard(card):
            return f"hand:{card}"
        case a.UseResearch(research):
            return f"own-research:{research}"
        case a.ExecuteContract(contract):
            return f"own-contract:{contract}"
        case a.UseTile(tile):
            return f"tile:{tile}"
        case a.TakeClaim(claim):
            return f"claim:{claim}"
        case a.DrillLayer() | a.ExtractBrine():
            return "well"
        case a.ProcessUnit(product) | a.Optimise(product) | a.SellUnit(product):
            return f"product:{product}"
        case a.RepairPoint(machine):
            return f"damage:{machine}"
        case a.SellTo(corporation):
            return f"corp:{corporation}"
        case a.TakeContract(contract):
            return f"contract:{contract}"
        case a.TakeResearch(research):
            return f"research:{research}"
        case a.BuyShare(corporation) | a.MoveShare(corporation):
            return f"share:{corporation}"
        case a.CollectFace(_):
            return f"face:{action.row}/{action.place}"
        case a.CollectBlind(row):
            return f"pile:{row}"
        case _:
            return None


def drags_of(action: a.Action, selling_to: int = -1) -> list[tuple[Key, Key]]:
    """(piece dragged, place dropped on) pairs that do `action`. `selling_to`: the corporation of the running sale."""
    target = target_of(action)
    match action:
        case a.PlaceEngineer(_) | a.RepeatSpace(_) | a.UseResearch(_) | a.ExecuteContract(_):
            return [("engineer", target or "")]
        case a.PlayPrompt(card):
            return [("engineer", f"hand:{card}"), (f"hand:{card}", "board")]
        case a.PayCard(card):
            return [(f"hand:{card}", "bar")]
        case a.UseTile(tile):
            return [(f"tile:{tile}", "board")]
        case a.TakeClaim(claim):
            return [(f"claim:{claim}", "well")]
        case a.DrillLayer():
            return [("drill", "well")]
        case a.ExtractBrine():
            return [("well", "product:0")]
        case a.ProcessUnit(product):
            return [("product:0", f"product:{product}")]
        case a.SellTo(corporation):
            return [(f"product:{p}", f"corp:{corporation}") for p in range(3)]
        case a.SellUnit(product):
            return [(f"product:{product}", f"corp:{selling_to}")]
        case a.TakeContract(contract):
            return [(f"contract:{contract}", "contract-slot")]
        case a.TakeResearch(research):
            return [(f"research:{research}", "research-slot")]
        case a.CollectFace(_) | a.CollectBlind(_):
            return [(target or "", "hand")]
        case _:
            return []


def candidate(key: Key) -> list[a.Action]:
    """The actions that `key` could stand for in some position: to ask `why_not` about a piece that is not lit."""
    kind, _, rest = key.partition(":")
    if kind in ("face", "stack"):
        row, _, place = rest.partition("/")
        return [a.FACE[int(row) << 4 | int(place)]] if kind == "face" else []
    number = int(rest) if rest.isdigit() else 0
    families: dict[str, list[a.Action]] = {
        "space": [a.PLACE[number], a.REPEAT_SPACE[number]],
        "hand": [a.PROMPT[number], a.PAY[number]],
        "fresh": [a.PROMPT[number], a.PAY[number]],
        "table": [a.PROMPT[number], a.PAY[number]],
        "own-research": [a.RESEARCH_ACTION[number]],
        "own-contract": [a.EXECUTE_ACTION[number]],
        "tile": [a.TILE[number]],
        "claim": [a.CLAIM[number]],
        "well": [a.DRILL_LAYER, a.EXTRACT_BRINE],
        "drill": [a.DRILL_LAYER],
        "contract": [a.CONTRACT_CARD[number]],
        "research": [a.RESEARCH_CARD[number]],
    }
    if kind == "product":
        return [a.PROCESS_UNIT[number], a.OPTIMISE[number], a.SELL_UNIT[number]] if number < 3 else []
    if kind == "damage":
        return [a.REPAIR_POINT[number]]
    if kind == "corp":
        return [a.SELL_TO[number]]
    if kind == "share":
        return [a.SHARE[number], a.MOVE_SHARE[number]]
    if kind == "pile":
        return [a.BLIND[number]]
    return families.get(kind, [])
