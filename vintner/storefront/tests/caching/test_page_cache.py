"""Pages are kept for as long as nothing in the shop changes, and not a moment longer."""

import gzip
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, time, timedelta
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.catalogue.models import Product, Variation
from vintner.money import Money
from vintner.pricing.models import Condition, Promotion, Tier
from vintner.shipping.models import Destination
from vintner.storefront import views
from vintner.storefront.age_views import COOKIE
from vintner.testing.builders import make_product, set_stock
from vintner.testing.held_clock import HeldClock
from vintner.web import answers, catalogue_version
from vintner.web.page import CSRF_TOKEN
from vintner.web.rendering.renderer import RendererDown

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def wine() -> Product:
    return make_product(name="Dolcetto", price="16.99", stock=40)


def number() -> int:
    return catalogue_version.current_version(timezone.now()).number


def test_a_cached_page_costs_the_number_of_the_version(
    client: Client, wine: Product, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # The version's number, for the store's mode and for the page, what belongs to the product alone, and the levels of
    # the wines that are shown.
    for path, queries in (("/", 3), ("/shop/", 3), (wine.get_absolute_url(), 4), ("/producer/", 2)):
        client.get(path)
        with django_assert_num_queries(queries):
            assert client.get(path).status_code == 200


def test_the_number_is_asked_for_twice_a_second_at_most(
    client: Client, wine: Product, held_clock: HeldClock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with patch.object(catalogue_version, "CHECK_SECONDS", 0.5):
        client.get(wine.get_absolute_url())
        held_clock.move(0.4)
        with django_assert_num_queries(0):
            client.get(wine.get_absolute_url())
        held_clock.move(0.1)
        with django_assert_num_queries(3):  # the numbers of the version, of the product and of what is shown
            client.get(wine.get_absolute_url())


def test_a_new_price_is_seen_at_once(client: Client, wine: Product) -> None:
    assert b"$16.99" in client.get(wine.get_absolute_url()).content
    Variation.objects.update(regular_price=Money(1799))
    page = client.get(wine.get_absolute_url()).content
    assert b"$17.99" in page
    assert b"$16.99" not in page


@pytest.mark.parametrize(
    ("change", "is_seen"),
    [
        (lambda: set_stock(Variation.objects.get(), 39), False),
        (lambda: set_stock(Variation.objects.get(), 0), False),
        (lambda: Variation.objects.update(reserved=1), False),
        (lambda: Variation.objects.update(reserved=38), False),
        (lambda: Variation.objects.update(reserved=0, position=3), True),
        (lambda: set_stock(Variation.objects.get(), 50_000), False),
        (lambda: Product.objects.update(sales_count=7), False),
        (lambda: Product.objects.update(name="Barbera"), True),
        (
            lambda: Tier.objects.create(promotion=Promotion.objects.create(title="B"), at_least=3, value=9),
            True,
        ),
        (lambda: Variation.objects.update(position=0), False),
    ],
    ids=[
        "sold",
        "sold out",
        "held",
        "all but two held",
        "moved",
        "delivered",
        "counted",
        "renamed",
        "promoted",
        "nothing",
    ],
)
@pytest.mark.usefixtures("wine")
def test_what_makes_a_new_version(change: object, is_seen: bool) -> None:
    before = number()
    assert callable(change)
    change()
    assert (number() != before) is is_seen


UNSEEN = {
    "catalogue_findable",
    "catalogue_formeraddress",
    "catalogue_searchdocument",
    "catalogue_searchword",
    "catalogue_shippingclass",
    "catalogue_stockmovement",
    "catalogue_taxclass",
    "catalogue_uncountedsale",
    "pricing_coupon",
    "pricing_coupon_categories",
    "pricing_coupon_excluded_categories",
    "pricing_coupon_excluded_products",
    "pricing_coupon_products",
    "pricing_couponcount",
    "shipping_sent",
}
"""Tables that cached pages show nothing of, and those of search, made of watched ones in the same commit."""


def test_every_table_is_watched_or_known_to_be_unseen() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT c.relname,
                EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid
                        AND (starts_with(t.tgname, 'new_edition') OR t.tgname IN ('new_book', 'used_up')))
            FROM pg_class c WHERE c.relkind = 'r'
                AND c.relname ~ '^(catalogue|pricing|shipping|notices)_|^express_expresssettings$'"""
        )
        watched = dict(cursor.fetchall())
    assert {table for table, is_watched in watched.items() if not is_watched} == UNSEEN


def test_where_no_wine_may_go_is_seen_at_once_on_listings_and_pages_of_wines(client: Client, wine: Product) -> None:
    Destination.objects.create(country="US", state="UT", wine_allowed=True)

    def closed(path: str) -> bool:
        shared = client.get(path, headers={"Accept": "application/json"}).json()["shared"]
        return "US:UT" in [each["place"] for each in shared["closed_places"]]

    paths = ("/shop/", wine.get_absolute_url())
    assert [closed(path) for path in paths] == [False, False]
    Destination.objects.update(wine_allowed=False)
    assert [closed(path) for path in paths] == [True, True]


@pytest.mark.parametrize(
    ("columns", "ships_wine"), [({}, True), ({"alcoholic": False}, False), ({"virtual": True}, False)]
)
def test_cards_and_pages_say_what_the_rules_about_sending_wine_concern(
    client: Client, wine: Product, columns: dict[str, bool], ships_wine: bool
) -> None:
    Product.objects.filter(pk=wine.pk).update(**columns)
    page = client.get(wine.get_absolute_url(), headers={"Accept": "application/json"}).json()
    (card,) = client.get("/shop/", headers={"Accept": "application/json"}).json()["cards"]
    assert (page["ships_wine"], card["ships_wine"]) == (ships_wine, ships_wine)


def test_only_a_commit_makes_a_new_version(wine: Product) -> None:
    before = number()
    with transaction.atomic():
        Product.objects.update(name="Barbera")
        transaction.set_rollback(True)
    assert number() == before


def test_a_sale_that_begins_by_itself_is_seen(client: Client, wine: Product) -> None:
    soon = timezone.now() + timedelta(hours=1)
    Variation.objects.update(sale_price=Money(999), sale_starts_at=soon)
    assert b"$9.99" not in client.get(wine.get_absolute_url()).content
    with patch.object(timezone, "now", return_value=soon + timedelta(seconds=1)):
        assert b"$9.99" in client.get(wine.get_absolute_url()).content


def lowered(**terms: object) -> Promotion:
    promotion = Promotion.objects.create(title="Half price", kind="wdr_simple_discount", **terms)
    Tier.objects.create(promotion=promotion, value=50)
    return promotion


MONDAY_NOON = datetime(2026, 6, 1, 12, tzinfo=ZoneInfo("America/Los_Angeles"))


@pytest.mark.parametrize(
    ("terms", "condition", "begins"),
    [
        ({"starts_at": MONDAY_NOON + timedelta(hours=6)}, {}, timedelta(hours=6)),
        ({}, {"kind": "time", "from_time": time(18), "to_time": time(20)}, timedelta(hours=6)),
        ({}, {"kind": "days", "days": [1]}, timedelta(hours=12)),
    ],
    ids=["a date", "a time of day", "a day of the week"],
)
def test_a_promotion_that_begins_by_itself_is_seen_to_the_second(
    client: Client, wine: Product, terms: dict[str, object], condition: dict[str, object], begins: timedelta
) -> None:
    promotion = lowered(**terms)
    if condition:
        Condition.objects.create(promotion=promotion, **condition)

    def shown_at(now: datetime) -> bool:
        with patch.object(timezone, "now", return_value=now):
            return b"$8.50" in client.get(wine.get_absolute_url()).content

    assert not shown_at(MONDAY_NOON)
    assert not shown_at(MONDAY_NOON + begins - timedelta(seconds=1))
    assert shown_at(MONDAY_NOON + begins)


def test_a_promotion_that_ends_by_itself_or_is_changed_is_gone_at_once(client: Client, wine: Product) -> None:
    soon = timezone.now() + timedelta(hours=1)
    promotion = lowered(ends_at=soon)
    assert b"$8.50" in client.get(wine.get_absolute_url()).content
    with patch.object(timezone, "now", return_value=soon):
        assert b"$8.50" not in client.get(wine.get_absolute_url()).content
    Promotion.objects.filter(pk=promotion.pk).update(ends_at=None)
    assert b"$8.50" in client.get("/shop/").content
    Tier.objects.update(value=25)
    assert b"$12.74" in client.get("/shop/").content


def test_a_browser_that_has_the_page_is_told_so(client: Client, wine: Product) -> None:
    first = client.get(wine.get_absolute_url())
    again = client.get(wine.get_absolute_url(), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["Content-Security-Policy"] == first["Content-Security-Policy"], "it has to fit the copy"
    Product.objects.update(name="Barbera")
    assert client.get(wine.get_absolute_url(), headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip;q=0.8", "*", "identity", "gzip;q=0, *", "br, GZIP ; q=0.0"])
def test_a_cached_page_is_sent_packed_to_whoever_unpacks(client: Client, wine: Product, accepted: str) -> None:
    plain = client.get(wine.get_absolute_url())
    response = client.get(wine.get_absolute_url(), headers={"Accept-Encoding": accepted})
    packed = response.get("Content-Encoding") == "gzip"
    assert packed is (accepted in ("gzip", "br, gzip;q=0.8"))
    content = gzip.decompress(response.content) if packed else response.content
    assert len(content) == len(plain.content)
    assert b"Dolcetto" in content
    assert "Accept-Encoding" in response["Vary"]


OF_PAGE_VIEWS = {
    "vintner_consent",
    *("sbjs_current", "sbjs_current_add", "sbjs_first", "sbjs_first_add", "sbjs_session", "sbjs_udata"),
    "sbjs_migrations",
}
"""Cookies that a page view may set after the cache: they are no part of the page."""


def test_cached_pages_carry_nothing_of_a_visitor(client: Client, wine: Product) -> None:
    buyer = Client()
    buyer.post(
        wine.get_absolute_url(), {"add-to-cart": wine.pk, "quantity": 2}, headers={"Origin": "http://testserver"}
    )
    for path in ("/", "/shop/", wine.get_absolute_url()):
        buyer.get(path)
        response = client.get(path)
        assert set(response.cookies) <= OF_PAGE_VIEWS
        assert b"csrf" not in response.content.lower()
        assert b"added to your cart" not in response.content


def test_a_page_with_a_token_is_cached_for_nobody(wine: Product) -> None:
    """None of the cached pages has a form today. One that had would send each visitor the token of the first."""
    Product.objects.update(name=CSRF_TOKEN)
    pages = [client.get(wine.get_absolute_url()) for client in (Client(), Client())]
    for page in pages:
        assert page.cookies["csrftoken"].value
        assert "ETag" not in page
    assert pages[0].content != pages[1].content


def of_age(client: Client) -> Client:
    """Let a visitor say yes at the gate."""
    client.post("/age/", {"answer": "yes"}, headers={"Origin": "http://testserver"})
    return client


def test_pages_are_cached_with_the_age_gate_and_without(
    client: Client, wine: Product, settings: Settings, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings.AGE_CHECK = "affirm"
    known = of_age(Client())
    before = client.get(wine.get_absolute_url())
    assert b'"age_gate":{' in before.content
    behind = known.get(wine.get_absolute_url())
    assert b'"age_gate":null' in behind.content
    assert before["ETag"] != behind["ETag"]
    for visitor, first in ((client, before), (known, behind), (Client(), before), (of_age(Client()), behind)):
        with django_assert_num_queries(4):
            again = visitor.get(wine.get_absolute_url())
        assert again["ETag"] == first["ETag"]
        assert set(again.cookies) <= OF_PAGE_VIEWS
    of_age(client)
    fresh = client.get(wine.get_absolute_url(), headers={"If-None-Match": before["ETag"]})
    assert (fresh.status_code, fresh["ETag"]) == (200, behind["ETag"]), "the browser's copy still has the gate"


def test_a_cookie_that_nobody_signed_opens_no_cached_page(client: Client, wine: Product, settings: Settings) -> None:
    settings.AGE_CHECK = "affirm"
    of_age(Client()).get(wine.get_absolute_url())
    for forged in ("yes", "yes:1:forged", ""):
        client.cookies[COOKIE] = forged
        assert b'"age_gate":{' in client.get(wine.get_absolute_url()).content


def test_where_the_first_visitor_came_from_is_not_in_the_gate_of_the_next(client: Client, settings: Settings) -> None:
    settings.AGE_CHECK = "affirm"
    for query in ("?utm_source=secret&orderby=price", "?orderby=price"):
        assert b'"back":"/shop/?orderby=price"' in client.get(f"/shop/{query}").content


def test_props_and_html_are_cached_apart(client: Client, wine: Product) -> None:
    client.get(wine.get_absolute_url())
    props = client.get(wine.get_absolute_url(), headers={"Accept": "application/json"})
    assert props.json()["name"] == "Dolcetto"
    assert client.get(wine.get_absolute_url()).content.startswith(b"<!doctype html>")


def test_where_a_visitor_came_from_makes_no_page_of_its_own(
    client: Client, wine: Product, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/shop/?orderby=price")
    with django_assert_num_queries(3):
        client.get("/shop/?utm_source=letter&orderby=price&gclid=1")


def test_only_quantities_that_choose_a_case_make_pages_of_their_own(client: Client, wine: Product) -> None:
    url = wine.get_absolute_url()
    plain, six = client.get(url), client.get(f"{url}?quantity=6")
    assert plain["ETag"] != six["ETag"]
    with patch.object(views, "product_answer", side_effect=AssertionError("not from the cache")):
        assert client.get(f"{url}?quantity=7")["ETag"] == plain["ETag"]
        assert client.get(f"{url}?quantity=6&quantity=7")["ETag"] == six["ETag"]


def test_the_order_of_a_repeated_parameter_makes_another_page(client: Client, wine: Product) -> None:
    for path in ("/?s=qqb&s=qqa", "/?s=qqa&s=qqb"):
        page = client.get(path, headers={"Accept": "application/json"}).json()
        assert path[-3:] in page["title"], "the last value counts"


def test_a_page_that_does_not_exist_is_not_cached(client: Client, wine: Product) -> None:
    with patch("vintner.catalogue.product.product_rows.find", return_value=None):
        assert client.get(wine.get_absolute_url()).status_code == 404
    assert client.get(wine.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("path", ["/shop/", "/cart/", "/no-such-page/"])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_page_with_a_notice_is_cached_by_nobody(client: Client, wine: Product, path: str, accept: str) -> None:
    client.get(reverse("order_link", args=["made-up"]))  # leaves the notice that the link is too old
    answer = client.get(path, headers={"Accept": accept})
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
    if path == "/shop/":
        assert "no-store" not in client.get(path, headers={"Accept": accept}).get("Cache-Control", ""), "told once"


def test_a_page_that_lacks_its_text_is_not_cached(client: Client, wine: Product) -> None:
    url = wine.get_absolute_url()
    with patch.object(answers, "render_page", side_effect=RendererDown):
        answer = client.get(url)
        assert "<main>" not in answer.text
        assert answer["Cache-Control"] == "no-store"
    assert "<main>" in client.get(url).text


def test_a_new_version_makes_each_page_once(wine: Product) -> None:
    """No stampede: of many who ask for a page at once, one has it made."""
    made = []
    rest = views.product_answer

    def counted(*args: object, **kwargs: object) -> object:
        made.append(1)
        return rest(*args, **kwargs)  # type: ignore[arg-type]

    def ask(_: int) -> int:
        try:
            return Client().get(wine.get_absolute_url()).status_code
        finally:
            connection.close()

    with patch.object(views, "product_answer", counted), ThreadPoolExecutor(8) as crowd:
        assert set(crowd.map(ask, range(24))) == {200}
    assert len(made) == 1
