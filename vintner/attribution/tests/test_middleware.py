"""The cookies of a page view, as a browser gets them."""

from urllib.parse import unquote

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import get_resolver

from vintner.attribution.addresses import BROWSED
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


@pytest.mark.parametrize("query", ["utm_source=" + "x" * 7_900, "utm_source=%0d%0aa", "utm_source=%ff", "utm_id=%00"])
def test_nothing_in_an_address_is_a_fault(client: Client, query: str) -> None:
    response = client.get(f"/shop/?{query}", headers={"Referer": "https://a.example/\xff" + "y" * 9000})
    assert response.status_code == 200
    assert sum(len(morsel.OutputString()) for morsel in response.cookies.values()) < 4500


def test_an_address_in_another_script_is_encoded_once(client: Client) -> None:
    client.get("/", {"utm_source": "Grüner", "s": "Ana Müller"})
    assert read(client, "sbjs_session").endswith("/?utm_source=Gr%C3%BCner")


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("/alerts/stop/s3cret/", "/alerts"),
        ("/alerts/bottle/s3cret/", "/alerts"),
        ("/favorites/shared/s3cret/", "/favorites"),
        ("/checkout/find-order/s3cret/", "/checkout"),
        ("/checkout/order-received/3/?k%65y=s3cret", "/checkout"),
        ("/my-source/confirm-e-mail/s3cret/", "/my-source"),
        ("/coming-soon/preview/12:s3crets3crets3crets3cret/", "/coming-soon"),
        ("/s3cret/", "/"),
        ("/s3cret", "/"),
        ("/shop/%73%33cret/", "/"),
        ("/?s=s3cret", "/"),
        ("/shop/page/2/?key=s3cret", "/shop/page/2/"),
        ("/product/ruby/", "/product/ruby/"),
    ],
)
def test_a_yes_on_a_page_with_a_secret_does_not_write_it_down(client: Client, address: str, written: str) -> None:
    fields = {"choice": "accept", "version": str(VERSION), "referrer": f"http://testserver{address}"}
    client.post("/cookies/", fields, headers={"Referer": f"http://testserver{address}", "Accept": "application/json"})
    assert read(client, "sbjs_session").endswith(f"cpg=http://testserver{written}")
    assert read(client, "sbjs_current_add").endswith(f"ep=http://testserver{written}|||rf=http://testserver{written}")
    assert "cret" not in "".join(read(client, name) for name in NAMES)


def test_the_view_of_a_page_with_a_secret_does_not_write_it_down(client: Client) -> None:
    assert client.get("/checkout/find-order/?k%65y=s3cret").status_code == 200
    assert read(client, "sbjs_session").endswith("cpg=http://testserver/checkout")
    assert "s3cret" not in "".join(read(client, name) for name in NAMES)


def test_public_pages_are_pages_of_the_store() -> None:
    names = {str(name) for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert names >= BROWSED
