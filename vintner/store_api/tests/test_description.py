"""The API describes itself, with what lies on our own server."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from vintner.testing.api_client import ROOT

pytestmark = pytest.mark.django_db


def test_every_endpoint_of_the_contract_is_described() -> None:
    described = Client().get(f"{ROOT}/openapi.json").json()
    paths = {path.removeprefix(ROOT) for path in described["paths"]}
    cart = ("add-item", "update-item", "remove-item", "apply-coupon", "remove-coupon", "update-customer")
    assert {f"/cart/{name}" for name in (*cart, "select-shipping-rate", "items", "coupons")} <= paths
    assert {"/checkout", "/checkout/{order_id}"} <= {path.rstrip("/") for path in paths}
    assert {"/cart", "/products", "/products/collection-data", "/products/reviews", "/batch", "/order/{order_id}"} <= {
        path.rstrip("/") for path in paths
    }
    assert set(described["components"]["securitySchemes"]) == {"ByCartToken", "ByNonce"}


def test_the_page_that_shows_it_needs_no_other_server_and_no_exception_from_the_policy() -> None:
    answer = Client().get(f"{ROOT}/docs")
    page = answer.content.decode()
    wanted = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert wanted
    assert all(address.startswith("/static/ninja/") for address in wanted)
    assert all(finders.find(address.removeprefix("/static/")) for address in wanted)
    assert re.findall(r"<script>|style=|onload=", page) == []
    assert "script-src 'self'" in answer["Content-Security-Policy"]
