"""A page of the admin that is refused or fails answers in the admin's own look, with a way back. No age gate."""

from collections.abc import Callable

import pytest
from django.contrib.admin import ModelAdmin
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.admin.accounts import superuser
from vintner.customers.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _with_gate(settings: Settings) -> None:
    settings.AGE_CHECK = "affirm"


def assert_admin_page(method: Callable[[str], object], address: str, status: int, words: str) -> None:
    answer = method(address)
    assert isinstance(answer, HttpResponse)
    page = answer.content.decode()
    assert answer.status_code == status
    assert words in page
    assert 'href="/admin/"' in page
    assert "unfold" in page
    assert "21 or older" not in page
    assert "data-page" not in page
    assert "All wines" not in page


def test_a_page_without_permission(client: Client) -> None:
    client.force_login(User.objects.create_user("packer@example.com", is_staff=True))
    assert_admin_page(client.get, reverse("admin:pricing_coupon_changelist"), 403, "You may not do that")


def test_a_page_that_is_not_there(client: Client) -> None:
    client.force_login(superuser())
    for address in ("/admin/nothing/", "/admin/orders/order/99999999/note/", "/admin/orders/order/9999/invoice.pdf"):
        assert_admin_page(client.get, address, 404, "There is no such page")


def test_a_form_without_its_token() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(superuser())
    assert_admin_page(client.post, reverse("admin:catalogue_tag_add"), 403, "That form is out of date")


def test_a_fault(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.force_login(superuser())
    client.raise_request_exception = False

    def fail(*_: object, **__: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT nothing")  # what follows can ask the database for nothing more

    monkeypatch.setattr(ModelAdmin, "get_queryset", fail)
    assert_admin_page(client.get, reverse("admin:catalogue_tag_changelist"), 500, "Something went wrong")


def test_the_shop_keeps_its_own_error_pages(client: Client) -> None:
    answer = client.get("/nothing/")
    assert answer.status_code == 404
    assert "There is no such page" not in answer.content.decode()
