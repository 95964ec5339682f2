"""23. Staff does what its role may (tests/admin/access_table.py), raises nobody, and comes in with a second factor."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.admin.access_table import MODELS, PAGES, ROLES
from tests.attack.attack import FULL, Tries, attack, replaced, together
from tests.attack.written import written_tables
from vintner.customers.models import User
from vintner.customers.tests.user_form import change_user
from vintner.orders.models import Order
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
PASSWORD = "violet tractor seven moons"
DEEDS = [name for name in PAGES if name.startswith("orders_order_")]
ONE_ROW = ("express.ExpressSettings", "pricing.Policy", "shipping.DeliveryTimes")
"""Tables whose only row is added at the first opening of its page."""
ALLOWS_ALL = together(
    replaced("django.contrib.auth.models.PermissionsMixin.has_perm", lambda *_, **__: True),
    replaced("django.contrib.auth.models.PermissionsMixin.has_perms", lambda *_, **__: True),
)


def _member(role: str) -> Client:
    user = make_user(f"{role.replace(' ', '-').lower()}@example.com", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


@attack(without=ALLOWS_ALL)
def test_each_role_at_each_page_that_is_not_its_own(provider: ProviderDouble) -> Tries:
    """Lists, forms to add, and what is done with an order: 403, and nothing written."""
    order = Order.objects.get(pk=Shopper().puts(make_product()).pays().order_id)
    fields = {"status": "completed", "amount": "1", "text": "x", "note": "x", "_save": "Save", "post": "yes"}
    for column, role in list(enumerate(ROLES))[1:]:
        client = _member(role)
        closed = _closed_paths(column, order)
        for path in closed if FULL else closed[column % 3 :: 3]:
            with written_tables() as tables:
                status = client.post(path, fields).status_code
            yield f"{role}: {path} {status} {sorted(tables)}", status != 403 or bool(tables)


def _closed_paths(column: int, order: Order) -> list[str]:
    paths = []
    for label, letters in MODELS.items():
        prefix = label.lower().replace(".", "_")
        mine = letters.split()[column]
        paths += [reverse(f"admin:{prefix}_changelist")] if "l" not in mine else []
        paths += [reverse(f"admin:{prefix}_add")] if "a" not in mine and label not in ONE_ROW else []
    closed = [name for name in DEEDS if PAGES[name].split()[column] == "403"]
    return paths + [reverse(f"admin:{name}", args=[order.pk]) for name in closed]


RAISES = together(
    replaced("vintner.customers.admin.is_superuser", lambda _: True),
    replaced("vintner.customers.admin._may_edit", lambda *_: True),
)


@attack(without=RAISES)
def test_staff_that_raises_itself() -> Tries:
    """By its own account, its password, and the group that it is in. More of it: customers/tests/test_admin.py."""
    care = make_user("care@example.com", password=PASSWORD, is_staff=True)
    care.user_permissions.set(Permission.objects.filter(content_type__model__in=("user", "group")))
    boss = make_user("boss@example.com", password=PASSWORD, is_staff=True, is_superuser=True)
    group = Group.objects.create(name="Care")
    care.groups.add(group)
    client = Client()
    client.force_login(care)
    change_user(client, care, is_superuser="on", is_staff="on")
    yield "the own account", User.objects.get(pk=care.pk).is_superuser
    everything = [str(each) for each in Permission.objects.values_list("pk", flat=True)]
    client.post(reverse("admin:auth_group_change", args=[group.pk]), {"name": "Care", "permissions": everything})
    yield "the own group", group.permissions.exists()
    new = {"password1": "copper lantern nine rivers", "password2": "copper lantern nine rivers"}
    client.post(reverse("admin:auth_user_password_change", args=[boss.pk]), {**new, "usable_password": "true"})
    yield "the superuser's password", not User.objects.get(pk=boss.pk).check_password(PASSWORD)
    customer = make_user("ada@example.com")
    change_user(client, customer, is_superuser="on", is_staff="on")
    yield "a second account", User.objects.get(pk=customer.pk).is_superuser


@attack(without=replaced("vintner.accounts.security.staff_middleware._has_second_factor", lambda *_: True))
def test_a_password_alone_at_a_store_in_production(settings: Settings) -> Tries:
    settings.STAFF_SECOND_FACTOR = True
    make_user("boss@example.com", password=PASSWORD, is_staff=True, is_superuser=True)
    client = Client()
    client.post("/admin/login/", {"username": "boss@example.com", "password": PASSWORD})
    for path in ("/admin/", "/admin/orders/order/", "/admin/customers/user/add/", "/admin/payments/health/"):
        yield path, client.get(path).status_code == 200
