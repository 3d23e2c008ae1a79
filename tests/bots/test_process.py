"""Bots in their own process: answers, cancelling, the watchdog, and nothing left behind (F55, F62, F64)."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from saltonsea_desktop.bots import BOTS
from saltonsea_desktop.bots.play import choose, decision_seed
from saltonsea_desktop.bots.process import BotProcess, BotProcessError
from saltonsea_desktop.games.saltonsea.components import DEFAULT_FOLDER
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.resolve import advance
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import State, dump
from tests.bots.positions import TABLES, after, asked

PATIENCE = 60.0  # seconds; a start takes some tenths on an idle machine


@pytest.fixture
def bots() -> Iterator[BotProcess]:
    process = BotProcess()
    yield process
    process.close()
    assert process.pid is None
    assert not multiprocessing.active_children()


def wait(bots: BotProcess, seconds: float = PATIENCE) -> tuple[Any, str]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = bots.poll()
        if answer is not None:
            return answer
        time.sleep(0.005)
    raise AssertionError("no answer")


def position(seats: int = 3, seed: int = 8, steps: int = 80) -> State:
    state = asked(after(seats, seed, steps))
    assert state is not None
    return state


def ask(bots: BotProcess, state: State, bot: str, seed: int, ticket: Any, folder: Path | str | None = None) -> None:
    bots.request(dump(state), folder, bot, state.acting, seed, ticket)


@pytest.mark.parametrize("name", list(BOTS))
def test_answers_are_those_of_the_bot(bots: BotProcess, name: str) -> None:
    state = position()
    assert bots.pid is None  # started lazily
    ask(bots, state, name, 77, "first")
    assert bots.busy
    expected = notation(TABLES).text(choose(BOTS[name](77), state, state.acting, 77))
    assert wait(bots) == ("first", expected)
    assert not bots.busy
    assert bots.poll() is None
    pid = bots.pid
    ask(bots, state, name, 77, 2)
    assert wait(bots)[0] == 2
    assert bots.pid == pid  # one process for all requests and seats


def test_a_whole_round_is_the_same_as_without_a_process(bots: BotProcess) -> None:
    state, inside = setup(TABLES, 2, 5), [BOTS["greedy"](0), BOTS["greedy"](0)]
    number = 0
    while state.round == 1:
        legal = legal_actions(state)
        action = choose(inside[state.acting], state, state.acting, decision_seed(5, number))
        if len(legal) > 1:
            ask(bots, state, "greedy", decision_seed(5, number), number)
            assert wait(bots) == (number, notation(TABLES).text(action))
        advance(state, action)
        number += 1


def test_another_component_pack(bots: BotProcess, tmp_path: Path) -> None:
    folder = tmp_path / "päck"
    shutil.copytree(DEFAULT_FOLDER, folder)
    state = position()
    ask(bots, state, "random", 5, 1, folder)
    own = wait(bots)
    ask(bots, state, "random", 5, 1, "")
    assert wait(bots) == own
    shutil.rmtree(folder)
    ask(bots, state, "random", 5, 2, tmp_path / "gone")
    with pytest.raises(BotProcessError, match=r'^The computer player "random" failed: .*gone: there is no such folder'):
        wait(bots)


def test_a_broken_state_is_one_sentence_and_the_process_goes_on(bots: BotProcess) -> None:
    bots.request({"seats": 2}, None, "greedy", 0, 1, "bad")
    with pytest.raises(BotProcessError, match=r'^The computer player "greedy" failed: ') as caught:
        wait(bots)
    assert "\n" not in str(caught.value)
    assert not bots.busy
    ask(bots, position(), "greedy", 1, "good")
    assert wait(bots)[0] == "good"


def test_an_unknown_bot_is_refused_at_once(bots: BotProcess) -> None:
    with pytest.raises(ValueError, match=r'^There is no bot "clever"; known are random, greedy\.$'):
        ask(bots, position(), "clever", 1, 1)
    assert bots.pid is None


def test_a_cancelled_request_is_never_answered(bots: BotProcess) -> None:
    state = position()
    ask(bots, state, "greedy", 1, "a")
    bots.cancel()  # while the process still starts
    assert not bots.busy
    assert bots.poll() is None
    ask(bots, state, "greedy", 1, "b")
    assert wait(bots)[0] == "b"
    for number in range(5):
        ask(bots, state, "greedy", number, number)  # handed over at once: the process is idle
        bots.cancel()
        ask(bots, state, "greedy", number, -number)
        assert wait(bots)[0] == -number
    bots.cancel()
    bots.cancel()


def test_a_new_request_replaces_an_open_one(bots: BotProcess) -> None:
    state = position()
    for number in range(5):
        ask(bots, state, "greedy", number, number)
    assert wait(bots)[0] == 4
    assert bots.poll() is None


def test_a_killed_process_is_replaced(bots: BotProcess) -> None:
    state = position()
    ask(bots, state, "random", 1, 1)
    wait(bots)
    first = bots.pid
    assert bots._process is not None
    bots._process.kill()
    bots._process.join()
    ask(bots, state, "random", 1, 2)
    assert wait(bots)[0] == 2
    assert bots.pid != first


def test_restart_keeps_the_open_request(bots: BotProcess) -> None:
    ask(bots, position(), "greedy", 1, 1)
    first = bots.pid
    bots.restart()
    assert bots.pid != first
    assert wait(bots)[0] == 1
    bots.restart()
    assert bots.pid is None


def test_the_watchdog_ends_a_process_that_takes_too_long() -> None:
    bots = BotProcess(limit=0.0, attempts=3)
    try:
        ask(bots, position(), "greedy", 1, 1)
        assert bots.waited >= 0
        with pytest.raises(BotProcessError, match=r'^The computer player "greedy" took too long, 3 times\.$'):
            wait(bots)
        assert not bots.busy
        assert bots.waited == 0
        assert bots.poll() is None
        bots.limit = PATIENCE
        ask(bots, position(), "greedy", 1, 2)
        assert wait(bots)[0] == 2
    finally:
        bots.close()
    assert not multiprocessing.active_children()


def test_closing_is_final_and_quick_at_any_moment() -> None:
    state = position()
    for moment in range(3):
        bots = BotProcess()
        if moment:
            ask(bots, state, "greedy", 1, 1)
        if moment == 2:
            wait(bots)
            ask(bots, state, "greedy", 1, 2)
        start = time.monotonic()
        bots.close()
        bots.close()
        assert time.monotonic() - start < 5
        assert bots.pid is None
        assert not bots.busy
        assert bots.poll() is None
        with pytest.raises(BotProcessError, match=r"^The computer players have been closed\.$"):
            ask(bots, state, "greedy", 1, 3)
    assert not multiprocessing.active_children()


def test_no_call_waits_for_the_bot(bots: BotProcess) -> None:
    """The window stays smooth: after the start of the process, which happens once, every call is short."""
    state = position(4, 3, 200)
    ask(bots, state, "greedy", 0, 0)
    wait(bots)
    raw, slowest = dump(state), 0.0
    for number in range(1, 30):
        start = time.perf_counter()
        bots.request(raw, None, "greedy", state.acting, number, number)
        while True:
            answer = bots.poll()
            slowest = max(slowest, time.perf_counter() - start)
            if answer is not None:
                break
            time.sleep(0.001)
            start = time.perf_counter()
    assert slowest < 0.25  # a loaded machine is slow, but a decision would be the sum of many polls


ORPHAN = """
import os, sys, time
from saltonsea_desktop.bots.process import BotProcess
if __name__ == "__main__":
    bots = BotProcess()
    bots.start()
    while not bots._ready:
        bots._pump()
        time.sleep(0.01)
    print(bots.pid, flush=True)
    {end}
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process table of Linux")
@pytest.mark.parametrize("end", ["os._exit(3)", "os.kill(os.getpid(), 9)", "sys.exit(0)"])
def test_the_process_does_not_outlive_the_program(tmp_path: Path, end: str) -> None:
    script = tmp_path / "program.py"
    script.write_text(ORPHAN.format(end=end), encoding="utf-8")
    root = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    program = subprocess.run(
        [sys.executable, str(script)], stdout=subprocess.PIPE, timeout=PATIENCE, env=environment, check=False
    )
    pid = int(program.stdout)
    deadline = time.monotonic() + PATIENCE
    while running(pid):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def running(pid: int) -> bool:
    """Whether the process is there and not a zombie that waits for its new parent."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
