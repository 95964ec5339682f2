"""The cookies of a page view, as a browser gets them."""

from urllib.parse import unquote

import pytest
from django.conf import LazySettings
from django.test import Client

from vintner.consent.words import VERSION

pytestmark = pytest.mark.django_db
NAMES = {
    *("sbjs_current", "sbjs_current_add", "sbjs_first", "sbjs_first_add"),
    *("sbjs_session", "sbjs_udata", "sbjs_migrations"),
}
GERMAN = {"Accept-Language": "de-DE"}


@pytest.fixture(autouse=True)
def _shop(settings: LazySettings) -> None:
    settings.AGE_CHECK, settings.ALLOWED_HOSTS = "off", ["*"]


@pytest.fixture
def client() -> Client:
    return Client(headers={"User-Agent": "Mozilla/5.0"})


def tracked(client: Client) -> set[str]:
    return {name for name, morsel in client.cookies.items() if name.startswith("sbjs_") and morsel.value}


def read(client: Client, name: str) -> str:
    return unquote(client.cookies[name].value)


@pytest.mark.parametrize(
    ("host", "domain"),
    [("www.shop.example", ".www.shop.example"), ("localhost:8000", ""), ("127.0.0.1:8000", ""), ("[::1]:8000", "")],
)
def test_cookies_are_for_the_host_and_last_as_long_as_they_should(client: Client, host: str, domain: str) -> None:
    cookies = client.get("/shop/", headers={"Host": host}).cookies
    assert set(cookies) >= NAMES
    for name in NAMES:
        assert cookies[name]["domain"] == domain
        assert cookies[name]["path"] == "/"
        assert cookies[name]["samesite"] == "Lax"
        assert cookies[name]["max-age"] == (1800 if name == "sbjs_session" else "")
        assert not cookies[name]["httponly"]


def test_cookies_may_outlive_the_browser(client: Client, settings: LazySettings) -> None:
    settings.ATTRIBUTION_MONTHS, settings.HTTPS = 6, True
    first = client.get("/shop/", secure=True).cookies["sbjs_first"]
    assert (first["max-age"], first["secure"]) == (6 * 30 * 86_400, True)


def test_a_further_page_sends_the_session_alone(client: Client) -> None:
    client.get("/shop/?utm_source=news")
    cookies = client.get("/shop/").cookies
    assert {name for name in cookies if name.startswith("sbjs_")} == {"sbjs_session"}
    assert read(client, "sbjs_session") == "pgs=2|||cpg=http://testserver/shop/"


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-GPC": "1"},
        GERMAN,
        {"Sec-Purpose": "prefetch;prerender"},
        {"Purpose": "prefetch"},
        {"Sec-Fetch-Dest": "empty"},
        {"Accept": "application/json"},
    ],
)
def test_nothing_is_set_without_consent_or_without_a_view(client: Client, headers: dict[str, str]) -> None:
    client.get("/shop/?utm_source=news", headers=headers)
    client.head("/shop/?utm_source=news")
    client.get("/admin/login/?utm_source=news")
    client.get("/no-such-page/?utm_source=news")
    assert tracked(client) == set()


def test_a_yes_attributes_the_page_on_which_it_was_given(client: Client) -> None:
    client.get("/shop/?utm_source=news", headers=GERMAN)
    fields = {"choice": "accept", "version": str(VERSION), "referrer": "https://blog.example/"}
    page = {"Referer": "http://testserver/shop/?utm_source=news", "Accept": "application/json"}
    client.post("/cookies/", fields, headers=page)
    assert tracked(client) == NAMES
    assert read(client, "sbjs_current").startswith("typ=utm|||src=news|||")
    assert read(client, "sbjs_current_add").endswith(
        "|||ep=http://testserver/shop/?utm_source=news|||rf=https://blog.example/"
    )


def test_programs_that_name_no_browser_get_no_cookies() -> None:
    program = Client()
    program.get("/shop/?utm_source=news")
    assert tracked(program) == set()


def test_a_no_sets_nothing(client: Client) -> None:
    fields = {"choice": "reject", "version": str(VERSION), "referrer": "https://blog.example/"}
    client.post("/cookies/", fields, headers={"Referer": "http://testserver/shop/?utm_source=news"})
    assert tracked(client) == set()


@pytest.mark.parametrize("query", ["utm_source=" + "x" * 10**6, "utm_source=%0d%0aa", "utm_source=%ff", "utm_id=%00"])
def test_nothing_in_an_address_is_a_fault(client: Client, query: str) -> None:
    response = client.get(f"/shop/?{query}", headers={"Referer": "https://a.example/\xff" + "y" * 9000})
    assert response.status_code == 200
    assert sum(len(morsel.OutputString()) for morsel in response.cookies.values()) < 4500


def test_an_address_in_another_script_is_encoded_once(client: Client) -> None:
    client.get("/", {"s": "Grüner"})
    assert read(client, "sbjs_session").endswith("/?s=Gr%C3%BCner")
