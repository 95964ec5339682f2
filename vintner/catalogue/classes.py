"""Tax classes and shipping classes of products. A product names its class by slug."""

from django.db import models

STANDARD = "standard"
"""The tax class of nearly everything. It is always there."""
EVERY_STORE_HAS = {STANDARD: "Standard", "reduced-rate": "Reduced rate", "zero-rate": "Zero rate"}
"""Slug and name of these classes (docs/behaviour/catalogue.md#tax-classes)."""


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


def add_missing_tax_classes() -> None:
    """Add the tax classes that every store has, if they are missing."""
    TaxClass.objects.bulk_create(
        (TaxClass(slug=slug, name=name) for slug, name in EVERY_STORE_HAS.items()), ignore_conflicts=True
    )


def class_choices(
    model: type[TaxClass] | type[ShippingClass], current: str, *, none: str = ""
) -> list[tuple[str, str]]:
    """Return the choices of a form field, with `none` first if it has a name.

    The `current` class stays selectable also after it was deleted, so that saving a form changes nothing else.
    """
    known = dict(model.objects.values_list("slug", "name"))
    found = [("", none)] if none else []
    found += list(known.items())
    return found if not current or current in known else [*found, (current, f"{current} (no longer there)")]
