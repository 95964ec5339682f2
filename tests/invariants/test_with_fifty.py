"""The invariants that a change is most likely to break, with fifty shoppers at once; `make invariants`
plays all of them with 200. Each has to fail when its guard is taken away, as `make test-all` shows.
"""

from collections import Counter
from dataclasses import replace

import pytest

from bench.invariants import carts, coupons, emails, money, orders, staff, stock, totals
from bench.invariants.playing import Result, play, sabotage
from bench.invariants.row import InvariantRow, Scene, Tally
from tests.sweeps import swept

NUMBERS = ("I1", "I5", "I8", "I12", "I13", "I15", "I17", "I20", "I21")
ROWS = [
    row
    for module in (stock, money, totals, orders, coupons, carts, emails, staff)
    for row in module.ROWS
    if row.number in NUMBERS
]
FEWER = {"I21": 16}
"""Shoppers when a guard is taken away, where its lack shows whatever the crowd: the staff alone edit the same wines.
A small crowd is no measure for races: I13 needs many at once, and I12 many orders of news.
"""


@pytest.fixture(autouse=True)
def _smaller_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(totals, "CARTS", 2_000)
    for name, number in {"WINES": 2, "EDITORS": 2, "COUNTERS": 2, "EDITS": 2}.items():
        monkeypatch.setattr(staff, name, number)


GUARDS = set(NUMBERS) - {"I12", "I21"}
"""Those two take a third of all the time: `make test-all` plays them."""


@pytest.mark.parametrize(
    "row", swept(ROWS, guards=GUARDS, key=lambda row: row.number), ids=[row.number for row in ROWS]
)
def test_it_holds(row: InvariantRow, scene: Scene) -> None:
    tally = play(row, scene, 1).tally
    assert tally.holds, tally.wrong


@pytest.mark.sweep
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.number)
def test_its_guard_is_why(row: InvariantRow, scene: Scene) -> None:
    result = Result(row, Tally(), rounds=0)
    sabotage(result, replace(scene, clients=FEWER.get(row.number, scene.clients)))
    assert set(result.found.values()) == {True}, result.found


def turned_away(answered: int) -> InvariantRow:
    """Return a row in which of ten shoppers so many were answered."""
    tally = Tally(seen=Counter({"cut off": 10 - answered, "refused": answered}), ms=[1.0] * 10)
    return InvariantRow(number="I0", says="Nothing", play=lambda scene: tally, controls=())


def test_a_round_in_which_nobody_was_answered_shows_nothing(scene: Scene) -> None:
    assert play(turned_away(1), scene, 1).tally.holds
    assert not play(turned_away(0), scene, 1).tally.holds


def test_a_round_begins_when_the_store_answers(scene: Scene) -> None:
    order: list[str] = []

    def begin(scene: Scene) -> Tally:
        order.append("played")
        return Tally()

    row = InvariantRow(number="I0", says="Nothing", play=begin, controls=())
    play(row, replace(scene, served=lambda: order.append("answered")), 2)
    assert order == ["answered", "played"] * 2


def test_every_row_of_the_list_is_played() -> None:
    assert tuple(row.number for row in sorted(ROWS, key=lambda row: NUMBERS.index(row.number))) == NUMBERS
