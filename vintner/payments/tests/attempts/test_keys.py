"""What is asked for twice is done once: each call that must not be repeated carries its attempt's own key.

The provider does what it is asked to, and its answer is lost. Then it is asked again: by the SDK's next try, or later,
by a gateway that remembers nothing. What came of it is counted in the provider's own books.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from vintner.money import Money
from vintner.orders.models import Refund
from vintner.orders.refundable import NewRefund
from vintner.payments import refunds
from vintner.payments.attempts import capture
from vintner.payments.gateway import (
    Charge,
    Claim,
    Gateway,
    NewCustomer,
    NewIntent,
    NewSetup,
    ProviderDown,
    RefundRequest,
)
from vintner.payments.models import CardSetup, OpenIntent, Payment, ProviderCustomer
from vintner.payments.provider import _read_access
from vintner.payments.stripe.gateway import StripeGateway
from vintner.payments.tests.attempts.intent_calls import open_intent, read_data
from vintner.payments.tests.cardholder import Cardholder
from vintner.payments.tests.network import Fault, Network
from vintner.payments.tests.stories import SAVE
from vintner.testing.builders import make_product, make_user
from vintner.testing.sandbox import DECLINED, Sandbox
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")

KEY, ORDER = "a-key-of-its-own", 7
INTENTS, CAPTURES, UPDATES = "payment_intents", "payment_intents/[^/]+/capture", "payment_intents/[^/]+"
REFUNDS, SETUPS, CUSTOMERS = "refunds", "setup_intents", "customers"


@dataclass(frozen=True)
class Deed:
    """`path` is where the request goes, `ask` makes it, and `done` reads in the books what came of it."""

    path: str
    ask: Callable[[Gateway], object]
    done: Callable[[], object]


def charge(method: str, key: str = KEY, *, intent_id: str = "", later: bool = False) -> Charge:
    return Charge(
        amount=Money(2500),
        currency="USD",
        method=method,
        key=key,
        claim=Claim(lookup={"order_id": ORDER, "attempt": 1}, signature="s"),
        description="Order 7",
        recipient=None,
        intent_id=intent_id,
        capture_later=later,
    )


def _paying(sandbox: Sandbox, gateway: Gateway) -> Deed:
    card = sandbox.card()
    return Deed(INTENTS, lambda by: by.pay(charge(card)), lambda: sandbox.charges(ORDER))


def _telling_an_opened_intent(sandbox: Sandbox, gateway: Gateway) -> Deed:
    opened = gateway.open(NewIntent(amount=Money(900), currency="USD", type="card", key="opened"))
    told = charge("", intent_id=opened.id)
    return Deed(UPDATES, lambda by: by.pay(told), lambda: [each["amount"] for each in sandbox.payments()].count(2500))


def _opening(sandbox: Sandbox, gateway: Gateway) -> Deed:
    new = NewIntent(amount=Money(900), currency="USD", type="card", key=KEY)
    return Deed(INTENTS, lambda by: by.open(new), lambda: len(sandbox.payments()))


def _capturing(sandbox: Sandbox, gateway: Gateway) -> Deed:
    aside = gateway.pay(charge(sandbox.card(), "aside", later=True))
    return Deed(CAPTURES, lambda by: by.capture(aside.id, Money(1000), KEY), lambda: sandbox.charges(ORDER))


def _refunding(sandbox: Sandbox, gateway: Gateway) -> Deed:
    paid = gateway.pay(charge(sandbox.card(), "paid"))
    back = RefundRequest(intent_id=paid.id, amount=Money(500), key=KEY)
    return Deed(REFUNDS, lambda by: by.refund(back), lambda: sandbox.refunded(ORDER) / 500)


def _opening_a_customer(sandbox: Sandbox, gateway: Gateway) -> Deed:
    new = NewCustomer(email="ana@example.com", name="Ana", reference="1", key=KEY)
    return Deed(CUSTOMERS, lambda by: by.open_customer(new), lambda: len(sandbox.customers()))


def _setting_up(sandbox: Sandbox, gateway: Gateway) -> Deed:
    number = gateway.open_customer(NewCustomer(email="ana@example.com", name="Ana", reference="1", key="ana"))
    claim = Claim(lookup={"pk": 1}, signature="s")
    new = NewSetup(customer_id=number, method="", key=KEY, claim=claim, return_url="http://testserver/")
    return Deed(SETUPS, lambda by: by.set_up(new), lambda: len(sandbox.setups()))


DEEDS = {
    "pay": _paying,
    "pay (an opened intent)": _telling_an_opened_intent,
    "open": _opening,
    "capture": _capturing,
    "refund": _refunding,
    "open_customer": _opening_a_customer,
    "set_up": _setting_up,
}
HARMLESS = {"cancel", "cancel_setup", "delete_customer", "detach"}
"""Calls that change something and need no key: what has ended has ended, however often it is asked for."""


def gateway_over(network: Network) -> StripeGateway:
    return StripeGateway(_read_access(), network)


@pytest.mark.parametrize("name", DEEDS)
def test_the_sdk_s_next_try_does_nothing_twice(sandbox: Sandbox, name: str) -> None:
    deed, network = DEEDS[name](sandbox, gateway_over(Network())), Network()
    network.break_down(Fault.TIMEOUT_AFTER, "POST", deed.path, 2)
    deed.ask(gateway_over(network))
    assert (network.keys_of(deed.path), deed.done()) == ([KEY] * 3, 1)


@pytest.mark.parametrize("name", DEEDS)
def test_a_later_call_finds_what_the_first_one_did(sandbox: Sandbox, name: str) -> None:
    deed, first, second = DEEDS[name](sandbox, gateway_over(Network())), Network(), Network()
    first.break_down(Fault.TIMEOUT_AFTER, "POST", deed.path, 3)
    with pytest.raises(ProviderDown):
        deed.ask(gateway_over(first))
    assert deed.done() == 1, "the provider was to do it, unheard"
    deed.ask(gateway_over(second))
    assert (second.keys_of(deed.path), deed.done()) == ([KEY], 1)


def test_every_call_that_takes_a_key_is_here() -> None:
    reading = {name for name in vars(Gateway) if name.startswith(("find", "knows", "read", "refunds_of"))}
    changing = {name for name in vars(Gateway) if not name.startswith("_")} - reading - HARMLESS
    assert {name.partition(" ")[0] for name in DEEDS} == changing


class KeyProgram:
    """The store's way to the provider, which a restart replaces by another one that remembers nothing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self._networks: list[Network] = []
        self.restarts()

    def restarts(self) -> None:
        self._networks.append(Network())
        gateway = gateway_over(self._networks[-1])
        self._monkeypatch.setattr("vintner.payments.provider._gateway", lambda access: gateway)

    def loses_the_answer(self, path: str) -> None:
        """The provider does what the next request to a path says, and none of the SDK's tries hears of it."""
        self._networks[-1].break_down(Fault.RESET_AFTER, "POST", path, 3)

    def keys(self, path: str) -> list[str]:
        return [key for network in self._networks for key in network.keys_of(path)]


