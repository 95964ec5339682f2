"""Cards that are saved with an order: the real SDK against the sandbox provider."""

from datetime import timedelta
from typing import cast

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.payments import jobs
from vintner.payments.models import Payment, ProviderCustomer, SavedMethod
from vintner.testing.builders import make_product, make_user
from vintner.testing.sandbox import BROKE, THREE_D_SECURE, VISA, Sandbox
from vintner.testing.shopper import CheckoutAnswer, Shopper, attempts

pytestmark = pytest.mark.usefixtures("store")
MASTERCARD = "5555555555554444"
SAVE = {"wc-stripe-new-payment-method": "true"}
ACCOUNT = {"createaccount": "1", "account_password": "violet tractor seven moons"}
JSON = {"Accept": "application/json"}


def customer(email: str = "ana@example.com") -> Shopper:
    shopper = Shopper()
    shopper.client.force_login(User.objects.filter(email=email).first() or make_user(email=email))
    return shopper


def buys(shopper: Shopper, card: str = "", **fields: str) -> CheckoutAnswer:
    return shopper.puts(make_product()).pays(card, **fields)


def by(card: SavedMethod) -> dict[str, str]:
    return {"wc-stripe-payment-token": str(card.pk)}


def newest() -> Order:
    return Order.objects.latest("pk")


def saves(shopper: Shopper, sandbox: Sandbox, number: str = VISA) -> SavedMethod:
    answer = buys(shopper, sandbox.card(number), **SAVE)
    assert answer.result == "success", answer.messages
    return SavedMethod.objects.latest("pk")


def listed(shopper: Shopper) -> list[dict[str, object]]:
    page = shopper.puts(make_product()).client.get("/checkout/", headers=JSON).json()
    return cast("list[dict[str, object]]", page["payment"]["saved"])


def test_a_card_is_kept_with_one_order_and_pays_the_next(sandbox: Sandbox) -> None:
    shopper = customer()
    card = saves(shopper, sandbox)
    kept = (card.customer.user.email, str(card), card.expires_year, card.expires_month, card.is_default)
    assert kept == ("ana@example.com", "Visa •••• 4242", 2040, 12, True)
    assert sandbox.owner(card.method_id) == card.customer.customer_id
    assert buys(shopper, **by(card)).result == "success"
    payment = Payment.objects.latest("pk")
    assert (payment.method, payment.customer_id) == (card.method_id, card.customer.customer_id)
    assert [sandbox.charges(order.pk) for order in Order.objects.all()] == [1, 1]
    assert len(sandbox.customers()) == 1


def test_nothing_is_kept_unasked(sandbox: Sandbox) -> None:
    assert buys(customer(), sandbox.card()).result == "success"
    assert (SavedMethod.objects.count(), sandbox.customers()) == (0, [])


def test_a_guest_keeps_no_card(sandbox: Sandbox) -> None:
    assert buys(Shopper(), sandbox.card(), **SAVE).result == "success"
    assert (SavedMethod.objects.count(), sandbox.customers()) == (0, [])


def test_who_makes_an_account_with_the_order_keeps_the_card_in_it(sandbox: Sandbox) -> None:
    assert buys(Shopper(), sandbox.card(), **SAVE, **ACCOUNT).result == "success"
    assert SavedMethod.objects.get().customer.user == User.objects.get()
    assert sandbox.customers()[0]["email"] == "jane@example.com"


def test_a_declined_card_is_not_kept(sandbox: Sandbox) -> None:
    assert buys(customer(), sandbox.card(BROKE), **SAVE).result == "failure"
    assert not SavedMethod.objects.exists()


def test_a_card_is_kept_after_the_bank_s_question(sandbox: Sandbox) -> None:
    shopper = customer()
    buys(shopper, sandbox.card(THREE_D_SECURE), **SAVE)
    assert not SavedMethod.objects.exists()
    intent_id = str(Payment.objects.get().intent_id)
    sandbox.answer(intent_id)
    assert shopper.confirms(newest().pk, intent_id)["success"] is True
    assert SavedMethod.objects.get().last_four == "3184"


def test_an_answer_that_was_lost_keeps_the_card_once(sandbox: Sandbox) -> None:
    sandbox.fault("timeout_after_charge")
    card = saves(customer(), sandbox)
    assert (SavedMethod.objects.count(), sandbox.charges(newest().pk), len(sandbox.customers())) == (1, 1, 1)
    assert sandbox.owner(card.method_id) == card.customer.customer_id


