"""Staff acts for customers, each with the permission for it."""

import time

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from vintner.customers.models import User
from vintner.privacy.closing import STAFF, close_account, find_erasure
from vintner.privacy.models import Erasure, Export
from vintner.privacy.tests.customer import EMAIL
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db


def new_staff(*permissions: str) -> tuple[User, Client]:
    staff, client = make_user(is_staff=True), Client()
    staff.user_permissions.set(Permission.objects.filter(codename__in=("view_user", *permissions)))
    client.force_login(staff)
    return staff, client


def path(user: User, action: str) -> str:
    return f"/admin/customers/user/{user.pk}/{action}/"


def test_staff_has_an_archive_made_that_only_the_customer_can_open(zelda: User) -> None:
    staff, client = new_staff("export_customer")
    assert "downloads it in the account" in client.get(path(zelda, "archive")).content.decode()
    client.post(path(zelda, "archive"))
    export = Export.objects.get(user=zelda)
    again = client.post(path(zelda, "archive"))
    assert "being made already" in again.content.decode()
    session = client.session  # as after entering a code
    session["account_authentication_methods_user"] = str(staff.pk)
    session["account_authentication_methods"] = [{"method": "code", "at": time.time(), "reauthenticated": True}]
    session.save()
    assert client.get(f"/my-source/privacy/archive/{export.pk}/").status_code == 404


def test_staff_closes_an_account_after_typing_its_address(zelda: User) -> None:
    staff, client = new_staff("erase_customer")
    wrong = client.post(path(zelda, "erase"), {"email": "other@example.com"})
    assert "not the address of this account" in wrong.content.decode()
    assert find_erasure(zelda.pk) is None
    client.post(path(zelda, "erase"), {"email": EMAIL})
    assert Erasure.objects.get(user=zelda).by == staff
    assert "was closed on" in client.get(path(zelda, "erase")).content.decode()


def test_without_the_permission_neither_opens(zelda: User) -> None:
    _, client = new_staff()
    for action in ("archive", "erase"):
        assert client.post(path(zelda, action), {"email": EMAIL}).status_code == 403
    assert not Export.objects.exists()
    assert find_erasure(zelda.pk) is None


def test_accounts_of_staff_are_not_erased() -> None:
    colleague = make_user(is_staff=True)
    _, client = new_staff("erase_customer")
    assert STAFF in client.get(path(colleague, "erase")).content.decode()
    assert STAFF in client.post(path(colleague, "erase"), {"email": colleague.email}).content.decode()
    assert find_erasure(colleague.pk) is None


def test_an_account_that_is_missing_is_not_found() -> None:
    _, client = new_staff("erase_customer")
    for number in ("0", "abc", "9" * 30):
        assert client.get(f"/admin/customers/user/{number}/erase/").status_code == 404


def test_a_closed_account_says_so_and_gets_no_archive(zelda: User) -> None:
    close_account(zelda, timezone.now())
    _, client = new_staff("export_customer", "change_user")
    page = client.get(f"/admin/customers/user/{zelda.pk}/change/").content.decode()
    assert "This account was closed on" in page
    assert "It cannot be done now" in client.get(path(zelda, "archive")).content.decode()
