"""Bank accounts and wallets that are added to the account without paying, by type, against the sandbox provider."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from vintner.payments import jobs, messages, setup_calls, views
from vintner.payments.models import CardSetup, ProviderCustomer, ProviderEvent, SavedMethod
from vintner.payments.saved_methods.account_pages import CONSENT
from vintner.payments.tests.cardholder import ADD, JSON, LIST, Cardholder
from vintner.payments.tests.sales import Market, open_market
from vintner.payments.tests.saved_methods.setups import LABELS, age_setups, get_setup
from vintner.payments.tests.worker import work_off
from vintner.payments.types import ADDABLE
from vintner.testing.sandbox import Sandbox

pytestmark = pytest.mark.django_db
AT_ONCE = ("link", "sepa_debit", "bacs_debit", "au_becs_debit")
AWAY = ("cashapp", "bancontact", "ideal", "sofort")
BY_DEPOSIT = ("us_bank_account",)
TYPES = (*AT_ONCE, *AWAY, *BY_DEPOSIT)
ENDINGS = [
    *((kind, ending) for kind in AWAY for ending in ("decline", "cancel", "expire")),
    *(("us_bank_account", ending) for ending in ("decline", "expire")),
]


def market(sandbox: Sandbox, settings: Settings, kind: str) -> Market:
    return open_market(sandbox, settings, kind, "sepa_debit")


def begin_setup(market: Market, holder: Cardholder) -> str:
    """Open an intent and confirm it as the page does; return its id."""
    opened = holder.opens(payment_method_type=market.kind)
    assert opened.problem == ""
    assert market.sandbox.confirm_setup(str(opened.data["client_secret"]), market.method(), "http://testserver/back")
    return opened.intent_id


def handle_event(intent_id: str, kind: str = "setup_intent.succeeded", number: int = 1) -> None:
    news, _ = ProviderEvent.objects.get_or_create(
        event_id=f"evt_{number}", defaults={"type": kind, "object_id": intent_id}
    )
    jobs.handle_event(news.pk)


def test_every_type_that_can_be_added_is_tried_here() -> None:
    assert {*TYPES, "card"} == ADDABLE


@pytest.mark.parametrize("kind", TYPES)
def test_a_method_is_added_and_shown_as_what_it_is(sandbox: Sandbox, settings: Settings, kind: str) -> None:
    ana, sale = Cardholder(), market(sandbox, settings, kind)
    intent_id = begin_setup(sale, ana)
    if kind not in AT_ONCE:
        assert ana.cards() == []
        sandbox.end(intent_id, "succeed")
    assert ana.finishes(intent_id) == (LIST, [views.ADDED])
    [shown] = ana.cards()
    assert (shown["label"], shown["expiry"], shown["is_default"]) == (LABELS[kind], "", True)
    kept = SavedMethod.objects.get()
    is_debit = kept.method_type.flow == "debit"
    assert (bool(kept.mandate), shown["mandate"]) == (is_debit, kept.mandate)
    assert sandbox.owner(kept.method_id) == ProviderCustomer.objects.get(user=ana.user).customer_id


@pytest.mark.sweep
@pytest.mark.parametrize("kind", AWAY)
def test_coming_back_is_enough_and_harmless_the_second_time(sandbox: Sandbox, settings: Settings, kind: str) -> None:
    ana = Cardholder()
    intent_id = begin_setup(market(sandbox, settings, kind), ana)
    sandbox.end(intent_id, "succeed")
    for _ in range(2):
        assert ana.comes_back(intent_id) == (LIST, [views.ADDED])
    assert len(ana.cards()) == 1


@pytest.mark.sweep
@pytest.mark.parametrize("kind", TYPES)
def test_the_webhook_alone_is_enough_early_late_and_doubled(sandbox: Sandbox, settings: Settings, kind: str) -> None:
    ana = Cardholder()
    intent_id = begin_setup(market(sandbox, settings, kind), ana)
    if kind not in AT_ONCE:
        handle_event(intent_id, "setup_intent.requires_action", 1)
        assert ana.cards() == []
        sandbox.end(intent_id, "succeed")
    for number in (2, 2, 3):
        handle_event(intent_id, number=number)
    assert [each["label"] for each in ana.cards()] == [LABELS[kind]]
    assert ana.finishes(intent_id) == (LIST, [views.ADDED])
    assert (len(ana.cards()), get_setup().status) == (1, "succeeded")


def test_the_reconciler_finds_what_nobody_brought_news_of(sandbox: Sandbox, settings: Settings) -> None:
    ana = Cardholder()
    sandbox.end(begin_setup(market(sandbox, settings, "ideal"), ana), "succeed")
    age_setups()
    jobs.reconcile_setups(0)
    assert [each["label"] for each in ana.cards()] == [LABELS["ideal"]]


@pytest.mark.sweep
@pytest.mark.parametrize(("kind", "ending"), ENDINGS, ids=[f"{kind}-{ending}" for kind, ending in ENDINGS])
def test_what_ends_badly_is_told_keeps_nothing_and_leaves_no_open_intent(
    sandbox: Sandbox, settings: Settings, kind: str, ending: str
) -> None:
    ana = Cardholder()
    intent_id = begin_setup(market(sandbox, settings, kind), ana)
    sandbox.end(intent_id, ending)
    place, [said] = ana.comes_back(intent_id)
    assert place == ADD
    assert said in messages.SETUP_MESSAGES.values()
    work_off()
    assert (ana.cards(), get_setup().status, sandbox.setups()[0]["status"]) == ([], "declined", "canceled")
    assert ana.opens(payment_method_type=kind).problem == messages.CARD_TOO_SOON_AFTER_REFUSED


@pytest.mark.sweep
@pytest.mark.parametrize("kind", TYPES)
def test_the_same_call_twice_opens_one_intent(sandbox: Sandbox, settings: Settings, kind: str) -> None:
    ana = Cardholder()
    market(sandbox, settings, kind)
    assert ana.opens(payment_method_type=kind) == ana.opens(payment_method_type=kind)
    assert (CardSetup.objects.count(), len(sandbox.setups())) == (1, 1)
    assert sandbox.setups()[0]["payment_method_types"] == [kind]


def test_an_unanswered_question_is_taken_up_by_the_next_try(sandbox: Sandbox, settings: Settings) -> None:
    ana, sale = Cardholder(), market(sandbox, settings, "cashapp")
    first = begin_setup(sale, ana)
    asked = {"order_id": "", "intent_id": first, "_ajax_nonce": ana.token()}
    answer = ana.client.post("/?wc-ajax=wc_stripe_update_order_status", asked).json()
    assert answer["data"]["error"]["message"] == messages.METHOD_NOT_CONFIRMED
    assert begin_setup(sale, ana) == first
    sandbox.end(first, "succeed")
    assert ana.finishes(first) == (LIST, [views.ADDED])
    assert (len(ana.cards()), len(sandbox.setups())) == (1, 1)


def test_limits_on_failed_tries_hold_for_all_types(sandbox: Sandbox, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments": (1, 3600)}
    ana, sale = Cardholder(), market(sandbox, settings, "ideal")
    intent_id = begin_setup(sale, ana)
    sandbox.end(intent_id, "decline")
    handle_event(intent_id, "setup_intent.setup_failed")
    ana.waits()
    assert ana.opens(payment_method_type="ideal").problem == messages.CARD_TOO_MANY
    assert ana.adds(sandbox.card()).problem == messages.CARD_TOO_MANY


def test_a_bank_account_waits_for_its_deposit_for_days(sandbox: Sandbox, settings: Settings) -> None:
    ana = Cardholder()
    intent_id = begin_setup(market(sandbox, settings, "us_bank_account"), ana)
    assert ana.finishes(intent_id) == (LIST, [views.TO_BE_PROVED])
    [unproved] = ana.client.get(LIST, headers=JSON).json()["unproved"]
    assert (unproved["label"], "/sandbox/verify/" in unproved["url"]) == ("US bank account", True)
    CardSetup.objects.update(created_at=timezone.now() - timedelta(days=9))
    age_setups()
    jobs.reconcile_setups(0)
    assert get_setup().status == "action_required"
    sandbox.end(intent_id, "succeed")
    age_setups()
    jobs.reconcile_setups(0)
    page = ana.client.get(LIST, headers=JSON).json()
    assert ([each["label"] for each in page["cards"]], page["unproved"]) == ([LABELS["us_bank_account"]], [])


def test_the_same_account_again_renews_the_one_that_is_there(sandbox: Sandbox, settings: Settings) -> None:
    ana, sale = Cardholder(), market(sandbox, settings, "sepa_debit")
    for _ in range(2):
        ana.finishes(begin_setup(sale, ana))
        ana.waits()
    work_off()
    kept = SavedMethod.objects.get()
    assert sandbox.cards_of(kept.customer.customer_id) == [kept.method_id]


@pytest.mark.parametrize("kind", ["sepa_debit", "link", "ideal"])
def test_deleting_detaches_at_the_provider(sandbox: Sandbox, settings: Settings, kind: str) -> None:
    ana = Cardholder()
    intent_id = begin_setup(market(sandbox, settings, kind), ana)
    if kind not in AT_ONCE:
        sandbox.end(intent_id, "succeed")
    ana.finishes(intent_id)
    kept = SavedMethod.objects.get()
    assert ana.does("delete", kept.pk) == [f"{LABELS[kind]} is deleted."]
    work_off()
    assert (ana.cards(), sandbox.owner(kept.method_id)) == ([], None)


def test_the_page_offers_what_the_store_takes_with_the_consent_to_debits(sandbox: Sandbox, settings: Settings) -> None:
    market(sandbox, settings, "ideal")
    methods = Cardholder().client.get(ADD, headers=JSON).json()["methods"]
    agreed = CONSENT.format(store=settings.STORE_NAME)
    assert [(each["type"], each["consent"]) for each in methods] == [
        ("card", ""),
        ("sepa_debit", agreed),
        ("ideal", agreed),
    ]


def test_a_bank_that_leaves_a_debit_needs_debits_to_be_taken(sandbox: Sandbox, settings: Settings) -> None:
    open_market(sandbox, settings, "ideal")
    ana = Cardholder()
    assert [each["type"] for each in ana.client.get(ADD, headers=JSON).json()["methods"]] == ["card"]
    assert ana.opens(payment_method_type="ideal").problem == setup_calls.NOT_SAVED_HERE


def test_another_customer_cannot_finish_what_one_began(sandbox: Sandbox, settings: Settings) -> None:
    intent_id = begin_setup(market(sandbox, settings, "ideal"), Cardholder("bob@example.com"))
    sandbox.end(intent_id, "succeed")
    assert Cardholder().comes_back(intent_id) == (ADD, [messages.METHOD_NOT_KEPT])
    assert SavedMethod.objects.count() == 0
