"""The classes that a merchant sorts goods into, for tax and for delivery. Products name them by their slug."""

from django.db import models

STANDARD = "standard"
"""The tax class of nearly everything. It is always there."""
EVERY_STORE_HAS = {STANDARD: "Standard", "reduced-rate": "Reduced rate", "zero-rate": "Zero rate"}
"""Slug and name of the tax classes of resolutions 2.9.5."""


class TaxClass(models.Model):
    """Goods that are taxed alike. Tax rates name the class that they are for."""

    slug = models.SlugField(max_length=40, primary_key=True)
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "tax classes"

    def __str__(self) -> str:
        return self.name


class ShippingClass(models.Model):
    """Goods that cost alike to deliver: large bottles, wooden cases."""

    slug = models.SlugField(max_length=40, primary_key=True)
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "shipping classes"

    def __str__(self) -> str:
        return self.name


def add_missing() -> None:
    """Give the store the tax classes that every store has."""
    TaxClass.objects.bulk_create(
        (TaxClass(slug=slug, name=name) for slug, name in EVERY_STORE_HAS.items()), ignore_conflicts=True
    )


def choices(model: type[TaxClass] | type[ShippingClass], kept: str, *, none: str = "") -> list[tuple[str, str]]:
    """Return what staff choose from, with `none` first if it has a name. A `kept` class that is gone stays choosable,
    so that saving a form changes nothing unasked.
    """
    known = dict(model.objects.values_list("slug", "name"))
    found = [("", none)] if none else []
    found += list(known.items())
    return found if not kept or kept in known else [*found, (kept, f"{kept} (no longer there)")]
