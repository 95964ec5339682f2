"""The account's list of saved cards, and the webhook events that update it."""

import json
from dataclasses import replace

import pytest
from django.db import transaction
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.payments import jobs, views
from vintner.payments.models import Payment, ProviderCustomer, ProviderEvent, SavedMethod
from vintner.payments.provider import _read_access, gateway
from vintner.payments.saved_methods import actions, saved_methods
from vintner.payments.tests.cardholder import ADD, JSON, LIST, Cardholder
from vintner.payments.tests.webhooks.events import SECRET, deliver_event, sign_event
from vintner.testing.builders import make_user
from vintner.testing.provider import DECLINED, GOOD, ProviderDouble
from vintner.testing.sandbox import THREE_D_SECURE, VISA, Sandbox

pytestmark = pytest.mark.django_db
MASTERCARD, AMEX = "5555555555554444", "378282246310005"


def having(sandbox: Sandbox, *numbers: str, email: str = "ana@example.com") -> tuple[Cardholder, list[SavedMethod]]:
    """Return a customer with cards, in the order in which they were added."""
    holder = Cardholder(email)
    for number in numbers:
        assert holder.adds(sandbox.card(number)).data
        holder.waits()
    return holder, list(SavedMethod.objects.filter(customer__user=holder.user).order_by("pk"))


def send_event(kind: str, about: str) -> None:
    """Let the provider's news of something be worked on."""
    number = ProviderEvent.objects.count()
    jobs.handle_event(ProviderEvent.objects.create(event_id=f"evt_{number}", type=kind, object_id=about).pk)


def listed(holder: Cardholder) -> list[tuple[object, object]]:
    return [(card["label"], card["is_default"]) for card in holder.cards()]


def detached() -> list[str]:
    tasks = ProcrastinateJob.objects.filter(task_name="payments.detach").order_by("id")
    return [str(task.args["method_id"]) for task in tasks]


