"""The question about cookies: who is asked, what an answer does, what is stored of it."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from vintner.consent import cookie
from vintner.consent.jobs import KEPT, delete_old_records
from vintner.consent.models import ConsentRecord
from vintner.consent.words import VERSION
from vintner.web.client_address import behind_proxies

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de-DE"}
TRACKED = {"sbjs_first": "x", "sbjs_session": "y", "_ga": "z"}


@pytest.fixture(autouse=True)
def _without_gate(settings: LazySettings) -> None:
    settings.AGE_CHECK = "off"


def answer(client: Client, choice: str, **fields: str) -> int:
    return client.post("/cookies/", {"choice": choice, "version": str(VERSION), **fields}).status_code


def state(client: Client) -> str:
    return client.cookies[cookie.NAME].value


def test_a_page_says_to_scripts_what_holds_and_says_it_once(client: Client) -> None:
    response = client.get("/shop/", headers=GERMAN)
    assert response.cookies[cookie.NAME].value == f"{VERSION}.a"
    assert cookie.NAME not in client.get("/shop/", headers=GERMAN).cookies
    assert client.get("/shop/", headers=GERMAN | {"Sec-GPC": "1"}).cookies[cookie.NAME].value == f"{VERSION}.d"


def test_what_is_no_page_view_sets_no_cookie(client: Client) -> None:
    for headers in ({"Accept": "application/json"}, {"Sec-Purpose": "prefetch"}, {"Sec-Fetch-Dest": "empty"}):
        assert cookie.NAME not in client.get("/shop/", headers=headers).cookies
    assert cookie.NAME not in client.head("/shop/").cookies
    assert cookie.NAME not in client.get("/admin/login/").cookies


def test_a_page_that_the_browser_has_is_a_view(client: Client) -> None:
    etag = client.get("/shop/").headers.get("ETag", "")
    client.cookies.clear()
    response = client.get("/shop/", headers={"If-None-Match": etag or "*"})
    assert cookie.NAME in response.cookies


@pytest.mark.parametrize(
    ("choice", "fields", "granted"),
    [
        ("accept", {}, "sp"),
        ("reject", {"statistics": "on"}, ""),
        ("save", {}, ""),
        ("save", {"statistics": "on"}, "s"),
        ("save", {"preferences": "on"}, "p"),
    ],
)
def test_an_answer_is_stored_with_time_version_and_place(
    client: Client, choice: str, fields: dict[str, str], granted: str
) -> None:
    response = client.post(
        "/cookies/",
        {"choice": choice, "version": str(VERSION), "back": "/shop/?orderby=price", **fields},
        headers=GERMAN,
    )
    assert response.headers["Location"] == "/shop/?orderby=price"
    record = ConsentRecord.objects.get()
    assert (record.statistics, record.preferences) == ("s" in granted, "p" in granted)
    assert (record.version, record.region) == (VERSION, "DE")
    assert state(client) == f"{VERSION}.y.{granted}.{int(record.answered_at.timestamp())}.{record.pk}"


def test_a_no_deletes_the_cookies_of_statistics_for_each_domain(client: Client, settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["www.shop.example"]
    client.cookies.load({**TRACKED, "vintner_of_age": "kept"})
    response = client.post(
        "/cookies/", {"choice": "reject", "version": str(VERSION)}, headers={"Host": "www.shop.example"}
    )
    expired = [each for each in response.cookies.values() if each["max-age"] == "0"]
    assert {each.key for each in expired} == set(TRACKED)
    assert {each["domain"] for each in expired} == {"", ".www.shop.example", ".shop.example"}


def test_a_page_view_deletes_what_is_not_allowed(client: Client) -> None:
    client.cookies.load(TRACKED)
    response = client.get("/shop/", headers={"Sec-GPC": "1"})
    assert {each.key for each in response.cookies.values() if not each.value} == set(TRACKED)
    client.cookies.load({**TRACKED, cookie.NAME: f"{VERSION}.y.s.1.ab"})
    cookies = client.get("/shop/", headers={"Sec-GPC": "1"}).cookies  # who answered has answered
    assert all(each.value for each in cookies.values())


@pytest.mark.parametrize("name", ["sbjs_a(b", "_ga_[x]", "sbjs_\xe4", "_ga_a b", 'sbjs_"', "sbjs_" + "x" * 4000])
def test_a_cookie_with_a_name_that_none_can_have_is_left_alone(client: Client, name: str) -> None:
    headers = {"Cookie": f"{name}=1; sbjs_first=x", "Sec-GPC": "1"}
    response = client.get("/shop/", headers=headers)
    assert response.status_code == 200
    assert {each.key for each in response.cookies.values() if not each.value} == {"sbjs_first"}
    response = client.post("/cookies/", {"choice": "reject", "version": str(VERSION)}, headers=headers)
    assert response.status_code == 302
    assert {each.key for each in response.cookies.values() if not each.value} == {"sbjs_first"}


def test_a_request_with_many_cookies_gets_a_short_answer(client: Client) -> None:
    many = "; ".join(f"sbjs_{number}=1" for number in range(900))
    response = client.get("/shop/", headers={"Cookie": many, "Sec-GPC": "1"})
    assert 0 < sum(not each.value for each in response.cookies.values()) <= 30


def test_an_older_text_asks_again(client: Client) -> None:
    client.cookies.load({cookie.NAME: f"{VERSION - 1}.y.sp.1.ab"})
    assert client.get("/shop/", headers=GERMAN).cookies[cookie.NAME].value == f"{VERSION}.a"
    assert client.post("/cookies/", {"choice": "accept", "version": str(VERSION - 1)}).status_code == 409
    assert not ConsentRecord.objects.exists()


def test_an_answer_is_given_without_javascript(client: Client) -> None:
    referer = {"Referer": "http://testserver/shop/?utm_source=a"}
    page = client.get("/cookies/", headers={**GERMAN, **referer, "Accept": "application/json"}).json()
    assert answer(client, "save", statistics="on", back=page["back"]) == 302
    page = client.get("/cookies/", headers={"Accept": "application/json"}).json()
    assert [kind["granted"] for kind in page["kinds"]] == [True, False, True]
    assert [each["text"] for each in page["shared"]["notices"]] == ["Your choice about cookies is saved."]


def test_the_browser_may_open_the_question_where_the_place_was_a_guess(client: Client) -> None:
    client.get("/shop/", headers={"Accept-Language": "en-US"})
    assert state(client) == f"{VERSION}.u"
    client.cookies.load(TRACKED)
    assert "sbjs_first" in str(client.post("/cookies/", {"choice": "ask"}).cookies)
    assert state(client) == f"{VERSION}.a"
    client.get("/shop/", headers={"Accept-Language": "en-US"})
    assert state(client) == f"{VERSION}.a"
    answer(client, "accept")
    client.post("/cookies/", {"choice": "ask"})
    assert state(client).startswith(f"{VERSION}.y.sp.")


def test_forms_of_other_sites_answer_nothing(client: Client) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert client.post("/cookies/", {"choice": "accept", "version": "1"}, headers=headers).status_code == 403


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "/\r\nSet-Cookie: a=b", "/" + "a" * 5000])
def test_an_answer_leads_to_no_other_site(client: Client, back: str) -> None:
    response = client.post("/cookies/", {"choice": "reject", "version": str(VERSION), "back": back})
    assert response.headers["Location"].startswith("/")
    assert not response.headers["Location"].startswith("//")
    assert len(response.headers["Location"]) < 2001


@pytest.mark.parametrize("fields", [{}, {"choice": "\x00"}, {"choice": "perhaps", "version": "1"}])
def test_an_unclear_answer_is_refused_with_the_page(client: Client, fields: dict[str, str]) -> None:
    assert client.post("/cookies/", fields).status_code == 409


def test_beyond_the_limit_an_answer_holds_without_a_row(client: Client, settings: LazySettings) -> None:
    settings.LIMITS = settings.LIMITS | {"consents": (1, 3600)}
    answer(client, "accept")
    answer(client, "reject")
    assert ConsentRecord.objects.count() == 1
    assert state(client).startswith(f"{VERSION}.y..")


def test_records_go_a_year_after_they_ended() -> None:
    now = timezone.now()
    for age in (KEPT - timedelta(days=1), KEPT + timedelta(days=1)):
        ConsentRecord.objects.create(statistics=True, preferences=True, version=1, answered_at=now - age)
    delete_old_records(timestamp=0)
    assert ConsentRecord.objects.count() == 1


def test_only_a_trusted_proxy_says_where_a_visitor_is(settings: LazySettings) -> None:
    settings.TRUSTED_PROXIES, settings.COUNTRY_HEADER = ["10.1.0.0/16"], "CF-IPCountry"
    seen: list[str] = []

    def answer(environ: dict[str, str], start_response: object) -> list[bytes]:
        seen.append(environ.get("HTTP_CF_IPCOUNTRY", ""))
        return []

    application = behind_proxies(answer)
    for address in ("10.1.2.3", "198.51.100.7", "", "unix:"):
        list(application({"REMOTE_ADDR": address, "HTTP_CF_IPCOUNTRY": "DE"}, None))
    assert seen == ["DE", "", "", ""]
