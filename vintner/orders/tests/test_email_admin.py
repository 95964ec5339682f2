"""The e-mails in the admin."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from vintner.orders import orders
from vintner.orders.emails import emails
from vintner.orders.models import Email
from vintner.testing.builders import make_user
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db
LIST = "/admin/orders/email/"


@pytest.fixture
def given_up() -> Email:
    emails.queue(orders.create(new_order()), emails.EmailKind.PROCESSING)
    Email.objects.update(given_up_at=timezone.now(), tries=10, error="550 no such address")
    return Email.objects.get()


def staff(client: Client, *permissions: str) -> Client:
    user = make_user(f"staff{len(permissions)}@example.com", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(user)
    return client


def test_what_could_not_be_delivered_is_found_and_sent_after_all(client: Client, given_up: Email) -> None:
    staff(client, "view_email", "change_email")
    html = client.get(LIST, {"state": "given_up"}).content.decode()
    assert "550 no such address" in html
    assert f'href="/outbox/{given_up.pk}/"' in html
    for state in ("sent", "waiting"):
        assert "550 no such address" not in client.get(LIST, {"state": state}).content.decode()
    client.post(LIST, {"action": "send_again", "_selected_action": str(given_up.pk)})
    given_up.refresh_from_db()
    assert (given_up.state, given_up.tries) == ("waiting", 0)


def test_an_email_that_was_sent_is_not_sent_after_all(client: Client, given_up: Email) -> None:
    Email.objects.update(sent_at=timezone.now(), given_up_at=None)
    staff(client, "view_email", "change_email").post(
        LIST, {"action": "send_again", "_selected_action": str(given_up.pk)}
    )
    given_up.refresh_from_db()
    assert (given_up.state, given_up.tries) == ("sent", 10)


def test_reading_needs_its_permission_and_sending_another(client: Client, given_up: Email) -> None:
    assert staff(client).get(LIST).status_code == 403
    staff(client, "view_email")
    assert client.get(LIST).status_code == 200
    client.post(LIST, {"action": "send_again", "_selected_action": str(given_up.pk)})
    given_up.refresh_from_db()
    assert given_up.state == "could not be delivered"


def test_the_timeline_of_the_order_says_so(client: Client, given_up: Email) -> None:
    staff(client, "view_order", "view_email")
    html = client.get(f"/admin/orders/order/{given_up.order_id}/change/").content.decode()
    assert "could not be delivered: 550 no such address" in html
