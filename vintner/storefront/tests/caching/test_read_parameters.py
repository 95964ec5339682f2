"""A cached page is found by what it reads of its address: nothing else of it makes another page, or stands in one."""

import gzip
from collections.abc import Iterable, Iterator
from unittest.mock import patch

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from pytest_django import Settings

from vintner.cart.models import CartLine
from vintner.catalogue.finding import listing
from vintner.catalogue.models import Category, Product, Tag
from vintner.content.models import Content
from vintner.storefront import page_cache_middleware
from vintner.testing.builders import make_producer, make_product, make_review, make_variable_product
from vintner.web import answers
from vintner.web.rendering.rendered_pages import RenderedPage, SharedPage, find_rendered, share_rendered

pytestmark = pytest.mark.django_db(transaction=True)

UNREAD = {
    "": "zz=1&utm_source=letter&gclid=9&_=17&orderby%5B%5D=price&post_type=product&fbclid=8",
    "/shop/": "s=dolcetto&orderby=size&min_price=&grape=&values_like=a&quantity=6&cpage=2",
    "/?s=": "orderby=size&max_price=&quantity=6",
    "/product/": "s=dolcetto&orderby=price&quantity=7&cpage=x&cpage=0&written=forged&attribute_zz=2&grape=malbec",
    "/producer/": "s=x&orderby=price&page=2&cpage=2",
}
"""Beginning of an address → parameters that its page does not read. All pages have those of the first."""
PAGES = {
    "home": ("/", "/?s=dolcetto", "/?s=dolcetto&orderby=price"),
    "shop": ("/shop/", "/shop/?orderby=price&min_price=5"),
    "category": ("/product-category/red/",),
    "tag": ("/product-tag/bio/",),
    "search": ("/page/2/?s=dolcetto",),
    "producers": ("/producer/",),
    "producer": ("/producer/cellar/",),
    "product": ("/product/dolcetto-a/", "/product/dolcetto-a/?quantity=6", "/product/barolo-c/?attribute_vintage=2019"),
    "product_reviews": ("/product/dolcetto-a/comment-page-2/",),
    "content_page": ("/about/",),
}
"""Name of each address with cached pages → pages."""
PATHS = [page for pages in PAGES.values() for page in pages]


@pytest.fixture(autouse=True)
def _shop(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open a shop whose gate names the page it leads back to."""
    settings.AGE_CHECK = "affirm"
    monkeypatch.setattr(listing, "PAGE_SIZE", 1)
    for sku in ("b", "a"):
        wine = make_product(sku=sku, name="Dolcetto")
        wine.categories.add(Category.objects.get_or_create(name="Red", slug="red")[0])
        wine.tags.add(Tag.objects.get_or_create(name="Bio", slug="bio")[0])
    for _ in range(settings.REVIEWS_PER_PAGE + 1):
        make_review(wine)
    make_variable_product(sku="c", name="Barolo")
    make_producer("Cellar")
    Content.objects.create(title="About", slug="about", text="Us.", published=True)


def with_unread(path: str, first: str = "zz=1") -> str:
    unread = [first, *(parameters for beginning, parameters in UNREAD.items() if path.startswith(beginning))]
    read = path.partition("?")[2]
    return f"{path.partition('?')[0]}?{'&'.join([*unread, read] if read else unread)}"


def list_cached_names(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[str]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from list_cached_names(each.url_patterns)
        elif getattr(each.callback, "may_be_early", False):
            yield str(each.name)


def test_every_cached_page_is_named() -> None:
    assert set(list_cached_names(get_resolver().url_patterns)) | {"home"} == set(PAGES)
    for name, pages in PAGES.items():
        assert {resolve(page.partition("?")[0]).url_name for page in pages} == {name}


@pytest.mark.parametrize("path", PATHS)
def test_what_a_page_does_not_read_makes_no_other(client: Client, path: str) -> None:
    page = client.get(path)
    assert (page.status_code, "ETag" in page) == (200, True)
    with patch.object(page_cache_middleware, "_make", side_effect=AssertionError("not from the cache")):
        for other in (with_unread(path), with_unread(path, f"zz={'9' * 2_000}")):
            assert client.get(other)["ETag"] == page["ETag"]


@pytest.mark.parametrize("path", PATHS)
def test_what_a_page_does_not_read_is_not_in_it(client: Client, path: str, settings: Settings) -> None:
    settings.PAGES_KEPT_SECONDS = 0
    assert client.get(with_unread(path)).content == client.get(path).content


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_pages_that_say_the_same_are_kept_once_and_compressed(
    client: Client, settings: Settings, accept: str, kept: list[SharedPage]
) -> None:
    settings.AGE_CHECK = "off"
    for price in ("90", "90.0"):
        page = client.get(f"/shop/?max_price={price}", headers={"Accept": accept})
    assert kept[0] == kept[1] == find_rendered(kept[0].key)
    assert gzip.decompress(kept[0].body) == page.content
    assert caches["rendered"].get(kept[0].key) is None


def test_a_page_whose_rendered_copy_is_gone_is_made_again(client: Client, kept: list[SharedPage]) -> None:
    page = client.get("/shop/")
    caches["pages"].delete(kept[0].key)
    assert client.get("/shop/")["ETag"] == page["ETag"]
    assert kept[0] == kept[1] == find_rendered(kept[0].key)


def test_how_long_other_pages_are_kept_does_not_matter_to_those_for_everybody(
    client: Client, settings: Settings
) -> None:
    settings.RENDER_CACHE_SECONDS = 0
    client.get("/shop/")
    with patch.object(page_cache_middleware, "_make", side_effect=AssertionError("not from the cache")):
        client.get("/shop/")


def test_pages_that_nobody_else_asks_for_push_out_none_for_everybody(client: Client) -> None:
    caches["rendered"].clear()
    client.get("/shop/")
    with patch.object(answers, "render_page", return_value="x" * 1_000_000):
        for number in range(15):
            assert client.get(f"/no-such-page-{number}/").status_code == 404
    with patch.object(page_cache_middleware, "_make", side_effect=AssertionError("not from the cache")):
        client.get("/shop/")


@pytest.mark.parametrize(("path", "last"), [("cpage=2&cpage=1", ""), ("quantity=7&quantity=6", "quantity=6")])
def test_of_a_repeated_parameter_the_last_value_counts(client: Client, path: str, last: str) -> None:
    wine = "/product/dolcetto-a/"
    assert client.get(f"{wine}?{path}")["ETag"] == client.get(f"{wine}?{last}")["ETag"]


@pytest.mark.parametrize("path", PATHS)
def test_cached_pages_are_for_reading(client: Client, path: str) -> None:
    for method in ("OPTIONS", "TRACE", "PUT", "DELETE", "PATCH"):
        assert client.generic(method, path).status_code == 405
    if not path.startswith("/product/"):
        assert client.post(path).status_code == 405


def test_a_form_of_a_cached_page_is_not_answered_from_the_cache(client: Client) -> None:
    path = "/product/dolcetto-a/?quantity=6"
    page = client.get(path)
    sent = {"add-to-cart": Product.objects.get(sku="a").pk, "quantity": 2}
    answer = client.post(path, sent, headers={"Origin": "http://testserver"})
    assert (page.status_code, answer.status_code) == (200, 302)
    assert CartLine.objects.get().quantity == 2


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[SharedPage]:
    """Return the list of pages that are kept for everybody from now on."""
    found: list[SharedPage] = []

    def share(page: RenderedPage) -> SharedPage:
        found.append(share_rendered(page))
        return found[-1]

    monkeypatch.setattr(page_cache_middleware, "share_rendered", share)
    return found
