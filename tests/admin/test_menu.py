"""Pages that are no list of rows are in the admin's menu of those who may open them."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from pytest_django import Settings

from vintner.customers.roles import EDITOR, MANAGER, PACKER, VIEWER
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db

HEALTH = 'href="/admin/payments/health/"'
OUTBOX = 'href="/outbox/"'
EMAILS = 'href="/admin/orders/email/"'


def menu(client: Client, role: str, address: str = "/admin/") -> str:
    """Return a page of the admin, which has the menu, as this role sees it."""
    staff = make_user(f"{role.replace(' ', '-')}@example.com", is_staff=True)
    staff.groups.add(Group.objects.get(name=role))
    client.force_login(staff)
    return client.get(address).content.decode()


@pytest.mark.parametrize(("role", "is_there"), [(MANAGER, True), (PACKER, True), (VIEWER, True), (EDITOR, False)])
def test_the_health_of_payments_is_in_the_menu_of_who_may_open_it(client: Client, role: str, is_there: bool) -> None:
    html = menu(client, role)
    assert (HEALTH in html) == is_there
    assert (client.get("/admin/payments/health/").status_code == 200) == is_there


@pytest.mark.parametrize(("role", "is_there"), [(MANAGER, True), (PACKER, True), (VIEWER, True), (EDITOR, False)])
def test_the_demo_has_its_outbox_in_the_menu(client: Client, role: str, is_there: bool) -> None:
    assert (OUTBOX in menu(client, role)) == is_there


def test_a_real_store_has_its_list_of_emails_instead(client: Client, settings: Settings) -> None:
    settings.SANDBOX = False
    html = menu(client, MANAGER)
    assert OUTBOX not in html
    assert EMAILS in html


def test_the_page_of_an_application_has_its_own_pages_alone(client: Client) -> None:
    html = menu(client, MANAGER, "/admin/payments/")
    main = html[html.index('id="main"') :]
    assert HEALTH in main
    assert OUTBOX not in main
