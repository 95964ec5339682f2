"""Which products match the words of a search, and in which order."""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import and_

from vintner.catalogue.finding.product_index import WordSets


def with_any(words: Sequence[WordSets]) -> WordSets:
    """Return the products that have one of several words or more."""
    named = stated = anywhere = 0
    for word in words:
        named, stated, anywhere = named | word.named, stated | word.stated, anywhere | word.anywhere
    return WordSets(named, stated, anywhere)


def with_all(parts: Sequence[WordSets]) -> int:
    """Return the products that have all parts of a search."""
    return reduce(and_, (part.anywhere for part in parts))


def tiers(parts: Sequence[WordSets]) -> Iterator[int]:
    """Yield sets of products, the best first.

    They are ranked by the number of parts they have, then by the number in their name, then by the number anywhere but
    in the descriptions.
    """
    named, stated, has = (_by_number(sets) for sets in zip(*parts, strict=True))
    for one in has[:-1]:
        for other in named:
            for third in stated:
                if tier := one & other & third:
                    yield tier


def _by_number(sets: Sequence[int]) -> list[int]:
    """Return the products in all of the sets, in all but one, and so on. The last set has the products in none."""
    least = [-1, *(0 for _ in sets)]
    for each in sets:
        for number in range(len(sets), 0, -1):
            least[number] |= least[number - 1] & each
    return [one & ~more for one, more in zip(reversed(least), [0, *reversed(least[1:])], strict=True)]
