"""The check of whole packs: the built-in one, its values and provenance, what a player may type in, and broken ones."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.components import FILES, PackError, RawPack, read_pack
from saltonsea_desktop.games.saltonsea.components.check import check_pack, check_raw, list_values
from saltonsea_desktop.games.saltonsea.components.schema import GMI_ACTIONS, LABELS, MOST, Pack, validate
from saltonsea_desktop.games.saltonsea.components.tables import build
from tests.games.saltonsea.components.packs import TEXTS, field, get, put, raw_with, swap, write_pack

CORPORATIONS = ("red", "orange", "blue")


@pytest.fixture(scope="module")
def raw() -> RawPack:
    return read_pack()


@pytest.fixture(scope="module")
def pack(raw: RawPack) -> Pack:
    return validate(raw)


# --- the built-in pack -----------------------------------------------------------------------------------------------


def test_the_built_in_pack_passes_without_a_warning() -> None:
    report = check_pack()
    assert report.problems == ()
    assert report.ok
    assert report.folder is None
    assert report.digest == read_pack().digest
    assert report.passed > 2000
    assert report.counts == {
        "claims": 26,
        "contracts": 22,
        "research cards": 28,
        "fee tiles": 12,
        "action cards": 114,
        "profit-sharing tiles": 24,
        "objectives": 15,
        "GMI cards": 9,
        "board spaces": 12,
        "drill damage spaces": 7,
        "plant damage spaces": 8,
        "development spaces": 8,
        "asset spaces": 10,
        "share spaces": 9,
    }


def test_the_report_as_text() -> None:
    lines = check_pack().text().splitlines()
    assert lines[0].startswith("component pack: built-in, ")
    assert lines[1].startswith("26 claims, 22 contracts, 28 research cards")
    assert lines[2] == "values: 370 rulebook, 85 inferred, 425 reconstructed"
    assert lines[3].endswith(" checks passed, 0 errors, 0 warnings")
    assert len(lines) == 4


def test_the_models_hold_the_values_and_cannot_be_changed(pack: Pack) -> None:
    assert pack.claims.claim[4].layers[1].rocks == 1
    assert pack.contracts.contract[11].gives.vp == 20
    assert pack.fees.fee[3].class_ == "other"
    assert pack.board.warehouse.start.brine == 1
    effect = pack.actions.action[16].effect
    assert effect.action == "licence"
    assert (effect.strength, effect.discount) == (1, 3)
    with pytest.raises(ValueError, match="frozen"):
        pack.board.repair.price_per_point = 2


def test_the_models_hold_every_value_of_the_files(pack: Pack, raw: RawPack) -> None:
    for name in FILES:
        dumped = getattr(pack, name).model_dump(mode="json", by_alias=True, exclude_unset=True)
        assert dumped == raw.data[name]


def test_balance_that_the_reconstruction_aims_at(pack: Pack) -> None:
    """Bounds for tuning the reconstructed values; a pack of printed values need not keep them."""

    def mean(numbers: list[int]) -> float:
        return sum(numbers) / len(numbers)

    claims = {deck: [c for c in pack.claims.claim if c.deck == deck] for deck in ("superficial", "deep")}
    means = {
        deck: (
            mean([c.cost for c in cards]),
            mean([c.reward.vp for c in cards]),
            mean([sum(layer.brine for layer in c.layers) for c in cards]),
            mean([sum(layer.rocks for layer in c.layers) for c in cards]),
        )
        for deck, cards in claims.items()
    }
    assert all(deep > superficial for deep, superficial in zip(means["deep"], means["superficial"], strict=True))
    contracts = pack.contracts.contract
    retail = [c.gives.vp for c in contracts if c.class_ == "retail"]
    large = [c.gives.vp for c in contracts if c.class_ == "large"]
    assert mean(large) >= 2 * mean(retail)
    assert max(retail) < min(large)
    assert all(c.gives.vp % 2 == 0 for c in contracts)
    by_corporation = Counter(c.corporation for c in contracts)
    assert max(by_corporation.values()) - min(by_corporation.values()) <= 1
    start_up = [f for f in pack.fees.fee if f.class_ == "start_up"]
    other = [f for f in pack.fees.fee if f.class_ == "other"]
    for product, price in (("geothermal", 4), ("lithium", 6)):
        for fees, slack in ((start_up, 0.5), (other, 1.0)):
            gain = mean([getattr(f, product) for f in fees]) - price - mean([f.brine for f in fees])
            assert -0.5 <= gain <= slack
    shares = Counter(r.corporation for r in pack.research.research if r.bonus.share)
    assert set(shares) == set(CORPORATIONS)
    assert len(set(shares.values())) == 1
    for track in (pack.board.drill, pack.board.plant):
        steps = [a.vp - b.vp for a, b in pairwise(track)]
        assert steps == sorted(steps)


# --- provenance ------------------------------------------------------------------------------------------------------


def test_every_value_has_a_provenance(raw: RawPack, pack: Pack) -> None:
    values = list_values(raw)
    assert Counter(v.label for v in values) == {"rulebook": 370, "inferred": 85, "reconstructed": 425}
    assert check_pack().provenance == {"printed": 0, "rulebook": 370, "inferred": 85, "reconstructed": 425}
    assert list_values(pack) == values
    assert all(v.reason for v in values if v.label == "inferred")


def test_the_totals_agree_with_a_count_of_its_own(raw: RawPack) -> None:
    labels: Counter[str] = Counter()
    for tables in raw.data.values():
        defaults = tables["provenance"]
        for table, content in tables.items():
            for record in content if isinstance(content, list) else [content]:
                for name in record.keys() - {"id", "prov"} if table != "provenance" else ():
                    keys = [key for key in (f"{table}.{name}", f"{table}.*") if key in defaults]
                    text = record.get("prov", {}).get(name) or defaults[keys[0]]
                    labels[text.split(":")[0]] += 1
    assert labels == Counter(v.label for v in list_values(raw))
    assert labels.total() == 880


def test_values_are_listed_by_label(raw: RawPack) -> None:
    reconstructed = list_values(raw, "reconstructed")
    assert len(reconstructed) == 425
    by_place = {(v.id, v.field): v for v in list_values(raw)}
    assert len(by_place) == 880
    assert by_place["claim.s05", "cost"].label == "reconstructed"
    assert by_place["claim.s05", "cost"].value == 2
    assert by_place["claim.s05", "cost"].file == "claims"
    own = by_place["claim.s04", "reward"]
    assert (own.label, own.value) == ("rulebook", {"vp": 4, "develop": 1})
    assert own.reason == "example B, 4 VP and one development step (on which card is our choice)"
    assert by_place["process", "lithium_cost"].reason == "p.20"
    assert by_place["setup.3", "market_width"].table == "setup"
    assert list_values(raw, "printed") == []


def test_a_player_labels_typed_in_values_as_printed(tmp_path: Path) -> None:
    text = TEXTS["claims"].replace('"claim.cost" = "reconstructed:', '"claim.cost" = "printed"  # "')
    text = field("claim.s01", "cost", '3\nprov = { reward = "printed: card 1" }')(text)
    report = check_pack(write_pack(tmp_path / "mine", claims=text))
    assert report.ok
    # 26 costs (the start tile has a label of its own) and one reward
    assert report.provenance == {"printed": 27, "rulebook": 370, "inferred": 85, "reconstructed": 398}
    printed = list_values(read_pack(tmp_path / "mine"), "printed")
    assert {(v.file, v.field) for v in printed} == {("claims", "cost"), ("claims", "reward")}
    assert [v.reason for v in printed if v.field == "reward"] == ["card 1"]


def test_the_page_for_players_knows_the_totals_and_all_fields(raw: RawPack) -> None:
    page = (Path(__file__).parents[4] / "docs" / "components.md").read_text(encoding="utf-8")
    for label, number in check_pack().provenance.items():
        assert re.search(rf"^\| `{label}` \|.*\| {number} \|$", page, re.MULTILINE)
    for name in FILES:
        assert f"### {name}.toml" in page
    single = {"process", "repair", "development_end", "engineers", "contracts", "limits"}  # "numbers of the rules"
    for value in list_values(raw):
        if value.table not in single:
            assert re.search(rf"\b{value.field}\b", page), value


# --- what a player may type in ---------------------------------------------------------------------------------------


def _free_values(rng: random.Random, data: dict[str, dict[str, Any]]) -> None:
    """Other values wherever the built-in pack has reconstructed ones, tracks of other lengths among them."""

    def number(most: int = 12, least: int = 0) -> int:
        return rng.randint(least, most)

    def rising(length: int, most: int) -> list[int]:
        return sorted(number(most) for _ in range(length))

    def sections(length: int, highest: int) -> list[int]:
        steps = sorted(rng.sample(range(1, length), highest - 1))
        return [1 + sum(i >= step for step in steps) for i in range(length)]

    for claim in data["claims"]["claim"]:
        claim["cost"] = 0 if claim["deck"] == "start" else number()
        brine = number(4, 1)
        claim["layers"] = [{"rocks": number(5), "brine": 0} for _ in range(number(4, 1))]
        for _ in range(brine):
            rng.choice(claim["layers"])["brine"] += 1
        claim["reward"] = {"vp": number(20), "develop": number(3)}
    for contract in data["contracts"]["contract"]:
        contract["corporation"] = rng.choice(CORPORATIONS)
        contract["needs"] = {product: number(4) for product in ("brine", "geothermal", "lithium")}
        contract["gives"] = {key: number(2) for key in ("shares", "develop")}
        contract["gives"].update(money=number(15), vp=number(25), claim=number(1))
    for fee in data["fees"]["fee"]:
        fee.update({product: number(15) for product in ("brine", "geothermal", "lithium")})
    for card in data["research"]["research"]:
        card["price"], card["corporation"] = number(), rng.choice((*CORPORATIONS, ""))
        card["bonus"] = {"vp": number(3), "share": number(1) if card["corporation"] else 0}
        card["vp"] = number(9) if card["kind"] == "permanent" else 0
    for card in data["gmi"]["card"]:
        card["actions"] = rng.sample(GMI_ACTIONS, number(4, 1))
    rng.shuffle(data["gmi"]["tie_break"]["corporations"])
    tiles = data["profit"]["tile"]
    owners = rng.sample([tile["corporation"] for tile in tiles], len(tiles))
    for tile, owner in zip(tiles, owners, strict=True):
        tile["corporation"] = owner
        if tile["effect"]["action"] == "drill":
            tile["effect"].update(strength=number(3, 1), ignore=number(2))
    for card in data["research"]["research"]:
        if card["id"] in ("research.i06", "research.i11"):  # which effects are printed twice is not known
            card["effect"] = {"action": "extract", "strength": number(9, 1)}
    for objective in data["objectives"]["objective"]:
        if "corporation" in objective["params"]:
            objective["params"]["corporation"] = rng.choice(CORPORATIONS)

    board = data["board"]
    for track, least, blocked in (("drill", 3, 2), ("plant", 2, rng.randint(0, 1))):
        length = number(14, least)
        board[track] = [
            {"id": f"{track}.{i}", "vp": vp, "blocked": i >= length - blocked}
            for i, vp in enumerate(-v for v in rising(length, 30))
        ]
    unlocks = ["warehouse"] * 3 + ["engineer"] * 3 + ["none"] * number(4)
    rng.shuffle(unlocks)
    board["development"] = [
        {"id": f"dev.{i}", "unlock": unlock} for i, unlock in enumerate(("none", *unlocks, "stars"))
    ]
    board["warehouse"]["capacity"] = number(9, 1)
    opened_by = ["board"] * number(3)
    for tile in board["warehouse_tile"]:
        tile.update(capacity=number(4), research_slots=number(2))
        opened_by += [tile["id"]] * tile["research_slots"]
    board["research_slot"] = [
        {"id": f"slot.{i + 1}", "multiplier": i + 1, "opened_by": name} for i, name in enumerate(opened_by)
    ]
    more = [dict(space, id=f"{space['id']}_2") for space in board["space"] if space["action"] != "financing"]
    board["space"] += rng.sample(more, number(3))

    market = data["market"]
    for corporation, order in zip(market["corporation"], rng.sample((1, 2, 3), 3), strict=True):
        corporation["order"] = order
    for space in market["claim_space"]:
        space["surcharge"] = number(4)
    highest = number(4, 1)
    length = number(20, 5)
    starts = dict(zip(rng.sample(range(length - 1), 3), (2, 3, 4), strict=True))
    prices, worth, section = rising(length, 15), rising(length, 9), sections(length, highest)
    market["asset"] = [
        {
            "id": f"asset.{i:02}",
            "index": i,
            "share_price": prices[i],
            "share_vp": worth[i],
            "section": section[i],
            "fee_change": rng.random() < 0.2,
            "closes": i == length - 1,
            "start_players": starts.get(i, 0),
        }
        for i in range(length)
    ]
    length = number(18, 5)
    stacks = dict(zip(sorted(rng.sample(range(1, length), 3)), ("bottom", "centre", "top"), strict=True))
    section = sections(length, highest)
    market["share"] = [
        {
            "id": f"share.{i}",
            "index": i,
            "section": section[i],
            "reward": f"profit_{stacks[i]}" if i in stacks else rng.choice(("none", "develop")) if i else "none",
        }
        for i in range(length)
    ]


@given(seed=st.integers(0, 2**32))
def test_reconstructed_values_are_free(seed: int) -> None:
    """No error for any other prices, lengths, sections or lists; and what passes can be built into tables."""
    free = raw_with(lambda data: _free_values(random.Random(seed), data))
    report = check_raw(free)
    assert report.errors == ()
    tables = build(free)
    assert len(tables.asset_price) == report.counts["asset spaces"]
    assert tables.digest == report.digest


def test_the_free_values_are_all_that_are_reconstructed(raw: RawPack) -> None:
    """The test above would prove little if it left some of them as they are."""
    fixed = {(v.id, v.field) for v in list_values(raw, "reconstructed") if v.field != "index"}
    for seed in range(40):
        free = raw_with(lambda data, seed=seed: _free_values(random.Random(seed), data))  # type: ignore[misc]
        now = {(name, record.get("id", table)): record for name, table, record in _all_records(free)}
        fixed -= {
            (v.id, v.field)
            for v in list_values(raw, "reconstructed")
            if now.get((v.file, v.id), {}).get(v.field) != v.value
        }
    assert fixed == {("asset.00", "section")}  # sections are counted from 1


def _all_records(pack: RawPack) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name, tables in pack.data.items():
        for table, content in tables.items():
            for record in content if isinstance(content, list) else [content]:
                yield name, table, record


# --- broken packs ----------------------------------------------------------------------------------------------------


def test_a_pack_that_cannot_be_read_has_a_report_all_the_same(tmp_path: Path) -> None:
    report = check_pack(tmp_path / "nowhere")
    assert report.errors == (f"{tmp_path / 'nowhere'}: there is no such folder.",)
    assert not report.ok
    assert (report.digest, report.passed, report.counts, report.provenance) == (None, 0, {}, {})
    assert "error: " in report.text()


def test_all_faults_of_all_files_are_reported(tmp_path: Path) -> None:
    folder = write_pack(
        tmp_path / "pack",
        claims=swap('"claim.s04"', "rocks = 1", 'rocks = "x"')(field("claim.s02", "cost", "-1")(TEXTS["claims"])),
        fees=field("fee.n9", "lithium", "[]")(TEXTS["fees"]),
    )
    report = check_pack(folder)
    assert [message.split(": ")[1] for message in report.errors] == ["claim.s02", "claim.s04", "fee.n9"]
    with pytest.raises(PackError) as caught:
        validate(read_pack(folder))
    assert caught.value.messages == report.errors
    assert str(caught.value) == f"{report.errors[0]} (and 2 more)"


@pytest.mark.parametrize("broken", [False, True])
def test_a_stray_file_is_a_warning(tmp_path: Path, broken: bool) -> None:
    changed = {"fees": "x"} if broken else {}
    folder = write_pack(tmp_path / "pack", **changed)
    (folder / "claim.toml").write_text("")
    report = check_pack(folder)
    assert report.ok is not broken
    assert report.warnings == ("claim.toml: the file does not belong to a pack and is not read.",)


def test_no_line_is_named_when_a_file_is_laid_out_otherwise(tmp_path: Path) -> None:
    inline = ", ".join(
        f'{{ id = "fee.{i}", class = "other", brine = 1, geothermal = 2, lithium = -3 }}' for i in range(2)
    )
    report = check_pack(write_pack(tmp_path / "pack", fees=f"fee = [{inline}]\n[provenance]\n'fee.*' = 'printed'\n"))
    assert report.errors == tuple(
        f"fees.toml: fee.{i}: lithium must be a whole number of at least 0, not -3." for i in range(2)
    )


@given(data=st.data())
def test_damaged_bytes_give_a_report(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.getbasetemp() / "damaged-check"
    name = data.draw(st.sampled_from(FILES))
    content = bytearray(TEXTS[name].encode())
    first = content.index(b"\n[provenance]")  # the comment above takes any damage
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = rng.randrange(first, len(content))
        if rng.random() < 0.5:
            content[at] = rng.choice(b'0123456789abc "={}[]\n')
        else:
            del content[at : at + rng.randrange(1, 30)]
    report = check_pack(write_pack(folder, **{name: bytes(content)}))
    assert all(message.startswith(f"{name}.toml") for message in report.errors if report.digest is None)
    assert report.ok or all(message.endswith(".") for message in report.errors)


_ANYTHING = st.recursive(
    st.one_of(
        st.integers(-3, MOST + 3),
        st.integers(),
        st.booleans(),
        st.floats(),
        st.text(max_size=8),
        st.sampled_from(("red", "drill", "permanent", "inferred", "corp.red", "board", *LABELS)),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(data=st.data())
def test_other_values_give_a_report(data: st.DataObject) -> None:
    """One or two values anywhere, whole records and tables too, become anything, vanish, or come twice."""

    def change(tables: dict[str, dict[str, Any]]) -> None:
        for _ in range(data.draw(st.integers(1, 2))):
            name = data.draw(st.sampled_from(FILES))
            path: tuple[str | int, ...] = (name,)
            here: Any = tables[name]
            while isinstance(here, (dict, list)) and len(here) and (len(path) == 1 or data.draw(st.booleans())):
                part = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else list(range(len(here)))))
                path, here = (*path, part), here[part]
            parent = get(tables, path[:-1])
            how = data.draw(st.sampled_from(("anything", "gone", "twice")))
            if len(path) == 1 or how == "anything":
                put(tables, path, data.draw(_ANYTHING) if len(path) > 1 else {})
            elif how == "gone":
                del parent[path[-1]]
            elif isinstance(parent, list):
                parent.append(here)

    report = check_raw(raw_with(change))
    assert report.ok or all(message.endswith(".") for message in report.errors)
    assert report.passed or report.errors
