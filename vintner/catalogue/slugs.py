"""Names made fit for addresses."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

from django.db import connection
from django.db.models.base import Model
from django.utils.text import slugify

WINE = "wine"
"""The slug of a category whose products are wines even if no grape is stated. Menus and listings do not ask for it."""
_LONGEST = 80
_TAKEN: Final = """
SELECT DISTINCT found.slug FROM unnest(%s::text[]) AS base CROSS JOIN LATERAL (
    SELECT slug FROM {table} WHERE slug ~>=~ base AND slug ~<~ (base || '~') AND slug ~ ('^' || base || '(-[0-9]+)?$')
) AS found
"""
"""The operators are those of the index that Django gives each column of slugs for `startswith`."""


def slug_of(name: str) -> str:
    """Return a name in small ASCII letters, digits and dashes; a name without any of those gets a made-up one."""
    slug = slugify(name.replace(".", "-"))[:_LONGEST].strip("-")
    return slug or hashlib.sha256(name.encode()).hexdigest()[:12]


class FreeSlugs:
    """Slugs for new rows of a table: that of a name, or the first number behind it that no row has.

    One query finds those that are taken of all the names that may come.
    """

    def __init__(self, model: type[Model], names: Iterable[str]) -> None:
        bases = sorted({slug_of(name) for name in names})
        self._taken = _taken(model, bases) if bases else set()
        self._numbers: dict[str, int] = {}

    def take(self, name: str) -> str:
        """Return the slug for a name; it is taken from now on."""
        base = slug_of(name)
        slug, number = base, self._numbers.get(base, 1)
        while slug in self._taken:
            number += 1
            slug = f"{base}-{number}"
        self._numbers[base] = number
        self._taken.add(slug)
        return slug


def _taken(model: type[Model], bases: Sequence[str]) -> set[str]:
    """Return those of these slugs that rows have, with or without a number behind. All of them come before '~'."""
    with connection.cursor() as cursor:
        cursor.execute(_TAKEN.format(table=connection.ops.quote_name(model._meta.db_table)), [list(bases)])
        return {slug for (slug,) in cursor.fetchall()}
