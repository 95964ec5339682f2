"""What was cut off in the middle is taken up again, and nobody is charged twice or for nothing."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateEvent
from pytest_django import Settings

from vintner.money import Money
from vintner.orders.models import Email, Order
from vintner.payments import jobs
from vintner.payments.attempts import attempts as attempts_of_order
from vintner.payments.attempts.apply_intent import ForeignIntent, apply_intent
from vintner.payments.attempts.lost_answers import ListedIntents, list_intents
from vintner.payments.attempts.start_payment import refresh_payment, start_payment
from vintner.payments.gateway import PaymentError, ProviderDown
from vintner.payments.health.health import read_health
from vintner.payments.messages import TOO_MANY
from vintner.payments.models import Payment, ProviderEvent
from vintner.payments.tests.passing_time import age_payments, end_holds
from vintner.payments.tests.worker import work_off
from vintner.testing.builders import make_product, only_variation
from vintner.testing.failed_jobs import fail_jobs, statuses_of_jobs
from vintner.testing.provider import DECLINED, GOOD, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order
from vintner.web import isolation

pytestmark = pytest.mark.usefixtures("store")


def test_an_answer_that_was_lost_after_the_charge_is_found(provider: ProviderDouble) -> None:
    provider.faults = ["after"]
    assert Shopper().puts(make_product()).pays().result == "failure"
    age_payments()
    jobs.reconcile(0)
    order = only_order()
    assert (order.status, attempts(order), len(provider.ledger[order.pk])) == ("processing", ["succeeded"], 1)


def test_an_attempt_that_ends_in_an_unforeseen_fault_keeps_no_other_waiting(
    provider: ProviderDouble, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        Shopper().puts(make_product()).pays(THREE_D_SECURE)
    provider.intents["pi_1"] = replace(provider.intents["pi_1"], status="unheard-of")  # type: ignore[arg-type]
    provider.confirm("pi_2")
    age_payments()
    jobs.reconcile(0)
    assert list(Order.objects.order_by("pk").values_list("status", flat=True)) == ["pending", "processing"]
    assert "stays open" in caplog.text


def test_all_answers_that_were_lost_are_found_by_one_listing(provider: ProviderDouble) -> None:
    for fault in ("after", "before", "after"):
        provider.faults = [fault]
        Shopper().puts(make_product()).pays()
    age_payments()
    provider.calls.clear()
    jobs.reconcile(0)
    assert list(Payment.objects.order_by("pk").values_list("status", flat=True)) == [
        "succeeded",
        "cancelled",
        "succeeded",
    ]
    assert provider.calls == ["find_claimed"]


def test_an_attempt_that_is_called_again_meanwhile_is_not_written_off(
    provider: ProviderDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider.faults = ["before"]
    Shopper().puts(make_product()).pays()
    age_payments()
    payment = Payment.objects.get()

    def list_and_call_again(lost: Iterable[Payment], now: datetime) -> ListedIntents:
        listed = list_intents(lost, now)
        assert attempts_of_order.take_turn(payment)
        return listed

    monkeypatch.setattr("vintner.payments.jobs.list_intents", list_and_call_again)
    jobs.reconcile(0)
    assert Payment.objects.get().status == "created"


def test_a_round_that_runs_out_of_time_goes_on_with_what_was_left(
    provider: ProviderDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolation, "ROUND_LIMIT", timedelta())
    for _ in range(2):
        Shopper().puts(make_product()).pays(THREE_D_SECURE)
    provider.intents["pi_1"] = replace(provider.intents["pi_1"], status="unheard-of")  # type: ignore[arg-type]
    provider.confirm("pi_2")
    age_payments()
    jobs.reconcile(0)
    assert set(Order.objects.values_list("status", flat=True)) == {"pending"}
    jobs.reconcile(0)
    assert list(Order.objects.order_by("pk").values_list("status", flat=True)) == ["pending", "processing"]


def test_a_call_that_never_arrived_is_written_off_and_charges_nobody(provider: ProviderDouble) -> None:
    provider.faults = ["before"]
    Shopper().puts(make_product()).pays()
    age_payments()
    jobs.reconcile(0)
    assert (only_order().status, attempts(only_order()), dict(provider.ledger)) == ("pending", ["cancelled"], {})


def test_a_confirmation_that_was_never_told_is_found(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    age_payments()
    jobs.reconcile(0)
    assert only_order().status == "processing"


def test_news_whose_worker_died_are_read_in_the_end(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    news = ProviderEvent.objects.create(event_id="evt_1", type="payment_intent.succeeded", object_id="pi_1")
    jobs.handle_forgotten_events(0)
    assert only_order().status == "pending"  # its own job may still come
    ProviderEvent.objects.update(received_at=timezone.now() - jobs.UNHANDLED_LIMIT)
    jobs.handle_forgotten_events(0)
    news.refresh_from_db()
    assert (only_order().status, news.handled_at is not None) == ("processing", True)


def test_a_failed_job_of_an_event_is_no_problem_once_the_event_is_handled(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    for number in (1, 2):
        event = ProviderEvent.objects.create(event_id=f"evt_{number}", type="charge.updated", object_id="pi_1")
        jobs.handle_event.defer(event_pk=event.pk)
    fail_jobs("payments.handle_event")
    ProviderEvent.objects.filter(event_id="evt_1").update(received_at=timezone.now() - jobs.UNHANDLED_LIMIT)
    assert read_health(timezone.now()).jobs_failed == 2
    jobs.handle_forgotten_events(0)
    assert statuses_of_jobs("payments.handle_event") == ["cancelled", "failed"]
    assert read_health(timezone.now()).jobs_failed == 1
    [cancelled] = ProcrastinateEvent.objects.filter(type="cancelled")
    assert cancelled.job.args["event_pk"] == ProviderEvent.objects.get(event_id="evt_1").pk


@pytest.mark.parametrize("turned_back", [False, True])
def test_an_intent_that_was_declined_in_the_browser_is_ended(provider: ProviderDouble, turned_back: bool) -> None:
    """The browser holds its secret: left open, any number of cards could be tried on it."""
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    declined = provider.confirm("pi_1", is_shopper=False)
    if turned_back:
        error = PaymentError(code="payment_method_customer_decline", decline_code="", message="")
        declined = provider.intents["pi_1"] = replace(declined, error=error)
    apply_intent(only_order().pk, declined)
    assert attempts(only_order()) == ["declined"]
    work_off()
    assert (provider.intents["pi_1"].status, attempts(only_order())) == ("canceled", ["declined"])
    assert only_order().status == ("pending" if turned_back else "failed")


def test_fresh_attempts_are_left_alone(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    calls = len(provider.calls)
    jobs.reconcile(0)
    assert len(provider.calls) == calls


def test_an_unpaid_order_ends_at_the_provider_first(provider: ProviderDouble) -> None:
    wine = make_product(stock=2)
    Shopper().puts(wine, 2).pays(THREE_D_SECURE)
    jobs.cancel_unpaid(0)
    assert only_order().status == "pending"
    end_holds()
    jobs.cancel_unpaid(0)
    order = only_order()
    assert (order.status, attempts(order), only_variation(wine).reserved) == ("cancelled", ["cancelled"], 0)
    assert provider.intents["pi_1"].status == "canceled"


def test_an_unpaid_order_stays_while_the_provider_does_not_answer(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    end_holds()
    provider.is_down = True
    jobs.cancel_unpaid(0)
    assert only_order().status == "pending"


def test_an_unpaid_order_that_was_paid_after_all_is_paid(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    end_holds()
    jobs.cancel_unpaid(0)
    assert only_order().status == "processing"


def test_money_for_a_cancelled_order_is_parked_with_an_alert(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    end_holds()
    jobs.cancel_unpaid(0)
    apply_intent(only_order().pk, provider.confirm("pi_1"))
    order = only_order()
    assert (order.status, attempts(order)) == ("on-hold", ["unexpected"])
    assert order.events.filter(alert=True).exists()
    assert Email.objects.filter(kind="alert").exists()


def test_another_amount_than_asked_for_is_parked(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    intent = provider.confirm("pi_1")
    apply_intent(only_order().pk, replace(intent, amount=Money(1), received=Money(1)))
    order = only_order()
    assert (order.status, attempts(order), order.paid_at) == ("on-hold", ["unexpected"], None)


def test_an_intent_of_another_order_changes_nothing(provider: ProviderDouble) -> None:
    cheap, dear = Shopper().puts(make_product(price="1.00")), Shopper().puts(make_product(price="999.00"))
    cheap.pays(THREE_D_SECURE)
    dear.pays(THREE_D_SECURE)
    first, second = Payment.objects.order_by("id")
    paid = provider.confirm(str(first.intent_id))
    with pytest.raises(ForeignIntent):
        apply_intent(second.order_id, paid)
    assert second.order.__class__.objects.get(pk=second.order_id).status == "pending"


def test_late_news_of_a_decline_does_not_touch_a_paid_order(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(DECLINED)
    old_news = provider.intents["pi_1"]
    shopper.pays(GOOD)
    apply_intent(only_order().pk, old_news)
    assert (only_order().status, attempts(only_order())) == ("processing", ["declined", "succeeded"])


def test_applying_twice_changes_nothing(provider: ProviderDouble) -> None:
    wine = make_product(stock=5)
    Shopper().puts(wine).pays()
    events = only_order().events.count()
    for _ in range(3):
        apply_intent(only_order().pk, provider.intents["pi_1"])
    assert (only_order().events.count(), only_variation(wine).on_hand) == (events, 4)


def test_the_provider_is_never_called_inside_a_transaction(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    payment = Payment.objects.get()
    for call in (lambda: start_payment(payment.pk), lambda: refresh_payment(payment)):
        with pytest.raises(RuntimeError, match="never called inside"), transaction.atomic():
            call()


def test_the_provider_being_down_costs_nothing(provider: ProviderDouble) -> None:
    wine = make_product(stock=1)
    shopper = Shopper().puts(wine)
    provider.is_down = True
    assert shopper.pays().result == "failure"
    with pytest.raises(ProviderDown):
        start_payment(Payment.objects.get().pk)
    provider.is_down = False
    age_payments()
    assert shopper.pays().result == "success"
    assert len(provider.ledger[only_order().pk]) == 1


def test_cards_that_fail_in_the_browser_count_whoever_tells_of_them(
    provider: ProviderDouble, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (1, 3600)}
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    apply_intent(only_order().pk, provider.confirm("pi_1", is_shopper=False))
    calls = len(provider.calls)
    answer = shopper.pays(GOOD)
    assert (answer.result, TOO_MANY in answer.messages, len(provider.calls)) == ("failure", True, calls)
