"""For search engines: sitemap.xml by kind of page, and robots.txt."""

from collections.abc import Sequence
from typing import ClassVar, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import SitemapIndexItem
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone

from vintner.catalogue.finding.filters import FACETS, LEAST, MOST
from vintner.catalogue.models import Category, Producer, Product, Tag
from vintner.content.models import Content
from vintner.store_mode.mode import current_mode
from vintner.storefront.page_parameters import SEARCH, SORT, VALUES_OF

CLOSED_PATHS: Final = (
    *("/cart/", "/ship-to/", "/checkout/", "/my-source/", "/favorites/", "/alerts/", "/admin/", "/outbox/"),
    *("/subscriptions/", "/newsletter/confirm/", "/newsletter/stop/", "/events/", "/search/", "/wp-json/"),
    *("/style-guide/", "/mixed-case/?"),
)
"""Beginnings of addresses closed to crawlers: personal pages, calls, and cases, which are as many as choices."""
CLOSED_PARAMETERS: Final = ("wc-ajax", "add-to-cart", SEARCH, SORT, *FACETS, LEAST, MOST, VALUES_OF)
"""Parameters of addresses closed to crawlers: calls, searches, and listings with filters or in another order.

Such listings have no end, and the sitemap has all their wines.
"""


class _StoreSite:
    """The store's own address, whatever host the request names."""

    domain = name = urlsplit(settings.STORE_URL).netloc


class _Pages(Sitemap):  # type: ignore[type-arg]  # not subscriptable at run time
    protocol = urlsplit(settings.STORE_URL).scheme
    limit = 10_000

    def get_urls(
        self, page: int | str = 1, site: object = None, protocol: str | None = None
    ) -> list[dict[str, object]]:
        return super().get_urls(page, _StoreSite, protocol)  # type: ignore[arg-type]  # only .domain is read


class _Fixed(_Pages):
    def items(self) -> Sequence[str]:
        return ("home", "shop", "producers", "contact")

    def location(self, item: str) -> str:
        return reverse(item)


class _Slugs(_Pages):
    """Pages of one kind, each at its slug."""

    kind: ClassVar[str]

    def location(self, item: str) -> str:
        return reverse(self.kind, args=[item])


class _Products(_Slugs):
    kind = "product"

    def items(self) -> "QuerySet[Product, str]":
        products = Product.objects.published().exclude(visibility=Product.Visibility.HIDDEN)
        return products.order_by("pk").values_list("slug", flat=True)


class _Producers(_Slugs):
    kind = "producer"

    def items(self) -> "QuerySet[Producer, str]":
        return Producer.objects.order_by("pk").values_list("slug", flat=True)


class _Categories(_Slugs):
    kind = "category"

    def items(self) -> "QuerySet[Category, str]":
        return (
            Category.objects.filter(products__published=True).order_by("pk").values_list("slug", flat=True).distinct()
        )


class _Tags(_Slugs):
    kind = "tag"

    def items(self) -> "QuerySet[Tag, str]":
        used = Tag.objects.filter(products__published=True)
        return used.order_by("pk").values_list("slug", flat=True).distinct()


class _Contents(_Slugs):
    kind = "content_page"

    def items(self) -> "QuerySet[Content, str]":
        return Content.objects.shown(timezone.now()).order_by("pk").values_list("slug", flat=True)


SITEMAPS: dict[str, type[_Pages]] = {
    "pages": _Fixed,
    "products": _Products,
    "producers": _Producers,
    "categories": _Categories,
    "tags": _Tags,
    "contents": _Contents,
}


def sitemap_index(request: HttpRequest) -> HttpResponse:
    """Return the list of sitemaps with the store's own address. Django's own view uses the host of the request."""
    listed = [
        SitemapIndexItem(f"{settings.STORE_URL}{reverse('sitemap', args=[section])}{f'?p={page}' if page > 1 else ''}")
        for section, pages in SITEMAPS.items()
        for page in pages().paginator.page_range
    ]
    headers = {"X-Robots-Tag": "noindex, noodp, noarchive"}
    return TemplateResponse(
        request, "sitemap_index.xml", {"sitemaps": listed}, content_type="application/xml", headers=headers
    )


def robots(request: HttpRequest) -> HttpResponse:
    """Return what crawlers leave alone: while the store is coming soon, also what is closed."""
    now = timezone.now()
    closed = current_mode(now).closed_paths(now)
    parameters = (f"/*{mark}{name}=" for mark in "?&" for name in CLOSED_PARAMETERS)
    paths = closed if "/" in closed else dict.fromkeys((*closed, *CLOSED_PATHS, *parameters))
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in paths)]
    if not closed:
        lines.append(f"Sitemap: {settings.STORE_URL}/sitemap.xml")
    return HttpResponse("\n".join(lines) + "\n", "text/plain; charset=utf-8")
