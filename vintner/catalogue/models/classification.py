"""What products are sorted by: categories, tags, and attributes with their values."""

from functools import lru_cache

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.urls import reverse


class Category(models.Model):
    """A category of products. Categories form a tree."""

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=120, unique=True)
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="children")
    position = models.PositiveSmallIntegerField(
        default=0, help_text="Menus and listings follow it, from the lowest on; equal ones by name."
    )
    children_in_menu = models.BooleanField(
        "its subcategories stand in the menu in its place",
        default=False,
        db_default=False,
        help_text="For a category at the top that only holds the others together, like “Wine” above “Red” and “White”.",
    )
    description = models.TextField(blank=True)

    class Meta:
        ordering = ["position", "name"]
        verbose_name_plural = "categories"
        constraints = [
            models.UniqueConstraint(
                fields=["parent", "name"], name="category_name_once_per_parent", nulls_distinct=False
            ),
            models.CheckConstraint(
                condition=Q(parent=None) | ~Q(parent=F("id")),
                name="category_is_not_its_own_parent",
                violation_error_message="A category cannot be below itself.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse a parent that is the category itself or below it."""
        above, seen = self.parent, set[int]()
        while above is not None and above.pk not in seen:
            if above.pk == self.pk:
                raise ValidationError({"parent": f"“{self.parent}” is below “{self.name}”, or is the same category."})
            seen.add(above.pk)
            above = above.parent


class Tag(models.Model):
    """A free word that groups products."""

    name = models.CharField(max_length=80, unique=True)
    slug = models.SlugField(max_length=80, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Attribute(models.Model):
    """A kind of fact: vintage, region, grape, colour …"""

    name = models.CharField(max_length=80, unique=True)
    slug = models.SlugField(max_length=80, unique=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "name"]

    def __str__(self) -> str:
        return self.name


class AttributeValue(models.Model):
    """One value that an attribute can have: the grape Merlot."""

    attribute = models.ForeignKey(Attribute, on_delete=models.CASCADE, related_name="values")
    name = models.CharField(max_length=300)
    slug = models.SlugField(max_length=300)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "name"]
        constraints = [models.UniqueConstraint(fields=["attribute", "slug"], name="attribute_value_once")]

    def __str__(self) -> str:
        return f"{self.attribute}: {self.name}"


@lru_cache(maxsize=1_000)
def category_address(slug: str) -> str:
    """Return the path of the first page of a category."""
    return reverse("category", args=[slug])
