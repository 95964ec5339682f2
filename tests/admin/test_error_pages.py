"""A page of the admin that is refused or fails answers in the admin's own look, with a way back. No age gate."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import pytest
from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.db import connection
from django.db.models import CharField
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from tests.admin.accounts import superuser
from vintner.catalogue.models import Tag
from vintner.customers.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]


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


@pytest.mark.sweep
@pytest.mark.parametrize("text", ["abc", str(2**63), "9" * 30])
def test_an_address_fills_in_no_form(client: Client, text: str) -> None:
    client.force_login(superuser())
    for model in admin.site._registry:
        names = [field.name for field in model._meta.get_fields()]
        values = dict.fromkeys((*names, *(f"{name}_0" for name in names)), text)
        answer = client.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add"), values)
        assert answer.status_code in (200, 403), model


TAGS: Final = "app_label=catalogue&model_name=product&field_name=tags"


@pytest.mark.parametrize(
    "address",
    [
        f"autocomplete/?term=%00&{TAGS}",
        f"autocomplete/?term=Port%00o&{TAGS}",
        "orders/order/?q=%00",
        "orders/order/?status=%00",
        "payments/payment/?status__exact=%00",
        "catalogue/product/?q=%00",
        "catalogue/review/?q=1&%00=1",
        "login/?next=%00",
    ],
)
def test_a_query_is_read_without_what_no_text_can_hold(client: Client, address: str) -> None:
    client.force_login(superuser())
    answer, plain = client.get(f"/admin/{address}"), client.get(f"/admin/{address.replace('%00', '')}")
    assert answer.status_code == plain.status_code < 400
    assert answer.headers.get("Location") == plain.headers.get("Location")


def test_an_address_that_no_text_can_hold(client: Client) -> None:
    client.force_login(superuser())
    assert_admin_page(client.get, "/admin/orders/order/%00/change/", 400, "That address cannot be read")


@pytest.mark.parametrize("fields", [{"name": "a\x00b"}, {"name": "ab", "a\x00b": ""}], ids=["value", "name"])
def test_a_form_is_read_without_what_no_text_can_hold(client: Client, fields: dict[str, str]) -> None:
    client.force_login(superuser())
    assert client.post("/admin/catalogue/tag/add/", fields | {"slug": "ab"}).status_code == 302
    assert Tag.objects.get().name == "ab"


def test_a_number_of_a_row_that_no_text_can_hold(client: Client) -> None:
    """The admin writes characters that an address cannot have as _ and two digits."""
    client.force_login(superuser())
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_change"
        assert client.get(reverse(name, args=["_00"])).status_code in {302, 403, 404}, name


def list_actions(*, numbered: bool | None = None) -> Iterator[tuple[str, str]]:
    """Yield the address of every list with the name of each action that it offers.

    `numbered` yields those alone whose rows have a number as their key, or those whose rows have a text.
    """
    request = RequestFactory().get("/admin/")
    request.user = superuser()
    for model, pages in admin.site._registry.items():
        if numbered is isinstance(model._meta.pk, CharField):
            continue
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        yield from ((address, action) for action in pages.get_actions(request))


@pytest.mark.parametrize("chosen", ["x", "²", "1;2", "\x00", "-1", "", "9" * 20, "9" * 5000])
def test_chosen_rows_that_no_list_shows(client: Client, chosen: str) -> None:
    actions = list(list_actions(numbered=True))
    client.force_login(User.objects.get())
    assert ("/admin/orders/order/", "delete_selected") not in actions
    assert len(actions) > 10
    for address, action in actions:
        fields = {"action": action, "_selected_action": ["1", chosen]}
        assert_admin_page(partial(client.post, data=fields), address, 400, "Those rows cannot be read")


@pytest.mark.parametrize(("chosen", "status"), [("sparkling", 302), ("", 302), ("\x00", 302)])
def test_rows_that_are_chosen_by_a_text(client: Client, chosen: str, status: int) -> None:
    actions = list(list_actions(numbered=False))
    client.force_login(User.objects.get())
    lists = {"/admin/catalogue/shippingclass/", "/admin/catalogue/taxclass/", "/admin/consent/consentrecord/"}
    assert {address for address, _ in actions} == lists
    for address, action in actions:
        fields = {"action": action, "_selected_action": chosen, "post": "yes"}
        is_file = action == "export" and status == 302  # of no rows
        assert client.post(address, fields).status_code == (200 if is_file else status)


def test_chosen_rows_that_are_gone(client: Client) -> None:
    actions = list(list_actions())
    client.force_login(User.objects.get())
    for address, action in actions:
        fields = {"action": action, "_selected_action": "9" * 18, "post": "yes"}
        assert client.post(address, fields).status_code < 400, (address, action)


def test_the_shop_reads_its_own_addresses(client: Client) -> None:
    assert client.get("/shop/?q=%00").status_code == 200


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
