"""What the merchant writes is what every page shows, and new words are a new notice."""

from datetime import timedelta
from hashlib import md5

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.utils import timezone

from vintner.customers.models import User
from vintner.notices.models import StoreNotice
from vintner.notices.rules import notice_id

PROPS = {"accept": "application/json"}
pytestmark = pytest.mark.django_db


def shown(client: Client) -> object:
    return client.get("/cart/", headers=PROPS).json()["shared"]["store_notice"]


def test_the_id_belongs_to_the_text() -> None:
    assert notice_id("Closed on Monday.") == md5(b"Closed on Monday.", usedforsecurity=False).hexdigest()
    assert notice_id("Closed on Monday.") != notice_id("Closed on Tuesday.")


def test_without_a_notice_pages_say_nothing(client: Client) -> None:
    StoreNotice.objects.create(text="Not yet.", enabled=False)
    assert shown(client) is None


def test_the_newest_notice_is_shown(client: Client) -> None:
    StoreNotice.objects.create(text="Old.")
    newest = StoreNotice.objects.create(text="New.")
    StoreNotice.objects.create(text="Later.", enabled=False)
    assert shown(client) == {"id": newest.notice_id, "text": "New."}


def test_new_words_have_a_new_id_at_once(client: Client) -> None:
    notice = StoreNotice.objects.create(text="Closed on Monday.")
    before = shown(client)
    notice.text = "Closed on Tuesday."
    notice.save()
    after = shown(client)
    assert after == {"id": notice.notice_id, "text": "Closed on Tuesday."}
    assert after != before


def test_the_page_itself_is_the_same_whether_it_was_dismissed_or_not(client: Client) -> None:
    """Pages are kept and shared: the browser hides the notice, by the id that the page's head names."""
    notice = StoreNotice.objects.create(text="Closed on Monday.")
    client.cookies[f"store_notice{notice.notice_id}"] = "hidden"
    assert shown(client) == {"id": notice.notice_id, "text": "Closed on Monday."}
    page = client.get("/cart/").content.decode()
    assert f'data-notice="{notice.notice_id}"' in page


def test_the_merchant_writes_it_in_the_admin(client: Client) -> None:
    client.force_login(User.objects.create_superuser(email="staff@example.com", password="long-and-winding-26"))
    answer = client.post("/admin/notices/storenotice/add/", {"text": "Tasting on Friday.", "enabled": "on"})
    assert answer.status_code == 302
    assert shown(client) == {"id": notice_id("Tasting on Friday."), "text": "Tasting on Friday."}


def test_a_notice_is_shown_from_its_beginning_until_its_end(client: Client) -> None:
    now, hour = timezone.now(), timedelta(hours=1)
    StoreNotice.objects.create(text="Always.")
    StoreNotice.objects.create(text="Over.", ends_at=now)
    StoreNotice.objects.create(text="To come.", starts_at=now + hour)
    assert shown(client) == {"id": notice_id("Always."), "text": "Always."}
    StoreNotice.objects.create(text="Now.", starts_at=now, ends_at=now + hour)
    assert shown(client) == {"id": notice_id("Now."), "text": "Now."}


def test_the_catalogue_version_ends_when_a_notice_begins_or_ends() -> None:
    now, hour = timezone.now(), timedelta(hours=1)
    notice = StoreNotice.objects.create(text="Later.", starts_at=now + hour, ends_at=now + 2 * hour)
    for moment in (notice.starts_at, notice.ends_at):
        with connection.cursor() as cursor:
            cursor.execute("SELECT storefront_next_change(%s, 'UTC')", [now])
            assert cursor.fetchone() == (moment,)
        now = moment or now
    with pytest.raises(ValidationError):
        StoreNotice(text="Wrong.", starts_at=now, ends_at=now - hour).full_clean()
