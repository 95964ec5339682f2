"""Closed and open pages never get into each other's caches, and every process knows the mode at once."""

from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.customers.roles import MANAGER
from vintner.store_mode.models import PreviewLink, StoreVisibility
from vintner.store_mode.previews import sign_preview
from vintner.store_mode.rules import Visibility
from vintner.testing.builders import make_product, make_user
from vintner.testing.fresh_pages import fresh_page_cache
from vintner.web import catalogue_version

pytestmark = pytest.mark.django_db(transaction=True)
BANNER = "coming-soon-footer-banner"


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    with fresh_page_cache():
        yield
    change(Visibility.LIVE)


def change(visibility: Visibility, **fields: object) -> None:
    StoreVisibility.objects.filter(pk=1).update(visibility=visibility.value, **{"opens_at": None, **fields})


def test_a_cached_page_is_closed_at_once_and_open_again(client: Client) -> None:
    make_product(name="Dolcetto")
    etag = client.get("/shop/")["ETag"]
    change(Visibility.SHOP_CLOSED)
    assert client.get("/shop/", headers={"If-None-Match": etag}).status_code == 503
    change(Visibility.LIVE)
    assert client.get("/shop/").status_code == 200


def test_the_store_opens_by_itself(client: Client) -> None:
    change(Visibility.CLOSED, opens_at=timezone.now() + timedelta(seconds=60))
    assert client.get("/").status_code == 503
    with patch("vintner.wire.middleware.timezone.now", return_value=timezone.now() + timedelta(seconds=61)):
        assert client.get("/").status_code == 200


def test_no_page_of_staff_gets_to_visitors(client: Client) -> None:
    manager = make_user("manager@example.com", is_staff=True)
    manager.groups.add(Group.objects.get(name=MANAGER))
    staff = Client()
    staff.force_login(manager)
    client.get("/shop/")
    change(Visibility.SHOP_CLOSED)
    assert BANNER in staff.get("/shop/").text
    assert staff.get("/shop/", headers={"If-None-Match": "*"}).status_code == 200  # made anew, not compared with a copy
    closed = client.get("/shop/")
    assert closed.status_code == 503
    change(Visibility.LIVE)
    page = client.get("/shop/")
    assert page.status_code == 200
    assert BANNER not in page.text
    assert "ComingSoonPage" not in page.text


def test_a_preview_ends_at_once(client: Client) -> None:
    change(Visibility.CLOSED)
    link = PreviewLink.objects.create(note="The designer")
    client.cookies["vintner_preview"] = sign_preview(link.pk)
    assert client.get("/").status_code == 200
    link.ended_at = timezone.now()
    link.save()
    assert client.get("/").status_code == 503


def test_the_door_costs_no_query_while_the_version_is_known(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/shop/")
    with patch.object(catalogue_version, "CHECK_SECONDS", 60.0), django_assert_num_queries(0):
        assert client.get("/shop/").status_code == 200
    change(Visibility.SHOP_CLOSED)
    client.get("/shop/")
    with patch.object(catalogue_version, "CHECK_SECONDS", 60.0), django_assert_num_queries(0):
        assert client.get("/shop/").status_code == 503
