"""An erased account leaves nothing behind but what the law asks for."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, connection, transaction
from django.db.models import Model, QuerySet
from django.test import Client
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from vintner.accounts.engine.account_emails import queue_account_email
from vintner.accounts.models import CustomerProfile, SavedAddress
from vintner.alerts.models import Alert, DigestReader
from vintner.catalogue.models import Review
from vintner.content.models import ContactMessage
from vintner.customers.models import User
from vintner.newsletter.models import NewsletterReader
from vintner.orders import notes
from vintner.orders.emails import emails
from vintner.orders.emails.emails import EmailKind
from vintner.orders.jobs import send_link
from vintner.orders.models import CouponClaim, Email, Order, OrderEdit, OrderEvent, Redemption
from vintner.payments.models import Payment, SavedMethod
from vintner.pricing.models import Coupon
from vintner.privacy.closing import close_account
from vintner.privacy.erase import erase_account
from vintner.privacy.exports import make_export, request_export
from vintner.privacy.models import Erasure
from vintner.privacy.tests.customer import EMAIL, FORM, buy, dump, erase_now, find_planted, finish, log_in, new_client
from vintner.shipping.models import Sent
from vintner.testing.builders import make_product, make_review, make_user
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import Shopper

BROWSER = {"ip": "", "user_agent": ""}
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("store")]


def test_a_postcode_is_found_and_not_a_time_that_has_its_digits() -> None:
    assert find_planted("Snorkelvil, CA 94199-1177\n<179594199638.6738@127.0.0.1>") == ["Snorkelvil, CA 94199-1177"]


@pytest.mark.usefixtures("audited", "provider")
def test_nothing_of_the_customer_is_left_in_the_database(zelda: User) -> None:
    _live(zelda)
    assert len(find_planted(dump())) > 20
    close_account(zelda, timezone.now())
    assert erase_now(Erasure.objects.get())
    assert find_planted(dump()) == []
    assert not User.objects.filter(pk=zelda.pk).exists()


def _live(zelda: User) -> None:
    """Let the customer leave her name wherever she can."""
    buy(Shopper())
    shopper = Shopper()
    shopper.client.force_login(zelda)
    order = buy(shopper, **{"wc-stripe-new-payment-method": "true"})
    assert SavedMethod.objects.count() == 1
    staff = make_user(is_staff=True)
    notes.add(order, "Zeldaxine called from Frobnicate Lane", by=staff, to_customer=True)
    emails.send_details(order)
    _edit(shopper, staff)
    shopper.puts(make_product(price="20.00", stock=9)).client.post("/?wc-ajax=update_order_review", FORM)
    review = make_review(make_product(), author="Zeldaxine Quibbletree", text="As good as on Frobnicate Lane.")
    Review.objects.filter(pk=review.pk).update(user=zelda, email=EMAIL)
    _note_in_log(staff, zelda, review)
    _leave_traces_of_paying(order)
    _use_account(zelda)
    send_link.defer(number=order.pk, email=EMAIL)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_jobs SET status = 'succeeded'")
    make_export(request_export(zelda).pk, timezone.now())


def _leave_traces_of_paying(order: Order) -> None:
    """Leave what a debit and a coupon with a limit leave."""
    Payment.objects.filter(order=order).update(user_agent="Frobnicate 1.0", card="Link zeldaxine@pay.example.com")
    coupon = Coupon.objects.create(code="ten", amount=1)
    use = Redemption.objects.create(order=order, coupon=coupon, code="ten", counted=False)
    CouponClaim.objects.create(redemption=use, coupon=coupon, who=f"email:{EMAIL}", nth=1)


def _note_in_log(staff: User, *rows: Model) -> None:
    for row in rows:
        kind = ContentType.objects.get_for_model(row)
        LogEntry.objects.create(
            user=staff, content_type=kind, object_id=str(row.pk), object_repr=str(row), action_flag=CHANGE
        )


def _use_account(zelda: User) -> None:
    CustomerProfile.objects.create(user=zelda, address="12 Frobnicate Lane", phone="+14157415550", phone_country="US")
    SavedAddress.objects.create(user=zelda, first_name="Zeldaxine", city="Snorkelville", country="US")
    Alert.objects.create(product=make_product(), email=EMAIL, consent="yes")
    DigestReader.objects.create(email=EMAIL)
    NewsletterReader.objects.create(email=EMAIL, consent="yes")
    message = ContactMessage.objects.create(name="Zeldaxine", email=EMAIL, text="I live on Frobnicate Lane.")
    _note_in_log(zelda, message)
    changed = {"from_email": "zeldaxine@old.example.com", "to_email": EMAIL, **BROWSER}
    queue_account_email("account/email/email_changed", "zeldaxine@old.example.com", changed)
    queue_account_email("account/email/password_changed", "zeldaxine@old.example.com", changed)
    browser = new_client()
    log_in(browser)
    browser.post("/my-source/lost-password/", {"user_login": EMAIL})


def _edit(shopper: Shopper, staff: User) -> None:
    """Let staff change an order of hers that was not paid."""
    failed = shopper.puts(make_product(price="120.00", stock=9)).pays(card=DECLINED, **FORM)
    assert failed.result == "failure"
    order = Order.objects.latest("pk")
    Payment.objects.filter(order=order).update(closed_at=timezone.now())
    with transaction.atomic():
        edit = OrderEdit.objects.create(order=order, by=staff)
        OrderEdit.objects.filter(pk=edit.pk).update(closed_at=timezone.now())


def test_texts_about_longer_addresses_stay(zelda: User) -> None:
    others = [f"my-{EMAIL}", f"{EMAIL}.au"]
    for other in others:
        queue_account_email("account/email/email_changed", other, {"from_email": other, "to_email": other, **BROWSER})
        send_link.defer(number=1, email=other)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_jobs SET status = 'succeeded'")
    close_account(zelda, timezone.now())
    erase_now(Erasure.objects.get())
    assert list(Email.objects.filter(kind="email_changed").order_by("pk").values_list("to", flat=True)) == others
    assert ProcrastinateJob.objects.filter(task_name=send_link.name).count() == len(others)


@pytest.mark.usefixtures("provider")
def test_what_the_law_asks_for_stays(zelda: User) -> None:
    shopper = Shopper()
    shopper.client.force_login(zelda)
    order = buy(shopper)
    before = (order.total, order.seal, order.lines.get().name, order.payments.get().card)
    wine = Sent.objects.get().litres
    close_account(zelda, timezone.now())
    erase_now(Erasure.objects.get())
    order.refresh_from_db()
    assert (order.total, order.seal, order.lines.get().name, order.payments.get().card) == before
    assert order.billing == {"country": "US", "state": "CA", "postcode": "941"}
    sent = Sent.objects.get()
    assert (sent.state, sent.postcode, sent.litres, sent.name, sent.address) == ("CA", "941", wine, "", "")
    assert sent.people[0].startswith("erased:")


@pytest.mark.usefixtures("provider")
def test_a_guests_order_with_an_address_that_was_not_confirmed_is_left_alone(zelda: User) -> None:
    zelda.emailaddress_set.update(verified=False)
    order = buy(Shopper())
    close_account(zelda, timezone.now())
    erase_now(Erasure.objects.get())
    order.refresh_from_db()
    assert order.email == EMAIL


def test_saved_methods_are_detached_at_the_provider(zelda: User, provider: ProviderDouble) -> None:
    shopper = Shopper()
    shopper.client.force_login(zelda)
    buy(shopper, **{"wc-stripe-new-payment-method": "true"})
    method = SavedMethod.objects.get().method_id
    close_account(zelda, timezone.now())
    erase_now(Erasure.objects.get())
    assert ProcrastinateJob.objects.filter(task_name="payments.delete_customer").count() == 1
    jobs = ProcrastinateJob.objects.filter(task_name="payments.detach")
    assert [job.args for job in jobs] == [{"method_id": method}]


@pytest.mark.usefixtures("provider")
def test_an_order_that_came_in_the_meantime_delays_it(zelda: User) -> None:
    close_account(zelda, timezone.now())
    answer = Shopper().puts(make_product(price="120.00", stock=9)).pays(**FORM)
    assert not erase_now(Erasure.objects.get())
    assert User.objects.filter(pk=zelda.pk).exists()
    finish(answer.order_id)
    assert erase_now(Erasure.objects.get())


def test_it_is_not_erased_before_its_day(zelda: User) -> None:
    erasure = close_account(zelda, timezone.now())
    assert not erase_account(erasure.pk, erasure.due_at - timedelta(seconds=1))
    assert User.objects.filter(pk=zelda.pk).exists()


@pytest.mark.usefixtures("provider")
def test_the_database_lets_no_name_back_into_an_erased_order(zelda: User) -> None:
    order = buy(Shopper())
    close_account(zelda, timezone.now())
    event = OrderEvent.objects.filter(order=order).exclude(note="").first()
    assert event is not None
    assert _is_refused(OrderEvent.objects.filter(pk=event.pk), note="other")
    erase_now(Erasure.objects.get())
    found = Order.objects.filter(pk=order.pk)
    for change in (
        {"email": "a@example.com"},
        {"billing": {"city": "Town"}},
        {"erased_at": None},
        {"user": make_user()},
    ):
        assert _is_refused(found, **change)


def _is_refused(rows: QuerySet[Any], **values: object) -> bool:
    try:
        with transaction.atomic():
            rows.update(**values)
    except IntegrityError:
        return True
    return False


@pytest.mark.usefixtures("provider", "audited")
def test_an_erased_order_opens_for_nobody_and_mails_nobody(zelda: User) -> None:
    order = buy(Shopper())
    close_account(zelda, timezone.now())
    erase_now(Erasure.objects.get())
    order.refresh_from_db()
    path = f"/checkout/order-received/{order.pk}/?key={order.key}"
    assert b"120.00" not in Client().post(path, {"email": ""}, follow=True).content
    emails.queue(order, EmailKind.NOTE, about="late", more={"note": "Hello"})
    late = Email.objects.get(order=order, about="late")
    assert late.given_up_at
    assert not late.sent_at
