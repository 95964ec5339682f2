"""Browsers fetch the next page before anybody asks for it: pages of the shop alone, and nothing comes of it."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.models import Product, Variation
from vintner.money import Money
from vintner.testing.builders import make_category, make_producer, make_product, only_variation
from vintner.testing.fresh_pages import fresh_page_cache

pytestmark = pytest.mark.django_db(transaction=True)
EARLY = {"Sec-Purpose": "prefetch", "Sec-Fetch-Dest": "document"}
RULES = json.loads(Path(settings.BASE_DIR, "vintner/web/templates/web/speculation.json").read_text())
ANYTHING = re.compile(r"<(?:(\w+):)?\w+>")
EXAMPLES = {"int": "1", "uuid": "1b4e28ba-2fa1-11d2-883f-0016d3cca427", "path": "some/thing"}


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    with fresh_page_cache():
        yield


@pytest.fixture
def client() -> Client:
    return Client(headers={"User-Agent": "Mozilla/5.0"})


@pytest.fixture
def wine() -> Product:
    make_producer("Quinta")
    make_category("Reds")
    return make_product(name="Dolcetto", price="16.99", stock=40)


def is_matched(path: str) -> bool:
    """Say whether the rules of the store's pages have a browser fetch this path, as URLPattern reads them."""
    (rule,) = RULES["prefetch"]
    wanted, excluded = (part for part in rule["where"]["and"])
    patterns = [each["pathname"] for each in wanted["href_matches"]]
    return any(_matches(each, path) for each in patterns) and not _matches(excluded["not"]["href_matches"], path)


def _matches(pattern: str, path: str) -> bool:
    return re.fullmatch(re.sub(r":\w+", "[^/]+", pattern).replace("*", ".*"), path) is not None


def list_paths(patterns: Iterable[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """Return an example of each address of the store, but the admin's own."""
    for each in patterns:
        part = ANYTHING.sub(lambda found: EXAMPLES.get(found[1] or "", "a-word"), str(each.pattern))
        part = part.removeprefix("^").removesuffix("/?$").removesuffix("$")
        if isinstance(each, URLPattern):
            yield before + part
        elif part != "admin/" or before != "/":
            yield from list_paths(each.url_patterns, before + part)


def test_pages_of_the_shop_come_early_and_leave_nothing_behind(client: Client, wine: Product) -> None:
    producer, category = "/producer/quinta/", "/product-category/reds/"
    for path in ("/", "/shop/", wine.get_absolute_url(), "/producer/", producer, category):
        response = client.get(path, headers=EARLY)
        assert response.status_code == 200
        assert response["Server-Timing"] == f'edition;desc="{response["ETag"].removeprefix("W/").strip(chr(34))}"'
        assert not response.cookies
    assert "sessionid" not in client.cookies


def test_only_pages_that_come_early_are_told_their_edition(client: Client, wine: Product) -> None:
    assert "Server-Timing" not in client.get(wine.get_absolute_url())


def test_an_early_page_comes_from_the_cache(
    client: Client, wine: Product, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get(wine.get_absolute_url())
    with django_assert_num_queries(4):  # as for all: the version, for the mode and the page, stock, levels
        assert client.get(wine.get_absolute_url(), headers=EARLY).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        *("/cart/", "/checkout/", "/checkout/block/", "/my-source/", "/my-source/log-out/", "/favorites/"),
        *("/?s=port", "/shop/?color=red", "/shop/?add-to-cart=1", "/?wc-ajax=add_to_cart", "/?reset_password=true"),
        *("/newsletter/stop/secret/", "/alerts/stop/secret/", "/checkout/order-received/1/", "/mixed-case/6/"),
        *("/admin/", "/contact/", "/terms/", "/no/such/page/"),
    ],
)
@pytest.mark.parametrize("headers", [EARLY, {"Sec-Purpose": "prefetch;prerender"}, {"Purpose": "prefetch"}])
def test_nothing_else_comes_early(
    client: Client, path: str, headers: dict[str, str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        response = client.get(path, headers=headers)
    assert (response.status_code, response["Cache-Control"]) == (503, "no-store")
    assert not response.cookies


def test_what_a_page_needs_is_no_page(client: Client) -> None:
    """Browsers may render a page early; its scripts ask as they always do."""
    headers = {"Sec-Purpose": "prefetch;prerender", "Sec-Fetch-Dest": "empty"}
    assert client.get("/search/suggestions/?s=port", headers=headers).status_code == 200


def test_the_rules_ask_for_pages_that_come_early_and_for_no_others() -> None:
    paths = list(list_paths(get_resolver().url_patterns))
    assert len(paths) > 150, "the store's addresses are not found"
    matched = [path for path in paths if is_matched(path)]
    refused = [path for path in matched if path != "/" and not hasattr(resolve(path).func, "may_be_early")]
    assert refused == []
    for path in ("/", "/shop/", "/shop/page/1/", "/product/a-word/", "/producer/", "/producer/a-word/", "/a-word/"):
        assert path in matched
    assert {"/product-category/a-word/", "/product-category/a-word/page/1/", "/product-tag/a-word/"} <= set(matched)


def test_no_address_with_a_query_is_asked_for_early() -> None:
    (rule,) = RULES["prefetch"]
    assert all(each["search"] == "" for each in rule["where"]["and"][0]["href_matches"])


def test_the_policy_allows_the_rules(client: Client) -> None:
    response = client.get("/shop/")
    assert '<script type="speculationrules">{"prefetch"' in response.content.decode()
    assert all(source in response["Content-Security-Policy"] for source in settings.INLINE_SCRIPTS)


def show(client: Client, path: str, edition: str, referrer: str = "") -> int:
    """Do what the script of a page does once the page, fetched early, is shown. Returns the status."""
    headers = {"Sec-Fetch-Dest": "empty", "Accept": "text/html", "If-None-Match": edition, "X-View-Referrer": referrer}
    return client.get(path, headers=headers).status_code


def test_an_early_page_is_a_view_once_it_is_shown(client: Client, wine: Product) -> None:
    path = wine.get_absolute_url()
    edition = client.get(path, headers=EARLY)["ETag"]
    assert not client.cookies
    assert show(client, path, edition, "https://www.google.com/") == 304
    assert "google" in client.cookies["sbjs_current"].value
    assert "pgs%3D1" in client.cookies["sbjs_session"].value


def test_an_early_page_that_is_outdated_is_told_so_and_viewed_only_when_it_is_loaded_anew(
    client: Client, wine: Product
) -> None:
    path = wine.get_absolute_url()
    edition = client.get(path, headers=EARLY)["ETag"]
    Variation.objects.update(regular_price=Money(1799))
    assert show(client, path, edition) == 200
    assert "sbjs_session" not in client.cookies


def test_a_message_ends_what_came_early_and_waits_for_the_page_that_is_asked_for(client: Client, wine: Product) -> None:
    path = wine.get_absolute_url()
    fields = {"add-to-cart": str(only_variation(wine).pk), "quantity": "1"}
    added = client.post(path, fields, headers={"Origin": "http://testserver"})
    assert added["Clear-Site-Data"] == '"prefetchCache", "prerenderCache"'
    assert client.get(path, headers=EARLY).status_code == 503
    assert show(client, path, "of before") == 205  # loaded anew, and the message is still there
    shown = client.get(path)
    assert b"added to your cart" in shown.content
    assert "Clear-Site-Data" not in shown
