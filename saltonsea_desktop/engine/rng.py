"""The generator: one integer, the same numbers on every platform and in every later release.

The state is an unsigned 64-bit integer. A step adds the odd constant GAMMA (modulo 2**64) to the state and mixes the
sum with two multiply-xorshift rounds (the "splitmix" scheme); the mixed word is the output. Bounded numbers use the
high half of a 64 x 64 bit product and reject the few words that would make it uneven. Shuffles run from the last
place down to the second, swapping with a uniform earlier-or-equal place. Golden tests pin all of it: saves depend on
it (SET-11).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

MASK = 0xFFFFFFFFFFFFFFFF
GAMMA = 0x9E3779B97F4A7C15
_M1 = 0xBF58476D1CE4E5B9
_M2 = 0x94D049BB133111EB


def seeded(seed: int) -> int:
    """The first state for `seed` (any integer; only its low 64 bits count)."""
    z = (seed + GAMMA) & MASK
    z = ((z ^ (z >> 30)) * _M1) & MASK
    z = ((z ^ (z >> 27)) * _M2) & MASK
    return z ^ (z >> 31)


def word(state: int) -> tuple[int, int]:
    """(next state, 64 random bits)."""
    state = (state + GAMMA) & MASK
    z = ((state ^ (state >> 30)) * _M1) & MASK
    z = ((z ^ (z >> 27)) * _M2) & MASK
    return state, z ^ (z >> 31)


def below(state: int, n: int) -> tuple[int, int]:
    """(next state, a uniform integer in 0..n-1); n >= 1."""
    while True:
        state = (state + GAMMA) & MASK
        z = ((state ^ (state >> 30)) * _M1) & MASK
        z = ((z ^ (z >> 27)) * _M2) & MASK
        product = (z ^ (z >> 31)) * n
        low = product & MASK
        if low >= n or low >= (MASK + 1 - n) % n:
            return state, product >> 64


def shuffled(state: int, items: Sequence[T]) -> tuple[int, tuple[T, ...]]:
    """(next state, the items in random order). Sequences of fewer than two items use no randomness."""
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        n = i + 1
        while True:  # `below(state, n)` in line: round ends shuffle five piles
            state = (state + GAMMA) & MASK
            z = ((state ^ (state >> 30)) * _M1) & MASK
            z = ((z ^ (z >> 27)) * _M2) & MASK
            product = (z ^ (z >> 31)) * n
            if product & MASK >= n or product & MASK >= (MASK + 1 - n) % n:
                break
        j = product >> 64
        out[i], out[j] = out[j], out[i]
    return state, tuple(out)
