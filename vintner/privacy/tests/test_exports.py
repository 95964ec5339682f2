"""The archive of what the store knows of a customer."""

import json
import re
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.accounts.models import ProfilePicture, SavedAddress
from vintner.customers.models import User
from vintner.orders import notes
from vintner.orders.models import Email
from vintner.orders.ownership import list_own_order_ids
from vintner.privacy import exports, jobs
from vintner.privacy.models import Export
from vintner.privacy.tests.customer import EMAIL, PASSWORD, buy, log_in, new_client
from vintner.refusal import Refusal
from vintner.testing.builders import make_user
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.django_db
PAGE, ASK = "/my-source/privacy/", "/my-source/privacy/archive/"


def read_files(archive: bytes) -> tuple[str, dict[str, list[dict[str, object]]]]:
    with ZipFile(BytesIO(archive)) as file:
        return file.read("your-data.html").decode(), json.loads(file.read("your-data.json"))


@pytest.mark.usefixtures("store", "provider")
def test_it_has_what_the_customer_left_as_a_page_and_as_json(zelda: User) -> None:
    shopper = Shopper()
    shopper.client.force_login(zelda)
    order = buy(shopper, **{"wc-stripe-new-payment-method": "true"})
    guests = buy(Shopper())
    log_in(new_client())
    SavedAddress.objects.create(user=zelda, first_name="Zeldaxine", city="Snorkelville", country="US")
    ProfilePicture.objects.create(user=zelda, name="a" * 32, small=b"small", large=b"large")
    staff = make_user(is_staff=True)
    notes.add(order, "Private note", by=staff, to_customer=False)
    notes.add(order, "Hello from us", by=staff, to_customer=True)
    export = exports.request_export(zelda)
    assert exports.make_export(export.pk, timezone.now())
    export.refresh_from_db()
    assert export.archive is not None
    page, known = read_files(bytes(export.archive))
    assert ZipFile(BytesIO(bytes(export.archive))).read("your-picture.webp") == b"large"
    assert known["address_book"][0]["city"] == "Snorkelville"
    assert [each["number"] for each in known["orders"]] == [order.number, guests.number]
    assert known["account"][0]["email"] == EMAIL
    assert known["saved_payment_methods"][0]["last_four"] == "4242"
    assert known["wine_shipped"][0]["bottles"] == 1
    assert known["sessions"]
    for text in ("12 Frobnicate Lane", "Ring at Quibbletree", "Hello from us", order.total.text, "Your account"):
        assert text in page
        assert text in json.dumps(known) or text == "Your account"
    for secret in (order.key, "Private", zelda.password, order.payments.get().intent_id or "-"):
        assert secret not in page + json.dumps(known)


def test_what_customers_typed_is_no_markup(zelda: User) -> None:
    User.objects.filter(pk=zelda.pk).update(first_name="<script>alert(1)</script>")
    export = exports.request_export(zelda)
    exports.make_export(export.pk, timezone.now())
    export.refresh_from_db()
    page, _ = read_files(bytes(export.archive or b""))
    assert "<script" not in page


def test_only_its_owner_downloads_it_and_only_with_the_password(zelda: User) -> None:
    client = new_client()
    log_in(client)
    assert client.post(ASK)["Location"] == PAGE
    assert client.get(PAGE).json()["state"] == "waiting"
    exports.make_export(Export.objects.get().pk, timezone.now())
    page = client.get(PAGE).json()
    assert page["state"] == "ready"
    asked = client.get(page["download_url"])
    assert _is_asked(asked)
    assert client.get(asked["Location"]).json()["links"][-1]["label"] == "Back to your account"
    back = client.post(asked["Location"], {"password": PASSWORD})["Location"]
    assert client.get(back).json()["about"] == "Thank you, that was you. Your archive can be downloaded now."
    answer = client.get(page["download_url"])
    assert read_files(answer.content)[1]["account"][0]["email"] == EMAIL
    assert "no-store" in answer["Cache-Control"]
    mail = Email.objects.get(kind="export_ready")
    assert (mail.to, mail.private) == (EMAIL, True)
    other = make_user("other@example.com", password="violet tractor seven moons")
    stranger = new_client()
    stranger.post("/my-source/", {"username": other.email, "password": "violet tractor seven moons"})
    stranger.post("/my-source/confirm/?next=/my-source/", {"password": "violet tractor seven moons"})
    assert stranger.get(page["download_url"]).status_code == 404
    assert Client().get(page["download_url"]).status_code == 302


def _is_asked(answer: object) -> bool:
    return bool(re.match("/my-source/confirm/", answer["Location"]))  # type: ignore[index]


def test_one_is_made_at_a_time(zelda: User) -> None:
    client = new_client()
    client.force_login(zelda)
    client.post(ASK)
    assert client.post(ASK).status_code == 409
    assert Export.objects.count() == 1


def test_three_are_made_in_a_day(zelda: User, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "exports": (1, 86_400)}
    exports.make_export(exports.request_export(zelda).pk, timezone.now())
    with pytest.raises(Refusal, match="tomorrow"):
        exports.request_export(zelda)


def test_it_is_deleted_after_a_week(zelda: User) -> None:
    export = exports.request_export(zelda)
    exports.make_export(export.pk, timezone.now())
    late = timezone.now() + exports.LIFETIME
    assert exports.find_ready(zelda, export.pk, late) is None
    Export.objects.update(requested_at=timezone.now() - exports.LIFETIME)
    jobs.delete_exports(0)
    assert not Export.objects.exists()


def _fail(user: User) -> None:
    raise KeyError(user)


def test_a_lost_job_is_made_up_for_and_one_that_always_fails_given_up(
    zelda: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    export = exports.request_export(zelda)
    later = timezone.now() + timedelta(minutes=6)
    monkeypatch.setattr(exports, "collect", _fail)
    for _ in range(exports.MOST_TRIES + 1):
        jobs.make_waiting_exports(int(later.timestamp()))
    export.refresh_from_db()
    assert export.failed_at is not None
    client = new_client()
    client.force_login(zelda)
    assert client.get(PAGE).json()["state"] == "failed"
    monkeypatch.undo()
    assert exports.make_export(exports.request_export(zelda).pk, later)


@pytest.mark.usefixtures("store", "provider")
def test_an_address_that_only_looks_alike_owns_nothing() -> None:
    """By the rules of Unicode ı is a small I. It is a letter of another address."""
    order = buy(Shopper(), billing_email="diana@example.com")
    for email, owns in (("d\u0131ana@example.com", False), ("DIANA@example.com", True)):
        user = make_user(email)
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
        assert list_own_order_ids(user) == ([order.pk] if owns else [])
