"""Short stories, each of which makes one call of the provider, which can be let meet a fault (test_provider_faults).

A story says what somebody wants; whether it worked is looked at afterwards, when some minutes have gone by.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from vintner.customers.models import User
from vintner.money import Money
from vintner.orders.refundable import NewRefund
from vintner.orders.rules import PAYABLE
from vintner.payments import jobs, refunds
from vintner.payments.attempts import capture
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import CardSetup, Payment, ProviderCustomer, ProviderEvent, SavedMethod
from vintner.payments.saved_methods.saved_methods import erase_customer
from vintner.payments.tests.attempts.intent_calls import bind_intent, open_intent, read_data
from vintner.payments.tests.cardholder import Cardholder
from vintner.payments.tests.network import Fault, Network
from vintner.payments.tests.worker import minutes_pass
from vintner.payments.wallets import domains
from vintner.testing.builders import make_product, make_user
from vintner.testing.sandbox import DECLINED, THREE_D_SECURE, Sandbox
from vintner.testing.shopper import Shopper, only_order

DOMAIN = "shop.example.com"
SAVE = {"wc-stripe-new-payment-method": "true"}


@dataclass
class StoryScene:
    """Who takes part. `breaks` lets the call that the story is about meet its fault from now on."""

    sandbox: Sandbox
    network: Network
    breaks: Callable[[], None]
    shopper: Shopper = field(default_factory=Shopper)

    def loses(self, method: str, path: str) -> None:
        """Let an answer get lost, through all tries of the SDK."""
        self.network.break_down(Fault.TIMEOUT_AFTER, method, path, 3)

    def buys(self, number: str = "", **fields: str) -> None:
        card = self.sandbox.card(number) if number else self.sandbox.card()
        self.shopper.puts(make_product(stock=5)).pays(card, **fields)

    def pays_at_last(self) -> None:
        """If the order is still to be paid, the shopper tries another card."""
        if only_order().status in PAYABLE:
            Payment.objects.update(busy_until=None)
            assert self.shopper.pays(self.sandbox.card()).result == "success"


@dataclass(frozen=True)
class Story:
    """`request` is what the gateway's `call` sends. `creates`: what it asks for must not come to be twice."""

    call: str
    request: tuple[str, str]
    tell: Callable[[StoryScene], None]
    creates: bool = False
    charges: bool = True
    """Whether it ends with an order that is paid for."""


def _paying(scene: StoryScene) -> None:
    scene.breaks()
    scene.buys()


def _paying_where_prepaid_cards_are_refused(scene: StoryScene) -> None:
    settings.REFUSE_PREPAID_CARDS = True
    _paying(scene)


def _paying_and_pressing_again(scene: StoryScene) -> None:
    _paying(scene)
    Payment.objects.update(busy_until=None)
    scene.shopper.pays(scene.sandbox.card())


def _opening_an_intent(scene: StoryScene) -> None:
    scene.shopper.puts(make_product(stock=5))
    scene.breaks()
    for _ in range(2):
        open_intent(scene.shopper)


def _binding_an_opened_intent(scene: StoryScene) -> None:
    scene.buys(DECLINED)
    order = only_order()
    opened = read_data(open_intent(scene.shopper, str(order.pk)))
    scene.breaks()
    for _ in range(2):
        bind_intent(scene.shopper, order.pk, opened["id"], "card")
        Payment.objects.update(busy_until=None)


def _finding_what_was_paid(scene: StoryScene) -> None:
    scene.loses("POST", "payment_intents")
    scene.breaks()
    scene.buys()


def _coming_back_from_the_bank(scene: StoryScene) -> None:
    scene.buys(THREE_D_SECURE)
    intent_id = str(Payment.objects.get().intent_id)
    scene.sandbox.answer(intent_id)
    scene.breaks()
    scene.shopper.confirms(only_order().pk, intent_id)


def _taking_another_card(scene: StoryScene) -> None:
    scene.buys(THREE_D_SECURE)
    scene.breaks()
    scene.shopper.pays(scene.sandbox.card())


def _capturing(scene: StoryScene) -> None:
    settings.CAPTURE_LATER = True
    scene.buys()
    scene.breaks()
    with suppress(ProviderDown):
        capture.capture(only_order().pk, None, by=make_user(is_staff=True))


def _captures_at_last(scene: StoryScene) -> None:
    _capturing(scene)
    minutes_pass(10)
    if capture.find_authorized(only_order()):
        capture.capture(only_order().pk, None, by=User.objects.get(is_staff=True))


def _voiding(scene: StoryScene) -> None:
    settings.CAPTURE_LATER = True
    scene.buys()
    scene.breaks()
    staff = make_user(is_staff=True)
    with suppress(ProviderDown):
        capture.void(only_order().pk, by=staff)
    minutes_pass(10)
    if capture.find_authorized(only_order()):
        capture.void(only_order().pk, by=staff)


def _refunding(scene: StoryScene) -> None:
    scene.buys()
    scene.breaks()
    _refund()


def _finding_what_went_back(scene: StoryScene) -> None:
    scene.buys()
    scene.loses("POST", "refunds")
    _refund()
    scene.breaks()


def _refund() -> None:
    with suppress(ProviderDown):
        refunds.refund(only_order().pk, NewRefund(amount=Money(500)), by=make_user(is_staff=True))


def _keeping_the_card_with_an_order(scene: StoryScene) -> None:
    scene.shopper.client.force_login(make_user("ana@example.com"))
    scene.breaks()
    scene.buys(**SAVE)


def _adding_a_card(scene: StoryScene) -> None:
    scene.breaks()
    Cardholder().adds(scene.sandbox.card())


