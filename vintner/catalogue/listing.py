"""The shop and its shelves: sorting and paging."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import F
from django.db.models.expressions import OrderBy
from django.urls import reverse

from vintner.catalogue.cards import cards
from vintner.catalogue.models import Category, Product
from vintner.catalogue.pages import ListingPage, Pagination, SortOption
from vintner.catalogue.slugs import WINE
from vintner.catalogue.structured_data import breadcrumb_ld
from vintner.web.page import Head, Link, Shared

PAGE_SIZE = 24

_ORDERS: dict[str, tuple[str, tuple[str | OrderBy, ...]]] = {
    "menu_order": ("Our selection", ("-featured", "name")),
    "popularity": ("Most bought", ("-sales_count",)),
    "rating": ("Best rated", ("-rating_average", "-rating_count")),
    "date": ("Newest", ("-created_at",)),
    "price": ("Price: low to high", (F("lowest_price").asc(nulls_last=True),)),
    "price-desc": ("Price: high to low", (F("lowest_price").desc(nulls_last=True),)),
}
"""The six orders of the contract (resolutions 2.11): value of `orderby` → label and columns."""

DEFAULT_ORDER = "menu_order"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a listing's address asks for."""

    category: Category | None
    page: int
    sort: str

    def url(self, page: int) -> str:
        """Return the address of another page of the same listing."""
        if self.category is None:
            path = reverse("shop", args=[page]) if page > 1 else reverse("shop")
        else:
            path = reverse("category", args=[self.category.slug, page] if page > 1 else [self.category.slug])
        return path if self.sort == DEFAULT_ORDER else f"{path}?{urlencode({'orderby': self.sort})}"


def sort_of(value: str) -> str:
    """Return the order asked for; an unknown one counts as the default."""
    return value if value in _ORDERS else DEFAULT_ORDER


def shelves() -> list[Category]:
    """Return the shelves that a listing offers: the children of the root category."""
    return list(Category.objects.filter(parent__slug=WINE))


def listing_page(asked: Asked, shared: Shared, now: datetime) -> ListingPage | None:
    """Return the page asked for, None when it lies behind the last one. Five queries, however many wines."""
    products = Product.objects.listed().order_by(*_ORDERS[asked.sort][1], "pk")
    if asked.category is not None:
        products = products.filter(categories=asked.category)
    paginator = Paginator(products, PAGE_SIZE)
    if asked.page > paginator.num_pages:
        return None
    found = paginator.page(asked.page)
    shown = cards(products[found.start_index() - 1 : found.end_index()] if paginator.count else products.none(), now)
    title = asked.category.name if asked.category else "All wines"
    return ListingPage(
        head=_head(asked, title, shown[0].image if shown else None),
        shared=shared,
        title=title,
        intro=asked.category.description if asked.category else "",
        breadcrumbs=_breadcrumbs(asked.category),
        categories=tuple(Link(label=each.name, url=reverse("category", args=[each.slug])) for each in shelves()),
        current_category=reverse("category", args=[asked.category.slug]) if asked.category else "",
        sort=asked.sort,
        sort_options=tuple(SortOption(value=value, label=label) for value, (label, _) in _ORDERS.items()),
        cards=shown,
        pagination=Pagination(
            page=found.number,
            pages=paginator.num_pages,
            first=found.start_index(),
            last=found.end_index(),
            total=paginator.count,
            previous_url=asked.url(found.number - 1) if found.has_previous() else "",
            next_url=asked.url(found.number + 1) if found.has_next() else "",
        ),
    )


def _breadcrumbs(category: Category | None) -> tuple[Link, ...]:
    trail = [Link(label="Home", url="/"), Link(label="All wines", url=reverse("shop"))]
    if category is not None:
        trail.append(Link(label=category.name, url=reverse("category", args=[category.slug])))
    return tuple(trail)


def _head(asked: Asked, title: str, preload: object) -> Head:
    page = f", page {asked.page}" if asked.page > 1 else ""
    canonical = Asked(asked.category, asked.page, DEFAULT_ORDER).url(asked.page)
    return Head.model_validate(
        {
            "title": f"{title}{page} – {settings.STORE_NAME}",
            "description": f"{title} from growers we know, sent to your door in the US and Canada.",
            "canonical": settings.STORE_URL + canonical,
            "json_ld": (breadcrumb_ld(_breadcrumbs(asked.category)),),
            "preload": preload,
            "preload_sizes": CARD_SIZES,
        }
    )


CARD_SIZES = "(min-width: 64em) 22vw, (min-width: 40em) 30vw, 45vw"
"""How wide a card's picture is drawn; the same text as in the card's component."""
