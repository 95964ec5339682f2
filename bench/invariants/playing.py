"""Plays rows: their rounds with every guard in place, then a round for each guard that is taken away."""

import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

from django.db import DatabaseError, OperationalError

from bench.invariants.database import broken_rows, wipe
from bench.invariants.row import Control, InvariantRow, Scene, Tally
from vintner.testing.store import open_store

TRIES = 10
"""So many rounds a sabotage has to show itself: a race may be won by luck, the more often the busier the machine is."""


@dataclass(slots=True)
class Result:
    """What a row came to. `found` says of each guard that was taken away whether the row failed without it."""

    row: InvariantRow
    tally: Tally
    rounds: int
    found: dict[str, bool] = field(default_factory=dict)

    @property
    def good(self) -> bool:
        return self.tally.holds and all(self.found.values())


def play(row: InvariantRow, scene: Scene, rounds: int) -> Result:
    """Play a row with its guards in place."""
    tally = Tally()
    for number in range(rounds):
        tally.add(_round(row, replace(scene, number=number, chance=Random(number))))  # noqa: S311 - the same each run
    return Result(row, tally, rounds)


def sabotage(result: Result, scene: Scene) -> None:
    """Play the row once more without each of its guards; note whether it failed, as it has to."""
    for control in result.row.controls:
        result.found[control.guard] = any(_fails_without(result.row, control, scene, turn) for turn in range(TRIES))


def _fails_without(row: InvariantRow, control: Control, scene: Scene, turn: int) -> bool:
    without = replace(row, play=control.play or row.play)
    chance = Random(turn)  # noqa: S311 - the same each run
    with control.away():
        return not _round(without, replace(scene, number=control.number, chance=chance)).holds


def _round(row: InvariantRow, scene: Scene) -> Tally:
    fresh(scene)
    scene.served()
    begun = time.perf_counter()
    try:
        tally = row.play(scene)
    except DatabaseError as error:  # what a constraint stops only now went wrong before
        if isinstance(error, OperationalError):
            raise
        tally = Tally(Counter({"stopped by the database": 1}))
    tally.seconds += time.perf_counter() - begun
    tally.wrong.update(broken_rows())
    if tally.showed_nothing:
        tally.wrong["rounds in which nobody was answered"] += 1
    return tally


def fresh(scene: Scene) -> None:
    """Empty the store and the provider's books, and open the store anew."""
    wipe()
    with suppress(ConnectionError):
        scene.sandbox.reset()
    open_store()
