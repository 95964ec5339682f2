"""All that a product's page reads, in six queries whatever there is of it."""

from dataclasses import dataclass

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, OuterRef, Prefetch, prefetch_related_objects
from django.db.models.functions import JSONObject

from vintner.catalogue.cards import Facts, facts_of
from vintner.catalogue.listing import WINE
from vintner.catalogue.models import (
    AttributeValue,
    Category,
    GalleryPicture,
    Product,
    Review,
    Tag,
    Variation,
)

REVIEWS_SHOWN = 20
RELATED_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Chosen:
    """A value that a variation stands for: attribute 'Vintage' (slug vintage), value '2019'."""

    slug: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """A category that the product stands in. `parent` is the slug of the one above, None for a root."""

    id: int
    name: str
    slug: str
    parent: str | None


@dataclass(frozen=True, slots=True)
class ProductRows:
    """A product with its variations and gallery prefetched, and what stands around it."""

    product: Product
    shelves: tuple[Shelf, ...]
    tags: tuple[str, ...]
    options: dict[int, tuple[Chosen, ...]]
    """Variation id → what it stands for, in the order of the attributes."""
    facts: Facts
    reviews: tuple[Review, ...]
    stars: dict[int, int]
    """Number of stars → number of approved reviews that gave them."""
    related: tuple[Product, ...]

    @property
    def shelf(self) -> Shelf | None:
        """The shelf that breadcrumbs name: the wine's colour or style, otherwise any that is not a root."""
        below_roots = [each for each in self.shelves if each.parent is not None]
        return min(below_roots, key=lambda each: each.parent != WINE, default=None)


_SHELVES = ArraySubquery(
    Category.objects.filter(products=OuterRef("pk")).values(
        row=JSONObject(id="pk", name="name", slug="slug", parent="parent__slug")
    )
)
_TAGS = ArraySubquery(Tag.objects.filter(products=OuterRef("pk")).values("name"))
_STARS = ArraySubquery(
    Review.objects.filter(product=OuterRef("pk"), status=Review.Status.APPROVED, rating__isnull=False)
    .order_by()
    .values("rating")
    .annotate(row=JSONObject(rating="rating", count=Count("pk")))
    .values("row")
)
_CHOSEN = ArraySubquery(
    AttributeValue.objects.filter(variations=OuterRef("pk"))
    .order_by("attribute__position", "attribute__name")
    .values(row=JSONObject(slug="attribute__slug", name="attribute__name", value="name"))
)


def find(slug: str) -> ProductRows | None:
    """Return the published product at this address with all its page shows, None when there is none."""
    product = (
        Product.objects.published()
        .filter(slug=slug)
        .select_related("producer__picture", "picture")
        .annotate(shelf_rows=_SHELVES, tag_names=_TAGS, star_rows=_STARS)
        .first()
    )
    return None if product is None else _with_rest(product, vars(product))


def _with_rest(product: Product, annotated: dict[str, list[dict[str, object]]]) -> ProductRows:
    shelves = tuple(Shelf(**row) for row in annotated["shelf_rows"])  # type: ignore[arg-type]
    related = _related(product, shelves)
    everything = [product, *related]
    prefetch_related_objects(
        everything, Prefetch("variations", Variation.objects.select_related("picture").annotate(chosen=_CHOSEN))
    )
    prefetch_related_objects([product], Prefetch("gallery_pictures", GalleryPicture.objects.select_related("picture")))
    return ProductRows(
        product=product,
        shelves=shelves,
        tags=tuple(str(name) for name in annotated["tag_names"]),
        options={each.pk: tuple(Chosen(**row) for row in vars(each)["chosen"]) for each in product.variations.all()},
        facts=facts_of(everything),
        reviews=tuple(product.reviews.filter(status=Review.Status.APPROVED)[:REVIEWS_SHOWN]),
        stars={int(str(row["rating"])): int(str(row["count"])) for row in annotated["star_rows"]},
        related=tuple(related),
    )


def _related(product: Product, shelves: tuple[Shelf, ...]) -> list[Product]:
    """Return wines of the same shelves that can be bought, best rated first."""
    same_shelf = Product.objects.filter(categories__in=[shelf.id for shelf in shelves if shelf.parent is not None])
    others = Product.objects.listed().filter(pk__in=same_shelf.values("pk"), in_stock=True).exclude(pk=product.pk)
    return list(others.order_by("-rating_average", "pk")[:RELATED_SHOWN])
