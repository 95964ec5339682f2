"""The payment method of a subscription is changed: for one, or for all of a customer."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from vintner.money import Money
from vintner.orders.models import Email
from vintner.payments import jobs
from vintner.payments.messages import CARD_NOT_CONFIRMED, CARD_NOT_KEPT, CARD_TOO_SOON
from vintner.payments.models import CardSetup, Payment, ProviderCustomer, SavedMethod
from vintner.payments.saved_methods import actions, saved_methods, setups
from vintner.payments.saved_methods.purpose import SetupPurpose
from vintner.payments.saved_methods.webhook_events import refresh_card
from vintner.refusal import Refusal
from vintner.subscriptions.calls import IMPOSSIBLE, NO_PERMISSION
from vintner.subscriptions.changes import methods
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import BoxState, SubscriptionStatus
from vintner.subscriptions.tests.club_member import ALL, JSON, LIST, ClubMember
from vintner.testing.builders import make_user
from vintner.testing.sandbox import DECLINED, THREE_D_SECURE, Sandbox

pytestmark = pytest.mark.usefixtures("store")
MASTERCARD, AMEX = "5555555555554444", "378282246310005"
OLD, NEW = "Visa •••• 4242", "Mastercard •••• 4444"


def setup_of(answer: dict[str, object]) -> str:
    """The setup intent of the bank's question."""
    found = re.fullmatch(r"#wc-stripe-confirm-si:\d+:(seti_\w+)_secret_\w+:[\w-]+", str(answer["redirect"]))
    assert found is not None, answer
    return found[1]


def test_the_page_is_the_payment_page_of_the_subscription(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    led = jane.client.get(f"/my-source/subscription-payment-method/{jane.subscription.pk}/")["Location"]
    number, key = jane.subscription.pk, jane.subscription.key
    assert led.startswith(
        f"/checkout/order-pay/{number}/?pay_for_order=true&key={key}&change_payment_method={number}&_wpnonce="
    )
    page = jane.page(led)
    assert page["title"] == "Change payment method"
    due = jane.page()["next_box"]["date"]
    assert page["notice"] == f"Choose a new payment method. Next payment is due {due}."
    assert page["all_label"] == ""
    settings = page["provider"]
    assert (settings["isChangingPayment"], settings["cartTotal"]) == (True, 0)
    assert (settings["isOrderPay"], settings["orderId"]) == (True, number)
    assert page["payment"]["amount"] == 0
    assert [each["label"] for each in page["payment"]["saved"]] == ["Visa ending in 4242"]


def test_the_page_of_one_without_a_method_adds_one(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    Subscription.objects.update(method=None)
    assert jane.change_page()["title"] == "Add payment method"
    jane.changes_to_card(sandbox.card(MASTERCARD))
    assert jane.said(jane.path()) == ["Payment method added."]


def test_whoever_has_several_may_change_all(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    page = jane.change_page()
    assert page["all_label"] == "Use this payment method for *all* of my current subscriptions"
    assert page["all_field"] == "update_all_subscriptions_payment_method"


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"_wpnonce": "x"}, methods.BAD_REQUEST),
        ({"key": "x"}, methods.BAD_REQUEST),
        ({"change_payment_method": "1000"}, methods.BAD_REQUEST),
    ],
)
def test_a_link_that_was_tampered_with_is_told_in_the_account(
    sandbox: Sandbox, changed: dict[str, str], problem: str
) -> None:
    jane = ClubMember(sandbox)
    url = methods.change_url(jane.subscription)
    for name, value in changed.items():
        url = re.sub(rf"(?<=[?&]{name}=)[^&]+", value, url)
    answer = jane.client.get(url)
    assert answer["Location"] == LIST
    assert jane.said(LIST) == [problem]


