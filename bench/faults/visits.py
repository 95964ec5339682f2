"""What shoppers ask for while something is at fault, and what their answers are in words."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bench.invariants.shoppers import ShopperAnswer, ShopperBrowser
from vintner.testing.shopper import FORM

PATIENCE: Final = 90.0
"""Seconds after which a shopper gives up. Long, so that what hangs is seen."""
HTML: Final = {"Accept": "text/html"}
REVIEWED: Final = {
    "payment_method": "stripe",
    "has_full_address": "true",
    **{name: FORM[f"billing_{name}"] for name in ("country", "state", "postcode", "city")},
}
BY_BROWSER: Final = "200, rendered by the browser"
_TAG: Final = re.compile(r"<[^>]*>")
_BARE_ROOT: Final = re.compile(r'id="root"[^>]*>\s*</div>')

Step = Callable[[], tuple[str, ShopperAnswer]]
"""One request: returns what is usually answered, and what was answered."""


@dataclass(frozen=True, slots=True)
class ShopperVisit:
    """What a shopper does again and again; `steps` are requests in their order, without an end."""

    name: str
    steps: Iterator[Step]


def browsing(address: str, paths: Sequence[str]) -> ShopperVisit:
    """A listing that is kept, and pages of wines that nobody has seen yet."""
    return ShopperVisit(
        "browse", _in_turn(lambda turn: [_page(address, "/shop/"), _page(address, paths[turn % len(paths)])])
    )


def filling(browser: ShopperBrowser, products: Sequence[int]) -> ShopperVisit:
    """A bottle is added, and the cart's page is looked at."""

    def added(turn: int) -> Step:
        fields = {"product_id": str(products[turn % len(products)]), "quantity": "1"}
        return lambda: ("200", browser.asks("POST", "/?wc-ajax=add_to_cart", fields, patience=PATIENCE))

    return ShopperVisit("cart", _in_turn(lambda turn: [added(turn), _page(browser.address, "/cart/", browser)]))


def ordering(browsers: Sequence[ShopperBrowser]) -> ShopperVisit:
    """The order review, and an order by a test card; each round has a cart of its own."""

    def reviewed(browser: ShopperBrowser) -> Step:
        fields = {"security": browser.token, **REVIEWED}
        return lambda: ("200", browser.asks("POST", "/?wc-ajax=update_order_review", fields, patience=PATIENCE))

    def paid(browser: ShopperBrowser) -> Step:
        return lambda: ("200, paid", browser.pays())

    def turn_of(turn: int) -> list[Step]:
        browser = browsers[turn % len(browsers)]
        browser.patience = PATIENCE
        return [reviewed(browser), paid(browser)]

    return ShopperVisit("checkout", _in_turn(turn_of))


def receiving(browser: ShopperBrowser, path: str) -> ShopperVisit:
    """The receipt of a paid order."""
    return ShopperVisit("paid page", _in_turn(lambda _: [_page(browser.address, path, browser)]))


def words_of(answer: ShopperAnswer) -> str:
    """Return what was answered, in words."""
    if answer.status == 0:
        return "no answer"
    if answer.status >= 500:
        return f"{answer.status} {'with' if answer.retry_after else 'without'} Retry-After"
    if answer.paid:
        return f"{answer.status}, paid"
    refusal = str(answer.read.get("messages", "")) if answer.read.get("result") == "failure" else ""
    if refusal:
        return f"{answer.status}, “{' '.join(_TAG.sub(' ', refusal).split())}”"
    return BY_BROWSER if _BARE_ROOT.search(answer.body) else str(answer.status)


def _page(address: str, path: str, browser: ShopperBrowser | None = None) -> Step:
    return lambda: ("200", (browser or ShopperBrowser(address)).send("GET", path, None, HTML, patience=PATIENCE))


def _in_turn(steps: Callable[[int], list[Step]]) -> Iterator[Step]:
    turn = 0
    while True:
        yield from steps(turn)
        turn += 1
