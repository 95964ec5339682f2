"""Who reads the store's e-mails, with the addresses that a store in production has."""

import importlib
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import clear_url_caches
from pytest_django import Settings

from vintner import urls
from vintner.orders import orders
from vintner.orders.emails import emails
from vintner.orders.models import Email
from vintner.testing.builders import make_user
from vintner.testing.email_words import words_of
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def production_addresses(settings: Settings) -> Iterator[None]:
    """Build the table of addresses without the demo's, and the demo's again afterwards."""
    settings.SANDBOX = False
    importlib.reload(urls)
    clear_url_caches()
    yield
    settings.SANDBOX = True
    importlib.reload(urls)
    clear_url_caches()


@pytest.fixture
def email() -> Email:
    order = orders.create(new_order())
    emails.queue(order, emails.EmailKind.PROCESSING)
    return Email.objects.get()


def log_in(client: Client, *permissions: str, is_superuser: bool = False) -> None:
    user = make_user("staff@example.com", is_staff=True, is_superuser=is_superuser)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(user)


def test_the_page_of_an_order_with_an_email_opens_in_production(client: Client, email: Email) -> None:
    log_in(client, is_superuser=True)
    answer = client.get(f"/admin/orders/order/{email.order_id}/change/")
    assert answer.status_code == 200
    assert f'href="/outbox/{email.pk}/"' in answer.content.decode()


def test_staff_with_the_permission_reads_emails_in_production(client: Client, email: Email) -> None:
    log_in(client, "view_email")
    assert email.subject.encode().replace(b"'", b"&#x27;") in client.get("/outbox/").content
    assert b"Thank you, Jane" in client.get(f"/outbox/{email.pk}/").content
    assert "Thank you, Jane" in words_of(client.get(f"/outbox/{email.pk}/body/").content.decode())


def test_staff_without_the_permission_reads_no_emails_and_gets_no_link(client: Client, email: Email) -> None:
    log_in(client, "view_order")
    for path in ("", f"{email.pk}/", f"{email.pk}/body/"):
        assert client.get(f"/outbox/{path}").status_code == 403
    page = client.get(f"/admin/orders/order/{email.order_id}/change/")
    assert page.status_code == 200
    assert email.subject.encode().replace(b"'", b"&#x27;") in page.content
    assert b"/outbox/" not in page.content


def test_shoppers_and_guests_are_asked_to_log_in_as_staff(client: Client, email: Email) -> None:
    for path in ("", f"{email.pk}/", f"{email.pk}/body/"):
        assert client.get(f"/outbox/{path}")["Location"].startswith("/admin/login/")
    client.force_login(make_user())
    assert client.get(f"/outbox/{email.pk}/")["Location"].startswith("/admin/login/")


def test_an_empty_outbox_invites_to_buy_in_the_demo_alone(client: Client, settings: Settings) -> None:
    log_in(client, "view_email")
    answer = client.get("/outbox/").content
    assert (b"No email was written yet." in answer, b"Buy a bottle" in answer) == (True, False)
    settings.SANDBOX = True
    assert b"Buy a bottle" in client.get("/outbox/").content