def _adding_a_card_and_pressing_again(scene: StoryScene) -> None:
    ana, card = Cardholder(), scene.sandbox.card()
    scene.breaks()
    for _ in range(2):
        ana.adds(card)
        CardSetup.objects.update(busy_until=None)


def _finding_what_was_added(scene: StoryScene) -> None:
    scene.loses("POST", "setup_intents")
    scene.breaks()
    Cardholder().adds(scene.sandbox.card())


def _adding_a_card_with_the_bank_s_yes(scene: StoryScene) -> None:
    ana, card = Cardholder(), scene.sandbox.card(THREE_D_SECURE)
    scene.sandbox.answer_setup(ana.adds(card).intent_id)
    scene.breaks()
    ana.adds(card)


def _leaving_the_bank_s_question(scene: StoryScene) -> None:
    Cardholder().adds(scene.sandbox.card(THREE_D_SECURE))
    scene.breaks()
    minutes_pass(65)
    assert CardSetup.objects.get().status == "cancelled"


def _deleting_a_card(scene: StoryScene) -> None:
    ana = Cardholder()
    ana.adds(scene.sandbox.card())
    scene.breaks()
    ana.does("delete", SavedMethod.objects.get().pk)


def _hearing_that_a_card_was_detached(scene: StoryScene) -> None:
    Cardholder().adds(scene.sandbox.card())
    card = SavedMethod.objects.get()
    scene.sandbox.forget(f"payment_methods/{card.method_id}/detach")
    scene.breaks()
    _send_event("payment_method.detached", card.method_id)


def _hearing_that_a_customer_was_deleted(scene: StoryScene) -> None:
    Cardholder().adds(scene.sandbox.card())
    number = ProviderCustomer.objects.get().customer_id
    scene.sandbox.forget(f"customers/{number}")
    scene.breaks()
    _send_event("customer.deleted", number)


def _erasing_a_customer(scene: StoryScene) -> None:
    Cardholder().adds(scene.sandbox.card())
    owner = ProviderCustomer.objects.get().user
    scene.breaks()
    with transaction.atomic():
        erase_customer(owner)


def _hearing_of_a_dispute(scene: StoryScene) -> None:
    scene.buys()
    dispute = scene.sandbox.doubt("disputes/open", payment_intent=str(Payment.objects.get().intent_id))
    scene.sandbox.doubt("disputes/close", dispute=dispute)
    scene.breaks()
    _send_event("charge.dispute.created", dispute)


def _checking_the_domain(scene: StoryScene) -> None:
    scene.breaks()
    with suppress(ProviderDown):
        domains.check_domain(DOMAIN, timezone.now())


def _registering_the_domain(scene: StoryScene) -> None:
    scene.breaks()
    for _ in range(2):
        with suppress(ProviderDown):
            domains.register_domain(DOMAIN, timezone.now())


def _send_event(kind: str, about: str) -> None:
    event = ProviderEvent.objects.create(event_id="evt_1", type=kind, object_id=about)
    jobs.handle_event.defer(event_pk=event.pk)


STORIES = (
    Story("pay", ("POST", "payment_intents"), _paying, creates=True),
    Story("pay (again)", ("POST", "payment_intents"), _paying_and_pressing_again),
    Story("pay (opened)", ("POST", "payment_intents/[^/]+"), _binding_an_opened_intent),
    Story("find_funding", ("GET", "payment_methods/[^/?]+"), _paying_where_prepaid_cards_are_refused),
    Story("open", ("POST", "payment_intents"), _opening_an_intent, creates=True, charges=False),
    Story("find_claimed", ("GET", "payment_intents"), _finding_what_was_paid),
    Story("find", ("GET", "payment_intents/[^/?]+"), _coming_back_from_the_bank),
    Story("cancel", ("POST", "payment_intents/[^/]+/cancel"), _taking_another_card),
    Story("cancel (void)", ("POST", "payment_intents/[^/]+/cancel"), _voiding, charges=False),
    Story("capture", ("POST", "payment_intents/[^/]+/capture"), _captures_at_last, creates=True),
    Story("refund", ("POST", "refunds"), _refunding, creates=True),
    Story("refunds_of", ("GET", "refunds"), _finding_what_went_back),
    Story("open_customer", ("POST", "customers"), _keeping_the_card_with_an_order, creates=True),
    Story("set_up", ("POST", "setup_intents"), _adding_a_card, creates=True, charges=False),
    Story("set_up (again)", ("POST", "setup_intents"), _adding_a_card_and_pressing_again, charges=False),
    Story("find_claimed_setup", ("GET", "setup_intents"), _finding_what_was_added, charges=False),
    Story("find_setup", ("GET", "setup_intents/[^/?]+"), _adding_a_card_with_the_bank_s_yes, charges=False),
    Story("cancel_setup", ("POST", "setup_intents/[^/]+/cancel"), _leaving_the_bank_s_question, charges=False),
    Story("detach", ("POST", "payment_methods/[^/]+/detach"), _deleting_a_card, charges=False),
    Story("find_card", ("GET", "payment_methods/[^/?]+"), _hearing_that_a_card_was_detached, charges=False),
    Story("find_case", ("GET", "disputes/[^/?]+"), _hearing_of_a_dispute),
    Story("delete_customer", ("DELETE", "customers/[^/?]+"), _erasing_a_customer, charges=False),
    Story("find_domain", ("GET", "payment_method_domains"), _checking_the_domain, charges=False),
    Story("register_domain", ("POST", "payment_method_domains"), _registering_the_domain, charges=False),
    Story("knows_customer", ("GET", "customers/[^/?]+"), _hearing_that_a_customer_was_deleted, charges=False),
)