def test_an_answer_found_by_the_reconciler_keeps_the_card(sandbox: Sandbox) -> None:
    sandbox.fault("500_after", times=3)
    assert buys(customer(), sandbox.card(), **SAVE).result == "failure"
    Payment.objects.update(busy_until=None, changed_at=timezone.now() - timedelta(minutes=3))
    jobs.reconcile(0)
    assert (newest().status, SavedMethod.objects.count(), sandbox.charges(newest().pk)) == ("processing", 1, 1)


def test_a_provider_that_opens_no_customer_charges_nothing(sandbox: Sandbox) -> None:
    sandbox.fault("500_before", "customers.create", times=3)
    shopper, card = customer(), sandbox.card()
    answer = buys(shopper, card, **SAVE)
    assert "did not answer" in answer.messages
    assert sandbox.charges(newest().pk) == 0
    Payment.objects.update(busy_until=None)
    assert shopper.pays(card, **SAVE).result == "success"
    assert (SavedMethod.objects.count(), sandbox.charges(newest().pk)) == (1, 1)


def test_a_new_card_is_kept_by_another_customer_when_the_provider_has_lost_the_first(sandbox: Sandbox) -> None:
    shopper = customer()
    saves(shopper, sandbox)
    lost = ProviderCustomer.objects.get().customer_id
    sandbox.forget(f"customers/{lost}")
    assert buys(shopper, sandbox.card(MASTERCARD), **SAVE, **{"wc-stripe-payment-token": "new"}).result == "success"
    assert (ProviderCustomer.objects.get().customer_id != lost, SavedMethod.objects.get().brand) == (True, "mastercard")
    assert attempts(newest()) == ["succeeded"]


@pytest.mark.parametrize("number", ["0", "-1", "abc", "9" * 30, "٣", "own of another"])
def test_only_one_s_own_card_pays(sandbox: Sandbox, number: str) -> None:
    foreign = saves(customer("bob@example.com"), sandbox)
    ordered = Order.objects.count()
    token = str(foreign.pk) if number == "own of another" else number
    answer = buys(customer(), **{"wc-stripe-payment-token": token})
    assert "That saved card is not there any more." in answer.messages
    assert (answer.result, answer.refresh) == ("failure", True)
    assert Order.objects.count() == ordered


def test_a_guest_pays_with_nobody_s_card(sandbox: Sandbox) -> None:
    card = saves(customer(), sandbox)
    for fields in ({}, ACCOUNT):
        answer = buys(Shopper(), **by(card), **fields)
        assert "That saved card is not there any more." in answer.messages
    assert Order.objects.count() == 1


def test_somebody_else_s_card_named_as_entered_is_refused_by_the_provider(sandbox: Sandbox) -> None:
    card = saves(customer(), sandbox)
    assert buys(customer("bob@example.com"), card.method_id).result == "failure"
    assert sandbox.charges(newest().pk) == 0
    assert SavedMethod.objects.filter(pk=card.pk).exists()


def test_an_expired_card_is_told_and_cannot_be_chosen(sandbox: Sandbox) -> None:
    shopper = customer()
    card = saves(shopper, sandbox)
    SavedMethod.objects.update(expires_year=timezone.now().year - 1)
    assert "The card has expired." in buys(shopper, **by(card)).messages
    assert Order.objects.count() == 1
    [shown] = listed(shopper)
    assert (shown["expired"], shown["chosen"]) == (True, False)


def test_a_card_is_good_until_its_month_is_over() -> None:
    now = timezone.now()
    card = SavedMethod(expires_year=now.year, expires_month=now.month)
    assert not card.has_expired(now)
    assert card.has_expired(now + timedelta(days=31))


def test_a_declined_saved_card_is_told_and_another_one_pays(sandbox: Sandbox) -> None:
    shopper = customer()
    card = saves(shopper, sandbox)
    sandbox.turn(card.method_id, BROKE)
    declined = buys(shopper, **by(card))
    assert "Your card has insufficient funds." in declined.messages
    assert shopper.pays(sandbox.card(MASTERCARD), **{"wc-stripe-payment-token": "new"}).result == "success"
    assert attempts(newest()) == ["declined", "succeeded"]
    assert sandbox.charges(newest().pk) == 1
    assert SavedMethod.objects.get() == card


