"""A pack with one fault: the report names file, line, id and what is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from saltonsea_desktop.games.saltonsea.components.check import check_pack
from tests.games.saltonsea.components.packs import TEXTS, Edit, add, both, drop, field, swap, write_pack


class Fault(NamedTuple):
    """`edit` of the text of `file` brings a message that has all of `words`; its line, if named, contains `line`."""

    file: str
    edit: Edit
    words: str
    line: str = ""


def whole_lines(old: str, new: str) -> Edit:
    return swap(old, old, new)


def header(old: str, new: str) -> Edit:
    """The header line of a table, not its mention in the comment above."""
    return swap(f"\n{old}\n", f"\n{old}\n", f"\n{new}\n")


_FREE_CLAIM = """
[[claim]]
id = "claim.s14"
deck = "superficial"
cost = 1
layers = [{ rocks = 0, brine = 1 }]
reward = { vp = 3, develop = 1 }
"""

ERRORS: dict[str, Fault] = {
    # values by themselves
    "text for a number": Fault(
        "claims",
        swap('"claim.s04"', "{ rocks = 1,", '{ rocks = "two",'),
        'claim.s04: layers.1.rocks must be a whole number of at least 0, not "two".',
        "layers",
    ),
    "float": Fault("claims", field("claim.d01", "cost", "2.0"), "claim.d01: cost must be a whole number", "cost"),
    "boolean for a number": Fault("fees", field("fee.n3", "brine", "true"), "fee.n3: brine must be a whole", "brine"),
    "negative price": Fault("fees", field("fee.n3", "lithium", "-9"), "fee.n3: lithium must be a whole", "lithium"),
    "far too large": Fault("fees", field("fee.n3", "lithium", "900"), "of at most 99, not 900.", "lithium"),
    "number for a text": Fault("claims", field("claim.d02", "deck", "2"), "claim.d02: deck must be", "deck"),
    "number for true": Fault("board", field("drill.5", "blocked", "1"), "drill.5: blocked must be true", "blocked"),
    "positive damage": Fault("board", field("plant.3", "vp", "3"), "plant.3: vp must be a whole number of at", "vp"),
    "date": Fault("fees", field("fee.n1", "brine", "2020-01-01"), "not 2020-01-01.", "brine"),
    "missing field": Fault("fees", swap("fee.s2", "geothermal = 6\n", ""), "fee.s2: geothermal is missing.", "fee.s2"),
    "unknown field": Fault("fees", swap("fee.s2", "geothermal", "geo"), "fee.s2: geo is not a known field.", "geo"),
    "missing table": Fault("board", header("[repair]", "[fixing]"), "the table repair is missing."),
    "unknown table": Fault("board", add("\n[extra]\nx = 1\n"), "extra is not a table of this file.", "[extra]"),
    "misspelt table": Fault("gmi", swap("gmi.a5", "[tie_break]", "[tiebreak]"), "the table tie_break is missing."),
    "table for a list": Fault("gmi", lambda t: "card = 3\n" + re.sub(r"\[\[card\]\]", "[[c]]", t), "card must be a"),
    "list for a table": Fault("board", header("[process]", "[[process]]"), "process must be a table [process]."),
    "layers are a number": Fault(
        "claims",
        swap("claim.s01", "layers = [\n  { rocks = 0, brine = 1 },\n]", "layers = 3"),
        "layers must be a list, not 3.",
    ),
    "reward is a list": Fault("claims", field("claim.s01", "reward", "[3, 1]"), "reward must be a table, not a list."),
    "reward incomplete": Fault("claims", field("claim.s01", "reward", "{ vp = 3 }"), "reward.develop is missing."),
    "id is a number": Fault("fees", swap('"fee.s2"', '"fee.s2"', "2"), "fee number 2: id must be", "id = 2"),
    "id with capitals": Fault(
        "fees", swap("fee.s2", "fee.s2", "Fee.S2"), "id must be an id of small letters", "Fee.S2"
    ),
    "no id": Fault("fees", swap('id = "fee.s2"', 'id = "fee.s2"\n', ""), "fee number 2: id is missing.", "[[fee]]"),
    "corporation": Fault("profit", field("tile.red.2", "corporation", '"green"'), 'not "green".', "corporation"),
    "card value": Fault("actions", field("act.5.sell", "value", "4"), "act.5.sell: value must be 1, 3 or 5", "value"),
    "unlock": Fault("board", field("dev.3", "unlock", '"store"'), 'dev.3: unlock must be "none"', "unlock"),
    "reward of a share": Fault("market", field("share.5", "reward", '"profit"'), "share.5: reward must be", "reward"),
    "start players": Fault("market", field("asset.03", "start_players", "5"), "must be 0, 2, 3 or 4, not 5", "start"),
    "GMI action": Fault("gmi", swap("gmi.s2", '"repair"', '"repeat"'), "gmi.s2: actions.2 must be", "actions"),
    "GMI list": Fault("gmi", field("gmi.s2", "actions", '"drill"'), "gmi.s2: actions must be a list", "actions"),
    "label": Fault("claims", swap("\nprov =", '"rulebook:', '"rule book:'), "prov.cost must be a text that", "prov"),
    "no reason": Fault("claims", swap("\nprov =", '"rulebook:', '"inferred" } # '), 'reason after "inferred:"', "prov"),
    "default label": Fault("fees", whole_lines('"reconstructed"', '"guess"'), "begins with printed, rulebook", "fee.b"),
    "no provenance table": Fault("profit", header("[provenance]", "[p]"), "the table provenance is missing."),
    # effects
    "unknown action": Fault("actions", swap("act.1.drill", '"drill"', '"dig"'), "act.1.drill: effect.action", "effect"),
    "no action": Fault("actions", field("act.1.drill", "effect", "{ strength = 2 }"), "effect.action is missing."),
    "foreign field": Fault(
        "actions", swap("act.1.drill", "ignore = 0", "discount = 1"), "act.1.drill: effect.discount is not a known"
    ),
    "effect of another kind of card": Fault(
        "actions", field("act.1.drill", "effect", '{ action = "points", vp = 3 }'), 'effect.action must be one of "lic'
    ),
    "drill without choice": Fault(
        "actions", swap("act.3.drill", "options = [", "strength = 1, options = ["), "act.3.drill: effect must have eit"
    ),
    "drill with one option": Fault(
        "actions",
        field("act.3.drill", "effect", '{ action = "drill", options = [{ strength = 2, ignore = 0 }] }'),
        "act.3.drill: effect must have at least two options",
    ),
    "no strength": Fault("actions", swap("act.3.extract", "strength = 3", "strength = 0"), "of at least 1, not 0."),
    "bonus out of reach": Fault("actions", swap("act.3.sell", "units = 2", "units = 3"), "bonus for more units", "eff"),
    "bonus twice": Fault("actions", swap("act.5.sell", "units = 3", "units = 2"), "two bonuses for the same number"),
    "permanent effect": Fault("research", swap("research.p01", '"extract"', '"sell"'), "research.p01: effect.on must"),
    "empty permanent effect": Fault("research", swap("research.p01", ", extra = 1", ""), "effect must have extra."),
    "empty drill effect": Fault("research", swap("research.p11", ", extra = 1", ""), "at least one of extra, ignore."),
    "kind": Fault("research", field("research.i01", "kind", '"quick"'), "research.i01: kind must be one of", "kind"),
    "convert two": Fault("research", swap("research.i05", "units = 1", "units = 2"), "effect.units must be 1, not 2."),
    "convert to brine": Fault("research", swap("research.i05", '"lithium"', '"brine"'), "effect.product must be"),
    "research on a research card": Fault(
        "research",
        swap("research.i09", '"licence"', '"research"'),
        "research.i09: effect.action must be one of",
        "effect",
    ),
    "options on a tile": Fault(
        "profit", swap("tile.red.5", "strength = 1, ignore = 1", "options = []"), "tile.red.5: effect.options is not a"
    ),
    "test": Fault("objectives", field("objective.l8", "test", '"most_lithium"'), "objective.l8: test must be", "test"),
    "long test on a short card": Fault("objectives", field("objective.l8", "class", '"short"'), 'class must be "long"'),
    "params": Fault("objectives", field("objective.l1", "params", "{}"), "params.corporation is missing.", "params"),
    "too many params": Fault("objectives", field("objective.l8", "params", "{ units = 1 }"), "params.units is not a"),
    # ids and counts
    "claim dropped": Fault("claims", drop("claim.s04"), "claim.s04 is missing; ids must stay as they are."),
    "claims counted": Fault("claims", drop("claim.s04"), "claim: there must be 13 superficial claims, not 12 (SET-7)."),
    "claim added": Fault("claims", add(_FREE_CLAIM), "claim.s14: this id is not in the built-in pack", "claim.s14"),
    "deck changed": Fault("claims", field("claim.d01", "deck", '"superficial"'), "13 deep claims, not 12"),
    "second start": Fault("claims", field("claim.d01", "deck", '"start"'), "there must be 1 starting claim, not 2"),
    "contract dropped": Fault("contracts", drop("contract.l03"), "11 large account contracts, not 10"),
    "research dropped": Fault("research", drop("research.p02"), "13 permanent research cards, not 12"),
    "fee class": Fault(
        "fees", field("fee.s1", "class", '"other"'), "there must be 3 start-up fee tiles, not 2 (SET-6)."
    ),
    "objective dropped": Fault("objectives", drop("objective.s4"), "there must be 5 short-term objectives, not 4"),
    "GMI card dropped": Fault("gmi", drop("gmi.a3"), "there must be 5 advanced GMI cards, not 4 (GMI-2)."),
    "tile moved": Fault("profit", field("tile.red.2", "corporation", '"blue"'), "8 profit-sharing tiles of red, not 7"),
    "id renamed": Fault("contracts", swap("contract.r07", "contract.r07", "contract.r7"), "contract.r07 is missing"),
    "id twice": Fault("contracts", swap("contract.r07", "r07", "r06"), "contract.r06: the id is used already in con"),
    "id in two files": Fault("market", swap("share.3", "share.3", "drill.3"), "the id is used already in board.toml."),
    "order of stacks": Fault(
        "market",
        both(drop("profit_bottom"), add('\n[[profit_stack]]\nid = "profit_bottom"\nper_player = 1\nadd = 0\n')),
        "profit_stack: the records must stand in the order profit_bottom, profit_centre, profit_top.",
    ),
    "copies": Fault("actions", field("act.3.sell", "count", "5"), "there must be 36 cards of $3, not 37 (SET-9)."),
    "few copies of a $1 type": Fault(
        "actions",
        both(field("act.1.drill", "count", "3"), field("act.1.shares", "count", "9")),
        "act.1.drill: count is 3, but four players each start with one of each $1 type (SET-2).",
        "count",
    ),
    "two types alike": Fault(
        "actions",
        field("act.1.drill", "effect", '{ action = "extract", strength = 2 }'),
        "action: there must be one $1 type for the action drill, not 0.",
    ),
    "process for $1": Fault("actions", field("act.3.process", "value", "1"), "there is no $1 card for the action proc"),
    "copy cards": Fault(
        "research",
        field("research.i02", "effect", '{ action = "develop", strength = 1 }'),
        "effect copy, not 2 (CPY-2)",
    ),
    "copy tile": Fault("profit", field("tile.orange.8", "effect", '{ action = "points", vp = 1 }'), "copy, not 0 (CPY"),
    # provenance
    "prov of no field": Fault("claims", swap("\nprov =", "cost =", "costs ="), "prov names costs, which is no", "prov"),
    "value without provenance": Fault(
        "fees", whole_lines('"fee.lithium" = "reconstructed"\n', ""), "fee.s1: lithium has no provenance", "lithium"
    ),
    # board
    "process price": Fault(
        "board", whole_lines("lithium_cost = 6", "lithium_cost = 5"), "is 5, but the rules say 6 (PR"
    ),
    "repair price": Fault("board", whole_lines("per_point = 3", "per_point = 2"), "repair: price_per_point is 2, but"),
    "optimising": Fault(
        "board", whole_lines("max_units = 1", "max_units = 2"), "process: optimise_max_units is 2, but"
    ),
    "engineers": Fault("board", whole_lines("total = 7", "total = 8"), "engineers: total is 8, but the rules say 7"),
    "engineers on the track": Fault("board", field("dev.6", "unlock", '"none"'), "2 spaces hire an engineer, but 3"),
    "warehouses on the track": Fault(
        "board", field("dev.5", "unlock", '"none"'), "2 spaces open a warehouse tile, but"
    ),
    "contract spaces": Fault(
        "board", whole_lines("slots = 2", "slots = 3"), "contracts: slots is 3, but the rules say"
    ),
    "shared warehouse": Fault("board", whole_lines("product = true", "product = false"), "per_product is false, but"),
    "start goods": Fault(
        "board", whole_lines("{ brine = 1,", "{ brine = 2,"), "start must be brine 1, geothermal 0, l"
    ),
    "space gone": Fault("board", drop("space.repair"), "space: there is no space for the action repair (TRN-2)."),
    "two financings": Fault("board", field("space.drill", "action", '"financing"'), "must be one space for financing"),
    "fee of a space": Fault("board", field("space.develop", "cost", "2"), "space.develop: cost is 2, but the", "cost"),
    "fee of a free space": Fault("board", field("space.sell", "cost", "1"), "the space for sell costs $0", "cost"),
    "unlimited space": Fault("board", field("space.sell", "engineers", "0"), "engineers must be 1: only financing"),
    "two at a space": Fault("board", field("space.sell", "engineers", "2"), "engineers must be 0 or 1, not 2.", "engi"),
    "limited financing": Fault("board", field("space.financing", "engineers", "1"), "engineers must be 0: only fin"),
    "strong sale": Fault("board", field("space.sell", "strength", "2"), "strength must be 1 on the space for sell"),
    "milder damage": Fault("board", field("drill.4", "vp", "-2"), "drill.4: vp is -2, milder than -3 on the", "vp"),
    "milder plant damage": Fault("board", field("plant.7", "vp", "-10"), "plant.7: vp is -10, milder than -11", "vp"),
    "drill free at the end": Fault("board", field("drill.6", "blocked", "false"), "drill.6: blocked must be true: the"),
    "drill frozen early": Fault("board", field("drill.4", "blocked", "true"), "drill.4: blocked must be false: the"),
    "plant restarts": Fault("board", field("plant.4", "blocked", "true"), "plant.5: blocked must be true, as on", "bl"),
    "plant never works": Fault("board", field("plant.0", "blocked", "true"), "plant.0: blocked must be false: an und"),
    "short drill track": Fault(
        "board", both(*(drop(f"drill.{i}") for i in range(5))), "drill: the track has 2 spaces, but needs 3"
    ),
    "unlock at the start": Fault(
        "board", field("dev.0", "unlock", '"engineer"'), 'dev.0: unlock must be "none" on the'
    ),
    "stars early": Fault("board", field("dev.4", "unlock", '"stars"'), 'dev.4: unlock must not be "stars"', "unlock"),
    "no stars": Fault("board", field("dev.7", "unlock", '"none"'), 'dev.7: unlock must be "stars" on the last', "unlo"),
    "warehouse tile gone": Fault("board", drop("warehouse.3"), "warehouse.3 is missing; ids must stay as they are."),
    "slot of no tile": Fault("board", field("slot.4", "opened_by", '"warehouse.4"'), 'opened_by names "warehouse.4"'),
    "slots of a tile": Fault("board", field("warehouse.2", "research_slots", "2"), "is 2, but 1 slots name this tile"),
    "slot order": Fault(
        "board",
        both(field("slot.1", "opened_by", '"warehouse.1"'), field("slot.2", "opened_by", '"board"')),
        "research_slot: slots must open from left to right",
    ),
    "multiplier": Fault(
        "board", field("slot.3", "multiplier", "2"), "slot.3: multiplier must be 3, the position", "mul"
    ),
    # market
    "market width": Fault(
        "market", whole_lines("width = 5", "width = 6"), "market_width is 6, but 3 players see 5", "w"
    ),
    "claims removed": Fault("market", whole_lines("removed = 1", "removed = 2"), "claims_removed is 2, but 4 players"),
    "a seat count is gone": Fault(
        "market", whole_lines("players = 4", "players = 3"), "one set-up for 4 players, not 0"
    ),
    "objectives shown": Fault(
        "market", whole_lines("objectives = 5", "objectives = 4"), "display: objectives is 4, but"
    ),
    "claim space gone": Fault("market", drop("claimspace.2"), "there must be four claim spaces (SET-7)."),
    "claim position": Fault(
        "market", field("claimspace.2", "position", "3"), "claimspace.2: position must be 2", "pos"
    ),
    "two reds": Fault("market", field("corp.blue", "colour", '"red"'), "market.toml", "colour"),
    "corporation id": Fault("market", field("corp.blue", "colour", '"red"'), "corp.blue: the id must be corp.red"),
    "corporation order": Fault("market", field("corp.blue", "order", "1"), "corp.blue: order is 1; the three", "order"),
    "asset index": Fault("market", field("asset.04", "index", "5"), "asset.04: index must be 4, counted from", "index"),
    "asset price falls": Fault(
        "market", field("asset.06", "share_price", "3"), "asset.06: share_price is 3, less", "sh"
    ),
    "asset value falls": Fault("market", field("asset.09", "share_vp", "1"), "asset.09: share_vp is 1, less than 3"),
    "asset section falls": Fault("market", field("asset.05", "section", "1"), "asset.05: section is 1, but must be"),
    "asset section skips": Fault("market", field("asset.04", "section", "3"), "asset.04: section is 3, but must be"),
    "closes early": Fault("market", field("asset.08", "closes", "true"), "asset.08: closes must be false", "closes"),
    "never closes": Fault("market", field("asset.09", "closes", "false"), "asset.09: closes must be true", "closes"),
    "no start for three": Fault(
        "market", field("asset.01", "start_players", "0"), "one start space for 3 players, not 0"
    ),
    "two starts": Fault("market", field("asset.03", "start_players", "4"), "one start space for 4 players, not 2"),
    "closed from the start": Fault(
        "market",
        both(field("asset.02", "start_players", "0"), field("asset.09", "start_players", "2")),
        "asset.09: start_players must not be on the last space",
        "start_players",
    ),
    "share index": Fault("market", field("share.2", "index", "3"), "share.2: index must be 2, counted from", "index"),
    "share section falls": Fault("market", field("share.6", "section", "1"), "share.6: section is 1, but must be"),
    "sections differ": Fault(
        "market",
        both(field("share.7", "section", "2"), field("share.8", "section", "2")),
        "share: there are 2 sections",
    ),
    "reward at the start": Fault(
        "market", field("share.0", "reward", '"develop"'), 'share.0: reward must be "none" on'
    ),
    "stack without space": Fault("market", field("share.5", "reward", '"none"'), "profit_centre must be the reward of"),
    "stack order": Fault(
        "market",
        both(field("share.2", "reward", '"profit_top"'), field("share.8", "reward", '"profit_bottom"')),
        "share: from the bottom up the stacks must be profit_bottom, profit_centre, profit_top (SET-5).",
    ),
    "stack size": Fault(
        "market", field("profit_centre", "add", "0"), "profit_centre: per_player and add must be 1 and -1"
    ),
    # decks
    "dry claim": Fault(
        "claims", swap("claim.s01", "brine = 1", "brine = 0"), "claim.s01: the layers hold 0 brine in all"
    ),
    "too much brine": Fault(
        "claims", swap("claim.d03", "brine = 4", "brine = 5"), "claim.d03: the layers hold 5 brine"
    ),
    "no layer": Fault(
        "claims", swap("claim.s01", "  { rocks = 0, brine = 1 },\n", ""), "layers must have at least one"
    ),
    "price of the start": Fault(
        "claims", field("claim.start", "cost", "1"), "claim.start: cost must be 0: every", "cost"
    ),
    "claim twice in a contract": Fault(
        "contracts", swap("r02", "claim = 1", "claim = 2"), "gives.claim must be 0 or 1"
    ),
    "share of nobody": Fault(
        "research", field("research.p01", "corporation", '""'), "research.p01: bonus gives a share"
    ),
    "VP on an immediate card": Fault(
        "research", field("research.i09", "vp", "2"), "research.i09: vp is 2, but only", "vp"
    ),
    "engineers of an objective": Fault(
        "objectives", field("objective.s4", "params", "{ units = 6 }"), "params.units is 6"
    ),
    "tie order": Fault(
        "gmi", swap("[tie_break]", '"blue"', '"red"'), "tie_break: corporations must name red, orange and"
    ),
    "GMI card without action": Fault("gmi", field("gmi.a2", "actions", "[]"), "gmi.a2: actions must name at least one"),
    "GMI limit": Fault(
        "gmi", whole_lines("extract = 3", "extract = 4"), "limits: extract is 4, but the rules say 3 (GMI-8)"
    ),
}

WARNINGS: dict[str, Fault] = {
    "unused default": Fault(
        "fees", whole_lines('"fee.class"', '"fee.kind" = "reconstructed"\n"fee.class"'), "fee.kind m"
    ),
    "fees do not rise": Fault(
        "fees", field("fee.n4", "brine", "6"), "brine 6, geothermal 5, lithium 10 do not", "brine"
    ),
    "fee tiles alike": Fault(
        "fees",
        both(*(field("fee.n5", g, v) for g, v in (("brine", "3"), ("geothermal", "6")))),
        "the same as those of fe",
    ),
    "claims alike": Fault(
        "claims", field("claim.d11", "reward", "{ vp = 8, develop = 1 }"), "the same as those of claim.d04"
    ),
    "claim for nothing": Fault(
        "claims", field("claim.d11", "reward", "{ vp = 0, develop = 0 }"), "the reward is nothing"
    ),
    "contract for nothing": Fault(
        "contracts", swap("r01", "{ brine = 2", "{ brine = 0"), "contract.r01: the contract nee"
    ),
    "contract too large": Fault(
        "contracts", swap("r01", "brine = 2", "brine = 7"), "needs 7 brine, but a full", "needs"
    ),
    "contract of the rulebook": Fault(
        "contracts", swap("l01", "vp = 20", "vp = 22"), "contract.l01: the rulebook knows ne"
    ),
    "three shares": Fault(
        "contracts", swap("l02", "shares = 2", "shares = 3"), "gives.shares is 3; the rulebook", "gives"
    ),
    "effect of the reference": Fault(
        "actions", swap("act.5.extract", "strength = 4", "strength = 5"), "the rulebook knows"
    ),
    "research effect": Fault(
        "research", swap("research.i01", "strength = 5", "strength = 6"), "research.i01: the rulebook"
    ),
    "tile effect": Fault("profit", swap("tile.red.6", "vp = 7", "vp = 8"), "tile.red.6: the rulebook knows effect"),
    "objective": Fault(
        "objectives", field("objective.s1", "vp", "8"), 'knows test = "store_lithium", vp = 7, stars = 1'
    ),
    "fee of the example": Fault(
        "fees", field("fee.n1", "lithium", "8"), "fee.n1: the rulebook knows brine = 2", "lithium"
    ),
    "claim reward": Fault("claims", field("claim.d06", "reward", "{ vp = 8, develop = 2 }"), "knows reward = { vp = 7"),
    "surcharge of the example": Fault(
        "market", field("claimspace.1", "surcharge", "3"), "surcharge = 2, but no record"
    ),
    "surcharge rises": Fault(
        "market", field("claimspace.4", "surcharge", "1"), "more than in the space above", "surcharge"
    ),
    "share and VP": Fault("research", field("research.p01", "bonus", "{ vp = 1, share = 1 }"), "both a share and VP"),
    "corporation without share": Fault(
        "research", field("research.p02", "corporation", '"red"'), "gives no share.", "corp"
    ),
    "GMI twice": Fault(
        "gmi", swap("gmi.s2", '"repair"', '"drill"'), "gmi.s2: actions names an action twice", "actions"
    ),
    "marks": Fault("market", field("asset.08", "fee_change", "true"), "asset: there are 3 fee-change marks for two"),
    "mark below a start": Fault(
        "market",
        both(field("asset.01", "fee_change", "true"), field("asset.04", "fee_change", "false")),
        "below a start",
    ),
    "start spaces": Fault(
        "market", both(field("asset.00", "start_players", "2"), field("asset.02", "start_players", "4")), "not higher"
    ),
    "price of the example": Fault("market", field("asset.00", "share_price", "2"), "share prices of $1, $2 and $3"),
    "value of the example": Fault("market", field("asset.03", "share_vp", "2"), "a share price of $3 and 1 VP a share"),
    "plant never stops": Fault(
        "board", field("plant.7", "blocked", "false"), "plant: no space stops the plant (PRC-2)."
    ),
    "short plant track": Fault(
        "board", both(*(drop(f"plant.{i}") for i in range(1, 6))), "plant: the track is too short to optimise lithium"
    ),
    "VP without damage": Fault(
        "board", both(field("drill.0", "vp", "-1"), field("drill.1", "vp", "-1")), "drill.0: vp is -1 without any", "vp"
    ),
    "first step": Fault(
        "board",
        both(field("dev.1", "unlock", '"engineer"'), field("dev.2", "unlock", '"warehouse"')),
        'dev.1: unlock is "engineer", but an example of the rulebook shows "warehouse" (GMI-5).',
        "unlock",
    ),
    "strong board": Fault(
        "board", field("space.drill", "strength", "2"), "space.drill: strength is 2; the cards", "stre"
    ),
    "objective colours": Fault(
        "objectives",
        field("objective.l1", "params", '{ corporation = "blue" }'),
        "most_contracts do not name each corp",
    ),
}


def _check(fault: Fault, folder: Path, severity: str) -> None:
    text = fault.edit(TEXTS[fault.file])
    assert text != TEXTS[fault.file]
    report = check_pack(write_pack(folder, **{fault.file: text}))
    messages = report.errors if severity == "error" else report.warnings
    assert report.ok == (severity == "warning"), report.text()
    found = [message for message in messages if fault.words in message]
    assert found, report.text()
    for message in report.errors + report.warnings:
        place = re.match(r"([a-z]+)\.toml(?::(\d+))?: \S.*\.$", message)
        assert place, message
        if place[2] is not None:
            assert 1 <= int(place[2]) <= len(text.splitlines())
    assert found[0].startswith(f"{fault.file}.toml")
    if fault.line:
        place = re.match(r"[a-z]+\.toml:(\d+): ", found[0])
        assert place, found[0]
        assert fault.line in text.splitlines()[int(place[1]) - 1]


@pytest.mark.parametrize("name", ERRORS)
def test_a_fault_is_an_error(name: str, tmp_path: Path) -> None:
    _check(ERRORS[name], tmp_path / "pack", "error")


@pytest.mark.parametrize("name", WARNINGS)
def test_a_doubt_is_a_warning(name: str, tmp_path: Path) -> None:
    _check(WARNINGS[name], tmp_path / "pack", "warning")


def test_goods_that_no_warehouse_holds(tmp_path: Path) -> None:
    edits = [whole_lines("\ncapacity = 3", "\ncapacity = 1")]
    edits += [field(f"warehouse.{i}", "capacity", "0") for i in (1, 2, 3)]
    report = check_pack(write_pack(tmp_path / "pack", board=both(*edits)(TEXTS["board"])))
    assert report.ok
    assert any("objective.s1: params.units is 3, more than a full warehouse holds (1)." in w for w in report.warnings)
    assert any("contract.l01: needs 2 lithium, but a full warehouse holds 1 of each" in w for w in report.warnings)


def test_there_are_many_faults() -> None:
    assert len(ERRORS) >= 60
    assert len(WARNINGS) >= 20
