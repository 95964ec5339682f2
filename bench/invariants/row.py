"""What a row of the table is: rounds that are played, what they count, and guards that it cannot do without."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import quantiles

from vintner.testing.sandbox import Sandbox


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Where a round is played. `kill_worker` ends one of the store's web processes at once, where there are any;
    `served` waits until the store answers again.
    """

    clients: int
    address: str
    sandbox: Sandbox
    number: int = 0
    chance: Random = field(default_factory=Random)
    kill_worker: Callable[[], None] | None = None
    served: Callable[[], None] = lambda: None


@dataclass(slots=True)
class Tally:
    """What rounds came to. `wrong` has to be zero in every count; `ms` is how long each request took."""

    wrong: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    ms: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        return not any(self.wrong.values())

    @property
    def showed_nothing(self) -> bool:
        """Whether nobody was answered at all: then nothing can have gone wrong, and nothing is shown."""
        return 0 < len(self.ms) <= self.seen["cut off"]

    def add(self, other: "Tally") -> None:
        """Take another round in. Counts that are zero stay named."""
        self.wrong.update(other.wrong)
        self.seen.update(other.seen)
        self.ms += other.ms
        self.seconds += other.seconds

    def percentile(self, part: int) -> float:
        """Return how long the given part of a hundred requests took at most, 0 without any."""
        return quantiles(self.ms, n=100)[part - 1] if len(self.ms) > 1 else sum(self.ms)


Play = Callable[[Scene], Tally]
Away = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """A guard, in words, and how it is taken away. `number` is the round in which its lack shows."""

    guard: str
    away: Away
    number: int = 0
    play: Play | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InvariantRow:
    """An invariant. Without a `control` that fails, what it says would be worth nothing."""

    number: str
    says: str
    play: Play
    controls: tuple[Control, ...]
    rounds: int = 20


@contextmanager
def together(*guards: Away) -> Iterator[None]:
    """Take several guards away: where the code has one and the database another, either alone would do."""
    if not guards:
        yield
        return
    first, *others = guards
    with first(), together(*others):
        yield
