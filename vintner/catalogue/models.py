"""Products, variations, categories, producers, attributes, pictures and reviews."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.base import ModelBase
from django.db.models.functions import MD5
from django.urls import reverse
from django.utils import timezone

from vintner.catalogue import rules
from vintner.catalogue.classes import ShippingClass as ShippingClass
from vintner.catalogue.classes import TaxClass as TaxClass
from vintner.catalogue.former_addresses import FormerAddress as FormerAddress
from vintner.catalogue.ids import item_id
from vintner.catalogue.producers.showcase import ProducerSlide as ProducerSlide
from vintner.catalogue.producers.showcase import RelatedMaterial as RelatedMaterial
from vintner.catalogue.product.parts import GalleryPicture as GalleryPicture
from vintner.catalogue.product.parts import ProductFact as ProductFact
from vintner.catalogue.stock.stock_movement import StockMovement as StockMovement
from vintner.money import Money, MoneyField
from vintner.web.periods import check_period


class Picture(models.Model):
    """An uploaded picture and the sizes made from it (`pictures.py`)."""

    original = models.ImageField(upload_to="pictures/original", width_field="width", height_field="height")
    width = models.PositiveIntegerField(editable=False)
    height = models.PositiveIntegerField(editable=False)
    alt = models.CharField("what it shows", max_length=300, blank=True)
    caption = models.CharField(max_length=300, blank=True)
    opens_home = models.BooleanField(
        "opens the home page",
        default=False,
        db_default=False,
        help_text="Fills the top of the home page. One picture does; choosing another takes its place.",
    )
    checksum = models.CharField(max_length=64, unique=True, editable=False, help_text="SHA-256 of the original file.")
    sizes = models.JSONField(
        default=list, editable=False, help_text="[{format: avif|webp|jpeg, width, height, path}], narrowest first."
    )

    class Meta:
        indexes = [
            models.Index(fields=["opens_home"], condition=models.Q(opens_home=True), name="picture_opens_home"),
        ]

    def __str__(self) -> str:
        return self.alt or f"Picture {self.pk}"


class Producer(models.Model):
    """A winery or other maker of products."""

    name = models.CharField(max_length=120, unique=True)
    slug = models.SlugField(max_length=120, unique=True)
    country = models.CharField(max_length=80, blank=True)
    region = models.CharField(max_length=120, blank=True)
    founded = models.PositiveSmallIntegerField(null=True, blank=True)
    summary = models.CharField("one sentence", max_length=300, blank=True)
    story = models.TextField(blank=True)
    picture = models.ForeignKey(Picture, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    logo = models.ForeignKey(Picture, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("producer", args=[self.slug])


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
            )
        ]

    def __str__(self) -> str:
        return self.name


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


def no_stars() -> list[int]:
    """Return the default of `star_counts`: no rating with 1 to 5 stars."""
    return [0] * 5


class ProductQuerySet(models.QuerySet["Product"]):
    """Queries of products."""

    def published(self) -> "ProductQuerySet":
        return self.filter(published=True)

    def listed(self) -> "ProductQuerySet":
        """Return the products of listings; `cards.cards` reads the data of their cards."""
        return self.published().filter(visibility__in=(Product.Visibility.VISIBLE, Product.Visibility.CATALOG))


class Product(models.Model):
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
    sku = models.CharField("SKU", max_length=80, unique=True)
    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=200, unique=True)
    short_description = models.TextField(blank=True)
    description = models.TextField(blank=True)
    published = models.BooleanField(default=True)
    featured = models.BooleanField(default=False)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.VISIBLE)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)
    available_from = models.DateTimeField("coming soon until", null=True, blank=True)
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
    sales_count = models.PositiveIntegerField(default=0, editable=False)
    lowest_price = MoneyField(null=True, editable=False)
    highest_price = MoneyField(null=True, editable=False)
    on_sale = models.BooleanField(default=False, editable=False)
    in_stock = models.BooleanField(default=False, editable=False)
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
            GinIndex(fields=["name"], name="product_name_trigrams", opclasses=["gin_trgm_ops"]),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return product_address(self.slug)

    def coming_soon(self, now: datetime) -> bool:
        return self.available_from is not None and self.available_from > now


@lru_cache(maxsize=10_000)
def product_address(slug: str) -> str:
    """Return the path of a product's page. Cached, because reversing is slow and a listing needs two dozen."""
    return reverse("product", args=[slug])


@lru_cache(maxsize=1_000)
def category_address(slug: str) -> str:
    """Return the path of the first page of a category."""
    return reverse("category", args=[slug])


class Variation(models.Model):
    """The thing that is put into a cart: one price, one stock."""

    class Backorders(models.TextChoices):
        NO = "no", "Do not allow"
        NOTIFY = "notify", "Allow, but tell the shopper"
        YES = "yes", "Allow"

    id = item_id()
    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="variations")
    sku = models.CharField("SKU", max_length=80, unique=True, null=True, blank=True)
    options = models.ManyToManyField(AttributeValue, related_name="variations", blank=True)
    enabled = models.BooleanField(default=True)
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
    available = models.BooleanField("in stock", default=True, help_text="Used when the stock is not counted.")
    backorders = models.CharField(max_length=6, choices=Backorders, default=Backorders.NO)
    low_stock_threshold = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["position", "id"]
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
        if self.sale_price is not None and (self.regular_price is None or self.sale_price >= self.regular_price):
            raise ValidationError({"sale_price": "Is not below the regular price."})
        check_period(self.sale_starts_at, self.sale_ends_at, field="sale_ends_at")

    def price(self, now: datetime) -> rules.Price | None:
        """Return what one bottle costs at this moment, None while it has no price."""
        if self.regular_price is None:
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


class Review(models.Model):
    """A shopper's review of a product, in plain text."""

    class Status(models.TextChoices):
        PENDING = "pending"
        APPROVED = "approved"
        REJECTED = "rejected"
        SPAM = "spam"

    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="reviews")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    author = models.CharField(max_length=100)
    email = models.EmailField(blank=True)
    rating = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(5)]
    )
    text = models.TextField(blank=True, max_length=5000)
    verified = models.BooleanField("verified buyer", default=False)
    status = models.CharField(max_length=8, choices=Status, default=Status.PENDING)
    created_at = models.DateTimeField(default=timezone.now)
    reply = models.TextField("the store's answer", blank=True, max_length=2000, help_text="Stands under the review.")

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["product", "status", "-created_at"]),
            models.Index(fields=["email", "status"]),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(rating__isnull=True) | Q(rating__range=(1, 5)), name="rating_from_1_to_5"
            ),
            models.UniqueConstraint(fields=["product", "author", "created_at"], name="review_once"),
            models.UniqueConstraint(
                "product", "email", MD5("text"), condition=~Q(email=""), name="same_words_once_per_author"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.author}: {self.rating}"
