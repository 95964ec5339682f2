"""While a wine is coming soon and its price is hidden, no public address gives the price away."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from vintner.catalogue import products
from vintner.catalogue.models import Category, Product, Tag
from vintner.catalogue.offers import AT_LAUNCH
from vintner.favourites.models import Favourite, SharedList
from vintner.pricing.choices import MeasureChoices, PromotionKind
from vintner.pricing.models import Promotion, Tier
from vintner.testing.builders import make_product, make_user, make_variable_product
from vintner.wire.routes import ACTIONS, AJAX

pytestmark = pytest.mark.django_db

PRICE, LOWERED, VINTAGE_PRICE = "4321.87", "3889.68", "6543.21"
SIGNS = re.compile(r"4,?321\.?87|3,?889\.?68|6,?543\.?21|5,?888\.?89|4321[.]?8|432187")
"""The planted prices, and what a promotion makes of them, in dollars and cents."""
NOT_PUBLIC = ("admin/", "outbox/", "metrics/", "_bench/")
QUERIES = (
    "/?s=Planted",
    "/search/suggestions/?q=planted",
    "/shop/?orderby=price-desc",
    "/wp-json/wc/store/v1/products?search=planted",
    "/wp-json/wc/store/v1/products/collection-data?calculate_price_range=true",
    "/wp-json/wc/store/v1/cart",
)


@pytest.fixture
def shelf() -> Category:
    return Category.objects.create(name="Reds", slug="reds")


@pytest.fixture
def wines(shelf: Category) -> list[Product]:
    """A simple and a variable wine, on sale, with a promotion that has a table."""
    made = [
        make_product(sku="PLANTED", name="Planted Simple", price=PRICE, categories=[shelf]),
        make_variable_product(name="Planted Vintages", prices={"2019": VINTAGE_PRICE}, categories=[shelf]),
    ]
    tag = Tag.objects.create(name="Old vines", slug="old-vines")
    for wine in made:
        wine.tags.add(tag)
    promotion = Promotion.objects.create(title="Three", kind=PromotionKind.BULK)
    Tier.objects.create(promotion=promotion, at_least=3, measure=MeasureChoices.PERCENT, value=Decimal(10), units=1)
    return made


def make_shopper(wines: list[Product]) -> Client:
    """Return a customer with both wines among the favourites, and one in the cart: they are on sale."""
    SharedList.objects.all().delete()
    user, client = make_user(), Client()
    client.force_login(user)
    Favourite.objects.bulk_create([Favourite(user=user, product=wine) for wine in wines])
    SharedList.objects.create(user=user, token="shared-list")
    assert "fragments" in client.post("/?wc-ajax=add_to_cart", {"product_id": wines[0].pk, "quantity": 1}).json()
    return client


def announce(wines: list[Product], *, at: datetime, hide: bool) -> None:
    Product.objects.filter(pk__in=[wine.pk for wine in wines]).update(available_from=at, hide_price=hide)
    products.refresh_products([wine.pk for wine in wines], timezone.now())


def addresses(patterns: list[URLPattern | URLResolver], wine: Product, before: str = "/") -> Iterator[str]:
    """Yield an address for each route that pages, feeds and answers of the store have."""
    samples = {"slug": wine.slug, "token": "shared-list", "section": "products", "id_or_slug": str(wine.pk)}
    for each in patterns:
        route = str(getattr(each.pattern, "_route", ""))
        if each.pattern.regex.pattern.startswith("^") and not route and before == "/" and str(each.pattern):
            continue  # addresses by regular expressions lead elsewhere, or to pictures
        if before == "/" and route.startswith(NOT_PUBLIC):
            continue
        slugs = {"product-category": "reds", "product-tag": "old-vines"}
        slug = next((name for start, name in slugs.items() if route.startswith(start)), wine.slug)
        known = samples | {"slug": slug}
        filled = route
        for name in re.findall(r"<(?:\w+:)?(\w+)>", route):
            filled = re.sub(rf"<(?:\w+:)?{name}>", known.get(name, "2"), filled)
        if isinstance(each, URLResolver):
            yield from addresses(each.url_patterns, wine, before + filled)
        else:
            yield before + filled


def answers(client: Client, wines: list[Product]) -> Iterator[tuple[str, str]]:
    """Yield every address with what it answers, and every call with all the fields that name a wine."""
    places = {place: None for wine in wines for place in addresses(get_resolver().url_patterns, wine)}
    for place in (*places, *QUERIES):
        response = client.get(place)
        assert response.status_code < 500, place
        yield place, text_of(response)
    for wine in wines:
        variation = wine.variations.get()
        fields: dict[str, str | int] = {
            "product_id": wine.pk,
            "id": wine.pk,
            "postid": wine.pk,
            "variation_id": variation.pk,
            "qty": 3,
        }
        fields |= {"quantity": 1, "attribute_vintage": "2019", "email": "ada@example.com", "include_links": "true"}
        fields |= {"method": "get_price_html", "awdr_nonce": nonce(client)}
        for name in AJAX:
            yield f"?wc-ajax={name}", text_of(client.post(f"/?wc-ajax={name}", fields))
        for name in ACTIONS:
            yield name, text_of(client.post("/wp-admin/admin-ajax.php", fields | {"action": name}))
        table = fields | {"action": "wdr_ajax", "method": "get_variable_product_bulk_table"}
        yield "bulk table", text_of(client.post("/wp-admin/admin-ajax.php", table))
        yield "variation", text_of(client.get(f"/wp-json/wc/store/v1/products/{variation.pk}"))


def nonce(client: Client) -> str:
    return str(client.post("/wp-admin/admin-ajax.php", {"action": "wdr_ajax"}).headers.get("Nonce", ""))


def text_of(response: HttpResponseBase) -> str:
    body = response.getvalue()
    return str(body.decode(errors="replace"))


def test_no_public_address_gives_a_hidden_price_away(wines: list[Product]) -> None:
    shopper = make_shopper(wines)
    announce(wines, at=timezone.now() + timedelta(days=3), hide=True)
    leaks = {place for place, text in answers(shopper, wines) if SIGNS.search(text)}
    assert leaks == set()
    announce(wines, at=timezone.now() - timedelta(seconds=1), hide=True)
    shown = {place for place, text in answers(make_shopper(wines), wines) if SIGNS.search(text)}
    places = {wines[0].get_absolute_url(), "/shop/", "/product-category/reds/", "/favorites/", "/cart/", *QUERIES}
    places |= {"/feed/google-products.xml", "?wc-ajax=get_variation", "wdr_ajax", "bulk table", "variation"}
    assert places - {"/shop/?orderby=price-desc"} <= shown, "the walk has to come by the prices that there are"


def test_pages_say_price_at_launch(client: Client, wines: list[Product]) -> None:
    announce(wines, at=timezone.now() + timedelta(days=3), hide=True)
    for wine in wines:
        page = client.get(wine.get_absolute_url(), headers={"accept": "application/json"}).json()
        assert (page["price"], page["price_note"], page["tiers"]) == (None, AT_LAUNCH, [])
        assert '"offers"' not in client.get(wine.get_absolute_url()).content.decode()
    listing = client.get("/shop/", headers={"accept": "application/json"}).json()
    assert [(card["price"], card["price_note"]) for card in listing["cards"]] == [(None, AT_LAUNCH)] * 2
    found = client.get("/search/suggestions/?q=planted").json()["wines"]
    assert {each["price"] for each in found} == {AT_LAUNCH}


def test_filters_and_orders_by_price_do_not_find_it(client: Client, wines: list[Product]) -> None:
    announce(wines, at=timezone.now() + timedelta(days=3), hide=True)
    make_product(name="Cheap", price="1.00")
    for address in ("/shop/?min_price=2", "/shop/?max_price=9999", "/shop/?on_sale=1"):
        assert "Planted" not in client.get(address, headers={"accept": "application/json"}).content.decode(), address
    both = [client.get(f"/shop/?orderby={sort}").content.decode() for sort in ("price", "price-desc")]
    assert all(text.index("Cheap") < text.index("Planted") for text in both)


def test_a_price_that_is_not_hidden_is_displayed_before_the_launch(client: Client, wines: list[Product]) -> None:
    announce(wines, at=timezone.now() + timedelta(days=3), hide=False)
    page = client.get(wines[0].get_absolute_url(), headers={"accept": "application/json"}).json()
    assert (page["price"]["current"], page["price_note"]) == ("$4,321.87", "")
