"""Names made fit for addresses."""

import hashlib

from django.db.models import QuerySet
from django.db.models.base import Model
from django.utils.text import slugify

WINE = "wine"
"""The slug of a category whose products are wines even if no grape is stated. Menus and listings do not ask for it."""
_LONGEST = 80


def slug_of(name: str) -> str:
    """Return a name in small ASCII letters, digits and dashes; a name without any of those gets a made-up one."""
    slug = slugify(name.replace(".", "-"))[:_LONGEST].strip("-")
    return slug or hashlib.sha256(name.encode()).hexdigest()[:12]


def free_slug(name: str, taken: "QuerySet[Model]") -> str:
    """Return the slug of a name, with the first number behind it that no row of `taken` has."""
    slug = slug_of(name)
    used = set(taken.filter(slug__startswith=slug).values_list("slug", flat=True))
    if slug not in used:
        return slug
    return next(each for number in range(2, len(used) + 3) if (each := f"{slug}-{number}") not in used)
