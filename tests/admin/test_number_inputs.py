"""A turn of the mouse wheel scrolls the admin, and never changes a number."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.admin.browser import admin_page
from tests.journeys.live import visit
from vintner.customers.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_wheel_changes_no_number(client: Client) -> None:
    client.force_login(User.objects.create_user("owner@example.com", is_staff=True, is_superuser=True))
    with admin_page(client) as page:
        page.set_viewport_size({"width": 1200, "height": 500})
        visit(page, "/admin/pricing/coupon/add/")
        field = page.locator("input[type=number]:visible").first
        field.fill("2")
        field.hover()
        before = page.evaluate("scrollY")
        page.mouse.wheel(0, 100)
        page.wait_for_function("before => scrollY > before", arg=before)
        expect(field).to_have_value("2")
