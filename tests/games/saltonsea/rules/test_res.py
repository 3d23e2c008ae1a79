"""RES: research cards, what they cost, when they work and when they leave."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.actions import RESEARCH_CARD
from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice, PaymentChoice, TurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import Tables, default_tables
from saltonsea_desktop.games.saltonsea.events import (
    BrineExtracted,
    ClaimTaken,
    Collected,
    LayerDrilled,
    Paid,
    PlantDamaged,
    Produced,
    ResearchTaken,
    ShareGained,
    ShareLost,
    VpGained,
)
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.scoring import breakdown, count_for
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    effect_of,
    finish_round,
    game,
    illegal,
    index,
    kinds,
    legal,
    names,
    of,
    offers,
    part,
    pay,
    play,
    reason,
    run,
    seat,
    settle_turn,
    tables_with,
)

RICH = ["5.drill", "5.sell", "5.shares", "3.drill", "1.drill", "1.shares", "1.repair"]

# Where a research action comes from: text, the id of its effect, what the company needs
SOURCES: list[tuple[str, str, dict[str, Any]]] = [
    ("@research", "space.research", {}),
    ("!1.research", "act.1.research", {"hand": [*RICH, "1.research"]}),
    ("!3.research", "act.3.research", {"hand": [*RICH, "3.research"]}),
    ("!5.research", "act.5.research", {"hand": [*RICH, "5.research"]}),
    ("%orange.3", "tile.orange.3", {"tiles": ["orange.3"]}),
    ("%blue.3", "tile.blue.3", {"tiles": ["blue.3"]}),
    ("%red.3", "tile.red.3", {"tiles": ["red.3"]}),
]


def due(state: State) -> int:
    """What the state asks to be paid, 0 for nothing."""
    top = state.stack[-1]
    return top.due if isinstance(top, PaymentChoice) else 0


def cheaper(amount: int) -> Tables:
    """A pack whose card p10 takes so much off every Research."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        card = next(c for c in data["research"]["research"] if c["id"] == "research.p10")
        card["effect"] = {"on": "research", "discount": amount}

    return tables_with(change)


# ---------------------------------------------------------------- RES-1, RES-2: taking a card


@pytest.mark.rule("RES-1", "RES-2", "RES-3")
@pytest.mark.parametrize("permanent", [0, 2])
@pytest.mark.parametrize(("text", "effect", "own"), SOURCES)
def test_every_card_costs_its_price_less_discounts_and_gives_its_bonus(
    text: str, effect: str, own: dict[str, Any], permanent: int
) -> None:
    """All 28 cards, from every source, with and without a permanent discount."""
    tables = cheaper(permanent) if permanent else default_tables()
    base = game(2, tables=tables, assets={"red": 4, "orange": 4, "blue": 4},
                seat1={"development": 5, "hand": RICH, "research": ["p10"], **own})  # fmt: skip
    discount = effect_of(base, effect).discount + permanent
    everything = [card for card in tables.research if card.name != "p10"]
    for start in range(0, len(everything), 4):
        row = [card.name for card in everything[start : start + 4]]
        row += [""] * (4 - len(row))
        state = game(2, tables=tables, assets={"red": 4, "orange": 4, "blue": 4}, research_row=row,
                     seat1={"development": 5, "hand": RICH, "research": ["p10"], **own})  # fmt: skip
        state = play(state, text)
        assert legal_actions(state) == [RESEARCH_CARD[i] for i in sorted(state.research_row) if i >= 0]
        for name in filter(None, row):
            card = tables.research[index(state, f"research.{name}")]
            after = play(state, f"research:{name}")
            assert due(after) == max(0, card.price - discount)
            if due(after):
                assert (part(after)["research"], seat(after).vp) == (["p10"], 0)  # paid first
            after = pay(after)
            c = seat(after)
            assert part(after)["research"] == ["p10", name]
            assert c.vp == card.bonus_vp
            assert c.shares == tuple(card.bonus_share * (i == card.corporation) for i in range(3))
            assert names(tables.research, after.research_row) == ["" if x == name else x for x in row]


@pytest.mark.rule("RES-1")
def test_only_face_up_cards_that_can_be_paid() -> None:
    state = game(2, research_row=["p01", "p03", "i04", "p10"], research_deck=["p02"],
                 seat1={"hand": ["1.drill", "1.shares"]})  # fmt: skip
    state = play(state, "@research")
    assert legal(state) == ["research:p03", "research:p10", "research:i04"]
    assert reason(state, "research:p01") == ("cost", (4, 2))
    assert illegal(state, "research:p02") == "not_on_board"
    assert "done" not in legal(state)  # strength 1: one card, and not none


