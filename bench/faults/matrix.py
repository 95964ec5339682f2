"""Plays one fault: shoppers of four kinds ask before, during and after it, until all is as it was before."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db import connections
from django.utils import timezone

from bench.faults.visits import ShopperVisit, words_of

SECONDS: Final = 7.0
"""How long a fault lasts, and how long answers after a kill are counted."""
PAUSE: Final = 0.2
GIVEN_UP: Final = 60.0
"""Seconds after the end of a fault: what is not as before by then has not healed."""
USUAL_MS: Final = 3000.0
"""An answer that takes longer is not as before, unless answers took as long before the fault."""
IN_A_ROW: Final = 4
"""After so many usual answers in a row a visit is as before."""


@dataclass(frozen=True, slots=True)
class ProgramFault:
    """What happens to a program. One that is killed is over at once; others last as long as their block."""

    program: str
    how: str
    lasts: Callable[[], AbstractContextManager[object]]
    is_over_at_once: bool = False

    @property
    def name(self) -> str:
        return f"{self.program} {self.how}"


@dataclass(frozen=True, slots=True)
class Asked:
    """One answer, with the seconds of its begin and its end on the clock of the run."""

    words: str
    is_usual: bool
    begun: float
    ended: float

    @property
    def ms(self) -> float:
        return (self.ended - self.begun) * 1000


@dataclass(slots=True)
class FaultCell:
    """What one kind of visit met during one fault. `healed` is in seconds after its end, None for never."""

    fault: str
    visit: str
    words: Counter[str]
    ms: list[float]
    healed: float | None

    def percentile(self, part: int) -> float:
        ordered = sorted(self.ms)
        return ordered[min(len(ordered) - 1, len(ordered) * part // 100)] if ordered else 0.0


@dataclass(slots=True)
class Played:
    """A fault with its cells, the orders that were acknowledged meanwhile, and when it was over."""

    fault: ProgramFault
    cells: list[FaultCell]
    orders: list[int]
    over_at: datetime
    waited: float
    """Seconds until all shoppers were answered as usual, before the fault began."""


@dataclass(slots=True)
class _Shopper:
    """A visit in a thread of its own."""

    visit: ShopperVisit
    asked: list[Asked] = field(default_factory=list)
    orders: list[int] = field(default_factory=list)
    usual_ms: float = float("inf")

    def go(self, over: threading.Event) -> None:
        for step in self.visit.steps:
            begun = time.monotonic()
            usual, answer = step()
            words = words_of(answer)
            if answer.paid:
                self.orders.append(int(str(answer.read["order_id"])))
            self.asked.append(Asked(words, words == usual, begun, time.monotonic()))
            if over.wait(PAUSE):
                return

    def is_as_before(self, since: float) -> bool:
        last = [each for each in self.asked if each.begun >= since][-IN_A_ROW:]
        return len(last) == IN_A_ROW and all(map(self.is_usual, last))

    def is_usual(self, asked: Asked) -> bool:
        return asked.is_usual and asked.ms <= self.usual_ms

    def learn_pace(self) -> None:
        """Take what the last answers took for usual: on a machine with other work to do all take long."""
        self.usual_ms = max([USUAL_MS, *(each.ms for each in self.asked[-IN_A_ROW:])])


def play(fault: ProgramFault, visits: Sequence[ShopperVisit]) -> Played:
    """Let shoppers visit the store while the fault lasts, and until the store is as before or has not healed."""
    shoppers, over = [_Shopper(visit) for visit in visits], threading.Event()
    threads = [threading.Thread(target=each.go, args=(over,)) for each in shoppers]
    for thread in threads:
        thread.start()
    waited = _wait(lambda: all(each.is_as_before(0) for each in shoppers), GIVEN_UP)
    for each in shoppers:
        each.learn_pace()
    begun = time.monotonic()
    with fault.lasts():
        end, over_at = time.monotonic(), timezone.now()
        time.sleep(SECONDS)
    counted = time.monotonic()
    if not fault.is_over_at_once:
        end, over_at = counted, timezone.now()
    _wait(lambda: all(each.is_as_before(counted) for each in shoppers), GIVEN_UP)
    over.set()
    for thread in threads:
        thread.join()
    connections.close_all()  # ours may be broken as well
    names = dict.fromkeys(visit.name for visit in visits)
    cells = [_cell(fault, name, [s for s in shoppers if s.visit.name == name], begun, counted, end) for name in names]
    return Played(fault, cells, [order for each in shoppers for order in each.orders], over_at, waited)


def _cell(
    fault: ProgramFault, name: str, shoppers: Sequence[_Shopper], begun: float, counted: float, end: float
) -> FaultCell:
    asked = [(shopper, each) for shopper in shoppers for each in shopper.asked]
    met = [each for _, each in asked if each.ended >= begun and each.begun <= counted]
    odd = [each.ended - end for shopper, each in asked if each.ended >= begun and not shopper.is_usual(each)]
    is_healed = all(shopper.is_as_before(counted) for shopper in shoppers)
    healed = max([0.0, *odd]) if is_healed else None
    return FaultCell(fault.name, name, Counter(each.words for each in met), [each.ms for each in met], healed)


def _wait(condition: Callable[[], bool], seconds: float) -> float:
    """Wait for a condition, or for so many seconds; returns how long it took."""
    begun = time.monotonic()
    while not condition() and time.monotonic() < begun + seconds:
        time.sleep(0.1)
    return time.monotonic() - begun
