"""The program is killed in the middle of a wallet's order, and while it returns money that no order can take."""

import json
from dataclasses import dataclass

import pytest
from django.db import transaction
from pytest_django import Settings

from vintner.catalogue.models import Variation
from vintner.express.models import SheetQuote
from vintner.orders import orders
from vintner.orders.models import Email, Order, Refund
from vintner.payments import jobs
from vintner.payments.attempts.start_payment import refresh_payment
from vintner.payments.models import Payment
from vintner.payments.tests.killed import killed
from vintner.payments.tests.passing_time import age_payments, end_holds
from vintner.payments.tests.worker import left_to_do, work_off
from vintner.store_api.tests.buying import order, puts
from vintner.store_api.tests.wallets import (
    names,
    offer_wallets,
    pays,
    show_sheet,
    wallet_fields,
    wallet_headers,
)
from vintner.testing.api_client import ROOT, ApiAnswer, ApiClient
from vintner.testing.builders import make_product
from vintner.testing.sandbox import THREE_D_SECURE, Sandbox
from vintner.testing.shopper import Shopper, attempts, only_order
from vintner.testing.store import open_store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("audited")]

APPLY = """
from vintner.payments.attempts.start_payment import refresh_payment
from vintner.payments.models import Payment
refresh_payment(Payment.objects.select_related("order").get())
"""
RETURN = """
from vintner.payments import jobs
from vintner.payments.models import Payment
jobs.return_money(Payment.objects.get().pk)
"""


ORDER = """
from django.test import Client
browser = Client(enforce_csrf_checks=True)
browser.cookies.load({cookies!r})
browser.post("{path}", {body!r}, "application/json", headers={headers!r})
"""
CHARGED = {"after_sheet_quote": 0, "after_order_commit": 0, "after_provider_call": 1, "before_apply_commit": 1}


@dataclass(frozen=True)
class Press:
    """A wallet's sheet that was confirmed: what is sent, as often as it is sent."""

    client: ApiClient
    sheet: SheetQuote
    token: str

    def killed_at(self, point: str, sandbox: Sandbox) -> None:
        body = order(extensions=names(self.sheet), payment_data=wallet_fields(method="", token=self.token))
        lines = ORDER.format(
            cookies={name: morsel.value for name, morsel in self.client.client.cookies.items()},
            path=f"{ROOT}/checkout",
            body=json.dumps(body),
            headers={**wallet_headers(self.client), "Host": "localhost"},
        )
        killed(point, lines, sandbox)

    def again(self) -> ApiAnswer:
        return pays(self.client, self.sheet, method="", token=self.token)


@pytest.fixture
def press(sandbox: Sandbox) -> Press:
    open_store()
    offer_wallets()
    client = ApiClient()
    puts(client, 1, stock=3)
    sheet = show_sheet(client)
    return Press(client, sheet, sandbox.wallet_token(sheet.total.minor))


@pytest.mark.parametrize("point", CHARGED)
def test_the_background_finishes_a_wallet_s_order(sandbox: Sandbox, press: Press, point: str) -> None:
    press.killed_at(point, sandbox)
    age_payments()
    jobs.reconcile(0)
    end_holds()
    jobs.cancel_unpaid(0)
    placed = {made.status: sandbox.charges(made.pk) for made in Order.objects.all()}
    found = {"processing": 1} if CHARGED[point] else {"cancelled": 0}
    assert placed == ({} if point == "after_sheet_quote" else found)
    assert list(Variation.objects.values_list("on_hand", "reserved")) == [(3 - CHARGED[point], 0)]


@pytest.mark.parametrize("point", CHARGED)
def test_the_same_press_sent_again_finishes_it(sandbox: Sandbox, press: Press, point: str) -> None:
    press.killed_at(point, sandbox)
    age_payments()
    answer = press.again()
    assert (answer.status, answer.json["status"]) == (200, "processing"), answer.json
    assert sandbox.charges(only_order().pk) == 1
    assert (only_order().total, Variation.objects.get().on_hand) == (press.sheet.total, 2)


def pay_too_late(sandbox: Sandbox) -> Payment:
    """Let the bank confirm the payment of an order that was cancelled without the provider having been asked."""
    open_store()
    Shopper().puts(make_product()).pays(sandbox.card(THREE_D_SECURE))
    Payment.objects.update(page="express")
    payment = Payment.objects.get()
    sandbox.answer(str(payment.intent_id))
    with transaction.atomic():
        orders.cancel(orders.lock(payment.order_id), "Cancelled meanwhile.")
    return payment


def test_killed_before_return_commit_nothing_is_recorded_and_the_next_round_returns_it(sandbox: Sandbox) -> None:
    payment = pay_too_late(sandbox)
    killed("before_return_commit", APPLY, sandbox)
    assert (attempts(only_order()), Refund.objects.count()) == (["action_required"], 0)
    assert "payments.return_money" not in left_to_do()
    Payment.objects.update(changed_at="2026-01-01T00:00:00Z")
    jobs.reconcile(0)
    work_off()
    assert sandbox.refunded(payment.order_id) == only_order().total.minor
    assert Email.objects.filter(kind="refunded").count() == 1


@pytest.mark.parametrize("point", ["after_refund_call", "before_refund_commit"])
def test_a_return_that_was_cut_off_is_made_once(sandbox: Sandbox, point: str) -> None:
    payment = pay_too_late(sandbox)
    refresh_payment(payment)
    killed(point, RETURN, sandbox)
    for _ in range(2):
        jobs.reconcile_refunds(0)
        work_off()
    assert (sandbox.refunded(payment.order_id), Refund.objects.get().state) == (only_order().total.minor, "done")


def test_killed_after_void_of_unexpected_money_it_is_not_voided_again(sandbox: Sandbox, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    payment = pay_too_late(sandbox)
    refresh_payment(payment)
    killed("after_void_of_unexpected", RETURN, sandbox)
    jobs.return_forgotten_money(0)
    work_off()
    assert [intent["status"] for intent in sandbox.payments()] == ["canceled"]
    assert (attempts(only_order()), Payment.objects.get().closed_at is not None) == (["unexpected"], True)
    assert sandbox.charges(payment.order_id) == 0
