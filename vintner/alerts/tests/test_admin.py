"""The list of alerts in the admin."""

import pytest
from django.test import Client
from django.utils import timezone

from vintner.alerts.models import Alert
from vintner.money import Money
from vintner.testing.builders import make_product, make_user

pytestmark = pytest.mark.django_db


def test_staff_sees_how_many_wait_for_a_wine(client: Client) -> None:
    client.force_login(make_user("boss@example.com", is_staff=True, is_superuser=True))
    wine, now = make_product(name="Lomba"), timezone.now()
    for number in range(42):
        Alert.objects.create(
            kind="price_drop",
            product=wine,
            price=Money(1),
            email=f"ada{number}@example.com",
            consent="yes",
            confirmed_at=now,
        )
    Alert.objects.create(kind="launch", product=wine, email="ada@example.com", consent="yes")
    Alert.objects.create(kind="opening", email="ada@example.com", consent="yes")
    rows = client.get("/admin/alerts/alert/?kind__exact=price_drop").context["cl"].result_list
    assert {row.waiting for row in rows} == {42}
    page = client.get("/admin/alerts/alert/?o=-4").context["cl"].result_list
    assert {row.waiting for row in page} == {42, None}