def test_an_account_without_cards_has_an_empty_list_and_the_way_to_the_first(
    client: Client, sandbox: Sandbox, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ana = Cardholder()
    with django_assert_max_num_queries(5):
        page = ana.client.get(LIST, headers=JSON)
    assert (page.json()["cards"], page.json()["add_url"]) == ([], ADD)
    assert [link["label"] for link in page.json()["menu"] if link["here"]] == ["Payment methods"]
    assert "no-store" in page["Cache-Control"]


@pytest.mark.parametrize("path", [LIST, ADD])
def test_guests_are_asked_to_log_in_and_led_back(client: Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer["Location"]) == (302, f"/my-source/?next={path}")


def test_a_guest_s_press_leads_to_the_list(client: Client) -> None:
    for deed in ("set-default", "delete"):
        answer = client.post(f"/my-source/{deed}-payment-method/1/")
        assert (answer.status_code, answer["Location"]) == (302, f"/my-source/?next={LIST}")


def test_the_form_of_a_card_is_told_the_stores_currency(sandbox: Sandbox, settings: Settings) -> None:
    settings.STORE_CURRENCY = "CAD"
    client = Client()
    client.force_login(make_user())
    assert client.get(ADD, headers=JSON).json()["provider"]["currency"] == "CAD"


def test_any_provider_will_do(provider: ProviderDouble, store: None) -> None:
    ana = Cardholder()
    assert ana.adds(DECLINED).problem
    ana.waits()
    assert not ana.adds(GOOD).problem
    [card] = ana.cards()
    assert (card["label"], provider.cards[GOOD].customer_id in provider.customers) == ("Visa ending in 4242", True)


def test_another_card_becomes_the_default(sandbox: Sandbox) -> None:
    ana, [_, mastercard] = having(sandbox, VISA, MASTERCARD)
    assert listed(ana) == [("Visa ending in 4242", True), ("Mastercard ending in 4444", False)]
    assert ana.does("set-default", mastercard.pk) == ["From now on we suggest Mastercard ending in 4444 first."]
    assert listed(ana) == [("Mastercard ending in 4444", True), ("Visa ending in 4242", False)]
    ana.does("set-default", mastercard.pk)
    assert SavedMethod.objects.filter(is_default=True).count() == 1


def test_a_deleted_card_is_gone_here_at_once_and_at_the_provider_by_a_job(sandbox: Sandbox) -> None:
    ana, [visa, *_] = having(sandbox, VISA, MASTERCARD, AMEX)
    assert ana.does("delete", visa.pk) == ["Visa ending in 4242 is deleted."]
    assert listed(ana) == [("American Express ending in 0005", True), ("Mastercard ending in 4444", False)]
    assert detached() == [visa.method_id]
    jobs.detach(visa.method_id)
    assert sandbox.owner(visa.method_id) is None
    assert ana.does("delete", visa.pk) == [actions.METHOD_GONE]


def test_only_its_owner_does_anything_with_a_card(sandbox: Sandbox) -> None:
    _, [bobs] = having(sandbox, VISA, email="bob@example.com")
    ana, _ = having(sandbox, MASTERCARD)
    for deed in ("set-default", "delete"):
        assert ana.does(deed, bobs.pk) == [actions.METHOD_GONE]
    assert Cardholder("new@example.com").does("delete", bobs.pk) == [actions.METHOD_GONE]
    assert SavedMethod.objects.filter(pk=bobs.pk, is_default=True).exists()
    assert listed(ana) == [("Mastercard ending in 4444", True)]


def test_a_press_without_the_visitor_s_token_does_nothing(sandbox: Sandbox) -> None:
    ana, [visa] = having(sandbox, VISA)
    for deed in ("set-default", "delete"):
        path = f"/my-source/{deed}-payment-method/{visa.pk}/"
        assert ana.client.post(path).status_code == 403
        assert ana.client.get(path).status_code == 405
    assert SavedMethod.objects.filter(pk=visa.pk).exists()


def test_without_javascript_the_form_says_what_it_needs(sandbox: Sandbox) -> None:
    ana = Cardholder()
    answer = ana.client.post(ADD, {"csrfmiddlewaretoken": ana.token()})
    assert answer["Location"] == LIST
    [notice] = ana.client.get(LIST, headers=JSON).json()["shared"]["notices"]
    assert notice["text"] == views.NO_SCRIPT


def test_an_expired_card_is_told(sandbox: Sandbox) -> None:
    ana, [visa] = having(sandbox, VISA)
    sandbox.renew(visa.method_id, 2020)
    send_event("payment_method.automatically_updated", visa.method_id)
    [card] = ana.cards()
    assert (card["expiry"], card["expired"]) == ("01/20", True)


def test_the_page_says_nothing_that_only_the_provider_knows(sandbox: Sandbox) -> None:
    ana, [visa] = having(sandbox, VISA)
    page = ana.client.get(LIST, headers=JSON).content.decode()
    for secret in (visa.method_id, visa.fingerprint, visa.customer.customer_id):
        assert secret not in page


def test_an_erased_customer_is_deleted_at_the_provider_by_a_job(sandbox: Sandbox) -> None:
    _, [visa] = having(sandbox, VISA)
    number, user = visa.customer.customer_id, visa.customer.user
    jobs.delete_customer(number)  # not so: an account has it
    assert gateway().knows_customer(number)
    with transaction.atomic():
        saved_methods.erase_customer(user)
    [job] = ProcrastinateJob.objects.filter(task_name="payments.delete_customer")
    assert job.args == {"customer_id": number}
    for _ in range(2):
        jobs.delete_customer(number)
        jobs.detach(visa.method_id)
    assert not gateway().knows_customer(number)
    assert sandbox.owner(visa.method_id) is None
    with transaction.atomic():
        saved_methods.erase_customer(user)
    assert ProcrastinateJob.objects.filter(task_name="payments.delete_customer").count() == 1


def test_a_copy_of_the_shop_that_is_tried_out_with_its_live_key_detaches_nothing(
    sandbox: Sandbox, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, [visa] = having(sandbox, VISA)
    ana.does("delete", visa.pk)
    live = replace(_read_access(), secret_key="sk_live_of_the_shop")  # what is called is the sandbox all the same
    with monkeypatch.context() as copied:
        copied.setattr("vintner.payments.provider._read_access", lambda: live)
        copied.setattr("vintner.payments.provider._gateway", _never)
        jobs.detach(visa.method_id)
        jobs.delete_customer("cus_of_the_shop")
    assert sandbox.owner(visa.method_id) == visa.customer.customer_id
    settings.PRODUCTION = True
    jobs.detach(visa.method_id)
    assert sandbox.owner(visa.method_id) is None


def _never(_: object) -> None:
    raise AssertionError("the provider was asked")


def test_a_card_that_was_detached_at_the_provider_leaves_the_account(sandbox: Sandbox) -> None:
    ana, [visa, _] = having(sandbox, VISA, MASTERCARD)
    send_event("payment_method.detached", visa.method_id)  # not so: the card is read again
    assert len(listed(ana)) == 2
    sandbox.forget(f"payment_methods/{visa.method_id}/detach")
    send_event("payment_method.detached", visa.method_id)
    assert listed(ana) == [("Mastercard ending in 4444", True)]


def test_a_card_that_its_bank_renewed_has_the_new_number_and_date(sandbox: Sandbox) -> None:
    ana, [visa] = having(sandbox, VISA)
    sandbox.renew(visa.method_id, 2044, MASTERCARD)
    send_event("payment_method.automatically_updated", visa.method_id)
    [card] = ana.cards()
    assert (card["label"], card["expiry"], card["is_default"]) == ("Mastercard ending in 4444", "01/44", True)
    assert SavedMethod.objects.get().pk == visa.pk


def test_a_card_that_became_the_same_as_another_is_listed_once(sandbox: Sandbox) -> None:
    ana, [visa, mastercard] = having(sandbox, VISA, MASTERCARD)
    sandbox.renew(visa.method_id, 2044, MASTERCARD)
    send_event("payment_method.automatically_updated", visa.method_id)
    assert listed(ana) == [("Mastercard ending in 4444", True)]
    assert (SavedMethod.objects.get().pk, detached()) == (mastercard.pk, [visa.method_id])


def test_a_card_that_was_attached_at_the_provider_comes_into_the_account(sandbox: Sandbox) -> None:
    ana, [visa] = having(sandbox, VISA)
    card = sandbox.card(MASTERCARD)
    sandbox.attach(card, visa.customer.customer_id)
    send_event("payment_method.updated", card)
    assert len(listed(ana)) == 1
    send_event("payment_method.attached", card)
    assert listed(ana) == [("Visa ending in 4242", True), ("Mastercard ending in 4444", False)]


def test_another_record_of_a_known_card_takes_nobody_s_place(sandbox: Sandbox) -> None:
    _, [visa] = having(sandbox, VISA)
    again = sandbox.card()
    sandbox.attach(again, visa.customer.customer_id)
    send_event("payment_method.attached", again)
    assert SavedMethod.objects.get().method_id == visa.method_id
    assert detached() == []


def test_late_news_bring_no_deleted_card_back(sandbox: Sandbox) -> None:
    ana, [visa] = having(sandbox, VISA)
    ana.does("delete", visa.pk)
    send_event("payment_method.attached", visa.method_id)  # before the job has detached it
    send_event("setup_intent.succeeded", str(sandbox.setups()[0]["id"]))
    assert listed(ana) == []


def test_the_record_whose_place_a_newer_one_took_is_detached(sandbox: Sandbox) -> None:
    ana, [visa] = having(sandbox, VISA)
    ana.adds(sandbox.card())
    assert detached() == [visa.method_id]
    assert SavedMethod.objects.get().method_id != visa.method_id


def test_a_stranger_s_card_is_only_noted(sandbox: Sandbox) -> None:
    send_event("payment_method.attached", sandbox.card())
    send_event("payment_method.detached", "pm_nobody")
    send_event("setup_intent.succeeded", "seti_nobody")
    send_event("customer.updated", "cus_nobody")
    assert (SavedMethod.objects.count(), ProviderEvent.objects.filter(handled_at=None).count()) == (0, 0)


def test_a_customer_who_was_deleted_at_the_provider_has_no_cards_any_more(sandbox: Sandbox) -> None:
    ana, [visa, _] = having(sandbox, VISA, MASTERCARD)
    number = visa.customer.customer_id
    send_event("customer.deleted", number)  # not so
    assert len(listed(ana)) == 2
    sandbox.forget(f"customers/{number}")
    send_event("customer.deleted", number)
    assert (listed(ana), ProviderCustomer.objects.count()) == ([], 0)


@pytest.mark.parametrize(
    ("kind", "subject", "about"),
    [
        ("setup_intent.succeeded", {"object": "setup_intent", "id": "seti_1"}, "seti_1"),
        ("payment_method.detached", {"object": "payment_method", "id": "pm_1"}, "pm_1"),
        ("customer.deleted", {"object": "customer", "id": "cus_1"}, "cus_1"),
        ("charge.succeeded", {"object": "charge", "id": "ch_1", "payment_intent": "pi_1"}, "pi_1"),
    ],
)
def test_a_webhook_about_cards_is_kept_with_what_it_is_about(
    client: Client, settings: Settings, kind: str, subject: dict[str, str], about: str
) -> None:
    settings.STRIPE_WEBHOOK_SECRETS = [SECRET]
    event = {"id": "evt_1", "object": "event", "type": kind, "livemode": False, "data": {"object": subject}}
    body = json.dumps(event).encode()
    assert [deliver_event(client, body, sign_event(body)) for _ in range(2)] == [200, 200]
    kept = ProviderEvent.objects.get()
    assert (kept.type, kept.object_id) == (kind, about)
    assert ProcrastinateJob.objects.filter(task_name="payments.handle_event").count() == 1


def test_a_card_with_an_open_question_is_no_card_yet(sandbox: Sandbox) -> None:
    ana = Cardholder()
    ana.adds(sandbox.card(THREE_D_SECURE))
    assert (listed(ana), Payment.objects.count()) == ([], 0)
