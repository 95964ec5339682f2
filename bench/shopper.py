"""Shoppers as far as a measurement needs them: a cart, a token, a filled form."""

import http.client
import json
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

ADDRESS = {
    "first_name": "Jane",
    "last_name": "Doe",
    "country": "US",
    "address_1": "1 Main St",
    "city": "Los Angeles",
    "state": "CA",
    "postcode": "90001",
    "phone": "555 555 0100",
    "email": "jane@example.com",
}
FORM = "application/x-www-form-urlencoded"
SECTIONS = "application/vnd.vintner.sections+json, application/json"
"""What frontend/lib/sections.ts accepts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A shopper at the checkout: her cookies, her token and the total that her page shows (cents)."""

    cookies: str
    token: str
    shown_total: int

    def review(self) -> dict[str, str]:
        """Return the fields of `update_order_review`."""
        place = {name: ADDRESS[name] for name in ("country", "state", "postcode", "city")}
        return {"security": self.token, "payment_method": "stripe", "has_full_address": "true"} | place

    def order(self) -> dict[str, str]:
        """Return the fields of `checkout`, paid with the provider's test card."""
        return {f"billing_{name}": value for name, value in ADDRESS.items()} | {
            "woocommerce-process-checkout-nonce": self.token,
            "payment_method": "stripe",
            "wc-stripe-payment-method": "pm_card_visa",
            "wc-stripe-is-deferred-intent": "1",
            "shown_total": str(self.shown_total),
            "of_age": "1",
        }


class BenchVisitor:
    """One browser's connection and cookies."""

    def __init__(self, address: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
        self._cookies: SimpleCookie = SimpleCookie()

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={morsel.value}" for name, morsel in self._cookies.items())

    def enters(self) -> None:
        """Say at the gate that one is of age."""
        self._ask("POST", "/age/", {"Content-Type": FORM, "Accept": "application/json"}, urlencode({"answer": "yes"}))

    def close(self) -> None:
        self._connection.close()

    def props(self, path: str) -> dict[str, object]:
        """Return a page's props."""
        read: dict[str, object] = json.loads(self._ask("GET", path, {"Accept": "application/json"}))
        return read

    def post(self, path: str, fields: dict[str, str]) -> dict[str, object]:
        """Send a form and return the answer, as the store's own client does."""
        headers = {"Content-Type": FORM, "Accept": SECTIONS}
        read: dict[str, object] = json.loads(self._ask("POST", path, headers, urlencode(fields)))
        return read

    def _ask(self, method: str, path: str, headers: dict[str, str], body: str | None = None) -> bytes:
        self._connection.request(method, path, body, headers | {"Cookie": self.cookies})
        response = self._connection.getresponse()
        answer = response.read()
        for line in response.msg.get_all("Set-Cookie", []):
            self._cookies.load(line)
        if response.status != http.client.OK:
            raise RuntimeError(f"{method} {path} was answered {response.status}: {answer[:300]!r}")
        return answer


@cache
def of_age(address: str) -> str:
    """Return the cookie of those who said at the gate of a store that they are of age."""
    with closing(BenchVisitor(address)) as visitor:
        visitor.enters()
        return visitor.cookies


def prepare(address: str, *product_ids: int) -> Prepared:
    """Take a new shopper with one bottle of each wine to the checkout, her address known to the cart."""
    with closing(BenchVisitor(address)) as visitor:
        visitor.enters()
        for product_id in product_ids:
            visitor.post("/?wc-ajax=add_to_cart", {"product_id": str(product_id), "quantity": "1"})
        token = str(visitor.props("/checkout/")["csrf_token"])
        shopper = Prepared(cookies=visitor.cookies, token=token, shown_total=0)
        visitor.post("/?wc-ajax=update_order_review", shopper.review())
        review = visitor.props("/checkout/")["review"]
        if not isinstance(review, dict):
            raise TypeError("the checkout's props hold no review")
        return Prepared(cookies=visitor.cookies, token=token, shown_total=int(review["shown_total"]))


def place_order(address: str, shopper: Prepared) -> dict[str, object]:
    """Press the button of the checkout on a connection of its own; return the answer."""
    headers = {"Content-Type": FORM, "Cookie": shopper.cookies}
    with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)) as client:
        client.request("POST", "/?wc-ajax=checkout", urlencode(shopper.order()), headers)
        response = client.getresponse()
        answer = response.read()
    if response.status != http.client.OK:
        raise RuntimeError(f"the order was answered {response.status}: {answer[:300]!r}")
    read: dict[str, object] = json.loads(answer)
    return read


@dataclass(frozen=True, slots=True, kw_only=True)
class WineOnSale:
    """A wine of the demo world."""

    product_id: int
    path: str


def find(address: str, sku: str) -> WineOnSale:
    """Return the wine with this SKU, by going through the listing."""
    path = "/shop/"
    with closing(BenchVisitor(address)) as visitor:
        while path:
            page = visitor.props(path)
            cards, pagination = page["cards"], page["pagination"]
            assert isinstance(cards, list)
            assert isinstance(pagination, dict)
            for card in cards:
                if card["sku"] == sku:
                    return WineOnSale(product_id=int(card["product_id"]), path=urlsplit(card["url"]).path)
            path = pagination["next_url"]
    raise LookupError(f"no wine on sale has the SKU {sku}")
