"""Pages are light, stay put and answer. How many milliseconds that takes is measured by `make bench`."""

import gzip
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from bench.pages import BYTES_PER_SECOND, LATENCY_MS
from bench.pages import OBSERVE as WATCH_PAINTS
from tests.journeys import shopper
from tests.journeys.live import wait_until_at_rest
from tests.journeys.states.pages import arrive
from tests.sweeps import swept

CLS = 0.05
SCRIPT_BYTES = {"/shop/": 90_000, "V-SIMPLE": 110_000, "/checkout/": 140_000}
WALLETS_BYTES = 6_000
"""Of what draws wallets' buttons. It comes besides, and only when their place comes near the screen."""
ELEMENTS = {"/": 1130, "/shop/": 1780, "V-SIMPLE": 1110, "/cart/": 415, "/checkout/": 465}
"""How many each page has, with a bottle in the cart. Each of them is styled, laid out and taken over by React."""
PAGES = ["/shop/", "V-SIMPLE", "/cart/", "/checkout/"]


@pytest.mark.sweep
@pytest.mark.parametrize("place", PAGES)
def test_01_the_first_screen_stays_put_on_a_slow_line(phone: Page, place: str) -> None:
    shopper.add(phone)
    line = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": -1}
    phone.context.new_cdp_session(phone).send("Network.emulateNetworkConditions", line)
    phone.add_init_script(WATCH_PAINTS)
    arrive(phone, place)
    wait_until_at_rest(phone)
    seen = phone.evaluate("seen")
    assert seen["lcp"] > 0, "nothing was painted"
    assert seen["cls"] <= CLS


def test_02_what_a_shopper_does_one_after_the_other_is_answered(page: Page) -> None:
    arrive(page, "V-VINTAGES")
    page.get_by_role("tab", name="Reviews").click()
    page.get_by_role("radio").first.click()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Fewer", exact=True).click()
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_role("dialog", name="Your cart")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Cart, 1 bottle").click()
    expect(page.get_by_role("dialog", name="Your cart")).to_be_visible()


@pytest.mark.parametrize("place", swept(SCRIPT_BYTES, guards={"/shop/", "/checkout/"}))
def test_05_scripts_are_light(page: Page, place: str) -> None:
    shopper.add(page)
    arrive(page, place)
    wait_until_at_rest(page)
    fetched: list[str] = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    own = {url for url in fetched if re.fullmatch(r"/static/.*\.js", urlsplit(url).path)}
    sizes = {url: len(gzip.compress(page.request.get(url).body(), 6)) for url in own}
    of_wallets = sum(size for url, size in sizes.items() if "/startExpress-" in url)
    assert own
    assert of_wallets <= WALLETS_BYTES
    assert sum(sizes.values()) - of_wallets <= SCRIPT_BYTES[place]


@pytest.mark.parametrize("place", swept(ELEMENTS, guards={"/shop/"}))
def test_a_page_has_no_more_elements_than_it_had(phone: Page, place: str) -> None:
    shopper.add(phone)
    arrive(phone, place)
    wait_until_at_rest(phone)
    assert phone.evaluate("document.querySelectorAll('body *').length") <= ELEMENTS[place]


@pytest.mark.parametrize("place", swept(["/", "/shop/", "V-SIMPLE", "/producer/"], guards={"/shop/"}))
def test_05_pictures_keep_their_room_come_in_sizes_and_wait_only_off_screen(phone: Page, place: str) -> None:
    arrive(phone, place)
    pictures = phone.locator("main img[src^='/media/']")
    assert pictures.count() > 0
    for picture in pictures.all():
        told = picture.evaluate("""(image) => ({
            width: image.getAttribute('width'), height: image.getAttribute('height'),
            sources: [...image.closest('picture').querySelectorAll('source')].map((it) => [it.type, it.srcset]),
            lazy: image.loading === 'lazy', top: image.getBoundingClientRect().top + scrollY,
        })""")
        assert re.fullmatch(r"\d+ \d+", f"{told['width']} {told['height']}")
        sources = dict(told["sources"])
        assert sources.keys() >= {"image/avif", "image/webp"}
        assert all(re.search(r" \d+w", source) for source in sources.values())
        if told["lazy"]:
            assert told["top"] >= 640, "on the first screen nothing waits"
    assert phone.locator("main img[loading=lazy]").count() > 0
