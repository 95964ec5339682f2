"""The label of a bottle: its producer, name, vintage and size.

Pages, e-mails and documents all take their text from these properties, so that a line reads the same everywhere.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

VINTAGE: Final = "vintage"
SIZES: Final = ("bottle-size", "size")
"""The slugs of the attributes that state a vintage and a size."""
NON_VINTAGE: Final = "NV"

Stated = tuple[str, str, str]
"""A value of an attribute: slug, name of the attribute, value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WineLabel:
    """The identity of a bottle. Unknown values are empty.

    `options` are the other options of the variation: 'Age: 20 years'.
    """

    producer: str
    name: str
    vintage: str
    size: str
    options: str = ""

    @property
    def maker(self) -> str:
        """The producer, empty if the name contains it."""
        return self._unless_named(self.producer)

    @property
    def title(self) -> str:
        """The name with the vintage: 'Les Hauts de Roques 2020'."""
        return " ".join(filter(None, (self.name, self._unless_named(self.vintage))))

    @property
    def details(self) -> str:
        """The line below the name: '2020 · 750 ml'. Values that the name contains are not repeated."""
        parts = (self._unless_named(self.vintage), self._unless_named(self.size), self.options)
        return " · ".join(filter(None, parts))

    @property
    def about(self) -> str:
        """The producer and the details: 'Château Malvezin-Roques · 2020 · 750 ml'."""
        return " · ".join(filter(None, (self.maker, self.details)))

    @property
    def text(self) -> str:
        """All of it in one line, for plain text."""
        return f"{self.name} ({self.about})" if self.about else self.name

    def _unless_named(self, value: str) -> str:
        return "" if is_named(self.name, value) else value


def is_named(name: str, value: str) -> bool:
    """Return whether a name contains a value as whole words."""
    return bool(value) and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", name, re.IGNORECASE) is not None


def read_label(
    *, name: str, producer: str, is_wine: bool, choices: Iterable[Stated], facts: Iterable[Stated]
) -> WineLabel:
    """Return the label of a bottle. Options take precedence over facts, and earlier facts over later ones.

    A wine without a vintage is non-vintage. Other things have no vintage at all.
    """
    chosen = list(choices)
    values: dict[str, str] = {}
    for slug, _, value in (*chosen, *facts):
        values.setdefault(slug, value)
    size = next((slug for slug in SIZES if slug in values), "")
    return WineLabel(
        producer=producer,
        name=name,
        vintage=values.get(VINTAGE, NON_VINTAGE if is_wine else ""),
        size=values.get(size, ""),
        options=", ".join(f"{known}: {value}" for slug, known, value in chosen if slug not in (VINTAGE, size)),
    )


def common_label(labels: Iterable[WineLabel]) -> WineLabel | None:
    """Return what several bottles of one product have in common, None of none."""
    found = list(labels)
    if not found:
        return None
    first = found[0]
    return WineLabel(
        producer=first.producer,
        name=first.name,
        vintage=first.vintage if all(each.vintage == first.vintage for each in found) else "",
        size=first.size if all(each.size == first.size for each in found) else "",
        options=first.options if all(each.options == first.options for each in found) else "",
    )
