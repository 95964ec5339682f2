"""What pages report, and what is made of it."""

import json
from collections.abc import Mapping

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries as CountQueries
from pytest_django import Settings

from vintner.analytics.beacon import LARGEST_BODY
from vintner.analytics.models import Event
from vintner.analytics.rules import Device, EventKind, PageType
from vintner.catalogue.models import Category, Producer, Product, Tag
from vintner.content.models import Content
from vintner.testing.builders import make_product, make_user
from vintner.web.middleware import PREVIEW_COOKIE

pytestmark = pytest.mark.django_db
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"
DESKTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
OURS = {"Sec-Fetch-Site": "same-origin", "User-Agent": DESKTOP}


def send(*events: object, client: Client | None = None, headers: Mapping[str, str] = OURS) -> int:
    """Send events as a page does. Returns the status."""
    body = json.dumps({"e": events})
    answer = (client or Client()).post("/events/", body, content_type="text/plain", headers={**OURS, **headers})
    assert answer.content == b""
    return answer.status_code


def view(path: str, **fields: object) -> dict[str, object]:
    return {"t": "view", "p": path, **fields}


def test_a_view_of_a_wine_names_the_wine() -> None:
    wine = make_product()
    Product.objects.filter(pk=wine.pk).update(slug="ruby")
    assert send(view("/product/ruby/?utm_source=x#top"), headers={"User-Agent": PHONE}) == 204
    event = Event.objects.get()
    assert (event.kind, event.page_type, event.device) == (EventKind.VIEW_ITEM, PageType.PRODUCT, Device.MOBILE)
    assert (event.product_id, event.path) == (wine.pk, "/product/ruby/")
    assert event.detail == "typein|(direct)|(none)"


@pytest.mark.parametrize(
    ("fields", "source"),
    [
        ({}, "typein|(direct)|(none)"),
        ({"r": "https://www.google.com/search"}, "organic|google|organic"),
        ({"r": "https://mail.google.com/"}, "referral|mail.google.com|referral"),
        ({"r": "https://www.wine.example/best"}, "referral|wine.example|referral"),
        ({"r": "https://x.example/", "s": "news|letter", "m": "email", "c": "May"}, "utm|news letter|email|May"),
        ({"r": "http://127.0.0.1:8000/shop/"}, ""),
        ({"r": "http://[broken"}, "typein|(direct)|(none)"),
    ],
    ids=["direct", "search", "no search", "link", "campaign", "own page", "no address"],
)
def test_a_view_says_where_the_visit_comes_from(fields: dict[str, str], source: str, settings: Settings) -> None:
    settings.STORE_URL = "http://127.0.0.1:8000"
    send(view("/shop/", **fields))
    assert Event.objects.get().detail == source


def test_a_search_is_counted_with_its_results() -> None:
    send(view("/", q="  Old   PORT ", n=0))
    page, search = Event.objects.order_by("kind")
    assert (page.kind, page.page_type, page.path) == (EventKind.VIEW_ITEM_LIST, PageType.SEARCH, "/?s")
    assert (search.kind, search.detail, search.number) == (EventKind.SEARCH, "old port", 0)


@pytest.mark.parametrize("term", ["ada@example.com", "415 555 0100", "4242-4242-4242-4242", "\x00 \u2028"])
def test_a_search_for_what_names_a_person_is_no_word(term: str) -> None:
    send(view("/", q=term))
    assert not Event.objects.filter(kind=EventKind.SEARCH).exists()


def test_the_number_of_an_order_and_secrets_in_paths_are_left_out() -> None:
    send(view("/checkout/order-received/123/"), view("/alerts/stop/secret/"))
    assert [each.path for each in Event.objects.order_by("id")] == [
        "/checkout/order-received/<int:order_id>/",
        "/alerts/stop/<str:token>/",
    ]


def test_a_page_of_the_merchant_s_own_text_is_counted_by_its_path() -> None:
    Content.objects.create(title="Delivery", slug="delivery", text="By van.", published=True)
    Content.objects.create(title="Draft", slug="draft", text="Not yet.")
    send(view("/delivery/"), view("/draft/"))
    assert [each.path for each in Event.objects.all()] == ["/delivery/"]


