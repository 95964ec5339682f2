"""A case while it is filled: how large it is, and which bottles are in it. It is written in the page's address."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

SIZES: Final = (6, 12)
_PART: Final = re.compile(r"([1-9]\d{0,17})-([1-9]\d?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class MixedCase:
    """A case of `size` bottles. `bottles` are variation ids with their numbers, in the order in which they came."""

    size: int = SIZES[0]
    bottles: tuple[tuple[int, int], ...] = ()

    @property
    def count(self) -> int:
        return sum(number for _, number in self.bottles)

    @property
    def missing(self) -> int:
        return self.size - self.count

    @property
    def text(self) -> str:
        """The bottles as an address has them: '12-2.34-1'."""
        return ".".join(f"{variation_id}-{number}" for variation_id, number in self.bottles)

    def quantity(self, variation_id: int) -> int:
        return dict(self.bottles).get(variation_id, 0)

    def with_one_more(self, variation_id: int) -> "MixedCase":
        """Return the case with one more bottle; a full one stays as it is."""
        return self._with(variation_id, 1) if self.missing > 0 else self

    def with_one_less(self, variation_id: int) -> "MixedCase":
        """Return the case with one bottle less of a wine."""
        return self._with(variation_id, -1)

    def _with(self, variation_id: int, change: int) -> "MixedCase":
        counted = dict(self.bottles)
        counted[variation_id] = counted.get(variation_id, 0) + change
        return replace(self, bottles=tuple(each for each in counted.items() if each[1] > 0))


def read_case(size: str, text: str) -> MixedCase:
    """Return the case of an address. What makes no sense is left out, and so is what is more than the largest holds; a
    small case that holds more is a large one.
    """
    counted: Counter[int] = Counter()
    for part in text[:1000].split("."):
        if found := _PART.fullmatch(part):
            left = SIZES[-1] - counted.total()
            if left > 0:
                counted[int(found[1])] += min(int(found[2]), left)
    wanted = next((each for each in SIZES if str(each) == size), SIZES[0])
    fitting = next(each for each in SIZES if each >= max(wanted, counted.total()))
    return MixedCase(fitting, tuple(counted.items()))
