"""24. No request keeps the store busy for long: bodies, searches, carts, passwords and patterns have bounds."""

import json
from collections.abc import Callable
from contextlib import suppress
from time import process_time

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from tests.attack.attack import Tries, attack, many, replaced, setting, together
from tests.attack.written import asked_of_database
from vintner.accounts.passwords.strength import score
from vintner.cart.models import Cart, CartLine
from vintner.cart.rules import read_quantity
from vintner.refusal import Refusal
from vintner.shipping.regions import regions
from vintner.testing.api_client import ROOT, ApiClient
from vintner.testing.builders import make_product, make_user
from vintner.web.email_addresses import read_address
from vintner.web.numbers import whole

pytestmark = pytest.mark.usefixtures("store")
FORM = "application/x-www-form-urlencoded"
MEGABYTES = 3
LARGE = together(setting(DATA_UPLOAD_MAX_MEMORY_SIZE=None, DATA_UPLOAD_MAX_NUMBER_FIELDS=None))
PATHS = ("/?wc-ajax=checkout", "/?wc-ajax=add_to_cart", "/wp-admin/admin-ajax.php", "/my-source/", f"{ROOT}/batch")
LEET = "4@8({[<369&#!1|05$7+2%" * 4
"""Signs that stand for letters, of which an estimate of passwords tries all readings."""
ADDITIONS = 32_000_000
"""What a text may take at most, in additions of the processor that runs the test: one second of a quick one. A password
that is hard to estimate takes half of it, all others a hundredth.
"""


def measure_additions(sixteenth: int = ADDITIONS // 16) -> float:
    """Return how many seconds of the processor ADDITIONS take, by a sixteenth of them."""
    begun, total = process_time(), 0
    for number in range(sixteenth):
        total += number
    return (process_time() - begun) * 16


@attack(without=LARGE)
def test_large_bodies() -> Tries:
    client = Client(raise_request_exception=False)
    text = "x" * MEGABYTES * 1_000_000
    for path in PATHS:
        kind = "application/json" if path.startswith(ROOT) else FORM
        body = json.dumps({"requests": [], "x": text}) if path.startswith(ROOT) else f"action=x&a={text}"
        yield f"{path}, {MEGABYTES} MB", client.post(path, body, content_type=kind).status_code not in (403, 413)
    fields = "&".join(f"f{number}=1" for number in range(3_000))
    yield "3,000 fields", client.post(PATHS[1], fields, content_type=FORM).status_code != 413
    yield "3,000 parameters", client.get(f"/shop/?{'&'.join('f' * 3_000)}").status_code != 413


@attack(without=replaced("vintner.cart.carts.MOST_LINES", 10**6))
def test_a_cart_of_many_wines() -> Tries:
    """999 bottles of each: pricing many more lines than a hundred would keep the store busy."""
    client, wines = ApiClient(), [make_product(stock=None) for _ in range(103)]
    client.post("/cart/add-item", id=wines[0].pk)
    cart = Cart.objects.get()
    lines = [CartLine(cart=cart, variation=wine.variations.get(), quantity=999) for wine in wines[1:99]]
    CartLine.objects.bulk_create(lines)
    body = [
        {"path": "/wc/store/v1/cart/add-item", "headers": client.headers, "body": {"id": wine.pk}} for wine in wines
    ]
    client.post("/batch", requests=body[99:])
    yield f"{CartLine.objects.count()} lines", CartLine.objects.count() > 100
    yield "requests in one", client.post("/batch", requests=body[:26]).status < 400


@attack(without=replaced("vintner.customers.logging_in.LONGEST_PASSWORD", 10**9))
def test_long_passwords() -> Tries:
    make_user("ada@example.com", password="x")
    lengths: list[int] = []
    for path in ("/my-source/", "/admin/login/"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                "vintner.customers.logging_in.auth.authenticate",
                lambda username, password: lengths.append(len(password)),
            )
            Client().post(path, {"username": "ada@example.com", "password": "x" * 900_000})
        yield f"{path}: {lengths[-1:]} characters hashed", bool(lengths) and lengths[-1] > 256


@attack(without=replaced("vintner.accounts.passwords.strength.ESTIMATED", 10**6))
def test_texts_that_patterns_take_long_for() -> Tries:
    """Passwords that are hard to estimate, and what makes regular expressions go back and forth."""
    readers: dict[str, Callable[[str], object]] = {
        "password": score,
        "email address": read_address,
        "quantity": lambda text: read_quantity(text, least=1),
        "number": whole,
        "postcode": lambda text: [region.tidy_postcode(text[:20]) for region in regions().values()],
    }
    size, most = many(300, 20_000), measure_additions()
    for says, read in readers.items():
        long = 300 if says == "password" else size
        for text in ("a" * long + "!", "1" * long + ".", " " * long + "x", "a@" * long, LEET[:72]):
            begun = process_time()
            with suppress(Refusal, ValueError, ValidationError):
                read(text)
            spent = process_time() - begun
            yield f"{says}: {text[:12]} … {spent:.2f} s", spent > most


UNBOUND = together(
    replaced("vintner.storefront.listing_views.LONGEST", 10**6),
    replaced("vintner.catalogue.finding.search.LONGEST", 10**6),
    replaced("vintner.catalogue.finding.search.MOST_WORDS", 10**6),
)


@attack(without=UNBOUND)
def test_long_searches() -> Tries:
    """Ten thousand letters: the database is asked about no more than about a short question."""
    make_product()
    question = " ".join(f"w{number}chablis" for number in range(900))[: many(1_000, 10_000)]
    for path, name in (("/", "s"), ("/search/suggestions/", "q"), (f"{ROOT}/products", "search")):
        client = Client(raise_request_exception=False, HTTP_ACCEPT="application/json")
        with asked_of_database() as (_, parameters):
            status = client.get(path, {name: question}).status_code
        longest = max((len(each) for each in parameters), default=0)
        yield f"{path}?{name}: {status}, {longest} characters", status >= 500 or longest > 300
