"""The merchant's choice of fields."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from vintner.accounts.fields.account_fields import add_missing_fields, profile_fields, registration_fields
from vintner.accounts.models import AccountField
from vintner.customers.models import User
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db
LIST = "/admin/accounts/accountfield/"


def test_a_new_store_has_one_field_of_each_kind() -> None:
    kinds = [field.kind for field in registration_fields()]
    assert kinds == ["email", "password", "password_again", "first_name", "last_name", "terms"]
    assert all(field.required for field in registration_fields())
    assert {field.kind for field in profile_fields()} | set(kinds) == set(AccountField.Kind.values)


def test_fields_that_are_there_stay() -> None:
    AccountField.objects.filter(kind="phone").update(label="Mobile")
    AccountField.objects.filter(kind="city").delete()
    add_missing_fields()
    assert AccountField.objects.get(kind="phone").label == "Mobile"
    assert AccountField.objects.count() == len(AccountField.Kind)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("email", {"in_registration": False}),
        ("password", {"required": False}),
        ("password", {"in_profile": True}),
        ("terms", {"in_profile": True}),
        ("last_name", {"in_profile": True}),
        ("phone", {"label": ""}),
    ],
)
def test_forms_that_nobody_could_use_are_refused(kind: str, change: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        AccountField.objects.filter(kind=kind).update(**change)


@pytest.mark.parametrize(("kind", "default"), [("country", "FR"), ("state", "XX"), ("city", "Napa")])
def test_a_default_is_one_that_can_be_chosen(kind: str, default: str) -> None:
    field = AccountField.objects.get(kind=kind)
    field.default = default
    with pytest.raises(ValidationError, match="Nothing with this code"):
        field.full_clean()


def test_the_admin_changes_fields_and_adds_none() -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("boss@example.com", "violet tractor seven moons"))
    phone = AccountField.objects.get(kind="phone")
    page = client.get(f"{LIST}{phone.pk}/change/")
    typed = read_form(page.content.decode(), "accountfield_form") | {"label": ["Mobile"], "in_registration": ["on"]}
    assert client.post(f"{LIST}{phone.pk}/change/", typed).status_code == 302
    phone.refresh_from_db()
    assert (phone.label, phone.in_registration) == ("Mobile", True)
    assert client.get(f"{LIST}add/").status_code == 403


def test_the_admin_says_why_a_field_must_stay() -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("boss@example.com", "violet tractor seven moons"))
    email = AccountField.objects.get(kind="email")
    address = f"{LIST}{email.pk}/change/"
    typed = read_form(client.get(address).content.decode(), "accountfield_form")
    del typed["in_registration"]
    answer = client.post(address, typed)
    assert answer.status_code == 200
    assert "Nobody can register without an email address and a password." in answer.content.decode()
