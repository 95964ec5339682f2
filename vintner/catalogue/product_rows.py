"""All that a product's page reads, in six queries whatever there is of it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.db.models.expressions import RawSQL

from vintner.catalogue.cards import AS_READ, cards
from vintner.catalogue.listing import WINE
from vintner.catalogue.models import GalleryPicture, Product, Review, Variation
from vintner.catalogue.pages import Card

REVIEWS_SHOWN = 20
RELATED_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Chosen:
    """A value that a variation stands for: attribute 'Vintage' (slug vintage), value '2019'."""

    slug: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact that is shown: attribute 'Region' (slug region), value 'Porto'."""

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
    facts: tuple[KnownFact, ...]
    reviews: tuple[Review, ...]
    stars: dict[int, int]
    """Number of stars → number of approved reviews that gave them."""
    related: tuple[Card, ...]

    @property
    def shelf(self) -> Shelf | None:
        """The shelf that breadcrumbs name: the wine's colour or style, otherwise any that is not a root."""
        below_roots = [each for each in self.shelves if each.parent is not None]
        return min(below_roots, key=lambda each: each.parent != WINE, default=None)


# Written as SQL, because composing these from expressions anew for every page took longer than running them.
_SHELVES = RawSQL(
    """ARRAY(SELECT json_build_object('id', c.id, 'name', c.name, 'slug', c.slug, 'parent', above.slug)
    FROM catalogue_product_categories pc JOIN catalogue_category c ON c.id = pc.category_id
    LEFT JOIN catalogue_category above ON above.id = c.parent_id
    WHERE pc.product_id = catalogue_product.id ORDER BY c.position, c.name)""",
    (),
    AS_READ,
)
_TAGS = RawSQL(
    """ARRAY(SELECT t.name FROM catalogue_product_tags pt JOIN catalogue_tag t ON t.id = pt.tag_id
    WHERE pt.product_id = catalogue_product.id ORDER BY t.name)""",
    (),
    AS_READ,
)
_STARS = RawSQL(
    """ARRAY(SELECT json_build_object('rating', r.rating, 'count', count(*)) FROM catalogue_review r
    WHERE r.product_id = catalogue_product.id AND r.status = 'approved' AND r.rating IS NOT NULL GROUP BY r.rating)""",
    (),
    AS_READ,
)
_CHOSEN = RawSQL(
    """ARRAY(SELECT json_build_object('slug', a.slug, 'name', a.name, 'value', v.name)
    FROM catalogue_variation_options vo JOIN catalogue_attributevalue v ON v.id = vo.attributevalue_id
    JOIN catalogue_attribute a ON a.id = v.attribute_id
    WHERE vo.variation_id = catalogue_variation.id ORDER BY a.position, a.name)""",
    (),
    AS_READ,
)


def find(slug: str, now: datetime) -> ProductRows | None:
    """Return the published product at this address with all its page shows, None when there is none."""
    product = (
        Product.objects.published()
        .filter(slug=slug)
        .select_related("producer__picture", "picture")
        .annotate(shelf_rows=_SHELVES, tag_names=_TAGS, star_rows=_STARS)
        .first()
    )
    return None if product is None else _with_rest(product, vars(product), now)


def _with_rest(product: Product, annotated: dict[str, list[dict[str, object]]], now: datetime) -> ProductRows:
    shelves = tuple(Shelf(**row) for row in annotated["shelf_rows"])  # type: ignore[arg-type]
    prefetch_related_objects(
        [product],
        Prefetch("variations", Variation.objects.select_related("picture").annotate(chosen=_CHOSEN)),
        Prefetch("gallery_pictures", GalleryPicture.objects.select_related("picture")),
    )
    return ProductRows(
        product=product,
        shelves=shelves,
        tags=tuple(str(name) for name in annotated["tag_names"]),
        options={each.pk: tuple(Chosen(**row) for row in vars(each)["chosen"]) for each in product.variations.all()},
        facts=_facts(product),
        reviews=tuple(product.reviews.filter(status=Review.Status.APPROVED)[:REVIEWS_SHOWN]),
        stars={int(str(row["rating"])): int(str(row["count"])) for row in annotated["star_rows"]},
        related=cards(_related(product, shelves), now),
    )


def _facts(product: Product) -> tuple[KnownFact, ...]:
    rows = product.facts.filter(visible=True).values_list(
        "value__attribute__slug", "value__attribute__name", "value__name"
    )
    return tuple(KnownFact(*row) for row in rows)


def _related(product: Product, shelves: tuple[Shelf, ...]) -> QuerySet[Product]:
    """Return wines of the same shelves that can be bought, best rated first."""
    below_roots = [shelf.id for shelf in shelves if shelf.parent is not None]
    same_shelf = Product.categories.through.objects.filter(category__in=below_roots).values("product")
    others = Product.objects.listed().filter(pk__in=same_shelf, in_stock=True).exclude(pk=product.pk)
    return others.order_by("-rating_average", "pk")[:RELATED_SHOWN]
