"""Products and their variations. Variations are what is put into a cart."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import ClassVar
from urllib.parse import urlencode

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.base import ModelBase
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone

from vintner.catalogue import rules
from vintner.catalogue.ids import item_id
from vintner.catalogue.models.classification import AttributeValue, Category, Tag
from vintner.catalogue.models.picture import Picture
from vintner.catalogue.models.producer import Producer
from vintner.catalogue.plans.plan import Plan
from vintner.catalogue.tasting.style import DrinkWindow, WineStyle, levels_on_scale, years_in_order
from vintner.money import Money, MoneyField
from vintner.web.periods import check_period
from vintner.web.text_input import read_code


def no_stars() -> list[int]:
    """Return the default of `star_counts`: no rating with 1 to 5 stars."""
    return [0] * 5


LONGEST_SKU = 80


class ProductQuerySet(models.QuerySet["Product"]):
    """Queries of products."""

    def published(self) -> "ProductQuerySet":
        return self.filter(published=True)

    def listed(self) -> "ProductQuerySet":
        """Return the products of listings; `cards.cards` reads the data of their cards."""
        return self.published().filter(visibility__in=(Product.Visibility.VISIBLE, Product.Visibility.CATALOG))


class Product(WineStyle):
    """A wine (or other thing) with a page of its own, sold as one or more variations.

    A simple product has exactly one variation; a variable one has a variation for each choice (each vintage, each
    bottle size). Prices and stock live on the variation. `lowest_price` to `rating_count` are derived columns:
    `products.refresh_products` fills them, so that listings sort and filter without touching other tables.
    """

    class Kind(models.TextChoices):
        SIMPLE = "simple"
        VARIABLE = "variable"

    class Visibility(models.TextChoices):
        VISIBLE = "visible", "Shop and search"
        CATALOG = "catalog", "Shop only"
        SEARCH = "search", "Search only"
        HIDDEN = "hidden", "Hidden"

    id = item_id()
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.SIMPLE)
    sku = models.CharField("SKU", max_length=LONGEST_SKU, unique=True)
    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=200, unique=True)
    short_description = models.TextField(blank=True)
    description = models.TextField(blank=True)
    published = models.BooleanField(default=True)
    featured = models.BooleanField(default=False)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.VISIBLE)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)
    available_from = models.DateTimeField("coming soon until", null=True, blank=True)
    hide_price = models.BooleanField(
        "hide the price until then",
        default=False,
        db_default=False,
        help_text="Until the wine goes on sale, pages, feeds and answers show “Price at launch” in its place.",
    )
    launch_text = models.CharField(
        max_length=300,
        blank=True,
        default="",
        db_default="",
        help_text="A line on the page of a coming wine, above the countdown. Empty: “Released on” and the day.",
    )
    producer = models.ForeignKey(Producer, null=True, blank=True, on_delete=models.PROTECT, related_name="products")
    categories = models.ManyToManyField(Category, related_name="products", blank=True)
    tags = models.ManyToManyField(Tag, related_name="products", blank=True)
    picture = models.ForeignKey(Picture, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    gallery = models.ManyToManyField(Picture, through="GalleryPicture", related_name="+", blank=True)
    sold_individually = models.BooleanField("one per order", default=False)
    reviews_allowed = models.BooleanField(default=True)
    alcoholic = models.BooleanField("contains alcohol", default=True)
    virtual = models.BooleanField("needs no shipping", default=False)
    tax_status = models.CharField(
        max_length=8,
        default="taxable",
        choices=[("taxable", "Taxable"), ("shipping", "Shipping only"), ("none", "None")],
    )
    tax_class = models.SlugField(max_length=40, default="standard")
    shipping_class = models.SlugField(max_length=40, blank=True)
    plan = models.ForeignKey(
        Plan,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="products",
        verbose_name="subscription plan",
        help_text="With a plan it is sold by subscription alone. Empty: it is sold once.",
    )
    set_bottles = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    """How many bottles a gift set holds, 0 for all else. The database counts them (migrations/sql/set_items.sql)."""
    sales_count = models.PositiveIntegerField(default=0, editable=False)
    lowest_price = MoneyField(null=True, editable=False)
    highest_price = MoneyField(null=True, editable=False)
    on_sale = models.BooleanField(default=False, editable=False)
    in_stock = models.BooleanField(default=False, editable=False)
    variation_offers = models.JSONField(default=list, db_default=Value([], models.JSONField()), editable=False)
    """Of a variable product [id, price in cents, in stock, on sale] for each variation with a price, in their order.

    The price is null while it is hidden.
    """
    rating_average = models.DecimalField(max_digits=3, decimal_places=2, default=0, editable=False)
    rating_count = models.PositiveIntegerField(default=0, editable=False)
    review_count = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    star_counts = ArrayField(models.IntegerField(), size=5, default=no_stars, db_default=no_stars(), editable=False)
    """Numbers of approved reviews with 1, 2, 3, 4 and 5 stars."""

    objects: ClassVar[ProductQuerySet] = ProductQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        ordering = ["name"]
        indexes = [
            models.Index(fields=["published", "lowest_price"]),
            models.Index(fields=["published", "-rating_average"]),
            models.Index(fields=["published", "-sales_count"]),
            models.Index(Lower("sku"), name="products_by_lower_sku"),
        ]
        constraints = [years_in_order("product_years_in_order"), levels_on_scale()]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return product_address(self.slug)

    def coming_soon(self, now: datetime) -> bool:
        return self.available_from is not None and self.available_from > now

    def hides_price(self, now: datetime) -> bool:
        return rules.hides_price(wanted=self.hide_price, available_from=self.available_from, now=now)

    def clean(self) -> None:
        """Refuse to hide the price of a wine that is on sale, and a text about its launch. Read its SKU."""
        self.sku = read_code(self.sku)
        if self.available_from is None:
            errors = {}
            if self.hide_price:
                errors["hide_price"] = "Only the price of a coming wine can be hidden. Enter above when it is on sale."
            if self.launch_text:
                errors["launch_text"] = "Only a coming wine has this line. Enter above when it is on sale."
            if errors:
                raise ValidationError(errors)


@lru_cache(maxsize=10_000)
def product_address(slug: str) -> str:
    """Return the path of a product's page. Cached, because reversing is slow and a listing needs two dozen."""
    return reverse("product", args=[slug])


