"""Every type of payment methods that can be saved is chosen for a subscription: on the page, at the bank, and back."""

import re
from dataclasses import replace
from urllib.parse import unquote, urlsplit

import pytest
from pytest_django import Settings

from tests.sweeps import swept
from vintner.payments import messages
from vintner.payments.gateway import SetupIntent
from vintner.payments.models import CardSetup, SavedMethod
from vintner.payments.offered_types import code_of
from vintner.payments.provider import gateway
from vintner.payments.tests.sales import open_market
from vintner.payments.types import ADDABLE, BY_NAME, Flow
from vintner.subscriptions.area.account_views import TO_BE_PROVED
from vintner.subscriptions.tests.club_member import ALL, ClubMember
from vintner.testing.sandbox import THREE_D_SECURE, Sandbox

pytestmark = pytest.mark.usefixtures("store")
OLD = "Visa •••• 4242"
AT_ONCE = ("link", "sepa_debit", "bacs_debit", "au_becs_debit")
AT_THE_BANK = ("bancontact", "ideal", "sofort")
LABELS = {
    "card": "Visa ending in 3184",
    "link": "Link (fill_never@example.com)",
    "sepa_debit": "SEPA Direct Debit ending in 3003",
    "bacs_debit": "Bacs Direct Debit ending in 2345",
    "au_becs_debit": "BECS Direct Debit ending in 3456",
    "us_bank_account": "US bank account ending in 0009 (STRIPE TEST BANK)",
    "cashapp": "Cash App Pay ($sandbox)",
    **dict.fromkeys(AT_THE_BANK, "SEPA Direct Debit ending in 3000"),
}
ASKED = tuple(kind for kind in LABELS if kind not in AT_ONCE)
TOLD = (messages.METHOD_NOT_KEPT, messages.METHOD_NOT_CONFIRMED, messages.CARD_NOT_CONFIRMED)
CHANGED_ALL = "Payment method updated for all your current subscriptions."
WALLET_HASH = r"#wc-stripe-wallet-(\d+):cashapp:setup_intent:((seti_\w+)_secret_\w+):([^:]+):[\w-]+"


def test_every_type_that_can_be_saved_is_tried_here() -> None:
    assert set(LABELS) == ADDABLE


def choose(jane: ClubMember, sandbox: Sandbox, settings: Settings, kind: str) -> dict[str, object]:
    """Choose a new method of a type for all subscriptions, as the page's script does; return the store's answer."""
    if kind == "card":
        return jane.changes_to_card(sandbox.card(THREE_D_SECURE), **ALL)
    market = open_market(sandbox, settings, kind, "sepa_debit")
    offered = {each["value"] for each in jane.change_page()["payment"]["methods"]}
    code = code_of(BY_NAME[kind])
    assert code in offered
    given = {} if BY_NAME[kind].in_browser else {"wc-stripe-payment-method": market.method()}
    return jane.changes(payment_method=code, **given, **ALL)


def intent_asked(jane: ClubMember, sandbox: Sandbox, kind: str, answer: dict[str, object]) -> str:
    """Check where the answer leads to confirm the method; return the setup intent."""
    place = str(answer["redirect"])
    assert answer["result"] == "success", answer
    intent_id = CardSetup.objects.get(user=jane.user).intent_id or ""
    match BY_NAME[kind].flow:
        case Flow.WALLET:
            hash_parts = re.fullmatch(WALLET_HASH, place)
            assert hash_parts is not None, place
            number, secret, found, back = hash_parts.groups()
            assert (number, found) == (str(jane.subscription.pk), intent_id)
            assert unquote(back) == f"http://testserver{jane.path()}"
            method = sandbox.method(kind, {"name": "Jane Doe", "email": "jane@example.com"})
            assert sandbox.confirm_setup(secret, method, unquote(back))
        case Flow.REDIRECT:
            assert place.startswith(f"{sandbox.url}/sandbox/authorize/")
        case Flow.CARD:
            assert place.startswith(f"#wc-stripe-confirm-si:{jane.subscription.pk}:{intent_id}_secret_")
        case Flow.DEBIT:
            assert place == jane.path()
            assert jane.said(jane.path()) == [TO_BE_PROVED]
    return intent_id


