"""Every call of the provider × every fault, by the real SDK against the real sandbox; `-s` prints the matrix.

Ten minutes later nobody is charged twice, no money or card is with the provider that the store does not know of, and
nothing waits for anything. Money and cards are counted in the provider's own books.
"""

import sys
from collections.abc import Iterator

import pytest
from django.db.models import Sum
from pytest_django import Settings

from tests.sweeps import swept
from vintner.money import ZERO, Money
from vintner.orders.invariants import audit
from vintner.orders.models import Order, Refund
from vintner.orders.rules import Status
from vintner.payments.gateway import Gateway
from vintner.payments.models import CardSetup, Payment, ProviderEvent, SavedMethod
from vintner.payments.provider import _read_access
from vintner.payments.stripe.gateway import StripeGateway
from vintner.payments.tests.network import Fault, Network
from vintner.payments.tests.stories import STORIES, Story, StoryScene
from vintner.payments.tests.worker import left_to_do, minutes_pass
from vintner.testing.sandbox import Sandbox

pytestmark = pytest.mark.usefixtures("store")

CASES = [(story, fault, times) for story in STORIES for fault in Fault for times in ((1, 3) if story.creates else (3,))]
"""Once, the SDK's next try mends it; three times, no answer comes at all."""
NOT_READ_AGAIN = {"read_event"}
"""Calls of the gateway that ask the provider nothing."""
MONEY_KEPT = frozenset({Status.PROCESSING, Status.COMPLETED, Status.REFUNDED})
MATRIX: dict[str, dict[str, str]] = {}


@pytest.fixture(scope="module", autouse=True)
def _matrix() -> Iterator[None]:
    """Print what came of every case when the tests of this file are over."""
    MATRIX.clear()
    yield
    columns = sorted({column for row in MATRIX.values() for column in row})
    for name, row in [("call", {column: column for column in columns}), *MATRIX.items()]:
        sys.stdout.write(f"\n{name:<20}" + "".join(f"{row.get(column, '–'):<19}" for column in columns))


@pytest.fixture
def network(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Network:
    network = Network()
    gateway = StripeGateway(_read_access(), network)
    monkeypatch.setattr("vintner.payments.provider._gateway", lambda access: gateway)
    return network


@pytest.mark.parametrize(
    ("story", "fault", "times"),
    swept(CASES, guards={(True, Fault.RESET_AFTER, 3)}, key=lambda case: (case[0].creates, *case[1:])),
    ids=[f"{story.call}, {fault}, {times}" for story, fault, times in CASES],
)
def test_ten_minutes_later_all_is_in_order(
    sandbox: Sandbox, network: Network, settings: Settings, story: Story, fault: Fault, times: int
) -> None:
    settings.CAPTURE_LATER = settings.REFUSE_PREPAID_CARDS = False
    scene = StoryScene(sandbox, network, lambda: network.break_down(fault, *story.request, times))
    story.tell(scene)
    minutes_pass(10)
    assert network.met, "the story made no such call"
    network.mend()
    the_books_agree(sandbox)
    ended = Order.objects.get().status if story.charges else ""
    if story.charges:
        scene.pays_at_last()
        the_books_agree(sandbox)
        assert sandbox.charges(Order.objects.get().pk) == 1
    MATRIX.setdefault(story.call, {})[f"{fault} ×{times}"] = ended or "in order"


def test_every_call_has_a_story() -> None:
    parts = (vars(part) for part in Gateway.__mro__ if part.__module__.startswith("vintner"))
    calls = {name for part in parts for name in part if not name.startswith("_")} - NOT_READ_AGAIN
    assert {story.call.partition(" ")[0] for story in STORIES} == calls


def the_books_agree(sandbox: Sandbox) -> None:
    """Compare what the store knows with what the provider has written down."""
    assert audit() == []
    books = sandbox.ledger()
    assert set(books) <= {str(order.pk) for order in Order.objects.all()}
    for order in Order.objects.all():
        charged = books.get(str(order.pk), {"captured_count": 0, "captured": 0, "refunded": 0})
        assert charged["captured_count"] <= 1
        assert (charged["captured"], charged["refunded"]) == (_taken(order).minor, _given_back(order).minor)
        assert (charged["captured"] > 0) == (order.status in MONEY_KEPT), order.status
    kept = {number for customer in sandbox.customers() for number in sandbox.cards_of(str(customer["id"]))}
    assert kept == set(SavedMethod.objects.values_list("method_id", flat=True))
    assert not CardSetup.objects.filter(status="created").exists()
    assert not ProviderEvent.objects.filter(handled_at=None).exists()
    assert left_to_do() == []


def _taken(order: Order) -> Money:
    return Payment.objects.filter(order=order).aggregate(taken=Sum("captured"))["taken"] or ZERO


def _given_back(order: Order) -> Money:
    return Refund.objects.filter(order=order, state=Refund.State.DONE).aggregate(back=Sum("amount"))["back"] or ZERO