def variation_address(slug: str, choices: Iterable[tuple[str, str]]) -> str:
    """Return the path of a product's page with a variation chosen, by the slugs and values of its options.

    That of the product where there are none.
    """
    chosen = urlencode([(f"attribute_{option}", value) for option, value in choices])
    return f"{product_address(slug)}?{chosen}" if chosen else product_address(slug)


class Variation(DrinkWindow):
    """The thing that is put into a cart: one price, one stock."""

    class Backorders(models.TextChoices):
        NO = "no", "Do not allow"
        NOTIFY = "notify", "Allow, but tell the shopper"
        YES = "yes", "Allow"

    id = item_id()
    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="variations")
    sku = models.CharField("SKU", max_length=LONGEST_SKU, unique=True, null=True, blank=True)
    options = models.ManyToManyField(AttributeValue, related_name="variations", blank=True)
    enabled = models.BooleanField(default=True)
    note = models.CharField(
        max_length=1000,
        blank=True,
        db_default="",
        help_text="What sets it apart, such as the weather of its year. The wine's page shows it once it is chosen.",
    )
    position = models.PositiveSmallIntegerField(default=0)
    picture = models.ForeignKey(Picture, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    regular_price = MoneyField(null=True, blank=True)
    sale_price = MoneyField(null=True, blank=True)
    sale_starts_at = models.DateTimeField(null=True, blank=True)
    sale_ends_at = models.DateTimeField(null=True, blank=True)
    weight = models.DecimalField("weight (lbs)", max_digits=8, decimal_places=3, null=True, blank=True)
    manage_stock = models.BooleanField("count the stock", default=True)
    on_hand = models.IntegerField("bottles on hand", default=0, editable=False)
    reserved = models.IntegerField("held by unpaid orders", default=0, editable=False)
    stock_edition = models.BigIntegerField(default=0, db_default=0, editable=False)
    """Grows with each change of the stock that the product's page shows (migrations/sql/stock_edition.sql)."""
    level_edition = models.BigIntegerField(default=0, db_default=0, editable=False)
    """Grows with each change of what cards say of the stock (migrations/sql/level_edition.sql)."""
    available = models.BooleanField("in stock", default=True, help_text="Used when the stock is not counted.")
    backorders = models.CharField(max_length=6, choices=Backorders, default=Backorders.NO)
    low_stock_threshold = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["position", "id"]
        indexes = [models.Index(Lower("sku"), name="variations_by_lower_sku")]
        constraints = [
            models.CheckConstraint(condition=Q(reserved__gte=0), name="nothing_held_below_zero"),
            models.CheckConstraint(
                condition=Q(manage_stock=False) | ~Q(backorders="no") | Q(reserved__lte=F("on_hand")),
                name="never_oversold",
            ),
            models.CheckConstraint(
                condition=(Q(regular_price__isnull=True) | Q(regular_price__gte=Money(0)))
                & (Q(sale_price__isnull=True) | Q(sale_price__gte=Money(0))),
                name="no_negative_price",
            ),
            years_in_order("variation_years_in_order"),
        ]

    def __str__(self) -> str:
        """Return the SKU; without one, the product's name with the options: 'Alte Reben, 2022'."""
        if self.sku or self._state.adding:
            return self.sku or "Variation"
        chosen = self.options.all() if self.pk else ()  # a variation that was just deleted has no key
        return ", ".join((self.product.name, *(each.name for each in chosen)))

    def save(
        self,
        *,
        force_insert: bool | tuple[ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        """Save all columns but the stock, which changes only by stock movements and by orders."""
        if update_fields is None and not self._state.adding:
            update_fields = [
                field.name for field in self._meta.concrete_fields if field.editable and not field.primary_key
            ]
        super().save(force_insert=force_insert, force_update=force_update, using=using, update_fields=update_fields)

    def clean(self) -> None:
        """Refuse a sale price that is not below the regular price, and a sale that ends before it starts."""
        self.sku = read_code(self.sku or "") or None
        if self.sale_price is not None and (self.regular_price is None or self.sale_price >= self.regular_price):
            raise ValidationError({"sale_price": "Is not below the regular price."})
        check_period(self.sale_starts_at, self.sale_ends_at, field="sale_ends_at")

    def price(self, now: datetime) -> rules.Price | None:
        """Return what one bottle costs at this moment, None while it has no price or the price is hidden."""
        if self.regular_price is None or self.product.hides_price(now):
            return None
        return rules.price_at(
            regular=self.regular_price,
            sale=self.sale_price,
            starts_at=self.sale_starts_at,
            ends_at=self.sale_ends_at,
            now=now,
        )

    @property
    def stock(self) -> rules.Stock:
        """Return the stock as the rules read it."""
        return rules.Stock(
            counted=self.manage_stock,
            free=self.on_hand - self.reserved,
            backorders=rules.Backorders(self.backorders),
            flagged_in_stock=self.available,
            low_at=self.low_stock_threshold,
        )
