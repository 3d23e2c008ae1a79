"""SHR: buying shares, the sections of the track and what its spaces give."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.choices import (
    EndTurnChoice,
    Frame,
    MoveSharesChoice,
    MoveSharesTask,
    PaymentChoice,
    SharesChoice,
)
from saltonsea_desktop.games.saltonsea.components.tables import Tables, default_tables
from saltonsea_desktop.games.saltonsea.events import Developed, Paid, ShareGained, StackEmpty, TileTaken
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.scoring import breakdown
from saltonsea_desktop.games.saltonsea.state import State
from saltonsea_desktop.games.saltonsea.view import view_for
from tests.games.saltonsea.rules.kit import (
    effect_of,
    game,
    illegal,
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

CORPORATIONS = ("red", "orange", "blue")
RICH = ["5.drill", "5.sell", "5.repair", "3.drill", "1.drill", "1.shares", "1.repair"]
# Where the action comes from: text, the id of its effect, what the company needs
SOURCES: list[tuple[str, str, dict[str, Any]]] = [
    ("@shares", "space.shares", {}),
    ("!1.shares", "act.1.shares", {"hand": [*RICH, "1.shares"]}),
    ("!3.shares", "act.3.shares", {"hand": [*RICH, "3.shares"]}),
    ("!5.shares", "act.5.shares", {"hand": [*RICH, "5.shares"]}),
    ("*i13", "research.i13", {"research": ["i13"]}),
    ("%red.7", "tile.red.7", {"tiles": ["red.7"]}),
    ("%orange.7", "tile.orange.7", {"tiles": ["orange.7"]}),
    ("%blue.7", "tile.blue.7", {"tiles": ["blue.7"]}),
]
EVERY_ASSET = range(len(default_tables().asset_price))


def due(state: State) -> int:
    """What the state asks to be paid, 0 for nothing."""
    top = state.stack[-1]
    return top.due if isinstance(top, PaymentChoice) else 0


def per_corporation(values: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(CORPORATIONS, values, strict=True))


# ---------------------------------------------------------------- SHR-1, SHR-4: what can be bought


@pytest.mark.rule("SHR-1")
@pytest.mark.parametrize("discount", [False, True])
@pytest.mark.parametrize(("text", "effect", "own"), SOURCES)
def test_the_price_at_the_indicator_less_discounts_off_the_total(
    text: str, effect: str, own: dict[str, Any], discount: bool
) -> None:
    """For each place of the indicator: one share, and as many as the action allows."""
    printed = effect_of(game(2), effect)
    for asset in EVERY_ASSET:
        mine = {"development": 5, "hand": RICH, **own}
        mine["research"] = [*own.get("research", []), *(["p02"] if discount else [])]
        state = play(game(2, assets={"blue": asset}, seat1=mine), text)
        price = state.tables.asset_price[asset]
        for number in range(1, printed.strength + 1):
            state = play(state, "share:blue")
            more = number < printed.strength
            assert isinstance(state.stack[-1], SharesChoice) == more
            bought = play(state, "done") if more else state
            assert due(bought) == max(0, number * price - printed.discount - discount)
            after = pay(bought)
            assert seat(after).shares[2] == number


@pytest.mark.rule("SHR-1")
def test_prices_are_read_from_the_pack() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for space in data["market"]["asset"]:
            space["share_price"] = 11 - space["index"]

    for asset in EVERY_ASSET:
        state = game(2, tables=tables_with(change), assets={"red": asset}, seat1={"hand": RICH})
        assert due(play(state, "@shares share:red")) == 11 - asset


@pytest.mark.rule("SHR-1")
def test_shares_of_one_corporation_in_one_payment() -> None:
    """The tokens wait until all is paid."""
    state = play(game(2, assets={"red": 1, "blue": 3}, seat1={"hand": [*RICH, "1.shares"]}), "!1.shares share:red")
    assert illegal(state, "share:blue") == "one_corporation"
    assert illegal(state, "share:orange") == "one_corporation"
    assert legal(state) == ["share:red", "done"]
    state = play(state, "share:red")
    assert due(state) == 2 * 2 - 1
    assert illegal(state, "share:red") == "not_now"
    assert seat(state).shares == (0, 0, 0)
    state, happened = run(state, "$3.drill ok")
    assert kinds(happened)[:3] == ["Paid", "ShareGained", "ShareGained"]
    assert len(of(Paid, happened)) == 1


@pytest.mark.rule("SHR-1")
def test_at_least_one_share() -> None:
    state = play(game(2, seat1={"hand": [*RICH, "1.shares"]}), "!1.shares")
    assert "done" not in legal(state)
    assert illegal(state, "done") == "not_started"


def choices(state: State) -> set[tuple[int, int, int]]:
    """Every number of shares per corporation that can be chosen from here."""
    found: set[tuple[int, int, int]] = set()
    seen: set[Frame] = {state.stack[-1]}
    line = [state]
    while line:
        here = line.pop()
        top = here.stack[-1]
        assert isinstance(top, SharesChoice)
        options = legal_actions(here)
        assert options, "a dead end"
        for action in options:
            after = apply(here, action)[0]
            new = after.stack[-1]
            if isinstance(new, SharesChoice):
                if new not in seen:
                    seen.add(new)
                    line.append(after)
                continue
            # what has moved (nothing was due) and what still waits
            left = [f for f in after.stack if isinstance(f, MoveSharesTask | MoveSharesChoice)]
            before, now = here.companies[0].shares, after.companies[0].shares
            moved = [now[i] - before[i] + sum(f[1 + i] for f in left) for i in range(3)]
            found.add((moved[0], moved[1], moved[2]))
    return found


def strong(strength: int, discount: int) -> Tables:
    def change(data: dict[str, dict[str, Any]]) -> None:
        space = next(s for s in data["board"]["space"] if s["id"] == "space.shares")
        space["strength"] = strength
        space["discount"] = discount

    return tables_with(change)


PACKS = {(strength, discount): strong(strength, discount) for strength in (1, 2, 3) for discount in (0, 2)}
places = st.tuples(*[st.integers(0, len(default_tables().asset_price) - 1)] * 3)


@pytest.mark.rule("SHR-1", "SHR-3", "SHR-4", "SHR-6")
@settings(max_examples=60)
@given(places, st.tuples(*[st.integers(0, 8)] * 3), st.integers(0, 12), st.booleans(), st.sampled_from(sorted(PACKS)))
def test_what_can_be_bought_is_that_of_the_oracle(
    assets: tuple[int, ...], shares: tuple[int, ...], cash: int, several: bool, pack: tuple[int, int]
) -> None:
    """All numbers per corporation within strength, sections, track and money; of one corporation, or of several."""
    t = PACKS[pack]
    strength, discount = pack

    def top(asset: int) -> int:
        """SHR-3, by walking up from the bottom space."""
        space = 0
        while space + 1 < len(t.share_section) and t.share_section[space + 1] <= t.asset_section[asset]:
            space += 1
        return space

    held = tuple(min(have, top(asset)) for have, asset in zip(shares, assets, strict=True))
    hand = ["3.drill"] * (cash // 3) + ["1.drill"] * (cash % 3)
    state = game(2, tables=t, assets=per_corporation(assets), stacks={c: {} for c in CORPORATIONS}, seat1={
        "hand": hand, "shares": per_corporation(held), "research": ["p12"] if several else []})  # fmt: skip
    expected = set()
    for numbers in product(range(strength + 1), repeat=3):
        if not 1 <= sum(numbers) <= strength or (not several and sum(n > 0 for n in numbers) > 1):
            continue
        if any(n and held[i] + n > top(assets[i]) for i, n in enumerate(numbers)):
            continue
        price = sum(n * t.asset_price[assets[i]] for i, n in enumerate(numbers)) - discount
        if max(0, price) <= cash:
            expected.add(numbers)
    assert offers(state, "@shares") == bool(expected)
    if expected:
        assert choices(play(state, "@shares")) == expected


@pytest.mark.rule("SHR-4", "SHR-7")
@pytest.mark.parametrize(("text", "effect", "own"), [s for s in SOURCES if s[0] in ("!3.shares", "*i13")])
def test_shares_of_several_corporations_each_at_its_own_price(text: str, effect: str, own: dict[str, Any]) -> None:
    mine = {"development": 5, "hand": RICH, **own}
    mine["research"] = ["p12", *own.get("research", [])]
    assets = {"red": 1, "orange": 4, "blue": 8}
    state = game(2, assets=assets, seat1=mine)
    price = {name: state.tables.asset_price[a] for name, a in assets.items()}
    for first, second in product(CORPORATIONS, repeat=2):
        after = play(state, f"{text} share:{first} share:{second}")
        assert due(after) == max(0, price[first] + price[second] - effect_of(state, effect).discount)


# ---------------------------------------------------------------- SHR-2, SHR-3, SHR-6: the track


@pytest.mark.rule("SHR-2")
def test_each_space_gives_what_is_printed_there() -> None:
    """One share after the other, from the bottom to the end of the track."""
    t = default_tables()
    for position in range(1, len(t.share_section)):
        before = game(2, assets={"red": 9}, seat1={"hand": RICH, "shares": {"red": position - 1}, "development": 0})
        state, happened = run(before, "@shares share:red")
        while due(state):
            state, more = run(state, legal(state)[0])
            happened += more
        reward = t.share_reward[position]
        assert of(ShareGained, happened) == [ShareGained(0, 0, position)]
        assert seat(state).development == (reward == 1)
        if reward >= 2:
            stack = before.stacks[0][reward - 2]
            offered = {f"tile:{t.tiles[tile].name}" for tile in stack}
            assert set(legal(state)) == offered or len(stack) == 1
            state = settle_turn(state)
            assert set(seat(state).tiles) < set(stack) or seat(state).tiles == stack
            assert len(seat(state).tiles) == 1
        else:
            assert isinstance(state.stack[-1], EndTurnChoice)
            assert seat(state).tiles == ()


@pytest.mark.rule("SHR-2", "SHR-7")
def test_the_rewards_of_entered_spaces_come_one_by_one() -> None:
    """Two shares, a step and then a tile: the step first, and it counts at once."""
    state = game(2, assets={"red": 5}, stacks={"red": {"profit_centre": ["red.3"]}}, seat1={
        "hand": [*RICH, "5.shares"], "shares": {"red": 3}})  # fmt: skip
    state, happened = run(state, "!5.shares share:red share:red $5.drill ok")
    assert kinds(happened)[-5:] == ["ShareGained", "Developed", "WarehouseOpened", "ShareGained", "TileTaken"]
    assert seat(state).shares == (5, 0, 0)


@pytest.mark.rule("SHR-2")
def test_spaces_below_the_token_give_nothing_again() -> None:
    state = game(2, assets={"red": 4}, seat1={"hand": RICH, "shares": {"red": 2}})
    state, happened = run(state, "@shares share:red $3.drill ok")
    assert (seat(state).tiles, seat(state).development) == ((), 0)
    assert of(TileTaken, happened) == []


@pytest.mark.rule("SHR-3", "SHR-6")
@pytest.mark.parametrize("asset", EVERY_ASSET)
def test_a_token_never_enters_a_section_above_that_of_the_indicator(asset: int) -> None:
    t = default_tables()
    for position in range(len(t.share_section)):
        if t.share_section[position] > t.asset_section[asset]:
            continue  # the token cannot stand there
        state = play(game(2, assets={"red": asset}, seat1={"hand": RICH, "shares": {"red": position}}), "@shares")
        if position + 1 == len(t.share_section):
            assert illegal(state, "share:red") == "track_end"
        elif t.share_section[position + 1] > t.asset_section[asset]:
            assert reason(state, "share:red") == ("section", (0, t.share_section[position + 1]))
        else:
            assert offers(state, "share:red")


@pytest.mark.rule("SHR-3")
def test_the_sections_are_read_from_the_pack() -> None:
    """Other lengths: the first section ends after one share, the second begins at the second asset space."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        for space in data["market"]["share"]:
            space["section"] = min(3, space["index"])  # 0, 1, 2, 3, 3 ...
        data["market"]["share"][0]["section"] = 1
        for space in data["market"]["asset"]:
            space["section"] = min(3, space["index"] + 1)

    tables = tables_with(change)
    for asset, most in [(0, 1), (1, 2), (2, 8), (9, 8)]:
        state = game(
            2, tables=tables, assets={"red": asset, "orange": 9}, seat1={"hand": RICH, "shares": {"red": most}}
        )
        assert not offers(play(state, "@shares"), "share:red")
        state = game(2, tables=tables, assets={"red": asset}, seat1={"hand": RICH, "shares": {"red": most - 1}})
        assert offers(play(state, "@shares"), "share:red")


