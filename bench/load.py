"""The loads: what is asked, by how many clients, and what came of it."""

import gzip
import json
import subprocess
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlencode

from bench.carts import crowd
from bench.shopper import FORM, Prepared, WineOnSale, find, of_age, prepare
from bench.stack import served_again, waiting_store
from vintner.server.programs import Stack

SECONDS = 5
WARM_UP = 20
CLIENTS = (1, 8)
ORDERS = {1: 40, 8: 160}
LOADER = Path(__file__).with_name("load.mjs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One HTTP request to repeat, and what its answer must contain to count."""

    path: str
    answer: str
    method: str = "GET"
    cookies: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    packed: bool = False
    """Whether gzip is asked for, as browsers do. Then the answer is looked at once, before the load."""

    def plan(self) -> dict[str, object]:
        """Return it as autocannon takes it."""
        headers = {"Accept-Encoding": "gzip" if self.packed else "identity"}
        if self.cookies:
            headers["Cookie"] = self.cookies
        if self.fields:
            headers["Content-Type"] = FORM
        return {"method": self.method, "path": self.path, "headers": headers, "body": urlencode(self.fields)}


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadFigures:
    """What one load came to. Times in milliseconds."""

    requests: int
    per_second: float
    p50_ms: float
    p95_ms: float
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A load's figures, and the bare view's just before, so that whatever else the machine did weighs on both."""

    load: LoadFigures
    bare: LoadFigures

    @property
    def ratio(self) -> float:
        """The load's requests per second as a share of the bare view's."""
        return self.load.per_second / self.bare.per_second


Table = dict[str, dict[int, Measured]]
BARE = Request(path="/_bench/bare/", answer="ok")


def measure_all(stack: Stack) -> Table:
    """Measure every load with each number of clients, after warming each up."""
    address = stack.address
    simple = find(address, "V-SIMPLE")
    browsed = {
        "listing": [Request(path="/shop/", answer="</html>", cookies=of_age(address))],
        "product page": [Request(path=simple.path, answer="</html>", cookies=of_age(address))],
    }
    loads = browsed | {
        "add to cart": [cart_request(simple)],
        "order review": [review_request(prepare(address, simple.product_id)) for _ in range(max(CLIENTS))],
        "checkout page": [_checkout_page(prepare(address, simple.product_id)) for _ in range(max(CLIENTS))],
    }
    found = {name: _with_each_crowd(address, load) for name, load in loads.items()}
    with served_again(stack, PAGES_KEPT_SECONDS="3600") as keeping:
        kept = {name: [replace(page, packed=True) for page in load] for name, load in browsed.items()}
        found |= {f"{name}, kept": _with_each_crowd(keeping, load) for name, load in kept.items()}
    with waiting_store(stack) as other:
        measure(other, [BARE], 8)
        waiting = "#wc-stripe-confirm-pi"
        found["place order"] = {clients: _orders(other, simple, clients, waiting) for clients in CLIENTS}
    paid = {clients: _orders(address, simple, clients, "order-received") for clients in CLIENTS}
    return found | {"place order, paid in the sandbox": paid}


def measure_large_reviews(address: str) -> Table:
    """Measure the order review of carts with many lines, with many promotions active, which stay behind."""
    wines = crowd()
    shoppers = [prepare(address, *wines) for _ in range(max(CLIENTS))]
    return {f"order review, {len(wines)} lines": _with_each_crowd(address, [review_request(each) for each in shoppers])}


def measure(address: str, requests: Sequence[Request], clients: int, *, amount: int = 0) -> LoadFigures:
    """Send the requests in turn for SECONDS, or `amount` of them, from so many clients at once."""
    plan = {"url": address, "clients": clients, "requests": [request.plan() for request in requests]}
    if requests[0].packed:
        _look(address, requests[0])
    else:
        plan |= {"mustContain": requests[0].answer}
    plan |= {"amount": amount} if amount else {"seconds": SECONDS}
    done = subprocess.run(["node", str(LOADER)], input=json.dumps(plan), stdout=subprocess.PIPE, text=True, check=True)
    return LoadFigures(**json.loads(done.stdout))


def _look(address: str, page: Request) -> None:
    headers = {"Accept-Encoding": "gzip", "Cookie": page.cookies}
    asked = urllib.request.Request(address + page.path, headers=headers)  # noqa: S310 - our own
    with urllib.request.urlopen(asked) as response:  # noqa: S310 - see above
        if page.answer not in gzip.decompress(response.read()).decode():
            raise RuntimeError(f"{page.path} does not say {page.answer}")


def _with_each_crowd(address: str, load: Sequence[Request]) -> dict[int, Measured]:
    return {clients: _measured(address, load, clients) for clients in CLIENTS}


def _measured(address: str, load: Sequence[Request], clients: int) -> Measured:
    measure(address, load, clients, amount=WARM_UP * clients)
    bare = measure(address, [BARE], clients)
    return Measured(bare=bare, load=measure(address, load, clients))


def _orders(address: str, wine: WineOnSale, clients: int, answer: str) -> Measured:
    """Place orders, each from a cart of its own; the answer of every one is looked at."""
    carts = [prepare(address, wine.product_id) for _ in range(ORDERS[clients])]
    loads = [checkout_request(shopper, answer) for shopper in carts]
    bare = measure(address, [BARE], clients)
    return Measured(bare=bare, load=measure(address, loads, clients, amount=len(loads)))


def checkout_request(shopper: Prepared, answer: str) -> Request:
    """Return the request that places the order of a shopper at the checkout."""
    return _post("checkout", shopper.order(), answer, shopper.cookies)


def cart_request(wine: WineOnSale) -> Request:
    """Return the request that puts a bottle into a new cart."""
    return _post("add_to_cart", {"product_id": str(wine.product_id), "quantity": "1"}, "cart_hash")


def review_request(shopper: Prepared) -> Request:
    """Return the request that counts the order of a shopper at the checkout anew."""
    return _post("update_order_review", shopper.review(), "shown_total", shopper.cookies)


def _checkout_page(shopper: Prepared) -> Request:
    return Request(path="/checkout/", answer="</html>", cookies=shopper.cookies)


def _post(call: str, fields: dict[str, str], answer: str, cookies: str = "") -> Request:
    path = f"/?wc-ajax={call}"
    return Request(path=path, method="POST", cookies=cookies, fields=tuple(fields.items()), answer=answer)
