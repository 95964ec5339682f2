"""A customer with a name like nobody else's, and what she leaves in a store."""

import re
from datetime import timedelta

from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client

from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.privacy.erase import erase_account
from vintner.privacy.models import Erasure
from vintner.testing.builders import make_product
from vintner.testing.shopper import Shopper

EMAIL, PASSWORD = "zeldaxine.quibbletree@example.com", "violet tractor seven moons"
PLANTED = re.compile(
    r"zeldaxine|quibbletree|frobnicate|snorkelville|4157415550|741-5550|(?<!\d)94199(?!\d)", re.IGNORECASE
)
"""Parts of her name, e-mail address, street, city, phone and postcode. Times and ids are longer runs of digits, in
which a postcode may stand by chance.
"""
FORM = {
    "billing_first_name": "Zeldaxine",
    "billing_last_name": "Quibbletree",
    "billing_company": "Quibbletree & Co",
    "billing_address_1": "12 Frobnicate Lane",
    "billing_city": "Snorkelville",
    "billing_postcode": "94199-1177",
    "billing_phone": "(415) 741-5550",
    "billing_email": EMAIL,
    "order_comments": "Ring at Quibbletree, 12 Frobnicate Lane",
    "is_gift": "1",
    "gift_message": "Love from Zeldaxine",
}


def new_client() -> Client:
    return Client(headers={"accept": "application/json"})


def log_in(client: Client) -> str:
    """Log in by the shop's form; return where that leads."""
    return str(client.post("/my-source/", {"username": EMAIL, "password": PASSWORD})["Location"])


def confirm(client: Client) -> None:
    """Enter the password again, as before something sensitive."""
    client.post("/my-source/confirm/?next=/my-source/privacy/", {"password": PASSWORD})


def buy(shopper: Shopper, **fields: str) -> Order:
    """Buy a wine and have it completed."""
    answer = shopper.puts(make_product(price="120.00", stock=9)).pays(**{**FORM, **fields})
    assert answer.result == "success", answer
    finish(answer.order_id)
    return Order.objects.get(pk=answer.order_id)


def finish(order_id: int) -> None:
    with transaction.atomic():
        orders.move(orders.lock(order_id), Status.COMPLETED)


def erase_now(erasure: Erasure) -> bool:
    """Erase when the thirty days are over."""
    return erase_account(erasure.pk, erasure.due_at + timedelta(minutes=1))


def dump() -> str:
    """Return all rows of all tables and what sessions hold."""
    texts = []
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT t::text FROM "{table}" t')  # noqa: S608 - the database's own names
            texts += [f"{table}: {row}" for (row,) in cursor.fetchall()]
    texts += [f"session: {each.get_decoded()}" for each in Session.objects.all()]
    return "\n".join(texts)


def find_planted(text: str) -> list[str]:
    """Return the lines in which something of her stands."""
    return [line[:300] for line in text.splitlines() if PLANTED.search(line)]
