"""Recorded games replay to the exact score, and together they show everything the game has."""

from __future__ import annotations

from pathlib import Path

import pytest

from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.scoring import outcome
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import END_NAMES, digest
from tests.recorded import covered, read, recorded_games, seen_in_step, wanted

GAMES = list(recorded_games())


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_the_exact_score(path: Path) -> None:
    """A difference here is a change of the rules: raise RULES_VERSION if it is meant."""
    game = read(path)
    tables = default_tables()
    assert game["pack"] == tables.digest, "record the games again after a change of printed values"
    state = setup(tables, game["seats"], game["seed"], game["easy"])
    seen = {f"seats:{game['seats']}"} | ({"easy"} if game["easy"] else set())
    for number, action in enumerate(notation(tables).parse_all(game["actions"]), 1):
        assert action in legal_actions(state), f"step {number}"
        after, events = apply(state, action)
        seen |= seen_in_step(state, action, events, after)
        state = after
    result = outcome(state)
    assert END_NAMES[state.end] == game["end"]
    assert state.round == game["rounds"]
    assert [list(score) for score in result.scores] == game["scores"]
    assert [score.total for score in result.scores] == game["totals"]
    assert list(result.winners) == game["winners"]
    assert digest(state) == game["digest"]
    assert sorted(seen) == game["covers"]


def test_recorded_games_cover_everything() -> None:
    """Every action, card type, tile type, immediate and permanent research, GMI action, seat count and end reason."""
    missing = wanted(default_tables()) - covered(read(path) for path in GAMES)
    assert not missing
