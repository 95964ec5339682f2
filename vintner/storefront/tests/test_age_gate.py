"""Who has not said that they are of age meets the gate, on every page of the store; nobody is sent astray by it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.signing import TimestampSigner
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse, reverse_lazy
from pytest_django import Settings

from vintner.catalogue.models import Product
from vintner.storefront import views
from vintner.storefront.age_views import COOKIE, UNGATED, has_affirmed, is_asked, save_affirmation
from vintner.testing.builders import make_product

pytestmark = pytest.mark.django_db
PROPS = {"accept": "application/json"}
OWN = {"origin": "http://testserver"}


@pytest.fixture(autouse=True)
def _asked(settings: Settings) -> None:
    settings.AGE_CHECK = "affirm"


def gate(client: Client, path: str) -> dict[str, str] | None:
    found: dict[str, str] | None = client.get(path, headers=PROPS).json()["shared"]["age_gate"]
    return found


def answers(client: Client, said: str, back: str = "/", **headers: str) -> HttpResponse:
    response: HttpResponse = client.post(  # type: ignore[assignment]
        reverse("age"), {"answer": said, "back": back}, headers={**OWN, **headers}
    )
    return response


@pytest.fixture
def wine() -> Product:
    return make_product(name="Dolcetto")


@pytest.mark.parametrize("path", ["/", "/shop/", "/cart/", "/my-source/", "/producer/", "/?s=red", "/nowhere/"])
def test_the_gate_stands_before_every_page_until_a_yes_and_leads_back_to_it(client: Client, path: str) -> None:
    asked = gate(client, path)
    assert asked is not None
    assert asked["back"] == path
    assert "21" in asked["question"]
    response = answers(client, "yes", asked["back"])
    assert (response.status_code, response["Location"]) == (302, path)
    assert gate(client, path) is None


def test_the_page_lies_behind_it_for_search_engines(client: Client, wine: Product) -> None:
    assert gate(client, wine.get_absolute_url())
    assert client.get(wine.get_absolute_url(), headers=PROPS).json()["name"] == "Dolcetto"


@pytest.mark.parametrize("setting", ["off", "date_of_birth"])
def test_other_stores_have_no_gate(client: Client, settings: Settings, setting: str) -> None:
    settings.AGE_CHECK = setting
    assert gate(client, "/") is None
    assert client.get(reverse("age"))["Location"] == "/"


@pytest.mark.parametrize(
    "path",
    [
        "/checkout/order-received/1/?key=wc_order_x",
        "/checkout/order-received/",
        *(f"/subscriptions/{each}" for each in ("x/", "x/skip/", "x/skip/undo/", "x/delay/", "x/delay/undo/y/")),
        *(f"/subscriptions/{each}" for each in ("x/cancel/", "x/cancel/undo/")),
        reverse_lazy("stop_alert", args=["x"]),
        reverse_lazy("stop_all_alerts", args=["x"]),
    ],
)
def test_what_e_mails_lead_to_stands_open(client: Client, path: str) -> None:
    assert gate(client, path) is None


def test_what_stands_open_exists() -> None:
    assert names(get_resolver()) >= UNGATED


def names(resolver: URLResolver) -> set[str]:
    below = [names(each) for each in resolver.url_patterns if isinstance(each, URLResolver)]
    return {each.name for each in resolver.url_patterns if isinstance(each, URLPattern) and each.name}.union(*below)


def test_the_style_guide_stands_open(client: Client, settings: Settings) -> None:
    settings.STYLE_GUIDE = True
    assert gate(client, "/style-guide/") is None


@pytest.mark.parametrize(
    "path", ["/robots.txt", "/sitemap.xml", "/feed/", "/feed/google-products.xml", "/wp-json/wc/store/v1/products"]
)
def test_machines_are_not_asked(client: Client, wine: Product, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert b"older" not in b"".join(answer)


def test_a_fault_says_only_that(client: Client) -> None:
    page = views.fault(RequestFactory().get("/shop/", headers=PROPS))
    assert b'"age_gate":null' in page.content


def test_a_cached_page_leads_back_to_nothing_that_is_not_in_its_address_for_all(client: Client) -> None:
    path = make_product().get_absolute_url()
    for query, back in (("?quantity=no-case", path), ("?quantity=6", f"{path}?quantity=6")):
        asked = gate(client, f"{path}{query}")
        assert asked is not None
        assert asked["back"] == back


def test_a_no_leads_to_a_kind_page_which_offers_a_way_back(client: Client) -> None:
    response = answers(client, "no", "/shop/")
    assert response["Location"] == reverse("age")
    assert not response.cookies
    farewell = gate(client, response["Location"])
    assert farewell is not None
    assert (farewell["no"], farewell["back"]) == ("", "/")
    assert gate(client, "/shop/") is not None
    answers(client, "yes")
    assert client.get(reverse("age"))["Location"] == "/", "there is nothing left to ask"


@pytest.mark.parametrize(
    ("back", "leads_to"),
    [
        ("/shop/?colour=red&page=2", "/shop/?colour=red&page=2"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("\\\\evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("shop/", "/"),
        ("", "/"),
        ("/\n/evil.example/", "/"),
    ],
)
def test_a_yes_leads_nowhere_else(client: Client, back: str, leads_to: str) -> None:
    assert answers(client, "yes", back)["Location"] == leads_to


def test_the_answer_must_come_from_our_own_pages(client: Client) -> None:
    for foreign in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
        response = answers(client, "yes", "/", **foreign)
        assert response.status_code == 403
        assert COOKIE not in response.cookies


def test_scripts_are_told_what_was_kept(client: Client) -> None:
    response = answers(client, "yes", "/", **PROPS)
    assert response.json() == {"of_age": True}  # type: ignore[attr-defined]
    assert response.cookies[COOKIE]["max-age"] == 30 * 24 * 60 * 60
    assert response.cookies[COOKIE]["path"] == "/"


def test_what_else_is_said_is_no_yes(client: Client) -> None:
    for said in ("", "no", "true", "YES"):
        answers(client, said)
        assert gate(client, "/") is not None
    client.cookies[COOKIE] = "yes"
    assert gate(client, "/") is not None, "forged"


def test_where_a_visitor_came_from_is_not_told_to_others(client: Client) -> None:
    asked = gate(client, "/shop/?utm_source=letter&colour=red&gclid=1&colour=white")
    assert asked is not None
    assert asked["back"] == "/shop/?colour=red&colour=white"
    asked = gate(client, "/cart/?utm_source=letter&more=1&gclid=1")
    assert asked is not None
    assert asked["back"] == "/cart/?more=1"


def test_a_form_sent_through_the_gate_leads_home(client: Client, wine: Product) -> None:
    """Its own address may not be asked for by a GET."""
    page = client.post(reverse("reviews", args=[wine.slug]), {"comment": ""}, headers={**PROPS, **OWN})
    back = re.search(rb'"back":"([^"]*)"', page.content)
    assert back is None or back[1] == b"/"


def test_who_said_yes_is_known_for_thirty_days(monkeypatch: pytest.MonkeyPatch) -> None:
    response = HttpResponse()
    save_affirmation(response)
    cookie = response.cookies[COOKIE]
    assert (cookie["max-age"], cookie["samesite"], cookie["httponly"]) == (30 * 86400, "Lax", "")
    request = RequestFactory().get("/")
    assert not has_affirmed(request)
    request.COOKIES[COOKIE] = cookie.value
    assert has_affirmed(request)
    later = (datetime.now(UTC) + timedelta(days=31)).timestamp()
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    assert not has_affirmed(request)


def test_a_forged_cookie_says_nothing() -> None:
    request = RequestFactory().get("/")
    for value in ("yes", TimestampSigner(salt="another").sign("yes")):
        request.COOKIES[COOKIE] = value
        assert not has_affirmed(request)


@pytest.mark.parametrize(("setting", "asked"), [("off", False), ("affirm", True), ("date_of_birth", False)])
def test_the_gate_is_there_where_it_is_asked_for(settings: Settings, setting: str, asked: bool) -> None:
    settings.AGE_CHECK = setting
    assert is_asked(RequestFactory().get("/")) is asked
