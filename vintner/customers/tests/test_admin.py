"""Rights and the accounts of staff belong to superusers."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from vintner.customers.models import User
from vintner.customers.tests.user_form import change_user
from vintner.testing.builders import make_user
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough password"
NEW = "another long password 26"


@pytest.fixture
def care(client: Client) -> User:
    """Return a member of staff with every permission for accounts and groups, who is logged in."""
    user = make_user("care@example.com", password=PASSWORD)
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(content_type__model__in=("user", "group")))
    client.force_login(user)
    return user


@pytest.fixture
def manager() -> User:
    return User.objects.create_user("manager@example.com", PASSWORD, is_staff=True)


def rights() -> dict[str, str]:
    return {
        "is_staff": "on",
        "is_superuser": "on",
        "groups": str(Group.objects.create(name="All").pk),
        "user_permissions": str(Permission.objects.get(codename="change_order").pk),
    }


def test_customer_care_edits_a_customer_but_gives_no_rights(client: Client, care: User) -> None:
    customer = make_user("ada@example.com")
    assert change_user(client, customer, first_name="Augusta", **rights()) == 302
    customer.refresh_from_db()
    assert (customer.first_name, customer.is_staff, customer.is_superuser) == ("Augusta", False, False)
    assert not customer.groups.exists()
    assert not customer.user_permissions.exists()


def test_an_address_that_staff_changes_is_not_confirmed_and_the_former_one_is_gone(client: Client, care: User) -> None:
    customer = make_user("ada@example.com")
    EmailAddress.objects.create(user=customer, email=customer.email, primary=True, verified=True)
    assert change_user(client, customer, email="augusta@example.com") == 302
    [row] = EmailAddress.objects.filter(user=customer)
    assert (row.email, row.primary, row.verified) == ("augusta@example.com", True, False)


def test_customer_care_cannot_change_the_own_account(client: Client, care: User) -> None:
    assert change_user(client, care, **rights()) == 403
    care.refresh_from_db()
    assert not care.is_superuser


@pytest.mark.parametrize("kind", ["staff", "superuser without the staff flag"])
def test_customer_care_cannot_touch_accounts_of_staff(client: Client, care: User, manager: User, kind: str) -> None:
    if kind != "staff":
        User.objects.filter(pk=manager.pk).update(is_staff=False, is_superuser=True)
    url = reverse("admin:auth_user_password_change", args=[manager.pk])
    assert change_user(client, manager, first_name="Mallory") == 403
    assert client.get(url).status_code == 403
    assert client.post(url, {"password1": NEW, "password2": NEW}).status_code == 403
    assert client.post(reverse("admin:customers_user_delete", args=[manager.pk]), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": str(manager.pk), "post": "yes"}
    assert client.post(reverse("admin:customers_user_changelist"), chosen).status_code == 403
    manager.refresh_from_db()
    assert (manager.first_name, manager.check_password(PASSWORD)) == ("", True)


def test_customer_care_reads_who_has_which_rights(client: Client, care: User, manager: User) -> None:
    manager.groups.add(Group.objects.create(name="Cellar hands"))
    page = client.get(reverse("admin:customers_user_change", args=[manager.pk]))
    assert page.status_code == 200
    assert "Cellar hands" in page.content.decode()
    assert manager.password not in page.content.decode()
    assert not page.context["has_change_permission"]


def test_customer_care_cannot_edit_groups(client: Client, care: User) -> None:
    group = Group.objects.create(name="Shop")
    care.groups.add(group)
    every = [str(each) for each in Permission.objects.values_list("pk", flat=True)]
    answer = client.post(reverse("admin:auth_group_change", args=[group.pk]), {"name": "Shop", "permissions": every})
    assert answer.status_code == 403
    assert client.post(reverse("admin:auth_group_add"), {"name": "New", "permissions": every}).status_code == 403
    assert client.get(reverse("admin:auth_group_change", args=[group.pk])).status_code == 200
    assert not group.permissions.exists()


def test_a_superuser_gives_rights_and_sets_passwords(client: Client, manager: User) -> None:
    client.force_login(User.objects.create_superuser("boss@example.com", PASSWORD))
    given = rights()
    assert change_user(client, manager, **given) == 302
    manager.refresh_from_db()
    assert (manager.is_superuser, manager.groups.count(), manager.user_permissions.count()) == (True, 1, 1)
    url = reverse("admin:auth_user_password_change", args=[manager.pk])
    assert client.post(url, {"password1": NEW, "password2": NEW, "usable_password": "true"}).status_code == 302
    manager.refresh_from_db()
    assert manager.check_password(NEW)
    group = Group.objects.get(name="All")
    url = reverse("admin:auth_group_change", args=[group.pk])
    answer = client.post(url, read_form(client.get(url).content.decode(), "group_form") | {"name": ["Everybody"]})
    assert (answer.status_code, Group.objects.get(pk=group.pk).name) == (302, "Everybody")


def test_an_address_in_capitals_is_taken_in_small_letters(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss@example.com", PASSWORD))
    fields = {"email": "Packer@Example.COM", "password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    answer = client.post("/admin/customers/user/add/", fields)
    assert answer.status_code == 302, answer.content.decode()[:3000]
    assert User.objects.filter(email="packer@example.com").exists()


def test_the_command_line_makes_no_superuser_with_a_weak_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "password123")
    with pytest.raises(CommandError, match="stronger password"):
        call_command("createsuperuser", "--noinput", email="boss@example.com")
    assert not User.objects.exists()
