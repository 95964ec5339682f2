"""The contact page: what is typed reaches the store, once per message, and staff keeps track of it."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.content.contact import LONG_TEXT, NO_EMAIL, NO_NAME, NO_NUMBER, NO_TEXT, RETENTION, delete_old_messages
from vintner.content.contact_views import TOO_MANY
from vintner.content.models import ContactMessage, StoreDetails
from vintner.customers.models import User
from vintner.orders.emails import delivery
from vintner.orders.models import Email

PROPS = {"accept": "application/json"}
PAGE = "/contact/"
GOOD = {
    "name": "Nora Lind",
    "email": "Nora@Example.com",
    "order_number": "#58",
    "message": "One bottle was <b>corked</b>.\r\nWhat now?",
}
pytestmark = pytest.mark.django_db


def errors(client: Client, **over: str) -> dict[str, str]:
    answer = client.post(PAGE, GOOD | over, headers=PROPS)
    assert answer.status_code == 422
    return {field["name"]: field["error"] for field in answer.json()["fields"] if field["error"]}


def test_a_message_is_stored_and_mailed_to_the_store(client: Client, settings: Settings) -> None:
    answer = client.post(PAGE, GOOD)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/contact/?sent")
    assert client.get("/contact/?sent", headers=PROPS).json()["was_sent"]
    row = ContactMessage.objects.get()
    assert (row.name, row.email, row.order_number, row.user) == ("Nora Lind", "nora@example.com", "58", None)
    assert row.text == "One bottle was <b>corked</b>.\nWhat now?"
    email = Email.objects.get(kind="contact_message")
    assert (email.to, email.reply_to) == (settings.STORE_EMAIL, "nora@example.com")
    assert email.subject == f"[{settings.STORE_NAME}]: Message from Nora Lind about order 58"
    assert "What now?" in email.text
    assert "&lt;b&gt;corked&lt;/b&gt;" in email.html
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert delivery.send(email.pk)
    assert mail.outbox[0].reply_to == ["nora@example.com"]


def test_mistakes_stand_beside_their_fields_and_what_was_typed_stays(client: Client) -> None:
    assert errors(client, name=" ", email="nora@", order_number="5x", message="\x00 ") == {
        "name": NO_NAME,
        "email": NO_EMAIL,
        "order_number": NO_NUMBER,
        "message": NO_TEXT,
    }
    assert errors(client, message="x" * 5001) == {"message": LONG_TEXT}
    answer = client.post(PAGE, GOOD | {"email": "nora"}, headers=PROPS).json()
    assert [field["value"] for field in answer["fields"]][:3] == ["Nora Lind", "nora", "#58"]
    assert client.post(PAGE, {}).status_code == 422
    assert not ContactMessage.objects.exists()


def test_no_line_of_a_message_becomes_a_header(client: Client) -> None:
    client.post(PAGE, GOOD | {"name": "Nora\r\nBcc: all@example.com"})
    email = Email.objects.get(kind="contact_message")
    assert "\n" not in email.subject
    assert errors(client, email="nora@example.com\r\nBcc: all@example.com") == {"email": NO_EMAIL}


def test_somebody_who_writes_often_is_asked_to_wait(client: Client, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "contact_messages": (2, 3600)}
    for address in ("10.0.0.1", "10.0.0.1"):
        assert client.post(PAGE, GOOD, REMOTE_ADDR=address).status_code == 302
    for over, address in (({"email": "other@example.com"}, "10.0.0.1"), ({}, "10.0.0.2")):
        answer = client.post(PAGE, GOOD | over, REMOTE_ADDR=address, headers=PROPS)
        assert (answer.status_code, answer.json()["problem"]) == (429, TOO_MANY)
    assert ContactMessage.objects.count() == Email.objects.count() == 2


def test_whoever_is_over_the_limit_uses_up_nobody_elses(client: Client, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "contact_messages": (2, 3600)}
    for _ in range(2):
        client.post(PAGE, GOOD | {"email": "own@example.com"}, REMOTE_ADDR="10.0.0.1")
    for _ in range(3):
        assert client.post(PAGE, GOOD, REMOTE_ADDR="10.0.0.1").status_code == 429
    assert client.post(PAGE, GOOD, REMOTE_ADDR="10.0.0.2").status_code == 302


def test_a_form_of_another_site_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(PAGE, GOOD).status_code == 403
    assert not ContactMessage.objects.exists()


def test_the_form_knows_who_is_logged_in_and_which_order_a_link_names(client: Client) -> None:
    user = User.objects.create_user(email="nora@example.com", password="long-and-winding-26", first_name="Nora")
    client.force_login(user)
    StoreDetails.objects.create(contact_text="Ask us.")
    page = client.get("/contact/?order=58", headers=PROPS).json()
    assert [field["value"] for field in page["fields"]] == ["Nora", "nora@example.com", "58", ""]
    assert page["text"] == "Ask us."
    client.post(PAGE, GOOD)
    assert ContactMessage.objects.get().user == user


def test_staff_reads_a_message_and_marks_it_as_answered(client: Client) -> None:
    client.post(PAGE, GOOD)
    row = ContactMessage.objects.get()
    client.force_login(User.objects.create_superuser(email="staff@example.com", password="long-and-winding-26"))
    page = client.get(f"/admin/content/contactmessage/{row.pk}/change/").content.decode()
    assert "What now?" in page
    assert "<b>corked" not in page
    answer = client.post(
        "/admin/content/contactmessage/", {"action": "mark_answered", "_selected_action": row.pk}, follow=True
    )
    assert "1 message is marked as answered." in answer.content.decode()
    row.refresh_from_db()
    assert row.answered_at


def test_messages_are_kept_for_two_years(client: Client) -> None:
    now = timezone.now()
    for age in (RETENTION + timedelta(hours=1), RETENTION - timedelta(hours=1)):
        ContactMessage.objects.create(name="A", email="a@example.com", text="x", sent_at=now - age)
    delete_old_messages(now)
    assert ContactMessage.objects.count() == 1


def test_the_page_names_address_and_telephone(client: Client) -> None:
    StoreDetails.objects.create(telephone="(415) 555-0100")
    footer = client.get(PAGE, headers=PROPS).json()["shared"]["footer"]
    assert footer["telephone"]["label"] == "(415) 555-0100"
    assert settings.STORE_STREET in footer["address"]
