"""All that a product's page reads, in three queries whatever there is of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.db.models.expressions import RawSQL

from vintner.catalogue.cards import AS_READ, cards
from vintner.catalogue.listing import WINE
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.pages import Card
from vintner.catalogue.pictures import PictureKey, images
from vintner.web.page import Image

REVIEWS_SHOWN = 20
RELATED_SHOWN = 4

Row = dict[str, Any]
"""What the annotations put on an object: lists and dictionaries, read into the classes below at once."""


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
class ReviewRow:
    """An approved review. `created` is in seconds since 1970."""

    id: int
    author: str
    rating: int | None
    text: str
    verified: bool
    created: float


@dataclass(frozen=True, slots=True)
class ProductRows:
    """A product with its maker and variations loaded, and what stands around it."""

    product: Product
    pictures: tuple[Image, ...]
    producer_picture: Image | None
    shelves: tuple[Shelf, ...]
    tags: tuple[str, ...]
    options: dict[int, tuple[Chosen, ...]]
    """Variation id → what it stands for, in the order of the attributes."""
    variation_pictures: dict[int, Image]
    """Variation id → its own picture."""
    facts: tuple[KnownFact, ...]
    reviews: tuple[ReviewRow, ...]
    stars: dict[int, int]
    """Number of stars → number of approved reviews that gave them."""
    related: tuple[Card, ...]

    @property
    def shelf(self) -> Shelf | None:
        """The shelf that breadcrumbs name: the wine's colour or style, otherwise any that is not a root."""
        below_roots = [each for each in self.shelves if each.parent is not None]
        return min(below_roots, key=lambda each: each.parent != WINE, default=None)


_KEY = "json_build_array(i.id, i.checksum, i.alt, i.caption, jsonb_array_length(i.sizes))"
"""A `PictureKey` as SQL, of a picture named i."""

# Written as SQL, because composing these from expressions anew for every page took longer than running them.
_PICTURES = RawSQL(  # noqa: S611 - nothing but constants
    f"""ARRAY(SELECT {_KEY} FROM catalogue_picture i
    LEFT JOIN catalogue_gallerypicture g ON g.picture_id = i.id AND g.product_id = catalogue_product.id
    WHERE i.id = catalogue_product.picture_id OR g.id IS NOT NULL
    ORDER BY i.id <> catalogue_product.picture_id, g.position)""",  # noqa: S608
    (),
    AS_READ,
)
_PRODUCER_PICTURE = RawSQL(  # noqa: S611 - nothing but constants
    f"""ARRAY(SELECT {_KEY} FROM catalogue_producer m JOIN catalogue_picture i ON i.id = m.picture_id
    WHERE m.id = catalogue_product.producer_id)""",  # noqa: S608
    (),
    AS_READ,
)
_VARIATION_PICTURE = RawSQL(  # noqa: S611 - nothing but constants
    f"ARRAY(SELECT {_KEY} FROM catalogue_picture i WHERE i.id = catalogue_variation.picture_id)",  # noqa: S608
    (),
    AS_READ,
)
_FACTS = RawSQL(
    """ARRAY(SELECT json_build_array(a.slug, a.name, v.name) FROM catalogue_productfact f
    JOIN catalogue_attributevalue v ON v.id = f.value_id JOIN catalogue_attribute a ON a.id = v.attribute_id
    WHERE f.product_id = catalogue_product.id AND f.visible ORDER BY f.position, f.id)""",
    (),
    AS_READ,
)
_REVIEWS = RawSQL(
    """ARRAY(SELECT json_build_array(r.id, r.author, r.rating, r.text, r.verified, extract(epoch FROM r.created_at))
    FROM catalogue_review r WHERE r.product_id = catalogue_product.id AND r.status = 'approved'
    ORDER BY r.created_at DESC, r.id DESC LIMIT %s)""",
    (REVIEWS_SHOWN,),
    AS_READ,
)
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


_AROUND = {
    "picture_keys": _PICTURES,
    "producer_picture_key": _PRODUCER_PICTURE,
    "shelf_rows": _SHELVES,
    "tag_names": _TAGS,
    "fact_rows": _FACTS,
    "review_rows": _REVIEWS,
    "star_rows": _STARS,
}


def find(slug: str, now: datetime) -> ProductRows | None:
    """Return the published product at this address with all its page shows, None when there is none."""
    product = Product.objects.published().filter(slug=slug).select_related("producer").annotate(**_AROUND).first()
    return None if product is None else _with_rest(product, vars(product), now)


def _with_rest(product: Product, around: Row, now: datetime) -> ProductRows:
    prefetch_related_objects(
        [product], Prefetch("variations", Variation.objects.annotate(chosen=_CHOSEN, picture_key=_VARIATION_PICTURE))
    )
    variations = {each.pk: vars(each) for each in product.variations.all()}
    shelves = tuple(Shelf(**row) for row in around["shelf_rows"])
    own = [PictureKey(*key) for key in around["picture_keys"]]
    makers = [PictureKey(*key) for key in around["producer_picture_key"]]
    chosen = {pk: PictureKey(*key) for pk, row in variations.items() for key in row["picture_key"]}
    shown = images([*own, *makers, *chosen.values()])
    return ProductRows(
        product=product,
        pictures=tuple(shown[key.id] for key in own),
        producer_picture=shown[makers[0].id] if makers else None,
        shelves=shelves,
        tags=tuple(around["tag_names"]),
        options={pk: tuple(Chosen(**each) for each in row["chosen"]) for pk, row in variations.items()},
        variation_pictures={pk: shown[key.id] for pk, key in chosen.items()},
        facts=tuple(KnownFact(*row) for row in around["fact_rows"]),
        reviews=tuple(ReviewRow(*row) for row in around["review_rows"]),
        stars={row["rating"]: row["count"] for row in around["star_rows"]},
        related=cards(_related(product, shelves), now),
    )


def _related(product: Product, shelves: tuple[Shelf, ...]) -> QuerySet[Product]:
    """Return wines of the same shelves that can be bought, best rated first."""
    below_roots = [shelf.id for shelf in shelves if shelf.parent is not None]
    same_shelf = Product.categories.through.objects.filter(category__in=below_roots).values("product")
    others = Product.objects.listed().filter(pk__in=same_shelf, in_stock=True).exclude(pk=product.pk)
    return others.order_by("-rating_average", "pk")[:RELATED_SHOWN]
