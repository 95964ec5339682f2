"""Postcodes as staff name them: one each, the beginning of many (941*), or from one to another (90001...90099)."""

import re
from dataclasses import dataclass
from typing import Self

from vintner.web.text_input import read_code

_SEPARATORS = re.compile(r"[;\n]")
_RULE = re.compile(r"[A-Z0-9]{1,12}(\*|\.\.\.[A-Z0-9]{1,12})?|\*")
_ZIP = 5
"""Digits of a US postcode without the four that name a street: 94110-1234 is within 94110."""


class BadPostcode(ValueError):
    """What was written names no ZIP or postal codes. Its text says how to write them."""


@dataclass(frozen=True, slots=True)
class Postcodes:
    """Named postcodes, in capitals without spaces and hyphens. None named means everywhere (docs/pricing.md#taxes)."""

    named: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what staff wrote, parted by semicolons or lines. Raises BadPostcode."""
        made = cls.kept(text)
        for rule in made.named:
            _check(rule)
        return made

    @classmethod
    def kept(cls, text: str) -> Self:
        """Return what was checked when it was written. A bad rule that came in past the check holds no postcode."""
        return cls(tuple(dict.fromkeys(packed for part in _SEPARATORS.split(text) if (packed := pack(part)))))

    @property
    def text(self) -> str:
        """What `read` reads, on one line."""
        return ";".join(self.named)

    def hold(self, postcode: str) -> bool:
        """Say whether a postcode is among those named, however it is written."""
        if not self.named:
            return True
        packed = pack(postcode)
        return bool(packed) and any(_holds(rule, packed) for rule in self.named)

    def __len__(self) -> int:
        return len(self.named)


EVERYWHERE = Postcodes()


def pack(text: str) -> str:
    """Return a postcode as it is compared: 'k1a 0b1' → 'K1A0B1'."""
    return re.sub(r"[\s-]+", "", read_code(text)).upper()


def _check(rule: str) -> None:
    if not _RULE.fullmatch(rule):
        raise BadPostcode(f"“{rule[:30]}” names no ZIP or postal codes: write 94110, 941* or 90001...90099.")
    first, dots, last = rule.partition("...")
    if dots and (len(first) != len(last) or first > last):
        raise BadPostcode(f"“{rule[:30]}” goes from nowhere to nowhere: both ends are as long, the lower one first.")


def _holds(rule: str, postcode: str) -> bool:
    """Ranges look at as many characters as their ends have, so that 94110-1234 is within 94101...94199."""
    first, dots, last = rule.partition("...")
    if dots:
        return len(postcode) >= len(first) and first <= postcode[: len(first)] <= last
    if rule.endswith("*"):
        return postcode.startswith(rule[:-1])
    return postcode == rule or (len(rule) == _ZIP and rule.isdecimal() and postcode[:_ZIP] == rule)
