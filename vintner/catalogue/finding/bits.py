"""Sets of products as integers: bit n says whether product n is in the set."""

from array import array
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.intp]
Marks = NDArray[np.bool_]
_PRICE_BITS = 28
"""Prices differ up to $2,684,354.55; higher ones count as that."""
DEAREST = (1 << _PRICE_BITS) - 1
_SCATTERED = 600
"""A set with less than one in so many products is stored as a list, which is smaller and quicker to count."""


def marks_of(bits: int, size: int) -> Marks:
    """Return for each of `size` products whether it is in a set."""
    packed = np.frombuffer(bits.to_bytes(size // 8 + 1, "little"), np.uint8)
    return np.unpackbits(packed, count=size, bitorder="little").view(np.bool_)


def places_of(bits: int, size: int) -> Places:
    """Return the places, below `size`, of the products in a set."""
    return np.flatnonzero(marks_of(bits, size))


def bits_of_marks(marks: Marks) -> int:
    """Return the set of the products that are marked."""
    return int.from_bytes(np.packbits(marks, bitorder="little").tobytes(), "little")


def bits_of(places: Iterable[int], size: int) -> int:
    """Return the set of the products at these places, all below `size`."""
    row = bytearray(size // 8 + 1)
    for place in places:
        row[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(row, "little")


class Members:
    """The products that have one key, as a list or a set: most of a shop's thousands of producers have a few wines."""

    __slots__ = ("_bits", "_few")

    def __init__(self, places: Sequence[int], size: int) -> None:
        few = len(places) * _SCATTERED < size
        self._few = array("I", places) if few else None
        self._bits = 0 if few else bits_of(places, size)

    def __len__(self) -> int:
        return self._bits.bit_count() if self._few is None else len(self._few)

    def bits(self, size: int) -> int:
        """Return them as a set."""
        return self._bits if self._few is None else bits_of(self._few, size)

    def places(self, size: int) -> Places:
        """Return the places of these products."""
        return places_of(self._bits, size) if self._few is None else np.asarray(self._few, np.intp)

    def flip(self, place: int, size: int) -> None:
        """Add a product, or remove it if it is in the set."""
        if self._few is None:
            self._bits ^= 1 << place
        elif place in self._few:
            self._few.remove(place)
        else:
            self._few.append(place)
            if len(self._few) * _SCATTERED >= size:
                self._bits, self._few = bits_of(self._few, size), None


class PriceBits:
    """Prices as bits: one set of products for each binary digit, so that a range needs a few operations."""

    def __init__(self) -> None:
        self._digits = [0] * _PRICE_BITS
        self._priced = 0

    def fill(self, prices: Sequence[int | None]) -> None:
        """Set the prices of all products, in cents."""
        rows = [bytearray(len(prices) // 8 + 1) for _ in range(_PRICE_BITS + 1)]
        for place, price in enumerate(prices):
            if price is None:
                continue
            byte, bit = place >> 3, 1 << (place & 7)
            rows[_PRICE_BITS][byte] |= bit
            rest, digit = min(price, DEAREST), 0
            while rest:
                if rest & 1:
                    rows[digit][byte] |= bit
                rest, digit = rest >> 1, digit + 1
        *self._digits, self._priced = (int.from_bytes(row, "little") for row in rows)

    def put(self, place: int, price: int | None) -> None:
        """Set the price of one product."""
        bit = 1 << place
        number = 0 if price is None else min(price, DEAREST)
        self._priced = self._priced & ~bit if price is None else self._priced | bit
        for digit in range(_PRICE_BITS):
            on = number >> digit & 1
            if (self._digits[digit] >> place & 1) != on:
                self._digits[digit] ^= bit

    def between(self, least: int | None, most: int | None) -> int:
        """Return the products whose price lies between two amounts, both included; None leaves an end open."""
        cheap_enough = self._priced if most is None else self._up_to(most)
        return cheap_enough if not least else cheap_enough & ~self._up_to(least - 1)

    def _up_to(self, most: int) -> int:
        if most < 0:
            return 0
        below, same = 0, self._priced
        for digit in reversed(range(_PRICE_BITS)):
            having = same & self._digits[digit]
            if min(most, DEAREST) >> digit & 1:
                below |= same ^ having
                same = having
            else:
                same ^= having
        return below | same
