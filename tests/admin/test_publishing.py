"""A wine is published with something to buy."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.admin.browser import admin_page
from tests.journeys.live import visit
from vintner.catalogue.admin import NOTHING_TO_BUY
from vintner.customers.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_variations_are_opened_when_there_are_none(client: Client) -> None:
    client.force_login(User.objects.create_user("owner@example.com", is_staff=True, is_superuser=True))
    with admin_page(client) as page:
        visit(page, "/admin/catalogue/product/add/")
        page.get_by_label("Name").first.fill("Quinta Nova")
        page.get_by_label("SKU").first.fill("NEW-1")
        expect(page.get_by_text(NOTHING_TO_BUY)).to_have_count(0)
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text(NOTHING_TO_BUY)).to_be_visible()
        expect(page.locator("#id_variations-0-regular_price")).to_be_visible()
