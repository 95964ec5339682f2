"""Shoppers' browsers, many at once. A cart's cookie and token are made here, so that a race is one request each."""

import http.client
import json
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Generic, NamedTuple, Self, TypeVar
from urllib.parse import urlencode, urlsplit

from django.core.signing import get_cookie_signer
from django.db import connections

from vintner.cart.middleware import COOKIE, SALT
from vintner.cart.models import Cart, CartLine
from vintner.catalogue.models import Variation
from vintner.testing.shopper import FORM

VISA, DECLINED, ASKED_BY_BANK = "pm_card_visa", "pm_card_chargeDeclined", "pm_card_threeDSecure2Required"
PAGE, TYPED = "application/json", "application/x-www-form-urlencoded"
SECTIONS = "application/vnd.vintner.sections+json, application/json"
PATIENCE = 600
"""Seconds after which a shopper gives up: only the queue before the server makes anybody wait so long."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ShopperAnswer:
    """What came back; `status` is 0 when the connection broke."""

    status: int
    body: str = ""
    location: str = ""
    retry_after: str = ""

    @property
    def read(self) -> dict[str, object]:
        """Return the JSON in it, or nothing."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def paid(self) -> bool:
        return "order-received" in str(self.read.get("redirect", ""))

    @property
    def asked(self) -> bool:
        """Whether the bank has a question."""
        return "#wc-stripe-confirm-pi" in str(self.read.get("redirect", ""))

    @property
    def failed(self) -> bool:
        """Whether the store broke: neither did what was asked nor said why not."""
        return self.status >= 500


@dataclass(slots=True)
class ShopperBrowser:
    """One browser at the store of an address, with its cookies."""

    address: str
    jar: SimpleCookie = field(default_factory=SimpleCookie)
    patience: float = PATIENCE
    """Seconds that it waits for an answer to an order."""

    @classmethod
    def with_cart(cls, address: str, cart: Cart) -> Self:
        browser = cls(address)
        signer = get_cookie_signer(salt=COOKIE + SALT)
        browser.jar[COOKIE] = signer.sign(cart.pk.hex)
        browser.jar["csrftoken"] = secrets.token_hex(16)
        return browser

    @property
    def token(self) -> str:
        if "csrftoken" not in self.jar:
            self.jar["csrftoken"] = secrets.token_hex(16)
        return self.jar["csrftoken"].value

    def pays(self, card: str = VISA, **fields: str) -> ShopperAnswer:
        """Press the button that places the order."""
        sent = {**FORM, "woocommerce-process-checkout-nonce": self.token, "wc-stripe-payment-method": card, **fields}
        return self.asks("POST", "/?wc-ajax=checkout", sent, patience=self.patience)

    def call(self, name: str, fields: Mapping[str, str]) -> ShopperAnswer:
        return self.asks("POST", f"/?wc-ajax={name}", fields)

    def asks(
        self,
        method: str,
        path: str,
        fields: Mapping[str, str] | Mapping[str, list[str]] | None = None,
        *,
        props: bool = False,
        patience: float = PATIENCE,
    ) -> ShopperAnswer:
        """Send a form, or only ask for a page, and keep the cookies that come back."""
        content = urlencode(fields, doseq=True) if fields is not None else None
        headers = {"Accept": PAGE if props else SECTIONS, "Content-Type": TYPED}
        return self.send(method, path, content, headers, patience=patience)

    def send(
        self,
        method: str,
        path: str,
        content: str | None,
        headers: Mapping[str, str],
        *,
        patience: float = PATIENCE,
    ) -> ShopperAnswer:
        """Send one request on a connection of its own and keep the cookies that come back."""
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=patience)
        sent = "; ".join(f"{name}={morsel.value}" for name, morsel in list(self.jar.items()))
        try:
            connection.request(method, path, content, {**headers, "Cookie": sent, "Connection": "close"})
            response = connection.getresponse()
            location, later = (response.getheader(name, "") for name in ("Location", "Retry-After"))
            answer = ShopperAnswer(response.status, response.read().decode(), location, later)
        except (OSError, http.client.HTTPException):
            return ShopperAnswer(0)
        finally:
            connection.close()
        for line in response.msg.get_all("Set-Cookie", []):
            self.jar.load(line)
        return answer


class Timed(NamedTuple, Generic[T]):
    """What an action came to and how many milliseconds it took."""

    answer: T
    ms: float


def run_at_once(actions: Sequence[Callable[[], T]], *, side_by_side: int = 0) -> list[Timed[T]]:
    """Do all at the same moment, in threads of their own: all of them, or so many with the others behind them."""
    width = min(side_by_side or len(actions), len(actions))
    start = threading.Barrier(width)

    def run(number: int) -> Timed[T]:
        if number < width:
            start.wait()
        begun = time.perf_counter()
        try:
            return Timed(actions[number](), (time.perf_counter() - begun) * 1000)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(width) as pool:
        return list(pool.map(run, range(len(actions))))


def fill(count: int, lines: Callable[[int], Sequence[tuple[Variation, int]]]) -> list[Cart]:
    """Make so many guests' carts at once; `lines` says what the nth holds."""
    carts = Cart.objects.bulk_create(Cart() for _ in range(count))
    CartLine.objects.bulk_create(
        CartLine(cart=cart, variation=variation, quantity=quantity)
        for number, cart in enumerate(carts)
        for variation, quantity in lines(number)
    )
    return carts


def browsers(address: str, carts: Sequence[Cart]) -> list[ShopperBrowser]:
    return [ShopperBrowser.with_cart(address, cart) for cart in carts]