def test_the_first_card_is_the_default_and_the_same_card_is_kept_once(sandbox: Sandbox) -> None:
    shopper = customer()
    first = saves(shopper, sandbox)
    second = saves(shopper, sandbox, MASTERCARD)
    again = buys(shopper, sandbox.card(VISA), **SAVE)
    assert again.result == "success"
    first.refresh_from_db()
    assert [(each.pk, each.is_default) for each in SavedMethod.objects.order_by("pk")] == [
        (first.pk, True),
        (second.pk, False),
    ]
    assert first.method_id == Payment.objects.latest("pk").method


def test_the_record_that_a_newer_one_replaced_is_forgotten_by_the_provider(sandbox: Sandbox) -> None:
    shopper = customer()
    replaced = saves(shopper, sandbox).method_id
    kept = saves(shopper, sandbox).method_id
    jobs.detach(replaced)
    jobs.detach(replaced)
    jobs.detach(kept)  # it is in use
    assert (sandbox.owner(replaced), sandbox.owner(kept)) == (None, ProviderCustomer.objects.get().customer_id)


def test_a_card_that_was_removed_at_the_provider_is_told_and_forgotten(sandbox: Sandbox) -> None:
    shopper = customer()
    card, other = saves(shopper, sandbox), saves(shopper, sandbox, MASTERCARD)
    sandbox.forget(f"payment_methods/{card.method_id}/detach")
    assert "That saved card can no longer be used." in buys(shopper, **by(card)).messages
    assert [(each.pk, each.is_default) for each in SavedMethod.objects.all()] == [(other.pk, True)]
    assert shopper.pays("", **by(other)).result == "success"


def test_a_customer_who_was_removed_at_the_provider_gets_a_new_number(sandbox: Sandbox) -> None:
    shopper = customer()
    card = saves(shopper, sandbox)
    sandbox.forget(f"customers/{card.customer.customer_id}")
    assert "That saved card can no longer be used." in buys(shopper, **by(card)).messages
    assert not ProviderCustomer.objects.exists()
    assert not SavedMethod.objects.exists()
    assert shopper.pays(sandbox.card(), **SAVE).result == "success"
    assert SavedMethod.objects.get().customer.customer_id != card.customer.customer_id


def test_a_new_card_that_the_provider_does_not_know_costs_nobody_a_saved_one(sandbox: Sandbox) -> None:
    card = saves(customer(), sandbox)
    answer = buys(customer(), "pm_nobody", **SAVE)
    assert "Unable to process this payment" in answer.messages
    assert SavedMethod.objects.get() == card


def test_the_page_and_its_updates_list_one_s_own_cards(sandbox: Sandbox) -> None:
    shopper = customer()
    first, second = saves(shopper, sandbox), saves(shopper, sandbox, MASTERCARD)
    visa = {
        "id": str(first.pk),
        "type": "card",
        "label": "Visa ending in 4242",
        "expiry": "12/40",
        "expired": False,
        "chosen": True,
    }
    mastercard = {**visa, "id": str(second.pk), "label": "Mastercard ending in 4444", "chosen": False}
    assert listed(shopper) == [visa, mastercard]
    assert listed(customer("bob@example.com")) == []
    assert listed(Shopper()) == []
    update = {"security": shopper.token(), "country": "US", "post_data": f"wc-stripe-payment-token={second.pk}"}
    fragment = str(cast("dict[str, object]", shopper.call("update_order_review", **update)["fragments"]))
    assert "Visa ending in 4242" in fragment
    assert first.method_id not in fragment
    assert first.customer.customer_id not in fragment


def test_pages_with_cards_are_kept_by_nobody(sandbox: Sandbox) -> None:
    shopper = customer()
    saves(shopper, sandbox)
    page = shopper.puts(make_product()).client.get("/checkout/")
    assert "no-store" in page.headers["Cache-Control"]


def test_the_database_lets_no_card_in_twice_and_no_second_default(sandbox: Sandbox) -> None:
    card = saves(customer(), sandbox)
    known = {"customer": card.customer, "brand": "visa", "last_four": "1111", "expires_year": 2040}
    for wrong in (
        {"method_id": card.method_id, "fingerprint": "f", "expires_month": 1},
        {"method_id": "pm_x", "fingerprint": card.fingerprint, "expires_month": 1},
        {"method_id": "pm_x", "fingerprint": "f", "expires_month": 1, "is_default": True},
        {"method_id": "pm_x", "fingerprint": "f", "expires_month": 13},
        {"method_id": "pm_x", "fingerprint": "f", "expires_month": 1, "last_four": "42x2"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            SavedMethod.objects.create(**{**known, **wrong})
