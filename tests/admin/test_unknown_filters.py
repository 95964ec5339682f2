"""A list of the admin whose address has a filter that there is none of, or a value that its filter does not have."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import DateField
from django.test import Client, RequestFactory
from django.urls import reverse

from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.testing.orders import new_order
from vintner.web.admin.declared_filters import DeclaredFilters

pytestmark = pytest.mark.django_db
ORDERS = "/admin/orders/order/"
JOBS = "/admin/procrastinate/procrastinatejob/"
TOO_LARGE = "9" * 20


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No request here writes an error to the log."""
    yield
    assert [each for each in caplog.get_records("call") if each.levelno >= logging.ERROR] == []


@pytest.fixture
def order() -> Order:
    return orders.create(new_order())


def told(client: Client, address: str) -> tuple[Any, list[str]]:
    """Open an address; return the list that it leads to, and its messages."""
    page = client.get(address, follow=True)
    assert page.status_code == 200
    return page, [str(message) for message in page.context["messages"]]


@pytest.mark.sweep
def test_every_list_leaves_out_a_filter_it_does_not_have(admin_client: Client) -> None:
    for model in admin.site._registry:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        if admin_client.get(address).status_code != 200:
            continue  # a page that is no list
        page, messages = told(admin_client, f"{address}?foo=1&q=x")
        assert messages == ["This list has no filter “foo”. It is shown without it."], model
        assert page.request["QUERY_STRING"] == "q=x", model


def test_the_other_filters_count(admin_client: Client, order: Order) -> None:
    known = f"status__in={order.status}"
    assert told(admin_client, f"{ORDERS}?{known}&foo=1")[0].context["cl"].result_count == 1
    page, messages = told(admin_client, f"{ORDERS}?status__in=completed&key__startswith=wc&a=1&b=2&{'x' * 500}=1&foo=1")
    assert page.context["cl"].result_count == 0
    assert messages == ["This list has no filters “key__startswith”, “a”, “b” and 2 more. It is shown without them."]
    assert told(admin_client, f"{ORDERS}?{known}")[1] == []


@pytest.mark.sweep
def test_a_list_has_every_filter_that_it_links_to(admin_client: Client) -> None:
    for model in admin.site._registry:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        page = admin_client.get(address)
        if page.status_code != 200:
            continue
        listed = page.context["cl"]
        choices = [choice for each in listed.filter_specs for choice in each.choices(listed)]
        for link in filter(None, (choice.get("query_string") for choice in choices)):
            assert told(admin_client, f"{address}{link}")[1] == [], f"{model} {link}"


def test_what_was_typed_is_escaped(admin_client: Client) -> None:
    page, messages = told(admin_client, f"{ORDERS}?<b>=1")
    assert "“<b>”" in messages[0]
    assert "“<b>”" not in page.content.decode()


def test_a_column_that_no_row_is_chosen_by(admin_client: Client) -> None:
    assert "“_to_field”" in told(admin_client, f"{ORDERS}?_to_field=email&_popup=1")[1][0]
    assert told(admin_client, f"{ORDERS}?_to_field=id&_popup=1")[1] == []


@pytest.mark.parametrize(
    "address",
    [
        f"{ORDERS}?id=abc",
        "/admin/customers/user/?is_staff__exact=x",
        "/admin/alerts/alert/?confirmed_at__year=-1",
        "/admin/alerts/alert/?confirmed_at__year=99999999999",
        f"/admin/alerts/alert/?product={TOO_LARGE}",
        f"/admin/alerts/alert/?product__gt={TOO_LARGE}",
    ],
)
def test_a_value_that_a_filter_does_not_have(admin_client: Client, address: str) -> None:
    assert told(admin_client, address)[1] == [
        "The address named a value that its filter does not have. The list is shown without filters."
    ]


def test_no_value_of_an_address_is_a_fault_of_a_list(admin_client: Client, rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user = User.objects.get()
    for model, page in admin.site._registry.items():
        if not isinstance(page, DeclaredFilters):
            continue  # reports, which are no list
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        columns, parameters = page._declared_filters(request)
        dates = {each.name for each in model._meta.fields if isinstance(each, DateField)}
        bad = {f"{name}__year": "-1" for name in columns & dates}
        bad |= dict.fromkeys(columns - dates | parameters, TOO_LARGE) | {f"{model._meta.pk.name}__in": TOO_LARGE}
        for name, value in bad.items():
            assert admin_client.get(address, {name: value}).status_code in {200, 302}, f"{address}?{name}={value}"


@pytest.mark.parametrize(
    "address",
    [
        "/admin/consent/consentrecord/?id__range=x",
        f"/admin/favourites/wantedwine/?id__range={TOO_LARGE}",
        "/admin/favourites/wantedwine/?created_at__year=-1",
    ],
)
def test_a_comparison_that_no_filter_makes(admin_client: Client, address: str) -> None:
    assert told(admin_client, address)[1][0].startswith("This list has no filter")


def test_a_list_that_fails_without_filters_is_a_fault(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(admin.site._registry[Order], "list_per_page", "many")
    with pytest.raises(ValueError, match="invalid literal"):
        admin_client.get(ORDERS)
    caplog.clear()


@pytest.mark.parametrize("name", ["status", "status__in", "status__gt", "status__exact"])
def test_a_status_that_no_job_has(admin_client: Client, name: str) -> None:
    assert len(told(admin_client, f"{JOBS}?{name}=zz")[1]) == 1


def test_an_action_with_an_unknown_filter_changes_nothing_and_says_so(admin_client: Client, order: Order) -> None:
    admin_client.post(f"{ORDERS}?foo=1", {"action": "cancel", "_selected_action": [order.pk]})
    assert told(admin_client, ORDERS)[1] == [
        "This list has no filter “foo”. It is shown without it. Nothing was changed."
    ]
