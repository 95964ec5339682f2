"""Money that a wallet paid for an order that cannot take it goes back by itself, once."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.money import Money
from vintner.orders.invariants import audit
from vintner.orders.models import Email, Refund
from vintner.payments import jobs
from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.attempts.attempts import create_attempt
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.rules import IntentStatus
from vintner.payments.attempts.start_payment import charge_attempt
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import Payment
from vintner.payments.tests.passing_time import end_holds
from vintner.payments.tests.worker import left_to_do, work_off
from vintner.testing.builders import make_product, make_user
from vintner.testing.failed_jobs import fail_jobs, statuses_of_jobs
from vintner.testing.provider import GOOD, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")


def wait_for_bank(page: str = "express") -> None:
    """Order by a wallet whose bank asks for a confirmation."""
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    Payment.objects.update(page=page)


def pay_too_late(provider: ProviderDouble, page: str = "express") -> None:
    """Let the bank confirm the payment of an order that was cancelled meanwhile."""
    wait_for_bank(page)
    end_holds()
    jobs.cancel_unpaid(0)
    apply_intent(only_order().pk, provider.confirm("pi_1"))


def lose_jobs() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM procrastinate_jobs WHERE task_name = 'payments.return_money'")


def test_money_for_a_cancelled_order_is_refunded(provider: ProviderDouble) -> None:
    pay_too_late(provider)
    order = only_order()
    assert (order.status, attempts(order), left_to_do()) == ("cancelled", ["unexpected"], ["payments.return_money"])
    note = (
        f"The card service took {order.total} USD (pi_1) while this order of {order.total} is canceled. It goes back."
    )
    assert order.events.filter(note=note).exists()
    work_off()
    assert (Refund.objects.get().state, provider.refunded_amounts) == ("done", [order.total])
    assert Email.objects.filter(kind="refunded").count() == 1
    assert (only_order().status, audit()) == ("cancelled", [])


def test_a_failed_job_is_cancelled_once_the_money_went_back(provider: ProviderDouble) -> None:
    pay_too_late(provider)
    fail_jobs("payments.return_money")
    jobs.return_forgotten_money(0)
    assert statuses_of_jobs("payments.return_money") == ["failed"]
    Refund.objects.update(busy_until=timezone.now())
    jobs.reconcile_refunds(0)
    jobs.return_forgotten_money(0)
    assert (Refund.objects.get().state, statuses_of_jobs("payments.return_money")) == ("done", ["cancelled"])


def test_a_failed_job_stays_while_the_money_cannot_go_back(provider: ProviderDouble) -> None:
    pay_too_late(provider)
    fail_jobs("payments.return_money")
    Refund.objects.update(state=Refund.State.FAILED)
    jobs.return_forgotten_money(0)
    assert statuses_of_jobs("payments.return_money") == ["failed"]


def test_staff_has_nothing_to_decide_when_money_goes_back(provider: ProviderDouble, client: Client) -> None:
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    pay_too_late(provider)
    work_off()
    assert "Needs a decision" not in client.get(f"/admin/orders/order/{only_order().pk}/change/").content.decode()
    assert "Returned" in client.get("/admin/orders/order/").content.decode()


def test_staff_decides_what_becomes_of_money_that_the_provider_does_not_pay_back(
    provider: ProviderDouble, client: Client
) -> None:
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    pay_too_late(provider)
    provider.intents["pi_1"] = replace(provider.intents["pi_1"], received=Money(1))
    work_off()
    assert Refund.objects.get().state == "failed"
    assert "Needs a decision" in client.get(f"/admin/orders/order/{only_order().pk}/change/").content.decode()
    assert "Not expected" in client.get("/admin/orders/order/").content.decode()


def test_it_is_orphaned_money_while_nothing_was_requested(provider: ProviderDouble) -> None:
    pay_too_late(provider)
    assert audit() == []
    Payment.objects.update(intent_id="pi_2")
    assert "I6 orphaned money" in [broken.invariant.name for broken in audit()]


def test_it_goes_back_once_however_often_it_is_reported(provider: ProviderDouble) -> None:
    pay_too_late(provider)
    apply_intent(only_order().pk, provider.intents["pi_1"])
    for _ in range(2):
        jobs.return_money(Payment.objects.get().pk)
    assert (provider.refunded_amounts, Refund.objects.count()) == ([only_order().total], 1)


def test_money_that_another_page_took_waits_for_staff(provider: ProviderDouble) -> None:
    pay_too_late(provider, page="block")
    assert (only_order().status, left_to_do(), Refund.objects.count()) == ("on-hold", [], 0)


def test_another_amount_is_refunded_and_the_order_can_still_be_paid(provider: ProviderDouble) -> None:
    wait_for_bank()
    paid = replace(provider.confirm("pi_1"), amount=Money(1), received=Money(1))
    provider.intents["pi_1"] = paid
    apply_intent(only_order().pk, paid)
    work_off()
    assert (only_order().status, provider.refunded_amounts) == ("pending", [Money(1)])
    assert charge_attempt(pay_again(only_order().pk, PaymentInput(GOOD), timezone.now()).pk) is None
    assert (only_order().status, attempts(only_order())) == ("processing", ["unexpected", "succeeded"])


def test_money_that_comes_a_second_time_is_refunded_and_the_order_goes_on(provider: ProviderDouble) -> None:
    wait_for_bank()
    order = only_order()
    assert charge_attempt(create_attempt(order, PaymentInput(GOOD), timezone.now(), attempt=2).pk) is None
    Payment.objects.filter(attempt=1).update(status="declined", closed_at=None)
    provider.intents["pi_1"] = replace(provider.intents["pi_1"], status=IntentStatus.REQUIRES_ACTION)
    apply_intent(order.pk, provider.confirm("pi_1"))
    work_off()
    assert (only_order().status, attempts(order)) == ("processing", ["unexpected", "succeeded"])
    assert (provider.refunded_amounts, Email.objects.filter(kind="partly_refunded").count()) == ([order.total], 1)
    assert audit() == []


def test_what_staff_captures_of_another_page_s_authorization_stays(
    provider: ProviderDouble, settings: Settings
) -> None:
    settings.CAPTURE_LATER = True
    pay_too_late(provider, page="block")
    apply_intent(only_order().pk, provider.capture("pi_1", only_order().total, "at the provider's pages"))
    work_off()
    assert (provider.refunded_amounts, Refund.objects.count()) == ([], 0)


def test_an_authorization_for_a_cancelled_order_is_voided(provider: ProviderDouble, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    pay_too_late(provider)
    assert (attempts(only_order()), Payment.objects.get().closed_at) == (["unexpected"], None)
    work_off()
    assert (provider.intents["pi_1"].status, Payment.objects.get().closed_at is not None) == ("canceled", True)
    assert (only_order().status, Refund.objects.count(), audit()) == ("cancelled", 0, [])


def test_an_authorization_whose_job_was_lost_is_voided(provider: ProviderDouble, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    pay_too_late(provider)
    lose_jobs()
    jobs.return_forgotten_money(0)
    assert provider.intents["pi_1"].status is IntentStatus.CANCELED


def test_a_refund_whose_job_was_lost_is_made(provider: ProviderDouble) -> None:
    pay_too_late(provider)
    lose_jobs()
    jobs.reconcile_refunds(0)
    assert provider.refunded_amounts == [only_order().total]


def test_an_authorization_that_somebody_captures_first_is_refunded(
    provider: ProviderDouble, settings: Settings
) -> None:
    settings.CAPTURE_LATER = True
    pay_too_late(provider)
    provider.capture("pi_1", only_order().total, "at the provider's pages")
    for _ in range(2):
        work_off()
    assert (provider.refunded_amounts, Payment.objects.get().closed_at is not None) == ([only_order().total], True)
    assert audit() == []


def test_an_authorization_that_waits_for_its_void_pays_for_nothing(
    provider: ProviderDouble, settings: Settings
) -> None:
    settings.CAPTURE_LATER = True
    wait_for_bank()
    apply_intent(only_order().pk, replace(provider.confirm("pi_1"), amount=Money(1)))
    settings.CAPTURE_LATER = False
    assert charge_attempt(pay_again(only_order().pk, PaymentInput(GOOD), timezone.now()).pk) is None
    assert attempts(only_order()) == ["unexpected", "succeeded"]


def test_without_an_answer_it_is_tried_again(provider: ProviderDouble) -> None:
    provider.refund_faults = ["before"]
    pay_too_late(provider)
    with pytest.raises(ProviderDown):
        jobs.return_money(Payment.objects.get().pk)
    assert provider.refunded_amounts == []
    work_off()
    assert provider.refunded_amounts == [only_order().total]
