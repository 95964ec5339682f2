"""Date inputs where the browser's time zone is not the store's."""

import pytest
from django.test import Client
from playwright.sync_api import expect

from tests.admin.browser import admin_page
from tests.journeys.live import visit
from vintner.customers.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SIGNS = """() => [...document.querySelectorAll('.timezonewarning')]
    .map((note) => getComputedStyle(note, '::before').content)"""


def test_another_time_zone_is_told_in_words_and_shows_no_sign_of_an_error(client: Client) -> None:
    client.force_login(User.objects.create_user("owner@example.com", is_staff=True, is_superuser=True))
    with admin_page(client, timezone="Asia/Tokyo") as page:
        visit(page, "/admin/pricing/promotion/add/")
        notes = page.locator(".field-starts_at .timezonewarning")
        expect(notes.filter(visible=True)).to_have_count(1)
        note = notes.filter(visible=True)
        expect(note).to_contain_text("ahead of server time")
        place, below = note.bounding_box(), page.locator("#id_starts_at_1").bounding_box()
        assert place
        assert below
        assert place["y"] >= below["y"] + below["height"]
        assert place["height"] > 0
        assert set(page.evaluate(SIGNS)) == {"none"}
