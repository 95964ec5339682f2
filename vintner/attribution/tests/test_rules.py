"""What a page view says of where its visitor comes from."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, unquote

import pytest

from vintner.attribution.cookies import read_visit, write_changes
from vintner.attribution.rules import NONE, PARAMETERS, ViewedPage, Visit, view_page

NOW = datetime(2026, 11, 21, 2, 0, tzinfo=UTC)
SHOP = ViewedPage(
    origin="https://www.shop.example",
    path="/shop/",
    query="",
    referrer="",
    user_agent="Mozilla/5.0",
    at=NOW,
    public_path=lambda path: path if path == "/shop/" else "/alerts",
)
SEARCH = "https://www.google.com/"


def seen(visit: Visit | None = None, **page: Any) -> Visit:  # noqa: ANN401 - the fields of a page differ
    return view_page(visit or Visit(), replace(SHOP, **page))


def summary(visit: Visit) -> tuple[str, ...]:
    assert visit.current is not None
    return tuple(visit.current[key] for key in ("typ", "src", "mdm", "cmp", "cnt", "trm"))


@pytest.mark.parametrize(
    ("query", "referrer", "expected"),
    [
        # 1. Parameters of campaigns and advertisers.
        ("utm_source=news&utm_medium=mail&utm_campaign=a", "", ("utm", "news", "mail", "a", NONE, NONE)),
        ("utm_content=top&utm_term=red%20wine", "", ("utm", NONE, NONE, NONE, "top", "red wine")),
        ("gclid=1", "", ("utm", "google", "cpc", "google_cpc", NONE, NONE)),
        ("yclid=1", "", ("utm", "yandex", "cpc", "yandex_cpc", NONE, NONE)),
        ("gclid=1&utm_source=b", "", ("utm", "b", "cpc", "google_cpc", NONE, NONE)),
        ("utm_source=", "", ("utm", NONE, NONE, NONE, NONE, NONE)),
        ("utm_source=a", SEARCH, ("utm", "a", NONE, NONE, NONE, NONE)),
        ("autm_sourced=a", "", ("typein", "(direct)", NONE, NONE, NONE, NONE)),
        # 2. Search engines.
        ("", SEARCH, ("organic", "google", "organic", NONE, NONE, NONE)),
        ("", "https://google.co.uk/", ("organic", "google", "organic", NONE, NONE, NONE)),
        ("", "https://mail.google.com/", ("referral", "mail.google.com", "referral", NONE, "/", NONE)),
        ("", "https://yandex.ru/search?text=wine", ("organic", "yandex", "organic", NONE, NONE, NONE)),
        ("", "https://yandex.ru/", ("referral", "yandex.ru", "referral", NONE, "/", NONE)),
        ("", "https://www.bing.com/search?q=wine", ("organic", "bing", "organic", NONE, NONE, NONE)),
        ("", "https://www.bing.com/", ("referral", "bing.com", "referral", NONE, "/", NONE)),
        ("", "https://search.yahoo.com/search?p=wine", ("organic", "yahoo", "organic", NONE, NONE, NONE)),
        ("", "https://about.com/?q=w", ("organic", "about", "organic", NONE, NONE, NONE)),
        ("", "https://search.aol.com/?q=w", ("organic", "aol", "organic", NONE, NONE, NONE)),
        ("", "https://ask.com/web?q=w", ("organic", "ask", "organic", NONE, NONE, NONE)),
        ("", "https://searches.globososo.com/?q=w", ("organic", "globo", "organic", NONE, NONE, NONE)),
        ("", "https://go.mail.ru/search?q=w", ("organic", "go.mail.ru", "organic", NONE, NONE, NONE)),
        ("", "https://nova.rambler.ru/search?query=w", ("organic", "rambler", "organic", NONE, NONE, NONE)),
        ("", "https://search.tut.by/?query=w", ("organic", "tut.by", "organic", NONE, NONE, NONE)),
        # 3. Other sites.
        ("", "https://www.blog.example/red/?a=b", ("referral", "blog.example", "referral", NONE, "/red/", NONE)),
        ("", "https://t.co/abc", ("referral", "twitter.com", "referral", NONE, "/abc", NONE)),
        ("", "https://shop.example.evil/", ("referral", "shop.example.evil", "referral", NONE, "/", NONE)),
        # 4. Nobody knows.
        ("", "", ("typein", "(direct)", NONE, NONE, NONE, NONE)),
        ("", "https://shop.example/", ("typein", "(direct)", NONE, NONE, NONE, NONE)),
        ("", "https://blog.shop.example/", ("typein", "(direct)", NONE, NONE, NONE, NONE)),
        ("", "about:blank", ("typein", "(direct)", NONE, NONE, NONE, NONE)),
        ("", "https://[::1", ("typein", "(direct)", NONE, NONE, NONE, NONE)),
    ],
)
def test_the_first_rule_that_fits_decides(query: str, referrer: str, expected: tuple[str, ...]) -> None:
    visit = seen(query=query, referrer=referrer)
    assert summary(visit) == expected
    assert visit.first == visit.current
    assert visit.current_mark is not None
    assert visit.current_mark["fd"] == "2026-11-21 02:00:00"


@pytest.mark.parametrize("name", PARAMETERS)
def test_each_parameter_of_a_campaign_counts(name: str) -> None:
    visit = seen(query=f"{name}=x")
    assert visit.current is not None
    assert visit.current[PARAMETERS[name]] == "x"
    assert visit.current["typ"] == "utm"


@pytest.mark.parametrize(
    ("query", "referrer", "source"),
    [
        ("utm_source=b", "", "b"),  # also within a session
        ("", SEARCH, "google"),
        ("", "https://blog.example/", "a"),
        ("", "", "a"),
    ],
)
def test_within_a_session_sites_and_direct_views_change_nothing(query: str, referrer: str, source: str) -> None:
    before = seen(query="utm_source=a")
    visit = seen(before, query=query, referrer=referrer)
    assert summary(visit)[1] == source
    assert visit.first == before.first
    assert (visit.pages, visit.visits) == (2, 1)


@pytest.mark.parametrize(("referrer", "source"), [("https://blog.example/", "blog.example"), ("", "a")])
def test_a_new_session_counts_as_a_visit_and_may_have_another_source(referrer: str, source: str) -> None:
    before = replace(seen(seen(query="utm_source=a")), pages=0)
    visit = seen(before, referrer=referrer, at=NOW.replace(hour=5))
    assert summary(visit)[1] == source
    assert (visit.pages, visit.visits) == (1, 2)
    assert (visit.first, visit.first_mark) == (before.first, before.first_mark)


def test_two_views_at_once_say_the_same() -> None:
    before = seen(query="utm_source=a")
    assert seen(before) == seen(before)


def test_what_was_lost_of_two_comes_from_the_other() -> None:
    known = seen(query="utm_source=a")
    assert seen(replace(known, current=None, current_mark=None)).current == known.current
    assert seen(replace(known, first=None, first_mark=None)).first == known.current


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ({"query": "orderby=price"}, "/shop/"),
        ({"query": "key=wc_order_1&utm_source=a%20b&gclid=1&k%65y=2&_utm_id=3"}, "/shop/?utm_source=a%20b&gclid=1"),
        ({"path": "/alerts/confirm/secret/", "query": "yclid=1"}, "/alerts?yclid=1"),
    ],
)
def test_of_addresses_public_paths_and_campaigns_are_written_down(page: dict[str, Any], address: str) -> None:
    visit = seen(**page)
    assert visit.page == f"https://www.shop.example{address}"
    assert visit.current_mark is not None
    assert visit.current_mark["ep"] == visit.page


@pytest.mark.parametrize(
    ("referrer", "written"),
    [
        ("", NONE),
        ("https://ana:secret@blog.example/red/?mail=ana#top", "https://blog.example/red/"),
        ("android-app://com.mail", "android-app://com.mail/"),
        ("https://www.shop.example/alerts/stop/secret/?key=1", "https://www.shop.example/alerts"),
        ("https://shop.example/alerts/stop/secret/", "https://shop.example/alerts"),
        ("https://beta.shop.example:8000/shop/?key=1", "https://beta.shop.example:8000/shop/"),
        ("about:blank", NONE),
        ("https://[::1", NONE),
    ],
)
def test_of_referrers_secrets_are_not_written_down(referrer: str, written: str) -> None:
    mark = seen(query="utm_source=a", referrer=referrer).current_mark
    assert mark is not None
    assert mark["rf"] == written


def test_a_path_is_not_written_down_unless_it_is_public() -> None:
    page = ViewedPage(origin="https://a.example", path="/secret/", query="", referrer="", user_agent="", at=NOW)
    assert view_page(Visit(), page).page == "https://a.example/"


def test_cookies_are_those_of_the_library() -> None:
    texts = write_changes(Visit(), seen(query="utm_source=google&utm_medium=cpc", referrer="https://a.example/"))
    assert {name: unquote(text) for name, text in texts.items()} == {
        "sbjs_current": (
            "typ=utm|||src=google|||mdm=cpc|||cmp=(none)|||cnt=(none)|||trm=(none)|||id=(none)|||plt=(none)"
            "|||fmt=(none)|||tct=(none)"
        ),
        "sbjs_current_add": (
            "fd=2026-11-21 02:00:00|||ep=https://www.shop.example/shop/?utm_source=google&utm_medium=cpc"
            "|||rf=https://a.example/"
        ),
        "sbjs_first": unquote(texts["sbjs_current"]),
        "sbjs_first_add": unquote(texts["sbjs_current_add"]),
        "sbjs_session": "pgs=1|||cpg=https://www.shop.example/shop/?utm_source=google&utm_medium=cpc",
        "sbjs_udata": "vst=1|||uip=(none)|||uag=Mozilla/5.0",
        "sbjs_migrations": "1418474375998=1",
    }


def test_only_what_changes_is_written() -> None:
    texts = write_changes(Visit(), seen(query="utm_source=a"))
    before = read_visit(texts)
    assert set(write_changes(before, seen(before))) == {"sbjs_session"}
    assert set(write_changes(before, seen(before, referrer=SEARCH))) == {
        "sbjs_session",
        "sbjs_current",
        "sbjs_current_add",
    }


@pytest.mark.parametrize("value", ["x" * 10**6, "ж" * 10**5, "%00%0d%0aSet-Cookie:a=b|||typ=admin", "%ff%fe", "\ud800"])
def test_all_cookies_together_stay_small_and_say_what_they_mean(value: str) -> None:
    query = "&".join(f"{name}={value}" for name in PARAMETERS)
    texts = write_changes(Visit(), seen(query=query, referrer="https://a.example/" + value, user_agent=value))
    assert sum(len(name) + len(text) for name, text in texts.items()) <= 3200
    assert all(text.isascii() and text.isprintable() and not set(text) & set('";, ()') for text in texts.values())
    visit = read_visit(texts)
    assert visit.current is not None
    assert visit.current["typ"] == "utm"
    assert (visit.pages, visit.visits) == (1, 1)


@pytest.mark.parametrize("text", ["", "x", "typ=admin|||src=a", quote("typ=<script>"), "%ff", "|||" * 2000, "a" * 9000])
def test_damaged_cookies_are_none(text: str) -> None:
    names = ("sbjs_current", "sbjs_current_add", "sbjs_first", "sbjs_first_add", "sbjs_session", "sbjs_udata")
    assert read_visit(dict.fromkeys(names, text)) == Visit()


@pytest.mark.parametrize("count", ["-1", "1e9", "9" * 400, "²", "x"])
def test_counts_that_are_none_begin_anew(count: str) -> None:
    assert read_visit({"sbjs_session": quote(f"pgs={count}")}).pages == 0
