"""Which addresses crawlers visit: what structured data, feeds and sitemaps name, and none of those without end."""

import pytest
from django.conf import settings
from django.test import Client
from protego import Protego

from vintner.catalogue.finding.filters import FACETS
from vintner.catalogue.models import Attribute, Category, Producer, Product
from vintner.storefront.tests.machines.shop import (
    ATOM,
    fill_shop,
    list_addresses,
    list_locations,
    list_pages,
    read_head,
    read_items,
    read_xml,
)
from vintner.testing.builders import make_product, make_variable_product

pytestmark = pytest.mark.django_db
ENDLESS = (*FACETS, "s", "orderby", "min_price", "max_price", "values_of", "wc-ajax", "add-to-cart")
PERSONAL = (
    *("/cart/", "/ship-to/", "/checkout/", "/my-source/orders/", "/favorites/", "/alerts/wine/7/?about=price"),
    *("/admin/", "/outbox/", "/mixed-case/?size=6&case=7-1", "/subscriptions/token/", "/newsletter/confirm/token/"),
    *("/newsletter/stop/token/", "/events/", "/search/suggestions/?q=red", "/wp-json/wc/store/v1/products?search=red"),
)
OPEN = (
    *("/mixed-case/", "/shop/page/2/", "/product/a/comment-page-2/", "/shop/?utm_source=a", "/terms/", "/cartagena/"),
    "/newsletter/",
    *("/static/store.css", "/media/pictures/a.webp"),
)


def read_rules(client: Client) -> Protego:
    return Protego.parse(client.get("/robots.txt").content.decode())


def test_the_sitemap_names_what_can_be_seen_and_nothing_else(client: Client) -> None:
    maker = Producer.objects.create(name="Alba", slug="alba")
    seen = make_product(producer=maker)
    make_product(published=False)
    make_product(visibility=Product.Visibility.HIDDEN)
    shelf = Category.objects.create(name="Red", slug="red")
    Category.objects.create(name="Empty", slug="empty")
    seen.categories.add(shelf)
    assert list_pages(client) == [
        "/",
        "/shop/",
        "/producer/",
        "/contact/",
        seen.get_absolute_url(),
        "/producer/alba/",
        "/product-category/red/",
    ]


@pytest.mark.parametrize("path", ["/sitemap.xml", "/sitemap-pages.xml", "/feed/"])
def test_addresses_are_the_stores_own_whatever_host_was_asked(client: Client, path: str) -> None:
    make_product()
    text = client.get(path, headers={"Host": "localhost:9999"}).getvalue().decode()
    assert "localhost:9999" not in text
    assert settings.STORE_URL in text


def test_whatever_search_engines_are_told_of_is_open_to_them(client: Client) -> None:
    fill_shop()
    named = {f"{settings.STORE_URL}{path}" for path in (*list_pages(client), *list_locations(client, "/sitemap.xml"))}
    for item in read_items(client).values():
        named |= {item["link"], item["image_link"]}
    named |= {str(link.get("href")) for link in read_xml(client, "/feed/").iter(f"{ATOM}link")}
    for path in list_pages(client):
        head = read_head(client, path)
        named |= {head.canonical, *list_addresses(head.blocks)}
    rules = read_rules(client)
    assert [each for each in named if not rules.can_fetch(each, "anybot")] == []
    assert len(named) > 30
    assert list(rules.sitemaps) == [f"{settings.STORE_URL}/sitemap.xml"]


def test_a_choice_is_open_whatever_its_option_is_called(client: Client) -> None:
    for name in ENDLESS:
        Attribute.objects.get_or_create(slug=name, defaults={"name": name})
    wine = make_variable_product(attribute="Glasses", prices={"s=2&s": "20.00"})
    rules = read_rules(client)
    names = [f"attribute_{slug}" for slug in Attribute.objects.values_list("slug", flat=True)]
    choices = [f"{wine.get_absolute_url()}?{name}=2019" for name in names]
    choices += [f"{wine.get_absolute_url()}?attribute_vintage=2019&{name}=2" for name in names]
    assert [each for each in choices if not rules.can_fetch(settings.STORE_URL + each, "anybot")] == []
    addresses = list(list_addresses(read_head(client, wine.get_absolute_url()).blocks[0]))
    assert any("attribute_glasses=" in each for each in addresses)
    assert [each for each in addresses if not rules.can_fetch(each, "anybot")] == []


@pytest.mark.parametrize("name", [*ENDLESS, "grape", "colour", "vintage", "on_sale"])
def test_addresses_without_end_are_closed(client: Client, name: str) -> None:
    rules = read_rules(client)
    for path in ("/", "/shop/", "/shop/page/2/", "/product-category/red/", "/product-tag/old/page/3/"):
        for query in (f"{name}=x", f"ref=x&{name}=y", f"{name}="):
            assert not rules.can_fetch(f"{settings.STORE_URL}{path}?{query}", "anybot"), query


@pytest.mark.parametrize(("path", "is_open"), [*((path, False) for path in PERSONAL), *((path, True) for path in OPEN)])
def test_personal_pages_are_closed_and_their_neighbours_are_not(client: Client, path: str, *, is_open: bool) -> None:
    assert read_rules(client).can_fetch(settings.STORE_URL + path, "anybot") is is_open
