"""Whether everybody can use every page of the admin, on a phone, a tablet and at a desk."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests.admin.access_table import MODELS
from tests.admin.browser import admin_page, watch_policy
from tests.admin.lived_in import first, first_order
from tests.admin.screens.faults import find_faults, find_faults_by_night
from tests.journeys.live import visit
from vintner.customers.models import User
from vintner.orders.models import Order

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

KINDS: Final = {"l": "changelist", "a": "add", "o": "change"}
OF_AN_ORDER: Final = ("edit", "refund", "write_note", "send_email", "change_status")
OF_A_SUBSCRIPTION: Final = ("skip", "change_address")
OTHERS: Final = (
    "admin:index",
    "admin:password_change",
    "payments_health",
    "reports",
    "renewals",
    "admin:pricing_taxrate_take_over",
)


def addresses() -> Iterator[str]:
    """Yield the address of every list, add and change page, of every order, and of the pages that are none of these."""
    for label, letters in MODELS.items():
        for letter, kind in KINDS.items():
            if letter in letters.split()[0]:
                args = [first(label).pk] if kind == "change" else []
                yield reverse(f"admin:{label.lower().replace('.', '_')}_{kind}", args=args)
    one_of_each = Order.objects.order_by("status", "-pk").distinct("status")
    yield from (reverse("admin:orders_order_change", args=[order.pk]) for order in one_of_each)
    yield from (reverse(f"admin:orders_order_{name}", args=[first_order().pk]) for name in OF_AN_ORDER)
    subscription = first("subscriptions.Subscription").pk
    yield from (reverse(f"admin:subscriptions_subscription_{name}", args=[subscription]) for name in OF_A_SUBSCRIPTION)
    yield from (reverse(name) for name in OTHERS)
    staff = User.objects.get(email="manager@example.com").pk
    yield reverse("admin:auth_user_password_change", args=[staff])


@pytest.mark.sweep
def test_everybody_can_use_every_page(world: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for model_admin in admin.site._registry.values():
        monkeypatch.setattr(model_admin, "list_per_page", 8)  # the rows of a list are all alike
    client.force_login(User.objects.create_user("owner@example.com", is_staff=True, is_superuser=True))
    faults: dict[str, list[str]] = defaultdict(list)
    every = list(dict.fromkeys(addresses()))
    with admin_page(client) as page:
        page.on("pageerror", lambda error: faults[page.url].append(str(error)))
        forbidden = watch_policy(page)
        for address in every:
            visit(page, address)
            faults[address] += find_faults(page)
            faults[address] += find_faults_by_night(page)
    assert [f"{address} {fault}" for address, found in faults.items() for fault in found] == []
    assert forbidden == []


@pytest.mark.sweep
def test_every_page_has_one_heading_of_its_own(world: None, client: Client) -> None:
    client.force_login(User.objects.create_user("owner@example.com", is_staff=True, is_superuser=True))
    headings = {address: client.get(address).content.decode().count("<h1") for address in addresses()}
    assert [address for address, number in headings.items() if number != 1] == []


FAULTS: Final = {
    "color-contrast": "<p style='color: #ccc'>Wine</p>",
    "scrolls sideways": "<div style='width: 2000px'>Wide</div>",
    "lies outside": "<p style='width: 40px; overflow: hidden'><input style='width: 90px' aria-label='A'></p>",
    "is too small": "<input value='10:15:00' style='width: 30px' type='text' aria-label='A'>",
    "dark: color-contrast": "<style>.dark p { color: #ccc }</style><p>Wine</p>",
}


@pytest.mark.sweep
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(client: Client, fault: str) -> None:
    head = '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Wine</title>'
    with admin_page(client) as page:
        page.set_content(f"{head}<main id='main'><h1>Wine</h1>{FAULTS[fault]}</main></html>")
        assert any(fault in found for found in [*find_faults(page), *find_faults_by_night(page)])
