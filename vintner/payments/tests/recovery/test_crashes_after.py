"""The program is killed while it refunds, ends orders, hears of payments or sends e-mails; the next round finishes."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from vintner.catalogue.models import Product
from vintner.orders import jobs as order_jobs
from vintner.orders.emails import delivery
from vintner.orders.models import Email, Order, Refund
from vintner.payments import jobs
from vintner.payments.models import Payment, ProviderEvent
from vintner.payments.tests.killed import killed
from vintner.payments.tests.passing_time import end_holds
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.sandbox import DECLINED, THREE_D_SECURE, Sandbox
from vintner.testing.shopper import Shopper, attempts, only_order
from vintner.testing.store import open_store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("audited")]

REFUND = """
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.refundable import NewRefund, refund_of_line
from vintner.payments import refunds
order = Order.objects.get()
part = refund_of_line(order.lines.get(), 1)
new = NewRefund(amount=part.amount + part.tax, lines=(part,), restock=True)
refunds.refund(order.pk, new, by=User.objects.get(is_staff=True))
"""
GONE = {"after_refund_commit": 0, "after_refund_call": 2145, "before_refund_commit": 2145}


def bought(sandbox: Sandbox, card: str, stock: int = 5) -> Product:
    """A wine at $20.00 that somebody has tried to buy two bottles of."""
    open_store()
    wine = make_product(stock=stock)
    Shopper().puts(wine, 2).pays(card)
    return wine


def counts(wine: Product) -> tuple[int, int]:
    return only_variation(wine).on_hand, only_variation(wine).reserved


@pytest.mark.parametrize("point", GONE)
def test_a_refund_goes_back_once(sandbox: Sandbox, point: str) -> None:
    wine = bought(sandbox, sandbox.card())
    make_user(is_staff=True)
    killed(point, REFUND, sandbox)
    order = only_order()
    assert (Refund.objects.get().state, sandbox.refunded(order.pk), counts(wine)) == ("requested", GONE[point], (3, 0))
    Refund.objects.update(busy_until=timezone.now() - timedelta(seconds=1))
    for _ in range(2):
        jobs.reconcile_refunds(0)
    assert (Refund.objects.get().state, sandbox.refunded(order.pk), counts(wine)) == ("done", 2145, (4, 0))
    assert Email.objects.filter(kind="partly_refunded").count() == 1


CANCEL = "from vintner.payments import jobs; jobs.cancel_unpaid(0)"


@pytest.mark.parametrize("point", ["before_apply_commit", "after_intent_is_cancelled", "before_cancel_commit"])
def test_an_unpaid_order_ends_and_gives_its_bottles_back_once(sandbox: Sandbox, point: str) -> None:
    wine = bought(sandbox, sandbox.card(THREE_D_SECURE))
    end_holds()
    killed(point, CANCEL, sandbox)
    jobs.cancel_unpaid(0)
    jobs.cancel_unpaid(0)
    assert (only_order().status, attempts(only_order()), counts(wine)) == ("cancelled", ["cancelled"], (5, 0))


def test_the_hold_of_a_failed_order_ends_once(sandbox: Sandbox) -> None:
    wine = bought(sandbox, sandbox.card(DECLINED))
    end_holds()
    killed("before_hold_ends", "from vintner.orders import jobs; jobs.expire_holds(0)", sandbox)
    assert counts(wine) == (5, 2)
    order_jobs.expire_holds(0)
    order_jobs.expire_holds(0)
    assert counts(wine) == (5, 0)


@pytest.mark.parametrize("point", ["before_apply_commit", "before_event_is_handled"])
def test_news_of_a_payment_is_heard_in_the_end_and_counts_once(sandbox: Sandbox, point: str) -> None:
    wine = bought(sandbox, sandbox.card(THREE_D_SECURE))
    intent_id = str(Payment.objects.get().intent_id)
    sandbox.answer(intent_id)
    news = ProviderEvent.objects.create(event_id="evt_1", type="payment_intent.succeeded", object_id=intent_id)
    killed(point, f"from vintner.payments import jobs; jobs.handle_event({news.pk})", sandbox)
    news.refresh_from_db()
    assert news.handled_at is None
    jobs.handle_event(news.pk)
    order: Order = only_order()
    assert (order.status, sandbox.charges(order.pk), counts(wine)) == ("processing", 1, (3, 0))
    assert Email.objects.filter(kind="processing").count() == 1


def test_news_of_a_dispute_are_heard_in_the_end_and_hold_the_order_back_once(sandbox: Sandbox) -> None:
    bought(sandbox, sandbox.card())
    dispute = sandbox.doubt("disputes/open", payment_intent=str(Payment.objects.get().intent_id))
    news = ProviderEvent.objects.create(event_id="evt_1", type="charge.dispute.created", object_id=dispute)
    killed("before_case_commit", f"from vintner.payments import jobs; jobs.handle_event({news.pk})", sandbox)
    assert only_order().status == "processing"
    for _ in range(2):
        jobs.handle_event(news.pk)
    assert (only_order().status, Email.objects.filter(kind="alert").count()) == ("on-hold", 1)


def test_an_e_mail_that_was_cut_off_goes_out_under_the_same_name(sandbox: Sandbox) -> None:
    """What cannot be closed is the moment between the mail server's yes and our commit: then it goes out twice."""
    bought(sandbox, sandbox.card())
    email = Email.objects.get(kind="processing")
    killed("after_mail_sent", f"from vintner.orders.emails import delivery; delivery.send({email.pk})", sandbox)
    assert not delivery.send(email.pk)  # whoever died may still be sending it
    Email.objects.update(next_try_at=timezone.now())
    order_jobs.send_due(0)
    again = Email.objects.get(kind="processing")
    assert (again.sent_at is not None, again.message_id) == (True, email.message_id)


def test_every_point_has_a_test() -> None:
    """So that none is added without showing that the program may die there."""
    source = "\n".join(path.read_text() for path in (settings.BASE_DIR / "vintner").rglob("*.py"))
    tests = "\n".join(path.read_text() for path in (settings.BASE_DIR / "vintner").rglob("test_*.py"))
    points = set(re.findall(r'chaos\.point\("(\w+)"\)', source))
    assert len(points) >= 11
    assert {point for point in points if f'"{point}"' not in tests} == set()
