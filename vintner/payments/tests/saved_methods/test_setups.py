"""Cards that are added to the account without paying: the real SDK against the sandbox provider."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.payments import jobs, messages, setup_calls, views
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.models import CardSetup, ProviderCustomer, ProviderEvent, SavedMethod
from vintner.payments.saved_methods import setups
from vintner.payments.saved_methods.rules import PAUSE_AFTER_ADDED, PAUSE_AFTER_REFUSED, SetupHistory
from vintner.payments.tests.cardholder import ADD, LIST, Cardholder
from vintner.payments.tests.saved_methods.setups import age_setups, get_setup
from vintner.payments.tests.worker import work_off
from vintner.refusal import Refusal
from vintner.testing.sandbox import DECLINED, THREE_D_SECURE, VISA, Sandbox

pytestmark = pytest.mark.django_db
MASTERCARD = "5555555555554444"


def test_a_card_is_added_and_the_answer_has_the_recorded_shape(sandbox: Sandbox) -> None:
    ana = Cardholder()
    card = sandbox.card()
    answer = ana.adds(card)
    setup = get_setup()
    assert answer.data == {
        "status": "succeeded",
        "id": setup.intent_id,
        "client_secret": answer.data["client_secret"],
        "next_action": None,
        "payment_type": "card",
        "return_url": "http%3A%2F%2Ftestserver%2Fmy-source%2Fpayment-methods%2F",
    }
    assert str(answer.data["client_secret"]).startswith(f"{setup.intent_id}_secret_")
    assert ana.finishes(answer.intent_id) == (LIST, [views.SAVED])
    [shown] = ana.cards()
    assert (shown["label"], shown["expiry"], shown["is_default"]) == ("Visa ending in 4242", "12/40", True)
    assert sandbox.owner(card) == ProviderCustomer.objects.get(user=ana.user).customer_id


def test_the_bank_s_question_comes_first(sandbox: Sandbox) -> None:
    ana = Cardholder()
    card = sandbox.card(THREE_D_SECURE)
    asked = ana.adds(card)
    assert (asked.data["status"], asked.data["next_action"]) == ("requires_action", {"type": "use_stripe_sdk"})
    assert ana.cards() == []
    sandbox.answer_setup(asked.intent_id)
    assert ana.adds(card).data["status"] == "succeeded"
    assert ana.finishes(asked.intent_id) == (LIST, [views.SAVED])
    assert [each["label"] for each in ana.cards()] == ["Visa ending in 3184"]
    assert len(sandbox.setups()) == 1


def test_a_form_that_is_sent_without_asking_again_is_enough(sandbox: Sandbox) -> None:
    ana = Cardholder()
    asked = ana.adds(sandbox.card(THREE_D_SECURE))
    sandbox.answer_setup(asked.intent_id)
    assert ana.finishes(asked.intent_id) == (LIST, [views.SAVED])
    assert len(ana.cards()) == 1


def test_who_comes_back_from_the_bank_s_own_page_finds_the_card(sandbox: Sandbox) -> None:
    ana = Cardholder()
    asked = ana.adds(sandbox.card(THREE_D_SECURE))
    sandbox.answer_setup(asked.intent_id)
    for _ in range(2):
        assert ana.comes_back(asked.intent_id) == (LIST, [views.SAVED])
    assert len(ana.cards()) == 1


def test_the_bank_s_no_adds_nothing(sandbox: Sandbox) -> None:
    ana = Cardholder()
    card = sandbox.card(THREE_D_SECURE)
    asked = ana.adds(card)
    assert ana.finishes(asked.intent_id) == (ADD, [messages.CARD_NOT_CONFIRMED])
    sandbox.answer_setup(asked.intent_id, "fail")
    assert ana.adds(card).problem == messages.CARD_NOT_CONFIRMED
    assert ana.finishes(asked.intent_id) == (ADD, [messages.CARD_NOT_CONFIRMED])
    assert (ana.cards(), sandbox.owner(card)) == ([], None)


def test_a_declined_card_is_told_in_the_catalogue_s_words_and_the_next_one_waits(sandbox: Sandbox) -> None:
    ana = Cardholder()
    card = sandbox.card(DECLINED)
    assert ana.adds(card).problem == "The card was declined."
    assert ana.adds(card).problem == "The card was declined."
    assert len(sandbox.setups()) == 1
    told = ana.adds(sandbox.card()).problem
    assert told == "You cannot add a new payment method so soon after the previous one."
    ana.waits()
    assert ana.adds(sandbox.card()).data["status"] == "succeeded"


def test_after_a_card_was_added_the_next_one_waits(sandbox: Sandbox) -> None:
    ana = Cardholder()
    ana.adds(sandbox.card())
    told = ana.adds(sandbox.card(MASTERCARD)).problem
    assert told == ana.opens().problem == messages.CARD_TOO_SOON
    assert told.endswith(" Please wait for 20 seconds.")
    assert Cardholder("bob@example.com").adds(sandbox.card()).data["status"] == "succeeded"
    ana.waits()
    assert ana.adds(sandbox.card(MASTERCARD)).data["status"] == "succeeded"
    assert [(each["label"], each["is_default"]) for each in ana.cards()] == [
        ("Visa ending in 4242", True),
        ("Mastercard ending in 4444", False),
    ]


def must_wait(pace: SetupHistory, now: datetime) -> bool:
    return pace.follows_added(now) or pace.follows_refused(now)


@pytest.mark.parametrize(("pause", "field"), [(PAUSE_AFTER_ADDED, "added_at"), (PAUSE_AFTER_REFUSED, "refused_at")])
def test_the_pause_ends_to_the_second(pause: timedelta, field: str) -> None:
    now = timezone.now()
    assert must_wait(SetupHistory(**{field: now}), now + pause - timedelta(milliseconds=1))
    assert not must_wait(SetupHistory(**{field: now}), now + pause)
    assert (PAUSE_AFTER_ADDED.seconds, PAUSE_AFTER_REFUSED.seconds) == (20, 10)
    assert not must_wait(SetupHistory(), now)


def test_the_same_card_again_renews_the_one_that_is_there(sandbox: Sandbox) -> None:
    ana = Cardholder()
    first, again = sandbox.card(), sandbox.card()
    ana.adds(first)
    kept = SavedMethod.objects.get()
    ana.waits()
    ana.adds(again)
    assert (SavedMethod.objects.get().pk, SavedMethod.objects.get().method_id) == (kept.pk, again)
    jobs.detach(first)
    assert sandbox.cards_of(kept.customer.customer_id) == [again]


def test_the_same_call_twice_is_one_attempt(sandbox: Sandbox) -> None:
    ana = Cardholder()
    card = sandbox.card()
    first, second = ana.adds(card), ana.adds(card)
    assert first == second
    assert (CardSetup.objects.count(), len(sandbox.setups()), len(sandbox.customers())) == (1, 1, 1)


def test_while_one_card_is_on_its_way_no_other_is_sent(sandbox: Sandbox) -> None:
    ana = Cardholder()
    setups.create_setup(ana.user, "pm_first", timezone.now())
    with pytest.raises(Refusal, match=messages.CARD_BUSY):
        setups.create_setup(ana.user, "pm_first", timezone.now())
    assert ana.adds(sandbox.card()).problem == messages.CARD_BUSY
    assert sandbox.setups() == []


def test_an_answer_that_was_lost_adds_the_card_once(sandbox: Sandbox) -> None:
    ana = Cardholder()
    card = sandbox.card()
    sandbox.fault("500_after", "setup_intents.create", times=3)
    answer = ana.adds(card)
    assert answer.problem in ("", messages.CARD_NO_ANSWER)
    age_setups()
    jobs.reconcile_setups(0)
    assert get_setup().status == "succeeded"
    assert (len(ana.cards()), len(sandbox.setups())) == (1, 1)
    assert sandbox.cards_of(ProviderCustomer.objects.get().customer_id) == [card]


def test_a_provider_that_never_heard_of_it_keeps_nothing(sandbox: Sandbox) -> None:
    ana = Cardholder()
    sandbox.fault("500_before", "setup_intents.create", times=3)
    assert ana.adds(sandbox.card()).problem == messages.CARD_NO_ANSWER
    age_setups()
    jobs.reconcile_setups(0)
    assert (get_setup().status, ana.cards(), sandbox.setups()) == ("cancelled", [], [])
    assert ana.adds(sandbox.card()).data["status"] == "succeeded"


def test_no_customer_no_card(sandbox: Sandbox) -> None:
    ana = Cardholder()
    sandbox.fault("500_before", "customers.create", times=3)
    assert ana.adds(sandbox.card()).problem == messages.CARD_NO_ANSWER
    age_setups()
    jobs.reconcile_setups(0)
    assert (get_setup().status, sandbox.setups()) == ("cancelled", [])


def test_the_webhook_is_enough_when_the_browser_never_comes_back(sandbox: Sandbox) -> None:
    ana = Cardholder()
    asked = ana.adds(sandbox.card(THREE_D_SECURE))
    sandbox.answer_setup(asked.intent_id)
    news = ProviderEvent.objects.create(event_id="evt_1", type="setup_intent.succeeded", object_id=asked.intent_id)
    for _ in range(2):
        jobs.handle_event(news.pk)
    assert [each["label"] for each in ana.cards()] == ["Visa ending in 3184"]


def test_a_question_that_nobody_answers_is_ended_within_the_hour(sandbox: Sandbox) -> None:
    ana = Cardholder()
    ana.adds(sandbox.card(THREE_D_SECURE))
    age_setups()
    jobs.reconcile_setups(0)
    assert get_setup().status == "action_required"
    CardSetup.objects.update(created_at=timezone.now() - timedelta(minutes=61))
    age_setups()
    jobs.reconcile_setups(0)
    assert (get_setup().status, sandbox.setups()[0]["status"]) == ("cancelled", "canceled")


def test_a_card_that_was_kept_after_all_is_shown_though_the_attempt_was_given_up(sandbox: Sandbox) -> None:
    ana = Cardholder()
    asked = ana.adds(sandbox.card(THREE_D_SECURE))
    CardSetup.objects.update(status="cancelled", closed_at=timezone.now())
    sandbox.answer_setup(asked.intent_id)
    news = ProviderEvent.objects.create(event_id="evt_1", type="setup_intent.succeeded", object_id=asked.intent_id)
    jobs.handle_event(news.pk)
    assert (get_setup().status, len(ana.cards())) == ("succeeded", 1)


def test_an_attempt_of_another_customer_is_as_good_as_none(sandbox: Sandbox) -> None:
    bobs = Cardholder("bob@example.com").adds(sandbox.card(THREE_D_SECURE))
    sandbox.answer_setup(bobs.intent_id)
    ana = Cardholder()
    for led in (ana.finishes(bobs.intent_id), ana.comes_back(bobs.intent_id), ana.finishes("seti_nobody")):
        assert led == (ADD, [messages.METHOD_NOT_KEPT])
    assert SavedMethod.objects.count() == 0


def test_somebody_else_s_saved_card_cannot_be_added(sandbox: Sandbox) -> None:
    Cardholder("bob@example.com").adds(sandbox.card())
    bobs = SavedMethod.objects.get()
    ana = Cardholder()
    assert ana.adds(bobs.method_id).problem == messages.CARD_NOT_KEPT
    assert (ana.cards(), sandbox.owner(bobs.method_id)) == ([], bobs.customer.customer_id)


def test_an_intent_whose_signature_is_not_ours_changes_nothing(sandbox: Sandbox, settings: Settings) -> None:
    ana = Cardholder()
    asked = ana.adds(sandbox.card(THREE_D_SECURE))
    sandbox.answer_setup(asked.intent_id)
    settings.SECRET_KEY = "another key"
    with pytest.raises(ForeignIntent):
        setups.refresh_setup(get_setup())
    assert SavedMethod.objects.count() == 0


def test_a_customer_who_was_deleted_at_the_provider_gets_a_new_number(sandbox: Sandbox) -> None:
    ana = Cardholder()
    ana.adds(sandbox.card())
    lost = ProviderCustomer.objects.get().customer_id
    sandbox.forget(f"customers/{lost}")
    ana.waits()
    card = sandbox.card(MASTERCARD)
    assert ana.adds(card).data["status"] == "succeeded"
    customer = ProviderCustomer.objects.get()
    assert customer.customer_id != lost
    assert [each["label"] for each in ana.cards()] == ["Mastercard ending in 4444"]
    assert sandbox.owner(card) == customer.customer_id


def test_a_setup_intent_is_opened_once_for_a_card_that_the_browser_brings(sandbox: Sandbox) -> None:
    ana = Cardholder()
    first, again = ana.opens(), ana.opens()
    assert set(first.data) == {"id", "client_secret"}
    assert first == again
    assert [(each["id"], each["status"]) for each in sandbox.setups()] == [(first.intent_id, "requires_payment_method")]
    assert ana.finishes(first.intent_id) == (ADD, [messages.CARD_NOT_KEPT])


def test_a_card_that_the_browser_brought_is_kept(sandbox: Sandbox) -> None:
    ana = Cardholder()
    opened, card = ana.opens(), sandbox.card()
    assert sandbox.confirm_setup(str(opened.data["client_secret"]), card)
    assert ana.finishes(opened.intent_id) == (LIST, [views.SAVED])
    assert SavedMethod.objects.get().method_id == card
    ana.waits()
    assert ana.opens().intent_id != opened.intent_id


def test_on_an_open_setup_intent_one_card_can_be_declined_and_no_more(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (1, 3600)}
    ana = Cardholder()
    opened = ana.opens()
    secret = str(opened.data["client_secret"])
    assert not sandbox.confirm_setup(secret, sandbox.card(DECLINED))
    news = ProviderEvent.objects.create(event_id="evt_1", type="setup_intent.setup_failed", object_id=opened.intent_id)
    jobs.handle_event(news.pk)
    work_off()
    assert (get_setup().status, sandbox.setups()[0]["status"]) == ("declined", "canceled")
    assert not sandbox.confirm_setup(secret, sandbox.card())
    ana.waits()
    assert ana.opens().problem == messages.CARD_TOO_MANY


def test_a_card_that_the_bank_turned_down_leaves_no_open_setup_intent_either(sandbox: Sandbox) -> None:
    ana = Cardholder()
    secret = str(ana.adds(sandbox.card(THREE_D_SECURE)).data["client_secret"])
    sandbox.answer_setup(str(get_setup().intent_id), "fail")
    setups.refresh_setup(get_setup())
    assert get_setup().status == "declined"
    work_off()
    assert sandbox.setups()[0]["status"] == "canceled"
    assert not sandbox.confirm_setup(secret, sandbox.card())


def test_a_card_of_an_attempt_that_was_written_off_is_entered_anew(sandbox: Sandbox) -> None:
    ana = Cardholder()
    card = sandbox.card()
    setup = setups.create_setup(ana.user, card, timezone.now())
    age_setups()
    jobs.reconcile_setups(0)
    assert CardSetup.objects.get(pk=setup.pk).status == "cancelled"
    assert ana.adds(card).problem == messages.CARD_NOT_KEPT
    assert sandbox.setups() == []


@pytest.mark.parametrize("fields", [{"payment_method_type": "boleto"}, {"payment_method_type": ""}])
def test_a_type_that_is_not_offered_is_not_kept(sandbox: Sandbox, fields: dict[str, str]) -> None:
    ana = Cardholder()
    assert ana.opens(**fields).problem == setup_calls.NOT_SAVED_HERE
    assert ana.adds("pm_1", **{"wc-stripe-payment-type": "boleto"}).problem == setup_calls.NOT_SAVED_HERE
    assert (CardSetup.objects.count(), sandbox.setups()) == (0, [])


@pytest.mark.parametrize("card", ["", VISA, "pm_", "pm_1 OR 1", "pi_1", "pm_" + "x" * 99])
def test_anything_but_the_name_of_a_card_never_reaches_the_provider(sandbox: Sandbox, card: str) -> None:
    assert Cardholder().adds(card).problem == messages.MISSING_METHOD
    assert (CardSetup.objects.count(), sandbox.setups(), sandbox.customers()) == (0, [], [])


def test_a_card_that_the_provider_does_not_know_is_refused_in_our_words(sandbox: Sandbox) -> None:
    assert Cardholder().adds("pm_nobody").problem == messages.CARD_NOT_KEPT
    assert get_setup().status == "declined"


def test_guests_open_nothing(sandbox: Sandbox) -> None:
    guest = Client()
    opened = guest.post("/?wc-ajax=wc_stripe_init_setup_intent", {"payment_method_type": "card"})
    assert opened.json() == {"success": False, "data": {"error": {"message": messages.CARD_LOG_IN}}}
    named = {"wc-stripe-payment-method": "pm_1", "wc-stripe-payment-type": "card"}
    for action in ("wc_stripe_create_and_confirm_setup_intent", "create_and_confirm_setup_intent"):
        answer = guest.post("/wp-admin/admin-ajax.php", {"action": action, **named})
        assert (answer.status_code, answer.content) == (400, b"0")
    assert (CardSetup.objects.count(), sandbox.setups(), sandbox.customers()) == (0, [], [])


def test_a_token_that_is_not_the_visitor_s_changes_nothing(sandbox: Sandbox) -> None:
    ana, bob = Cardholder(), Cardholder("bob@example.com")
    ana.token()
    for token in ("x", bob.token()):
        assert ana.adds(sandbox.card(), token=token).problem == setup_calls.EXPIRED
        assert ana.opens(token=token).problem == setup_calls.EXPIRED
    assert (CardSetup.objects.count(), sandbox.setups()) == (0, [])


def test_who_tries_out_cards_is_stopped_before_the_provider(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (2, 3600), "failed_payments_from": (2, 3600)}
    ana = Cardholder()
    for _ in range(2):
        assert ana.adds(sandbox.card(DECLINED)).problem == "The card was declined."
        ana.waits()
    asked = len(sandbox.setups())
    bob = Cardholder("bob@example.com")  # the same address of the network
    assert ana.adds(sandbox.card()).problem == messages.CARD_TOO_MANY
    assert bob.opens().problem == messages.CARD_TOO_MANY
    assert len(sandbox.setups()) == asked == 2


def test_cards_in_an_hour_are_counted_too(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "cards_added": (1, 3600)}
    ana = Cardholder()
    assert ana.opens().data
    assert ana.opens().problem == messages.CARD_TOO_MANY
    assert ana.adds(sandbox.card()).problem == messages.CARD_TOO_MANY


def test_nothing_of_a_card_or_secret_is_kept(sandbox: Sandbox) -> None:
    answer = Cardholder().adds(sandbox.card())
    kept = {str(value) for value in CardSetup.objects.values_list().get()}
    assert not any(VISA in value or "_secret_" in value for value in kept)
    assert str(answer.data["client_secret"]) not in kept