@pytest.fixture
def program(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> KeyProgram:
    return KeyProgram(monkeypatch)


def restart(program: KeyProgram) -> None:
    """Let the program start anew when what it was doing has long been given up."""
    Payment.objects.update(busy_until=None)
    CardSetup.objects.update(busy_until=None)
    program.restarts()


def test_an_attempt_keeps_its_key_over_a_restart(sandbox: Sandbox, program: KeyProgram) -> None:
    shopper = Shopper().puts(make_product(stock=5))
    program.loses_the_answer(INTENTS)
    assert shopper.pays(sandbox.card()).result == "failure"
    restart(program)
    assert shopper.pays(sandbox.card()).result == "success"
    own = Payment.objects.get(attempt=1).idempotency_key
    assert (program.keys(INTENTS), sandbox.charges(only_order().pk)) == ([own] * 4, 1)


def test_an_address_that_was_mended_meanwhile_does_not_stop_the_payment(sandbox: Sandbox, program: KeyProgram) -> None:
    shopper = Shopper().puts(make_product(stock=5))
    program.loses_the_answer(INTENTS)
    assert shopper.pays(sandbox.card()).result == "failure"
    restart(program)
    assert shopper.pays(sandbox.card(), billing_first_name="Ann").result == "success"
    assert (only_order().status, sandbox.charges(only_order().pk)) == ("processing", 1)


def test_after_a_decline_the_next_attempt_has_a_key_of_its_own(sandbox: Sandbox, program: KeyProgram) -> None:
    shopper = Shopper().puts(make_product(stock=5))
    shopper.pays(sandbox.card(DECLINED))
    shopper.pays(sandbox.card())
    first, second = Payment.objects.order_by("attempt").values_list("idempotency_key", flat=True)
    assert program.keys(INTENTS) == [first, second]
    assert (first != second, sandbox.charges(only_order().pk)) == (True, 1)


def test_a_refund_keeps_its_key_over_a_restart(sandbox: Sandbox, program: KeyProgram) -> None:
    Shopper().puts(make_product(stock=5)).pays(sandbox.card())
    order = only_order()
    program.loses_the_answer(REFUNDS)
    with pytest.raises(ProviderDown):
        refunds.refund(order.pk, NewRefund(amount=Money(500)), by=make_user(is_staff=True))
    restart(program)
    asked = Refund.objects.get()
    assert refunds.send_refund(asked.pk).state == Refund.State.DONE
    assert (program.keys(REFUNDS), sandbox.refunded(order.pk)) == ([asked.key] * 4, 500)


def test_a_capture_keeps_its_key_over_a_restart(sandbox: Sandbox, program: KeyProgram, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    Shopper().puts(make_product(stock=5)).pays(sandbox.card())
    order, staff = only_order(), make_user(is_staff=True)
    program.loses_the_answer(CAPTURES)
    with pytest.raises(ProviderDown):
        capture.capture(order.pk, None, by=staff)
    restart(program)
    capture.capture(order.pk, None, by=staff)
    own = f"{Payment.objects.get().idempotency_key}:capture:{order.total.minor}"
    assert (program.keys(CAPTURES), sandbox.charges(order.pk)) == ([own] * 4, 1)


def test_a_card_s_setup_keeps_its_key_over_a_restart(sandbox: Sandbox, program: KeyProgram) -> None:
    ana, card = Cardholder(), sandbox.card()
    program.loses_the_answer(SETUPS)
    assert ana.adds(card).problem
    restart(program)
    assert not ana.adds(card).problem
    own = CardSetup.objects.get().idempotency_key
    assert (program.keys(SETUPS), len(sandbox.setups()), len(ana.cards())) == ([own] * 4, 1, 1)


def test_a_customer_keeps_their_key_over_a_restart(sandbox: Sandbox, program: KeyProgram) -> None:
    shopper = Shopper()
    shopper.client.force_login(make_user("ana@example.com"))
    shopper.puts(make_product(stock=5))
    program.loses_the_answer(CUSTOMERS)
    shopper.pays(sandbox.card(), **SAVE)
    restart(program)
    assert shopper.pays(sandbox.card(), **SAVE).result == "success"
    assert (len(set(program.keys(CUSTOMERS))), len(program.keys(CUSTOMERS))) == (1, 4)
    assert [each["id"] for each in sandbox.customers()] == [ProviderCustomer.objects.get().customer_id]


def test_an_opened_intent_goes_by_the_key_that_was_written_down(sandbox: Sandbox, program: KeyProgram) -> None:
    shopper = Shopper().puts(make_product(stock=5))
    opened = read_data(open_intent(shopper))["id"]
    assert program.keys(INTENTS) == [OpenIntent.objects.get(intent_id=opened).idempotency_key]


@pytest.mark.usefixtures("sandbox")
def test_what_was_created_is_found_though_the_store_s_clock_is_ahead() -> None:
    gateway, ahead = gateway_over(Network()), timezone.now() + timedelta(minutes=4)
    customer_id = gateway.open_customer(NewCustomer(email="ana@example.com", name="Ana", reference="1", key="ana"))
    new = charge("pm_card_visa")
    gateway.pay(new)
    assert gateway.find_claimed([new.claim], ahead)
    claim = Claim(lookup={"pk": 1}, signature="s")
    gateway.set_up(
        NewSetup(customer_id=customer_id, method="", key="setup", claim=claim, return_url="http://testserver/")
    )
    assert gateway.find_claimed_setup(claim, customer_id, ahead)