def test_pages_that_the_store_does_not_have_count_nothing() -> None:
    Product.objects.filter(pk=make_product(published=False).pk).update(slug="draft")
    paths = ("/nowhere/", "/product/unknown/", "/product/draft/", "https://evil.example/", "//evil.example/", "")
    assert send(*(view(path) for path in paths), {"t": "select", "p": "/shop/"}) == 204
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("kind", "path"),
    [(Category, "/product-category/{}/"), (Tag, "/product-tag/{}/page/2/"), (Producer, "/producer/{}/")],
)
def test_pages_of_what_the_store_does_not_have_count_nothing(kind: type[Category | Tag | Producer], path: str) -> None:
    kind.objects.create(name="Known", slug="known")
    send(view(path.format("invented")), view(path.format("known")))
    assert [each.path for each in Event.objects.all()] == [path.format("known")]


def test_vitals_are_capped() -> None:
    send({"t": "vital", "p": "/shop/", "k": "LCP", "n": 999_999})
    event = Event.objects.get()
    assert (event.detail, event.number, event.page_type) == ("LCP", 60_000, PageType.LISTING)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"e":[]}',
        b'{"e":[{"t":"purchase","p":"/"}]}',
        b'{"e":[{"t":"view","p":1}]}',
        b'{"e":[{"t":"view","p":"/","n":-1}]}',
        b'{"e":[{"t":"view","p":"/","n":1e99}]}',
        b'{"e":[{"t":"vital","p":"/","k":"X","n":1}]}',
        b"\xff\xfe",
        json.dumps({"e": [{"t": "view", "p": "/"}] * 21}).encode(),
        b"x" * (LARGEST_BODY + 1),
    ],
    ids=range(12),
)
def test_a_body_that_is_no_list_of_events_is_refused(body: bytes) -> None:
    answer = Client().post("/events/", body, content_type="application/json", headers=OURS)
    assert answer.status_code in (400, 413)
    assert not Event.objects.exists()


@pytest.mark.parametrize("text", ["\x00", "\ud800", "\r\nSet-Cookie: a=b", "<script>", "x" * 400])
def test_no_text_is_a_fault(text: str) -> None:
    fields = dict.fromkeys(("q", "r", "s", "m", "c"), text)
    pages = (view("/", **fields), view(f"/product-category/{text}/"), {"t": "select", "p": f"/product/{text}/"})
    assert send(*pages, {"t": "vital", "p": text, "k": "LCP", "n": 1}) in (204, 400)


@pytest.mark.parametrize("name", ["t", "p", "q", "r", "s", "m", "c", "k"])
@pytest.mark.parametrize("byte", [b"\xff", b"\x00", b"\\u0000", b"\\ud800"])
def test_no_byte_of_a_text_is_a_fault(name: str, byte: bytes) -> None:
    sent = json.dumps({"e": [{**view("/"), name: "BYTE"}]}).encode().replace(b"BYTE", byte)
    answer = Client().post("/events/", sent, content_type="text/plain", headers=OURS)
    assert answer.status_code in (204, 400)


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-GPC": "1"},
        {"Accept-Language": "de-DE"},
        {"User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)"},
        {"User-Agent": ""},
        {"Sec-Purpose": "prefetch;prerender"},
    ],
)
def test_who_is_not_counted_gets_the_same_answer(headers: dict[str, str]) -> None:
    assert send(view("/shop/"), headers=headers) == 204
    assert not Event.objects.exists()


def test_staff_is_not_counted() -> None:
    client = Client()
    client.force_login(make_user("staff@example.com", is_staff=True))
    assert send(view("/shop/"), client=client) == 204
    assert not Event.objects.exists()


def test_previews_are_not_counted() -> None:
    client = Client()
    client.cookies[PREVIEW_COOKIE] = "1:signed"
    assert send(view("/shop/"), client=client) == 204
    assert not Event.objects.exists()


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {}])
def test_other_sites_and_programs_report_nothing(headers: dict[str, str]) -> None:
    body = json.dumps({"e": [view("/shop/")]})
    answer = Client().post("/events/", body, content_type="text/plain", headers={**headers, "User-Agent": DESKTOP})
    assert answer.status_code == 403


def test_reports_of_one_network_are_limited(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "events": (2, 600)}
    assert [send(view("/shop/")) for _ in range(4)] == [204] * 4
    assert Event.objects.count() == 2


def test_the_limit_counts_events(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "events": (10, 600)}
    for _ in range(3):
        send(*[view("/shop/")] * 5)
    assert Event.objects.count() == 10


def test_a_report_is_two_queries(django_assert_num_queries: CountQueries) -> None:
    """The limit, and all events at once. The first of a day writes the salt and its partition as well."""
    send(view("/shop/"))
    with django_assert_num_queries(2 + 2):  # a test's transaction needs a savepoint for the events
        send(view("/shop/"), view(reverse("cart")), {"t": "vital", "p": "/", "k": "INP", "n": 80})
