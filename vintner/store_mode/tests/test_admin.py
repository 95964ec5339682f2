"""The setting and the preview links in the admin."""

import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from vintner.store_mode.mode import read_mode, refresh_mode
from vintner.store_mode.models import PreviewLink, StoreVisibility
from vintner.store_mode.rules import Visibility
from vintner.store_mode.tests.modes import make_preview, set_mode
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db
PAGE = "/admin/store_mode/storevisibility/1/change/"
LINKS = "/admin/store_mode/previewlink/"


def save(client: Client, **fields: str) -> str:
    """Send the form as a browser does, and return the page that answers."""
    form = read_form(client.get(PAGE).text, "storevisibility_form")
    return client.post(PAGE, {**form, **fields}, follow=True).text


def test_the_merchant_closes_the_store_until_a_moment(admin_client: Client) -> None:
    opens_at = timezone.localtime(timezone.now() + timedelta(days=2)).replace(microsecond=0)
    save(
        admin_client,
        visibility="closed",
        heading="Soon",
        opens_at_0=f"{opens_at:%Y-%m-%d}",
        opens_at_1=f"{opens_at:%H:%M:%S}",
    )
    mode = read_mode()
    assert (mode.visibility, mode.heading, mode.opens_at) == (Visibility.CLOSED, "Soon", opens_at)


def test_an_opening_that_has_passed_is_refused_at_its_field(admin_client: Client) -> None:
    page = save(admin_client, visibility="closed", opens_at_0="2020-01-01", opens_at_1="00:00:00", heading="Kept")
    assert "This moment has passed" in page
    assert "Kept" in page
    assert StoreVisibility.objects.get().visibility == "live"


def test_a_store_that_opened_by_itself_stays_live_when_its_words_are_saved(admin_client: Client) -> None:
    opened = timezone.now() - timedelta(hours=1)
    StoreVisibility.objects.update(visibility="closed", opens_at=opened)
    list_page = admin_client.get("/admin/store_mode/storevisibility/", follow=True).text
    assert "the store is live" in list_page
    assert "Opened on" in save(admin_client, heading="Next year again")
    row = StoreVisibility.objects.get()
    assert (row.heading, row.opens_at, row.visibility) == ("Next year again", opened, "closed")
    page = save(admin_client, visibility="shop_closed")
    assert "and is live" in page
    assert "leave it blank" not in page
    assert StoreVisibility.objects.get().visibility == "closed"


def test_a_link_is_made_shown_and_ended(admin_client: Client, client: Client) -> None:
    set_mode(Visibility.CLOSED)
    admin_client.post(f"{LINKS}add/", {"note": "The designer", "days": "3"})
    link = PreviewLink.objects.get()
    assert link.expires_at - link.made_at == timedelta(days=3)
    refresh_mode()
    [path] = re.findall(r'href="[^"]*?(/coming-soon/preview/[^"]+)"', admin_client.get(LINKS).text)
    visitor = Client()
    assert visitor.get(path).status_code == 302
    admin_client.post(LINKS, {"action": "end", "_selected_action": [link.pk]})
    refresh_mode()
    assert visitor.get("/").status_code == 503
    assert "not valid any more" in admin_client.get(LINKS).text
    assert LogEntry.objects.filter(change_message="Ended.").exists()


@pytest.mark.parametrize("days", ["0", "31", "", "x"])
def test_days_are_limited(admin_client: Client, days: str) -> None:
    assert admin_client.post(f"{LINKS}add/", {"note": "N", "days": days}).status_code == 200
    assert not PreviewLink.objects.exists()


def test_ending_twice_changes_nothing(admin_client: Client) -> None:
    link = make_preview()
    for words in ("1 link is ended", "None of these links was valid any more."):
        page = admin_client.post(LINKS, {"action": "end", "_selected_action": [link.pk]}, follow=True).text
        assert words in page
    assert LogEntry.objects.count() == 1