def end(sandbox: Sandbox, kind: str, intent_id: str, ending: str) -> None:
    if kind == "card":
        sandbox.answer_setup(intent_id, "complete" if ending == "succeed" else "fail")
    else:
        sandbox.end(intent_id, ending)


def come_back(jane: ClubMember, kind: str, intent_id: str) -> list[str]:
    """Come back as the type's shoppers do; return what the subscription's page says."""
    if kind in AT_THE_BANK:
        jane.client.get(jane.path(), {"setup_intent": intent_id, "setup_intent_client_secret": "x"})
        return jane.said(jane.path())
    answer = jane.confirms(intent_id)
    if answer["success"]:
        assert urlsplit(answer["data"]["return_url"]).path == jane.path()
        return jane.said(jane.path())
    return [answer["data"]["error"]["message"]]


def labels(jane: ClubMember) -> list[str]:
    return [each.method.label if each.method else "" for each in jane.subscriptions]


@pytest.mark.sweep
@pytest.mark.parametrize("kind", AT_ONCE)
def test_a_type_without_a_question_is_charged_from_the_form_s_answer_on(
    sandbox: Sandbox, settings: Settings, kind: str
) -> None:
    jane = ClubMember(sandbox, count=2)
    assert choose(jane, sandbox, settings, kind) == {"result": "success", "redirect": jane.path()}
    assert jane.said(jane.path()) == [CHANGED_ALL]
    assert labels(jane) == [LABELS[kind]] * 2


@pytest.mark.sweep
@pytest.mark.parametrize("kind", ASKED)
def test_what_is_confirmed_at_the_bank_is_charged_from_then_on(sandbox: Sandbox, settings: Settings, kind: str) -> None:
    jane = ClubMember(sandbox, count=2)
    intent_id = intent_asked(jane, sandbox, kind, choose(jane, sandbox, settings, kind))
    assert jane.methods() == {OLD}
    end(sandbox, kind, intent_id, "succeed")
    assert come_back(jane, kind, intent_id) == [CHANGED_ALL]
    assert labels(jane) == [LABELS[kind]] * 2


@pytest.mark.parametrize(
    ("kind", "ending"),
    swept(
        [
            (kind, ending)
            for kind in ASKED
            for ending in ("decline", "expire" if kind == "us_bank_account" else "cancel")
        ],
        guards={("ideal", "decline"), ("cashapp", "cancel"), ("us_bank_account", "expire")},
    ),
)
def test_a_no_at_the_bank_changes_nothing_and_is_told(
    sandbox: Sandbox, settings: Settings, kind: str, ending: str
) -> None:
    jane = ClubMember(sandbox, count=2)
    intent_id = intent_asked(jane, sandbox, kind, choose(jane, sandbox, settings, kind))
    end(sandbox, kind, intent_id, ending)
    [said] = come_back(jane, kind, intent_id)
    assert said in {*messages.SETUP_MESSAGES.values(), *TOLD}
    assert jane.methods() == {OLD}
    assert SavedMethod.objects.count() == 1


@pytest.mark.parametrize(
    ("page", "is_trusted"),
    [
        ("https://hooks.example/redirect", True),
        ("http://hooks.example/redirect", False),
        ("javascript:alert(1)", False),
    ],
)
def test_nobody_is_sent_to_a_page_that_is_not_the_provider_s(
    sandbox: Sandbox, settings: Settings, monkeypatch: pytest.MonkeyPatch, page: str, is_trusted: bool
) -> None:
    jane = ClubMember(sandbox)
    real = gateway()
    set_up = real.set_up

    def lead_astray(*args: object) -> SetupIntent:
        return replace(set_up(*args), page=page)  # type: ignore[arg-type]

    monkeypatch.setattr(type(real), "set_up", lambda _self, new: lead_astray(new))
    answer = choose(jane, sandbox, settings, "ideal")
    if is_trusted:
        assert answer == {"result": "success", "redirect": page}
    else:
        assert answer["result"] == "failure"
        assert messages.METHOD_NOT_KEPT in str(answer["messages"])
        assert page not in str(answer)
