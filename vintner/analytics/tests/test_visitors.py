"""Who is who on one day, and nobody afterwards."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from vintner.analytics import jobs, visitors
from vintner.analytics.models import Purchase, VisitorSalt
from vintner.analytics.visitors import forget_visitors, visitor_hash
from vintner.orders import orders
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_salt() -> None:
    visitors._salts.clear()


def test_a_visitor_has_one_number_on_a_day_and_another_on_the_next() -> None:
    now = timezone.now()
    first = visitor_hash("203.0.113.9", "Firefox", now)
    visitors._salts.clear()  # another process
    assert visitor_hash("203.0.113.9", "Firefox", now) == first
    assert visitor_hash("203.0.113.8", "Firefox", now) != first
    assert visitor_hash("203.0.113.9", "Safari", now) != first
    assert visitor_hash("203.0.113.9", "Firefox", now + timedelta(days=1)) != first


def test_neither_address_nor_browser_is_stored() -> None:
    visitor_hash("203.0.113.9", "Firefox", timezone.now())
    columns = [field.name for field in VisitorSalt._meta.fields]
    assert columns == ["day", "salt"]
    with connection.cursor() as cursor:
        names = {column.name for column in connection.introspection.get_table_description(cursor, "analytics_event")}
    assert not names & {"address", "ip", "user_agent"}


def test_the_salt_and_who_bought_are_deleted_after_the_day() -> None:
    now = timezone.now()
    order = orders.create(new_order())
    Purchase.objects.create(order=order, visitor=visitor_hash("203.0.113.9", "Firefox", now), noted_at=now)
    forget_visitors(now)
    assert VisitorSalt.objects.count() == 1
    assert Purchase.objects.get().visitor is not None
    forget_visitors(now + timedelta(days=1))
    assert not VisitorSalt.objects.exists()
    assert Purchase.objects.get().visitor is None


def test_the_job_keeps_todays_salt() -> None:
    visitor_hash("203.0.113.9", "Firefox", timezone.now())
    jobs.forget_former_visitors(0)
    assert VisitorSalt.objects.count() == 1