def test_foreign_unknown_and_ended_ones_are_refused(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    url = methods.change_url(jane.subscription)
    assert client.get(url)["Location"].startswith("/my-source/?next=/checkout/order-pay/")
    client.force_login(make_user())

    def said(address: str) -> list[str]:
        page = client.get(client.get(address)["Location"], headers=JSON).json()
        return [each["text"] for each in page["shared"]["notices"]]

    assert said(url) == [methods.FOREIGN]
    assert said(url.replace(f"/{jane.subscription.pk}/", "/999/").replace(f"d={jane.subscription.pk}", "d=999")) == [
        methods.UNKNOWN
    ]
    jane.does("cancel")
    jane.client.get(url)
    assert jane.said(LIST) == [methods.UNCHANGEABLE]


def test_a_new_card_is_charged_from_now_on(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    answer = jane.changes_to_card(sandbox.card(MASTERCARD))
    assert answer == {"result": "success", "redirect": jane.path()}
    assert jane.said(jane.path()) == ["Payment method updated."]
    assert [str(each.method) for each in jane.subscriptions] == [NEW, OLD]
    text = 'Payment method changed from "Visa ending in 4242" to "Mastercard ending in 4444" by the subscriber.'
    assert text in jane.events()
    mail = Email.objects.get(kind="subscription_method")
    assert "Mastercard ending in 4444" in mail.text
    assert not Payment.objects.filter(order__placed_at__gt=timezone.now()).exists()


def test_or_for_all(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=3)
    jane.changes_to_card(sandbox.card(MASTERCARD), **ALL)
    assert jane.said(jane.path()) == ["Payment method updated for all your current subscriptions."]
    assert jane.methods() == {NEW}
    assert Email.objects.filter(kind="subscription_method").count() == 1
    assert len(sandbox.setups()) == 1


def test_a_saved_card_is_chosen_without_the_provider_and_without_javascript(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    saved = jane.saves(sandbox.card(MASTERCARD))
    before = len(sandbox.setups())
    posted = {
        "csrfmiddlewaretoken": jane.token(),
        "payment_method": "stripe",
        "wc-stripe-payment-token": str(saved.pk),
        **ALL,
    }
    answer = jane.client.post(methods.change_url(jane.subscription), posted)
    assert answer["Location"] == jane.path()
    assert jane.said(jane.path()) == ["Payment method updated for all your current subscriptions."]
    assert jane.methods() == {NEW}
    assert len(sandbox.setups()) == before


def test_a_method_that_is_deleted_meanwhile_is_refused(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    other = jane.saves(sandbox.card(MASTERCARD))
    gone = SavedMethod.objects.get(pk=other.pk)
    actions.delete(jane.user, other.pk)
    with pytest.raises(Refusal, match="not among your saved ones"):
        methods.change_method(jane.user, gone, timezone.now(), number=jane.subscription.pk)


def test_the_bank_s_question_comes_first(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    intent = setup_of(jane.changes_to_card(sandbox.card(THREE_D_SECURE), **ALL))
    assert jane.methods() == {OLD}
    sandbox.answer_setup(intent)
    answer = jane.confirms(intent)
    assert answer == {"success": True, "data": {"return_url": f"http://testserver{jane.path()}"}}
    assert jane.methods() == {"Visa •••• 3184"}
    assert jane.said(jane.path()) == ["Payment method updated for all your current subscriptions."]


def test_without_javascript_the_question_comes_in_the_hash(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    posted = {
        "csrfmiddlewaretoken": jane.token(),
        "payment_method": "stripe",
        "wc-stripe-payment-method": sandbox.card(THREE_D_SECURE),
    }
    url = methods.change_url(jane.subscription)
    place = jane.client.post(url, posted)["Location"]
    assert place.startswith(f"{url}#wc-stripe-confirm-si:{jane.subscription.pk}:seti_")


def test_whoever_comes_back_from_the_bank_s_page_finds_it_changed(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    intent = setup_of(jane.changes_to_card(sandbox.card(THREE_D_SECURE)))
    sandbox.answer_setup(intent)
    answer = jane.client.get(jane.path(), {"setup_intent": intent, "setup_intent_client_secret": "x"})
    assert answer["Location"] == jane.path()
    assert jane.said(jane.path()) == ["Payment method updated."]
    assert jane.methods() == {"Visa •••• 3184"}


def test_a_webhook_event_changes_all_of_them_when_nobody_comes_back(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    intent = setup_of(jane.changes_to_card(sandbox.card(THREE_D_SECURE), **ALL))
    sandbox.answer_setup(intent)
    CardSetup.objects.update(changed_at=timezone.now() - timedelta(minutes=3), busy_until=None)
    jobs.reconcile_setups(0)
    assert jane.methods() == {"Visa •••• 3184"}


def test_the_bank_s_no_changes_nothing(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    intent = setup_of(jane.changes_to_card(sandbox.card(THREE_D_SECURE)))
    sandbox.answer_setup(intent, "fail")
    assert jane.confirms(intent)["success"] is False
    assert jane.methods() == {OLD}


def test_a_declined_card_changes_nothing_and_says_so(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    answer = jane.changes_to_card(sandbox.card(DECLINED))
    assert answer["result"] == "failure"
    assert "The card was declined." in str(answer["messages"])
    assert jane.methods() == {OLD}


def test_after_a_declined_card_the_next_one_is_taken_at_once(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    jane.changes_to_card(sandbox.card(DECLINED))
    assert jane.changes_to_card(sandbox.card(MASTERCARD))["result"] == "success"
    assert jane.methods() == {NEW}
    assert CARD_TOO_SOON in str(jane.changes_to_card(sandbox.card(AMEX))["messages"]), "that one is saved"


def test_a_bank_s_no_is_not_told_as_a_payment_that_failed(sandbox: Sandbox) -> None:
    told = ClubMember(sandbox).change_page()["provider"]["messages"]
    assert told["setup_intent_authentication_failure"] == CARD_NOT_CONFIRMED
    assert told["invalid_request_error"] == CARD_NOT_KEPT


def test_a_form_without_a_method_or_of_a_type_that_cannot_be_kept_is_refused(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    assert jane.changes()["result"] == "failure"
    assert "Invalid payment method." in str(jane.changes(payment_method="stripe_klarna")["messages"])
    assert "open for too long" in str(jane.changes(csrfmiddlewaretoken="x")["messages"])
    assert "not there any more" in str(jane.changes(**{"wc-stripe-payment-token": "999"})["messages"])


def test_nobody_confirms_for_somebody_else(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    intent = setup_of(jane.changes_to_card(sandbox.card(THREE_D_SECURE)))
    sandbox.answer_setup(intent)
    bob = ClubMember(sandbox, email="bob@example.com")
    foreign = bob.confirms(intent, order_id=str(jane.subscription.pk))
    assert foreign == {"success": False, "data": {"error": {"message": NO_PERMISSION}}}
    assert bob.confirms(intent) == {"success": False, "data": {"error": {"message": IMPOSSIBLE}}}
    assert bob.confirms("seti_unknown")["success"] is False
    assert "too long" in str(jane.confirms(intent, token="x"))
    assert (jane.methods(), bob.methods()) == ({OLD}, {OLD})


def test_a_setup_of_somebody_else_s_subscription_changes_only_one_s_own(sandbox: Sandbox) -> None:
    jane, bob = ClubMember(sandbox), ClubMember(sandbox, email="bob@example.com")
    purpose = SetupPurpose(subscription=jane.subscription.pk)
    setups.start_setup(setups.create_setup(bob.user, sandbox.card(MASTERCARD), timezone.now(), purpose=purpose))
    assert (jane.methods(), bob.methods()) == ({OLD}, {OLD})


def test_a_card_added_in_the_account_may_pay_for_all(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    posted = {
        "action": "create_and_confirm_setup_intent",
        "wc-stripe-payment-method": sandbox.card(MASTERCARD),
        "wc-stripe-payment-type": "card",
        "_ajax_nonce": jane.token(),
        "update_all_subscription_payment_methods": "true",
    }
    assert jane.client.post("/wp-admin/admin-ajax.php", posted).json()["success"]
    assert jane.methods() == {NEW}


def test_a_declined_box_is_due_at_once_with_the_new_method(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    later = timezone.now() + timedelta(days=3)
    assert jane.change_page()["charge"] == "Nothing is charged by this form."
    declined = {"state": BoxState.RETRYING, "declines": 2, "next_try_at": later, "reason": "do_not_honor"}
    told = {"announced_for": F("due_at"), "announced_at": timezone.now(), "announced_total": Money(8795)}
    Box.objects.filter(number=2).update(**declined, **told)
    Subscription.objects.update(status=SubscriptionStatus.ON_HOLD)
    assert jane.page()["status"] == "On hold"
    assert "Box 2 is not paid yet. $87.95 is charged for it at once" in jane.change_page()["charge"]
    jane.changes_to_card(sandbox.card(MASTERCARD))
    assert (jane.box.state, jane.box.declines) == (BoxState.RETRYING, 0)
    assert jane.box.next_try_at <= timezone.now()


def test_a_box_that_is_planned_keeps_its_date(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    before = jane.box.next_try_at
    jane.changes_to_card(sandbox.card(MASTERCARD))
    assert (jane.box.state, jane.box.next_try_at) == (BoxState.SCHEDULED, before)


def test_a_method_in_use_is_not_deleted_while_nothing_takes_over(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    method = SavedMethod.objects.get()
    [row] = jane.page("/my-source/payment-methods/")["cards"]
    assert (row["used_for"], row["heir"]) == (f"subscription {jane.subscription.pk}", "")
    path = f"/my-source/delete-payment-method/{method.pk}/"
    jane.client.post(path, {"csrfmiddlewaretoken": jane.token()})
    [said] = jane.said("/my-source/payment-methods/")
    assert said.startswith(f"This payment method pays for subscription {jane.subscription.pk}, and you have no other")
    assert SavedMethod.objects.exists()
    Subscription.objects.update(status=SubscriptionStatus.CANCELLED)
    jane.client.post(path, {"csrfmiddlewaretoken": jane.token()})
    assert not SavedMethod.objects.exists()


def test_with_another_one_the_subscriptions_move_to_it(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    old = SavedMethod.objects.get()
    jane.saves(sandbox.card(MASTERCARD))
    row = jane.page("/my-source/payment-methods/")["cards"][0]
    assert row["heir"] == "Mastercard ending in 4444"
    jane.client.post(f"/my-source/delete-payment-method/{old.pk}/", {"csrfmiddlewaretoken": jane.token()})
    assert jane.methods() == {NEW}
    assert any('to "Mastercard' in text for text in jane.events())


def test_a_method_that_the_provider_does_not_know_leaves_none(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    jane.saves(sandbox.card(MASTERCARD))
    payment, old = Payment.objects.get(), SavedMethod.objects.get(last_four="4242")
    payment.customer_id, payment.method, payment.keep_for = (
        ProviderCustomer.objects.get().customer_id,
        old.method_id,
        None,
    )
    assert saved_methods.forget_unknown(payment, "payment_method")
    assert jane.subscription.method is None
    assert jane.events()[-1] == 'The payment method "Visa ending in 4242" is gone: there is none now.'
    assert jane.page()["next_words"][0].endswith("We’ll email you a link to pay for it.")


def test_a_card_that_became_the_same_as_another_is_taken_over_by_it(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    old, twin = SavedMethod.objects.get(), jane.saves(sandbox.card(MASTERCARD))
    sandbox.renew(old.method_id, 2041, MASTERCARD)
    refresh_card(old.method_id)
    assert SavedMethod.objects.get() == twin
    assert jane.subscription.method == twin


def test_a_charge_that_began_before_the_change_brings_the_old_method_not_back(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    payment = Payment.objects.get()
    jane.changes_to_card(sandbox.card(MASTERCARD))
    payment.off_session = True
    saved_methods.send_method_saved(payment)
    assert jane.methods() == {NEW}
    payment.off_session = False
    saved_methods.send_method_saved(payment)
    assert jane.methods() == {NEW}
    payment.created_at = timezone.now()  # a box that she pays by hand with a card is charged to that one from then on
    saved_methods.send_method_saved(payment)
    assert jane.methods() == {OLD}