@pytest.mark.rule("RES-1", "RES-8")
@pytest.mark.parametrize("text", [text for text, _, _ in SOURCES])
@pytest.mark.parametrize(
    ("development", "research", "used"),
    [
        (0, ["p10"], []),
        (1, ["p10", "i05"], []),
        (2, ["p10", "i05"], []),  # an engineer opens no slot
        (3, ["p10", "p02", "i05"], []),
        (5, ["p10", "p02", "i05", "i01"], []),
        (1, ["p10", "i05"], ["i05"]),  # a used card keeps its slot until the end of the round
    ],
)
def test_a_free_open_slot_is_needed(text: str, development: int, research: list[str], used: list[str]) -> None:
    own = next(own for source, _, own in SOURCES if source == text)
    full = {"development": development, "research": research, "used_research": used, "hand": RICH, **own}
    state = game(2, research_row=["p01", "p03", "i04", "p11"], seat1=full)
    assert illegal(state, text) == "no_slot"
    assert offers(game(2, research_row=["p01", "p03", "i04", "p11"],
                       seat1={**full, "research": research[:-1], "used_research": []}), text)  # fmt: skip


@pytest.mark.rule("RES-1")
def test_slots_are_read_from_the_pack() -> None:
    """A board with two printed slots, and warehouse tiles without any."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        for slot in data["board"]["research_slot"]:
            slot["opened_by"] = "board" if slot["multiplier"] <= 2 else slot["opened_by"]
        for tile in data["board"]["warehouse_tile"]:
            tile["research_slots"] = int(tile["id"] != "warehouse.1")

    tables = tables_with(change)
    row: dict[str, Any] = {"research_row": ["p01", "p03", "i04", "p11"]}
    for development, slots in [(0, 2), (1, 2), (3, 3), (5, 4)]:
        cards = ["p10", "p02", "p12", "p13"]
        full = game(2, tables=tables, **row, seat1={"development": development, "research": cards[:slots]})
        assert illegal(full, "@research") == "no_slot"
        free = game(2, tables=tables, **row, seat1={"development": development, "research": cards[: slots - 1]})
        assert offers(free, "@research")


@pytest.mark.rule("RES-1")
def test_a_new_card_takes_the_leftmost_free_slot() -> None:
    """After closing up, the slots on the right are free; the card stands next to the last one."""
    state = game(
        2,
        research_row=["p03", "p10", "i04", "p01"],
        seat1={"development": 5, "research": ["i06", "p02", "i01"], "used_research": ["i06"], "hr": 1, "hand": RICH},
        seat2={"hr": 0},
    )
    state = play(state, "@financing end")
    assert part(state)["research"] == ["p02", "i01"]
    state = play(state, "@financing end") if state.acting else state
    state = settle_turn(play(state, "@research research:p03"))
    state = pay(state)
    assert part(state)["research"] == ["p02", "i01", "p03"]
    position = 1 + part(state)["research"].index("p03")
    t = state.tables
    assert breakdown(state, 0).research == (
        t.research[index(state, "research.p02")].vp * 1 + t.research[index(state, "research.p03")].vp * position
    )


@pytest.mark.rule("RES-2")
@pytest.mark.parametrize("name", ["p06", "i01"])
def test_a_share_bonus_is_received_at_once_with_what_its_space_gives(name: str) -> None:
    """The second red share: a tile is chosen in the middle of the action, before the turn goes on."""
    state = game(2, research_row=[name, "", "", ""], stacks={"red": {"profit_bottom": ["red.6", "red.1"]}},
                 seat1={"shares": {"red": 1}, "hand": RICH})  # fmt: skip
    state = play(state, f"@research research:{name}")
    assert seat(state).shares[0] == 1
    while due(state):
        state = play(state, legal(state)[0])
    assert seat(state).shares[0] == 2
    assert legal(state) == ["tile:red.1", "tile:red.6"]
    state, happened = run(state, "tile:red.6")
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert legal(state) == ["%red.6", "end"]
    assert of(ResearchTaken, happened) == []


@pytest.mark.rule("RES-2")
@pytest.mark.parametrize(("asset", "shares", "gained"), [(2, 2, True), (2, 3, False), (4, 3, True), (9, 8, False)])
def test_a_share_bonus_that_is_not_open_is_lost_and_the_card_is_taken(asset: int, shares: int, gained: bool) -> None:
    state = game(2, assets={"red": asset}, research_row=["p01", "", "", ""],
                 seat1={"shares": {"red": shares}, "hand": RICH})  # fmt: skip
    state = pay(play(state, "@research research:p01"))
    assert part(state)["research"] == ["p01"]
    assert seat(state).shares[0] == shares + gained
    assert seat(state).vp == 0


# ---------------------------------------------------------------- RES-3, RES-7: permanent effects

WELL = {"well": ["s09", "s03", "s02", "s07"], "layer": 0}
PAYS = [*RICH, "5.repair", "5.extract"]


def amount(state: State, what: str) -> int:
    """What the action that is running asks or does; the state is the one after the last text of a case."""
    if what == "due":
        return due(state)
    c = seat(state)
    return {"layer": c.layer, "brine": c.goods[0], "damage": c.drill_damage}[what]


# Kind of action, the permanent card, what it changes by how much, then the texts that follow the first and what the
# company needs
KINDS: dict[str, tuple[str, str, int, str, dict[str, Any]]] = {
    "licence": ("p03", "due", -1, "claim:d13", {}),
    "shares": ("p02", "due", -1, "share:blue done", {}),
    "repair": ("p10", "due", -1, "repair:drill repair:plant", {"drill_damage": 1, "plant_damage": 1}),
    "process": ("p09", "due", -1, "+l done no", {"goods": {"brine": 3}}),
    "extract": ("p01", "brine", +1, "e e e e", {"well": ["d03", "d10"], "layer": 3, "goods": {"brine": 0}}),
    "drill": ("p11", "layer", +1, "d d d", WELL),
}
# Kind of action -> the ways to it
WAYS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "licence": [("@licence", {}), ("!1.licence", {"hand": ["1.licence"]}), ("*i09", {"research": ["i09"]}),
                ("%red.1", {"tiles": ["red.1"]})],
    "shares": [("@shares", {}), ("!1.shares", {"hand": ["1.shares"]}), ("*i13", {"research": ["i13"]}),
               ("%red.7", {"tiles": ["red.7"]})],
    "repair": [("@repair", {}), ("!1.repair", {"hand": ["1.repair"]}), ("*i12", {"research": ["i12"]}),
               ("%red.4", {"tiles": ["red.4"]})],
    "process": [("@process", {}), ("!3.process", {"hand": ["3.process"]})],
    "extract": [("@extract", {}), ("!1.extract", {"hand": ["1.extract"]}), ("%blue.2", {"tiles": ["blue.2"]})],
    "drill": [("@drill", {}), ("!1.drill", {"hand": ["1.drill"]}), ("*i15", {"research": ["i15"]}),
              ("%blue.5", {"tiles": ["blue.5"]})],
}  # fmt: skip
COPIES: dict[str, tuple[str, dict[str, Any]]] = {
    "by copy": ("%orange.8 copy:space.{}", {"tiles": ["orange.8"]}),
    "by repeat": ("@repeat repeat:{} $1.contract ok", {"spaces": ["{}"], "hand": ["1.contract"]}),
}
CASES: list[tuple[str, str, dict[str, Any]]] = [(kind, text, own) for kind in KINDS for text, own in WAYS[kind]]
CASES += [
    (kind, text.format(kind), {**own, **({"spaces": [kind]} if "spaces" in own else {})})
    for kind in KINDS
    for text, own in COPIES.values()
]


def carried(kind: str, text: str, own: dict[str, Any], cards: list[str]) -> State:
    """The state after an action of this kind by this way, up to its payment, with these permanent cards."""
    _, _, _, more, needed = KINDS[kind]
    mine = {
        "development": 5,
        **needed,
        **own,
        "hand": [*PAYS, *own.get("hand", [])],
        "research": [*cards, *own.get("research", [])],
    }
    state = game(2, claims=["s05", "d13", "d12", "s04"], assets={"blue": 6}, seat1=mine, seat2={"spaces": [kind]})
    for step in [*text.split(), *more.split()]:
        if offers(state, step):
            state = play(state, step)
        else:
            assert step in ("done", "no", "e", "d", "repair:plant"), step  # asked only while a choice is left
    return state


@pytest.mark.rule("RES-3", "RES-7")
@pytest.mark.parametrize(("kind", "text", "own"), CASES)
def test_a_permanent_effect_works_on_every_action_of_its_kind(kind: str, text: str, own: dict[str, Any]) -> None:
    """Printed, Prompt, immediate card, tile, copied, repeated."""
    card, what, change, _, _ = KINDS[kind]
    plain = amount(carried(kind, text, own, ["p05"]), what)
    better = amount(carried(kind, text, own, ["p05", card]), what)
    assert better == (max(0, plain + change) if what == "due" else plain + change)
    assert plain > 0
    # and only of its kind
    others = [KINDS[k][0] for k in KINDS if k != kind][:2]
    assert amount(carried(kind, text, own, others), what) == plain


@pytest.mark.rule("RES-3", "RES-7")
@pytest.mark.parametrize(("text", "own"), [*WAYS["drill"], ("%orange.5", {"tiles": ["orange.5"]})])
def test_ignored_rocks_add_up_with_the_action_and_between_cards(text: str, own: dict[str, Any]) -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        card = next(c for c in data["research"]["research"] if c["id"] == "research.p10")
        card["effect"] = {"on": "drill", "ignore": 2}

    tables = tables_with(change)
    families = {"@": "space.", "!": "act.", "*": "research.", "%": "tile."}
    printed = effect_of(game(2), families[text[0]] + text[1:]).ignore
    for cards, more in [([], 0), (["p13"], 1), (["p10"], 2), (["p10", "p13"], 3)]:
        mine = {**WELL, "layer": 1, "development": 5, **own, "research": [*cards, *own.get("research", [])]}
        state, happened = run(game(2, tables=tables, seat1=mine), text)
        while offers(state, "d"):
            state, again = run(state, "d")
            happened += again
        layers = of(LayerDrilled, happened)
        rocks = sum(event.rocks for event in layers)
        assert sum(event.ignored for event in layers) == min(rocks, printed + more)


@pytest.mark.rule("RES-3")
def test_two_cards_for_the_same_action_add_up() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for card in data["research"]["research"]:
            if card["id"] == "research.p10":
                card["effect"] = {"on": "licence", "discount": 2}

    state = game(2, tables=tables_with(change), claims=["s05", "s01", "s02", "d12"],
                 seat1={"development": 3, "research": ["p03", "p10"]})  # fmt: skip
    price = state.tables.claims[index(state, "claim.d12")].cost
    assert due(play(state, "@licence claim:d12")) == price - 3


@pytest.mark.rule("RES-3")
def test_a_card_gives_no_discount_on_itself() -> None:
    state = game(2, tables=cheaper(2), research_row=["p10", "p03", "", ""], seat1={"development": 1, "hand": RICH})
    price = state.tables.research[index(state, "research.p10")].price
    assert price > 0
    state = play(state, "@research research:p10")
    assert due(state) == price


@pytest.mark.rule("RES-3")
def test_an_effect_works_from_the_moment_the_card_is_taken() -> None:
    """Bought with a tile before the main action, it already works in the main action; and in every later one."""
    table: dict[str, Any] = {"claims": ["s05", "d13", "d12", "s04"], "research_row": ["p03", "", "", ""]}
    state = game(2, **table, seat1={"tiles": ["red.3"], "hand": [*RICH, "3.licence"], "hr": 2}, seat2={"hr": 0})
    t = state.tables

    def price(state: State, name: str) -> int:
        claim = index(state, f"claim.{name}")
        return t.claims[claim].cost + t.claim_surcharge[state.claims.index(claim)]

    assert due(play(state, "@licence claim:d12")) == price(state, "d12")
    state = play(state, "%red.3 research:p03 @licence claim:d12")
    assert due(state) == price(state, "d12") - 1
    state = play(pay(state), "end")
    assert due(play(state, "!3.licence claim:d13")) == max(0, price(state, "d13") - 2 - 1)
    state = finish_round(state)
    state = play(state, "@financing end") if state.acting else state
    assert due(play(state, "@licence claim:d13")) == price(state, "d13") - 1


@pytest.mark.rule("RES-7")
def test_permanent_effects_do_not_touch_rewards() -> None:
    """A free claim, a free share and free steps stay free and give nothing back."""
    mine = {
        "development": 4,
        "research": ["p03", "p02"],
        "contracts": ["r10", "r03"],
        "goods": {"brine": 2, "geothermal": 1, "lithium": 1},
        "hr": 2,
        "hand": [],
    }
    none: dict[str, list[str]] = {"1": [], "3": [], "5": []}
    state = game(2, claims=["s05", "d13", "d12", "s04"], seat1=mine, seat2={"hr": 0}, market=none, discards=none)
    state, happened = run(state, "=r10 get:claim claim:s04")
    state = settle_turn(state)
    assert of(ClaimTaken, happened)[0].price == 0
    state, more = run(state, "end =r03 get:shares")
    state = settle_turn(state)
    happened += more
    assert of(ShareGained, happened)
    assert of(Paid, happened) == []
    assert of(Collected, happened) == []
    assert (part(state)["hand"], part(state)["fresh"]) == ([], [])


@pytest.mark.rule("RES-7")
@pytest.mark.parametrize(("name", "product", "damage"), [("i05", 2, 2), ("i06", 2, 2), ("i07", 1, 1)])
def test_the_exception_one_brine_becomes_a_product(name: str, product: int, damage: int) -> None:
    """No permanent Process effect: one unit, no money back, the full damage, no optimising (PRC-6)."""
    mine = {"development": 5, "research": ["p06", "p07", "p09", name], "goods": {"brine": 3}}
    state, happened = run(game(2, seat1=mine), f"*{name}")
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert [(e.geothermal, e.lithium, e.optimised, e.brine) for e in of(Produced, happened)] == [
        (int(product == 1), int(product == 2), 0, 1)
    ]
    assert [event.points for event in of(PlantDamaged, happened)] == [damage]
    assert of(Paid, happened) == []


@pytest.mark.rule("RES-7")
def test_the_effects_of_another_company_do_nothing_here() -> None:
    state = game(2, claims=["s05", "d13", "d12", "s04"], seat2={"research": ["p03"]})
    price = state.tables.claims[index(state, "claim.d12")].cost
    assert due(play(state, "@licence claim:d12")) == price


# ---------------------------------------------------------------- RES-4, RES-5: immediate cards


@pytest.mark.rule("RES-4")
def test_a_card_bought_by_the_main_action_is_used_from_the_next_turn_on() -> None:
    state = game(2, research_row=["i06", "p03", "p01", "p02"], seat1={"hr": 2, "tiles": ["blue.6"]}, seat2={"hr": 1})
    assert illegal(state, "*i06") == "not_owned"
    state = play(state, "@research research:i06")
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert illegal(state, "*i06") == "not_now"
    state = play(state, "%blue.6")
    assert legal(state) == ["end"]
    state = play(state, "end @financing end")
    state, happened = run(state, "*i06")
    assert of(Produced, happened)[0].lithium == 1
    assert seat(state).hr == 0  # it took an engineer


@pytest.mark.rule("RES-4")
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_card_bought_with_a_tile(when: str) -> None:
    """Before the main action it can be that action; after it, it waits for the next turn."""
    state = game(2, research_row=["i06", "p03", "p01", "p02"], seat1={"tiles": ["red.3"]})
    if when == "before":
        state = play(state, "%red.3 research:i06")
        assert isinstance(state.stack[-1], TurnChoice)
        assert offers(state, "*i06")
    else:
        state = play(state, "@financing %red.3 research:i06")
        assert legal(state) == ["end"]
        assert illegal(state, "*i06") == "not_now"
        assert offers(play(state, "end @financing end"), "*i06")


@pytest.mark.rule("RES-4")
def test_an_immediate_card_is_used_once_in_the_game() -> None:
    state = game(2, seat1={"research": ["i11"], "hr": 3}, seat2={"hr": 1})
    state = play(state, "*i11 end @financing end")
    assert illegal(state, "*i11") == "used"
    state = finish_round(state)
    state = play(state, "@financing end") if state.acting else state
    assert part(state)["research"] == []
    assert illegal(state, "*i11") == "used"
    cards = [*state.research_row, *state.research_deck]
    assert index(state, "research.i11") not in cards  # kept aside, it does not come back


@pytest.mark.rule("RES-4")
def test_a_permanent_card_and_a_card_of_another_company_are_no_action_spaces() -> None:
    state = game(2, seat1={"research": ["p03"]}, seat2={"research": ["i11"]})
    assert illegal(state, "*p03") == "permanent"
    assert illegal(state, "*i11") == "not_owned"


@pytest.mark.rule("RES-5", "RES-9", "RES-4")
@settings(max_examples=30)
@given(
    st.lists(st.sampled_from(["p01", "p02", "p10", "p12", "i01", "i06", "i09", "i11"]), unique=True, max_size=4),
    st.sets(st.integers(0, 3)),
)
def test_used_cards_leave_and_the_others_close_up(cards: list[str], places: set[int]) -> None:
    used = [card for i, card in enumerate(cards) if i in places and card[0] == "i"]
    stay = [card for card in cards if card not in used]
    state = game(2, objectives=["l9", "l1", "l2", "l3", "l4"], seat1={
        "development": 5, "research": cards, "used_research": used, "hr": 1}, seat2={"hr": 0})  # fmt: skip
    t = state.tables

    def worth(row: list[str]) -> int:
        return sum(t.research[index(state, f"research.{name}")].vp * (i + 1) for i, name in enumerate(row))

    objective = t.objectives[index(state, "objective.l9")]
    count = count_for(state, 0, objective)
    assert breakdown(state, 0).research == worth(cards)
    state = play(state, "@financing end")
    assert part(state)["research"] == stay
    assert sorted(part(state)["kept_research"]) == sorted(used)
    assert seat(state).used_research == ()
    assert count_for(state, 0, objective) == count  # kept aside for the objective
    assert breakdown(state, 0).research == worth(stay)  # unused immediate cards keep their place
    for name in stay:
        if name[0] == "i":
            assert index(state, f"research.{name}") not in seat(state).used_research


@pytest.mark.rule("RES-5")
def test_used_cards_stay_until_the_end_of_the_round() -> None:
    state = game(2, seat1={"development": 1, "research": ["i06", "p03"], "hr": 2}, seat2={"hr": 2})
    state = play(state, "*i06 end @financing end @financing end")
    assert state.round == 1
    assert part(state)["research"] == ["i06", "p03"]
    state = play(state, "@financing end")
    assert state.round == 2
    assert (part(state)["research"], part(state)["kept_research"]) == (["p03"], ["i06"])


# ---------------------------------------------------------------- RES-6, RES-8


@pytest.mark.rule("RES-6")
def test_the_row_is_refilled_at_the_end_of_the_round_only() -> None:
    state = game(2, research_row=["p03", "p10", "i04", "i06"], research_deck=["p07", "p08"],
                 seat1={"development": 1, "hand": RICH, "hr": 1}, seat2={"hr": 1, "hand": RICH})  # fmt: skip
    deck = state.research_deck
    state = pay(play(state, "@research research:p10"))
    state = play(state, "end")
    assert names(state.tables.research, state.research_row) == ["p03", "", "i04", "i06"]
    assert state.research_deck == deck
    state = play(state, "@research")
    assert illegal(state, "research:p07") == "not_on_board"
    state = play(state, "research:i04 end")
    assert state.round == 2
    # the rightmost one left, i06, is discarded; two gaps and its place are filled from the deck
    assert names(state.tables.research, state.research_row)[1:] == ["p08", "p07", "p03"]
    assert min(state.research_row) >= 0


@pytest.mark.rule("RES-8")
@pytest.mark.parametrize("text", [text for text, _, own in SOURCES])
def test_the_slot_must_be_open_before_the_card_is_taken(text: str) -> None:
    """The card's red share would move the marker onto a warehouse; it comes too late for the card itself."""
    own = next(own for source, _, own in SOURCES if source == text)
    table: dict[str, Any] = {"assets": {"red": 4}, "research_row": ["p01", "i10", "", ""]}
    mine = {"research": ["p10"], "shares": {"red": 3}, "hand": RICH, **own}
    assert illegal(game(2, **table, seat1=mine), text) == "no_slot"
    # with one slot free the card's share opens the next one, for the next card
    state = game(2, **table, seat1={**mine, "research": []})
    state, happened = run(state, f"{text} research:p01")
    while due(state):
        state, more = run(state, legal(state)[0])
        happened += more
    assert kinds(happened)[-3:] == ["ShareGained", "Developed", "WarehouseOpened"]
    assert of(ShareLost, happened) == []
    assert of(VpGained, happened) == []
    assert of(BrineExtracted, happened) == []
    assert len(seat(state).research) < state.tables.slots[seat(state).warehouses]


@pytest.mark.rule("RES-8")
def test_a_slot_opened_by_a_tile_before_counts() -> None:
    state = game(
        2, research_row=["p01", "p03", "i04", "p02"], seat1={"research": ["p10"], "tiles": ["blue.8"], "hand": RICH}
    )
    assert illegal(state, "@research") == "no_slot"
    state = play(state, "%blue.8")
    assert offers(state, "@research")
    # and one opened by the main action counts for a tile after it
    state = game(
        2, research_row=["p01", "p03", "i04", "p02"], seat1={"research": ["p10"], "tiles": ["red.3"], "hand": RICH}
    )
    assert illegal(state, "%red.3") == "no_slot"
    state = pay(play(state, "@develop"))
    assert offers(state, "%red.3")
