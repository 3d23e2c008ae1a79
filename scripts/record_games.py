"""Record finished games for tests/fixtures: as few as cover everything in `tests.recorded.wanted`.

usage: python -m scripts.record_games [--tries N]      writes tests/fixtures/game-*.json anew

Games are played by chance with a few leanings (a seller closes corporations, a collector buys shares and tiles); those
that add most are kept. Each file holds the options, all actions, and the final score with its breakdown.
"""

from __future__ import annotations

import argparse
import json
import random

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea.components.tables import SELL, SHARES, Tables, default_tables
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.scoring import outcome
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import END_NAMES, State, digest
from tests.recorded import FIXTURES, seen_in_step, wanted

LEANINGS = ("even", "families", "seller", "collector")


def weight(state: State, action: a.Action, leaning: str) -> float:
    """How likely a leaning makes an action, against 1 for an even choice."""
    t = state.tables
    kind = -1
    if isinstance(action, a.PlaceEngineer):
        kind = t.effects[t.spaces[action.space].effect].kind
    elif isinstance(action, a.PlayPrompt):
        kind = t.type_kind[action.card]
    elif isinstance(action, (a.UseTile, a.ExecuteContract, a.UseResearch)):
        return 8.0
    if leaning == "seller":
        if isinstance(action, a.SellTo):
            return 1.0 + 4.0 * state.assets[action.corporation]
        return 12.0 if kind == SELL else 1.0
    if leaning == "collector":
        return 10.0 if kind == SHARES else 1.0
    return 1.0


def choose(state: State, legal: list[a.Action], leaning: str, dice: random.Random) -> a.Action:
    if leaning == "families":
        family = dice.choice(sorted({type(x).__name__ for x in legal}))
        return dice.choice([x for x in legal if type(x).__name__ == family])
    return dice.choices(legal, [weight(state, x, leaning) for x in legal])[0]


def record(tables: Tables, seats: int, seed: int, easy: bool, leaning: str) -> dict[str, object]:
    """One finished game as a document."""
    dice = random.Random(f"{seats} {seed} {leaning}")
    state = setup(tables, seats, seed, easy)
    words, texts, covers = notation(tables), [], {f"seats:{seats}"} | ({"easy"} if easy else set())
    while state.stack:
        action = choose(state, legal_actions(state), leaning, dice)
        after, events = apply(state, action)
        covers |= seen_in_step(state, action, events, after)
        texts.append(words.text(action))
        state = after
    result = outcome(state)
    return {
        "seats": seats,
        "seed": seed,
        "easy": easy,
        "pack": tables.digest,
        "leaning": leaning,
        "end": END_NAMES[state.end],
        "rounds": state.round,
        "scores": [list(score) for score in result.scores],
        "totals": [score.total for score in result.scores],
        "winners": list(result.winners),
        "digest": digest(state),
        "covers": sorted(covers),
        "actions": " ".join(texts),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Record games that cover everything.")
    parser.add_argument("--tries", type=int, default=400)
    tries = parser.parse_args().tries
    tables = default_tables()
    missing = wanted(tables)
    pool = [
        record(tables, 1 + seed % 4, seed, seed % 8 == 0, LEANINGS[seed // 4 % len(LEANINGS)]) for seed in range(tries)
    ]
    kept: list[dict[str, object]] = []
    while missing:
        best = max(pool, key=lambda game: len(missing & set(game["covers"])))  # type: ignore[call-overload]
        gain = missing & set(best["covers"])  # type: ignore[call-overload]
        if not gain:
            break
        missing -= gain
        kept.append(best)
    for seed in range(10_000, 30_000):  # a pass of GMI is rare: look for it in solo games alone
        if "gmi:pass" not in missing:
            break
        game = record(tables, 1, seed, seed % 2 == 0, LEANINGS[seed % len(LEANINGS)])
        if "gmi:pass" in game["covers"]:  # type: ignore[operator]
            missing -= set(game["covers"])  # type: ignore[call-overload]
            kept.append(game)
    for old in FIXTURES.glob("game-*.json"):
        old.unlink()
    FIXTURES.mkdir(exist_ok=True)
    for game in sorted(kept, key=lambda game: (str(game["seats"]), int(str(game["seed"])))):
        path = FIXTURES / f"game-{game['seats']}-{game['seed']:04}-{game['end']}.json"
        path.write_text(json.dumps(game, indent=1) + "\n", encoding="utf-8")
    print(f"{len(kept)} games kept of {len(pool)}; not covered: {', '.join(sorted(missing)) or 'nothing'}")


if __name__ == "__main__":
    main()
