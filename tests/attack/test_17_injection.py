"""17. What is typed never becomes a part of SQL, nor the name of a field."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.attack.attack import Tries, attack, replaced
from tests.attack.written import addresses, asked_of_database
from vintner.catalogue.finding import search
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.testing.builders import make_product, make_user

pytestmark = pytest.mark.usefixtures("store")
MARK = "zqxj"
PAYLOADS = (
    f"{MARK}' OR '1'='1",
    f"{MARK}'; SELECT pg_sleep(1)--",
    f'{MARK}" UNION ALL (SELECT password) --',
    f"{MARK}') OR 1=1/*",
    f"{MARK}\\'",
    f"%{MARK}%",
    f"{MARK}$$;--",
)
NAMES = (
    *("s", "q", "search", "orderby", "order", "order_by", "page", "per_page", "min_price", "max_price", "rating"),
    *("filter_region", "filter_vintage", "producer", "category", "tag", "brand", "slug", "sku", "include", "exclude"),
    *("attributes[0][attribute]", "attributes[0][slug]", "stock_status", "type", "on_sale", "after", "typed", "facet"),
)
"""Parameters that pages and the Store API read, and those that others do."""
FIELDS = {
    "password__startswith": "md5",
    "user__password__startswith": "md5",
    "key__startswith": "wc_order",
    "_connector": "OR",
    "_negated": "1",
}
"""Names that Django's filters would follow, if they were given what is sent, and a value that is right."""


def _paths() -> Iterator[str]:
    listed = {"home", "shop", "producers", "suggestions", "products", "reviews", "collection_data", "brands", "tags"}
    for path, pattern in addresses():
        if "<" not in path and "(" not in path and pattern.name in listed:
            yield path


_read = search.read


def _careless(text: str, *rest: object, **named: object) -> object:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 WHERE '" + text.replace("'", "''").replace("%", "%%") + "' <> ''")
    return _read(text, *rest, **named)


@attack(without=replaced("vintner.catalogue.finding.search.read", _careless))
def test_sql_in_every_parameter() -> Tries:
    make_product()
    client = Client(raise_request_exception=False)
    for path in _paths():
        for number, payload in enumerate(PAYLOADS):
            with asked_of_database() as (texts, _):
                answer = client.get(path, dict.fromkeys(NAMES, payload))
                searched = client.get(path, {"s": payload, "search": payload, "q": payload})
            statuses = {answer.status_code, searched.status_code}
            through = any(MARK in text for text in texts) or max(statuses) >= 500
            yield f"{path} {number}: {statuses}", through


def _allow_all(self: object, lookup: str, value: str, request: object) -> bool:
    return True


@attack(without=replaced("vintner.web.admin.declared_filters.DeclaredFilters.lookup_allowed", _allow_all))
def test_names_of_fields_in_the_address() -> Tries:
    """A list of the admin that can be filtered by any field tells passwords letter by letter."""
    boss = Client(raise_request_exception=False)
    boss.force_login(make_user("boss@example.com", password="x", is_staff=True, is_superuser=True))
    Order.objects.create(user=User.objects.get(), email="boss@example.com", billing={})
    for path in ("/admin/orders/order/", "/admin/catalogue/review/", "/admin/customers/user/"):
        for name, right in FIELDS.items():
            answers = [boss.get(path, {name: value}) for value in (right, "nothing")]
            yield f"{path}?{name}", answers[0].status_code == 200 and _rows(answers[0]) != _rows(answers[1])
    for path in ("/shop/", "/wp-json/wc/store/v1/products"):
        for name in FIELDS:
            yield f"{path}?{name}", boss.get(path, {name: "1"}).status_code >= 500


def _rows(answer: Any) -> int:  # noqa: ANN401 - of a test's client, with what the template was given
    return len(answer.context["cl"].result_list) if answer.context and "cl" in answer.context else -1
