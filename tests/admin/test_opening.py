"""The first page of the admin says what a new store still needs before it can sell."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.core import checks
from django.test import Client
from playwright.sync_api import expect
from pytest_django import Settings

from tests.admin.browser import admin_page
from tests.admin.screens.faults import find_faults, find_faults_by_night
from tests.journeys.live import visit
from vintner.customers.roles import PACKER
from vintner.notices.models import Policy
from vintner.pricing.models import TaxRate
from vintner.shipping.models import Destination, Method, Zone
from vintner.testing.builders import make_product, make_user

pytestmark = pytest.mark.django_db

WINE = "Publish a wine that has a price."
DELIVERY = "Add a delivery zone with a method."
PLACES = "Add the states and provinces that wine may be sent to."
TAXES = "Add the tax rates; where you owe no tax, one of 0%."
TERMS, PRIVACY = "Write the terms and conditions.", "Write the privacy policy."
TEST_KEYS = "This store is in production with test keys: no real money comes in."
MAIL = "Set EMAIL_URL to a mail server: emails are written, but nobody gets them."


@pytest.fixture
def production(settings: Settings) -> Settings:
    """A store on the internet whose keys and mail are as they should be."""
    settings.PRODUCTION, settings.SANDBOX = True, False
    settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY = "sk_live_1", "pk_live_1"
    settings.STRIPE_WEBHOOK_SECRETS = ["whsec_1"]
    settings.EMAIL_BACKEND = "vintner.orders.emails.smtp.EmailBackend"
    return settings


def listed(staff: Client) -> list[str]:
    """Return the steps on the admin's first page, in their order; each leads to a page that opens."""
    html = staff.get("/admin/").content.decode()
    found = re.search(r'id="before-opening".*?</ul>', html, re.DOTALL)
    steps = re.findall(r'<li[^>]*><a[^>]*href="([^"]+)">([^<]+)</a>', found[0]) if found else []
    assert all(staff.get(url).status_code == 200 for url, _ in steps)
    return [text for _, text in steps]


def add_method(*, enabled: bool = True) -> None:
    zone = Zone.objects.create(name="Everywhere")
    Method.objects.create(zone=zone, kind=Method.Kind.FLAT_RATE, title="Courier", cost="5", enabled=enabled)


DONE: dict[str, Callable[[], object]] = {
    WINE: make_product,
    DELIVERY: add_method,
    PLACES: lambda: Destination.objects.create(country="US", state="CA", wine_allowed=True),
    TAXES: lambda: TaxRate.objects.create(country="US", percent=0, name="None owed"),
    TERMS: lambda: Policy.objects.create(kind=Policy.Kind.TERMS, text="Pay."),
    PRIVACY: lambda: Policy.objects.create(kind=Policy.Kind.PRIVACY, text="Nothing is passed on."),
}
"""What is done about each step, in the order of the list."""


def test_each_step_goes_when_it_is_done(staff: Client, production: Settings) -> None:
    left = list(DONE)
    for text, act in DONE.items():
        assert listed(staff) == left
        act()
        left.remove(text)
    assert listed(staff) == []
    assert "Before you open" not in staff.get("/admin/").content.decode()


def test_what_shoppers_cannot_use_does_not_count(staff: Client) -> None:
    make_product(published=False)
    make_product(price=None)
    add_method(enabled=False)
    Destination.objects.create(country="US", state="UT", wine_allowed=False)
    Destination.objects.create(country="XX", state="BAY", wine_allowed=True)
    TaxRate.objects.create(country="XX", percent=7, name="Nowhere")
    assert listed(staff) == list(DONE)


def test_keys_and_mail_are_steps_in_production(staff: Client, production: Settings) -> None:
    production.STRIPE_SECRET_KEY, production.STRIPE_PUBLISHABLE_KEY = "sk_test_1", "pk_test_1"
    production.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    assert listed(staff) == [*DONE, TEST_KEYS, MAIL]


def test_staff_sees_the_steps_that_it_can_take(client: Client) -> None:
    packer = make_user("packer@example.com", is_staff=True)
    packer.groups.add(Group.objects.get(name=PACKER))
    client.force_login(packer)
    assert listed(client) == []


def test_djangos_checks_of_a_deployment_list_the_same() -> None:
    found = checks.run_checks(include_deployment_checks=True, databases=["default"])
    assert [each.msg for each in found if each.id == "vintner.W003"] == list(DONE)
    without_database = checks.run_checks(include_deployment_checks=True)
    assert "vintner.W003" not in [each.id for each in without_database]


@pytest.mark.sweep
@pytest.mark.slow
def test_the_list_can_be_used_in_every_window(staff: Client) -> None:
    with admin_page(staff) as page:
        visit(page, "/admin/")
        expect(page.get_by_role("heading", name="Before you open")).to_be_visible()
        assert [*find_faults(page), *find_faults_by_night(page)] == []
