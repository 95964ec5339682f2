"""Every store has the roles of staff, and each may do what its work asks for."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.db import connection

from vintner.customers.models import GivenPermission, User
from vintner.customers.roles import EDITOR, MANAGER, PACKER, PERMISSIONS, VIEWER, make_roles

pytestmark = pytest.mark.django_db


def member(role: str) -> User:
    user = User.objects.create_user("staff@example.com", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


def test_the_roles_are_there_after_the_database_was_set_up() -> None:
    assert set(PERMISSIONS) <= set(Group.objects.values_list("name", flat=True))


def test_every_pattern_names_permissions_that_exist() -> None:
    for role, patterns in PERMISSIONS.items():
        held = member(role).get_all_permissions()
        plain = {pattern for pattern in patterns if "*" not in pattern}
        assert plain <= held, role
        assert {pattern.split(".")[0] for pattern in patterns} == {each.split(".")[0] for each in held}
        User.objects.all().delete()


@pytest.mark.parametrize(
    ("role", "may", "may_not"),
    [
        (
            MANAGER,
            "notices.change_policy orders.view_email payments.move_money pricing.add_coupon",
            "orders.delete_order",
        ),
        (PACKER, "orders.change_order catalogue.change_variation", "payments.move_money pricing.view_coupon"),
        (EDITOR, "catalogue.change_product notices.add_storenotice", "catalogue.change_variation orders.view_order"),
        (VIEWER, "orders.view_order pricing.view_coupon", "orders.change_order orders.view_email customers.view_user"),
    ],
)
def test_what_a_role_may_do(role: str, may: str, may_not: str) -> None:
    user = member(role)
    assert {each: user.has_perm(each) for each in may.split()} == dict.fromkeys(may.split(), True)
    assert {each: user.has_perm(each) for each in may_not.split()} == dict.fromkeys(may_not.split(), False)


def test_no_role_but_superusers_gives_rights() -> None:
    for role in PERMISSIONS:
        held = member(role).get_all_permissions()
        assert not {each for each in held if each.startswith(("auth.", "admin."))}
        User.objects.all().delete()


def test_what_was_taken_from_a_role_stays_away_and_a_role_that_is_missing_comes_back() -> None:
    Group.objects.get(name=MANAGER).permissions.clear()
    Group.objects.get(name=VIEWER).delete()
    call_command("migrate", verbosity=0)
    assert not Group.objects.get(name=MANAGER).permissions.exists()
    assert Group.objects.get(name=VIEWER).permissions.exists()


def test_a_role_gets_what_a_later_version_adds_and_only_that() -> None:
    manager = Group.objects.get(name=MANAGER)
    every = set(names_of(manager))
    manager.permissions.remove(*manager.permissions.filter(content_type__app_label__in=("pricing", "privacy")))
    manager.permissions.add(Permission.objects.get(codename="delete_order"))
    GivenPermission.objects.filter(permission__content_type__app_label="privacy").delete()  # as before it had that
    make_roles()
    held = names_of(manager)
    assert held == {each for each in every if not each.startswith("pricing.")} | {"orders.delete_order"}
    make_roles()
    assert names_of(manager) == held


def test_roles_from_before_the_record_count_as_given_what_the_store_had() -> None:
    migration = import_module("vintner.customers.migrations.0003_given_permissions")
    manager = Group.objects.get(name=MANAGER)
    manager.permissions.clear()
    GivenPermission.objects.all().delete()
    migration.record_what_was_given(apps, connection.schema_editor())
    make_roles()
    assert not any(
        each.startswith(("catalogue.", "orders.change", "pricing.", "shipping.")) for each in names_of(manager)
    )
    assert "privacy.erase_customer" in names_of(manager)


def names_of(group: Group) -> set[str]:
    return {
        f"{each.content_type.app_label}.{each.codename}" for each in group.permissions.select_related("content_type")
    }