@pytest.mark.rule("SHR-3")
def test_the_section_counts_for_every_share_of_the_action() -> None:
    """Two shares asked for, one space left in the section."""
    state = game(2, assets={"red": 3}, seat1={"hand": [*RICH, "1.shares"], "shares": {"red": 2}})
    state = play(state, "!1.shares share:red")
    assert isinstance(state.stack[-1], PaymentChoice)  # no second one is asked
    assert seat(pay(state)).shares == (3, 0, 0)


@pytest.mark.rule("SHR-3", "SHR-1")
def test_shares_of_a_closed_corporation_are_still_bought() -> None:
    state = game(2, assets={"red": 9}, seat1={"hand": RICH})
    state = play(state, "@shares share:red")
    assert due(state) == state.tables.asset_price[9]
    state = pay(state)
    assert breakdown(state, 0).shares == state.tables.asset_vp[9]


# ---------------------------------------------------------------- SHR-5: profit-sharing spaces

SPACES = [(2, "profit_bottom"), (5, "profit_centre"), (8, "profit_top")]


@pytest.mark.rule("SHR-5")
@pytest.mark.parametrize(("position", "stack"), SPACES)
@pytest.mark.parametrize("tiles", [[], ["blue.6"], ["blue.6", "blue.1"], ["blue.6", "blue.1", "blue.8"]])
def test_one_tile_of_ones_choice_must_be_taken(position: int, stack: str, tiles: list[str]) -> None:
    """Of that stack of that corporation only; with an empty stack nothing."""
    sizes = {"profit_bottom": 4, "profit_centre": 3, "profit_top": 1}  # four seats
    if len(tiles) > sizes[stack]:
        return
    state = game(4, assets={"blue": 9}, stacks={"blue": {stack: tiles}}, seat1={
        "hand": RICH, "shares": {"blue": position - 1}, "development": 7})  # fmt: skip
    others = [(i, j) for i in range(3) for j in range(3) if (i, j) != (2, position // 3)]
    before = state.stacks
    state, happened = run(state, "@shares share:blue")
    while due(state):
        state, more = run(state, legal(state)[0])
        happened += more
    if len(tiles) > 1:
        assert legal(state) == sorted(f"tile:{name}" for name in tiles)  # no declining
        assert "done" not in legal(state)
        for name in tiles:
            after = play(state, f"tile:{name}")
            assert part(after)["tiles"] == [name]
            rest = [x for x in tiles if x != name]
            assert names(state.tables.tiles, after.stacks[2][position // 3]) == rest  # the order stays
            assert all(after.stacks[i][j] == before[i][j] for i, j in others)
            for viewer in range(-1, 4):
                assert view_for(after, viewer).companies[0].tiles == seat(after).tiles  # public
        return
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert part(state)["tiles"] == tiles
    assert len(of(StackEmpty, happened)) == (not tiles)


@pytest.mark.rule("SHR-5")
def test_a_taken_tile_is_gone_for_the_others() -> None:
    table: dict[str, Any] = {"assets": {"red": 2}, "stacks": {"red": {"profit_bottom": ["red.6", "red.1"]}}}
    mine = {"hand": RICH, "shares": {"red": 1}}
    state = game(2, **table, seat1=mine, seat2={**mine, "hand": ["3.repair"]})
    state = play(pay(play(state, "@shares share:red")), "tile:red.6 end")
    state, happened = run(pay(play(state, "@shares share:red")), "end")
    assert part(state, 2)["tiles"] == ["red.1"]
    assert state.stacks[0][0] == ()
    assert kinds(happened)[0] == "TurnEnded"


@pytest.mark.rule("SHR-5", "SHR-7")
def test_two_profit_sharing_spaces_in_one_action() -> None:
    """Shares of two corporations, each entering a space with tiles: the tiles come in the order of the tokens."""
    stacks = {"red": {"profit_bottom": ["red.6", "red.1"]}, "blue": {"profit_bottom": ["blue.6", "blue.1"]}}
    state = game(2, assets={"red": 2, "blue": 2}, stacks=stacks, seat1={
        "hand": [*RICH, "5.shares"], "shares": {"red": 1, "blue": 1}, "research": ["p12"]})  # fmt: skip
    state = pay(play(state, "!5.shares share:red share:blue"))
    assert legal(state) == ["move:red", "move:blue"]
    for first, second in [("red", "blue"), ("blue", "red")]:
        after = play(state, f"move:{first}")
        assert set(legal(after)) == {f"tile:{first}.6", f"tile:{first}.1"}
        after = play(after, f"tile:{first}.6")
        assert set(legal(after)) == {f"tile:{second}.6", f"tile:{second}.1"}
        after = play(after, f"tile:{second}.1")
        assert part(after)["tiles"] == [f"{first}.6", f"{second}.1"]


# ---------------------------------------------------------------- SHR-7: the order of things


@pytest.mark.rule("SHR-7")
def test_all_is_chosen_and_paid_before_a_token_moves() -> None:
    """The reward of the first share pays for nothing; the step and tile of the tokens come after the payment."""
    state = game(2, assets={"red": 4}, seat1={"hand": ["1.shares", "3.drill", "1.drill"], "shares": {"red": 3},
                                              "research": ["p12"], "development": 1})  # fmt: skip
    state, happened = run(state, "!1.shares share:red")
    assert happened[1:] == []
    assert reason(state, "share:red").code in ("section", "cost")
    state, happened = run(state, "done $3.drill ok")
    assert kinds(happened)[:3] == ["Paid", "ShareGained", "Developed"]


@pytest.mark.rule("SHR-7")
def test_tokens_move_one_space_at_a_time_in_the_companys_order() -> None:
    """Two red and one blue share: red, blue, red is an order too; with one corporation left nothing is asked."""
    t = strong(3, 0)
    mine = {"hand": RICH, "shares": {"red": 3, "blue": 3}, "research": ["p12"]}
    state = game(2, tables=t, assets={"red": 4, "blue": 4}, stacks={"red": {"profit_centre": ["red.6"]}}, seat1=mine)
    state = pay(play(state, "@shares share:red share:red share:blue"))
    orders = {
        "move:red move:red": [(0, 4), (0, 5), (2, 4)],
        "move:red move:blue": [(0, 4), (2, 4), (0, 5)],
        "move:blue": [(2, 4), (0, 4), (0, 5)],
    }
    for texts, expected in orders.items():
        after, happened = run(state, texts)
        assert isinstance(after.stack[-1], EndTurnChoice)
        assert [(event.corporation, event.position) for event in of(ShareGained, happened)] == expected
        # each space's step follows its own share
        steps = [i for i, event in enumerate(happened) if isinstance(event, Developed)]
        gained = [i for i, e in enumerate(happened) if isinstance(e, ShareGained) and e.position == 4]
        assert [i - 1 for i in steps] == gained
        assert seat(after).development == 2


@pytest.mark.rule("SHR-7")
def test_the_order_is_asked_between_several_corporations_only() -> None:
    state = game(2, seat1={"hand": [*RICH, "1.shares"], "research": ["p12"]})
    state = pay(play(state, "!1.shares share:red share:red"))
    assert not isinstance(state.stack[-1], MoveSharesChoice)
    state = game(2, seat1={"hand": [*RICH, "1.shares"], "research": ["p12"]})
    state = pay(play(state, "!1.shares share:red share:orange"))
    assert isinstance(state.stack[-1], MoveSharesChoice)
    assert illegal(state, "move:blue") == "not_now"
    assert illegal(state, "done") == "not_started"
