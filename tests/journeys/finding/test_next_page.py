"""The next page comes before it is asked for, and nothing is counted for one that is never seen."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, Request, expect

from tests.journeys import shopper
from tests.journeys.live import wait_until_at_rest, wait_until_live
from tests.journeys.states.pages import PRODUCER, arrive
from tests.journeys.store.running_store import RunningStore
from tests.sweeps import swept

WINE = "h3 a[href^='/product/']"
DELIVERY = "performance.getEntriesByType('navigation')[0].deliveryType"
SHOP_PAGE = re.compile(r"/((shop|product-category|product|producer)/.*)?|/(about|delivery|faq|returns)/")
PREFETCHED = "navigational-prefetch"
NAME = "Renamed while it was under the mouse"


def is_early(request: Request) -> bool:
    return "prefetch" in request.headers.get("sec-purpose", "")


def hover(page: Page, selector: str, number: int = 0) -> str:
    """Rest the mouse on a link until its page was fetched; return the address."""
    with page.context.expect_event("requestfinished", is_early) as fetched:
        page.locator(selector).nth(number).hover()
    return str(fetched.value.url)


def count_views(page: Page) -> int:
    """Return how many pages the store has counted for where the visitor comes from."""
    cookies = {cookie["name"]: unquote(cookie["value"]) for cookie in page.context.cookies()}
    return int(cookies["sbjs_session"].partition("pgs=")[2].partition("|||")[0])


def list_cookies(page: Page) -> list[tuple[str, str]]:
    return sorted((cookie["name"], cookie["value"]) for cookie in page.context.cookies())


@pytest.fixture
def renamed(page: Page, store: RunningStore) -> Iterator[str]:
    """The code that gives a wine of the demo another name; it has its own again afterwards."""
    slug = shopper.find(page, "V-SIMPLE").split("/")[2]
    wine = f"from vintner.catalogue.models import Product; wine = Product.objects.filter(slug={slug!r}); "
    name = store.run_code(f"{wine}print(wine.get().name)").strip()
    yield f"{wine}wine.update(name={NAME!r})"
    store.run_code(f"{wine}wine.update(name={name!r})")


def test_a_page_under_the_mouse_is_there_before_the_press(page: Page) -> None:
    arrive(page, "/shop/")
    address = hover(page, WINE)
    with page.expect_response(lambda answer: answer.url == address and answer.status == 304):
        page.locator(WINE).first.click()
    page.wait_for_url(address)
    assert page.evaluate(DELIVERY) == PREFETCHED
    assert count_views(page) == 2


@pytest.mark.sweep
def test_what_was_only_under_the_mouse_was_never_seen(page: Page, store: RunningStore) -> None:
    arrive(page, "/shop/")
    before = list_cookies(page)
    address = hover(page, WINE, 1)
    assert list_cookies(page) == before
    arrive(page, PRODUCER)
    assert count_views(page) == 2
    assert page.evaluate("localStorage.getItem('vintner.recent')") is None
    path = address.removeprefix(store.url)
    code = f"from vintner.analytics.models import Event; print(Event.objects.filter(path={path!r}).count())"
    assert store.run_code(code).strip() == "0"


def test_a_page_that_is_outdated_by_the_time_of_the_press_is_loaded_anew(
    page: Page, store: RunningStore, renamed: str
) -> None:
    path = shopper.find(page, "V-SIMPLE")
    producer = page.request.get(path, headers={"Accept": "application/json"}).json()["producer"]["url"]
    arrive(page, producer)
    link = f"h3 a[href='{path}']"
    hover(page, link)
    store.run_code(renamed)
    assert any(NAME in page.request.get(path).text() for _ in range(1000)), "a process learns of it within a second"
    page.locator(link).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(NAME)
    assert page.evaluate(DELIVERY) != PREFETCHED
    assert count_views(page) == 2


@pytest.mark.parametrize("place", swept(["/", "/shop/?color=red", "V-SIMPLE", "/cart/"], guards={"/"}))
def test_no_cart_account_or_list_with_a_filter_is_fetched_early(page: Page, store: RunningStore, place: str) -> None:
    wanted: set[str] = set()
    devtools = page.context.new_cdp_session(page)
    devtools.on(
        "Preload.preloadingAttemptSourcesUpdated",
        lambda event: wanted.update(each["key"]["url"] for each in event["preloadingAttemptSources"]),
    )
    devtools.send("Preload.enable")
    arrive(page, place)
    hover(page, "header a[href='/shop/'], footer a[href='/shop/']")
    paths = {address.removeprefix(store.url) for address in wanted}
    assert "/shop/" in paths
    assert {path for path in paths if not SHOP_PAGE.fullmatch(path)} == set()


@pytest.mark.sweep
def test_the_picture_of_a_wine_is_there_before_its_page(page: Page) -> None:
    arrive(page, "/shop/")
    wine = page.locator(WINE).first
    with page.expect_request_finished(lambda request: "/media/" in request.url and "-160." not in request.url) as came:
        wine.hover()
    wine.click()
    wait_until_live(page)
    first = page.locator("main img").first.evaluate("picture => picture.currentSrc")
    assert first == came.value.url


@pytest.mark.sweep
def test_nobody_who_saves_data_gets_pictures_early(page: Page) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    arrive(page, "/shop/")
    wait_until_at_rest(page)
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url) if "/media/" in request.url else None)
    hover(page, WINE)
    assert seen == []
