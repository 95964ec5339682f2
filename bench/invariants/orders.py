"""I11 to I14: an order goes only where it may, whatever is heard of it and however often, and never changes."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from bench.invariants import guards
from bench.invariants.row import Control, InvariantRow, Scene, Tally, together
from bench.invariants.shoppers import ShopperAnswer, browsers, fill, run_at_once
from bench.invariants.stock import tally_answers, wine
from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.checkout.place_order import place_order
from vintner.checkout.tests.form import filled_in
from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.models import Email, Order, OrderEvent
from vintner.orders.rules import IllegalMove, Status, all_moves
from vintner.payments import jobs, provider
from vintner.payments.attempts import apply_intent
from vintner.payments.attempts.rules import IntentStatus, PaymentOutcome, PaymentSnapshot, PaymentStatus, decide_payment
from vintner.payments.attempts.start_payment import refresh_payment, start_payment
from vintner.payments.models import Payment, ProviderEvent
from vintner.refusal import Refusal
from vintner.testing.builders import make_cart, make_product, make_user, only_variation
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble

ORDERS = 20
FEW = 50
NEWS = ("created", "requires_action", "processing", "payment_failed", "succeeded", "charge")
"""What the provider tells of one payment that is declined by the bank first and paid in the end."""


def random_moves(scene: Scene) -> Tally:
    """Staff, the store and mere SQL push the same orders about in all directions at once."""
    bottles = wine(999)
    placed = [_placed(cart) for cart in fill(ORDERS, lambda number: [(bottles, 1)])]
    staff = make_user(is_staff=True)
    actions = []
    for _ in range(scene.clients):
        order, to = scene.chance.choice(placed), scene.chance.choice(list(Status))
        by = scene.chance.choice((None, staff))
        actions.append(partial(_moves, order, to, by) if scene.chance.random() < 0.5 else partial(_forces, order, to))
    answers = Counter(each.answer for each in run_at_once(actions, side_by_side=16))
    return Tally(Counter({"illegal moves": answers.pop("illegal", 0)}), answers)


def _placed(cart: Cart) -> int:
    return place_order(cart.pk, filled_in("pm_card_visa"), user=None, now=timezone.now()).order.pk


def _moves(order: int, to: Status, by: User | None) -> str:
    """Do what staff, or the store by itself, does when an order is to go there."""
    by_itself = {
        Status.PROCESSING: orders.mark_paid,
        Status.ON_HOLD: orders.put_on_hold,
        Status.FAILED: orders.fail,
        Status.CANCELLED: orders.cancel,
    }
    try:
        with transaction.atomic():
            locked = orders.lock(order)
            if by is not None:
                orders.move_by_staff(locked, to, by)
            elif to in by_itself:
                by_itself[to](locked, "By chance.")
    except (IllegalMove, Refusal):
        return "moves refused"
    return "moves made"


def _forces(order: int, to: Status) -> str:
    """Go where the graph has no way, past all code."""
    legal = [was.value for was, target in all_moves() if target is to] + [to.value]
    try:
        wrong = Order.objects.filter(pk=order).exclude(status__in=legal).update(status=to)
    except IntegrityError:
        return "stopped by the database"
    return "illegal" if wrong else "already there"


@dataclass
class _History:
    """A payment at the provider. Nobody hears of a state before it came about, so news pulls the payment along."""

    provider: ProviderDouble
    intent_id: str
    reached: int = 0

    def reach(self, news: str) -> None:
        self.reached = max(self.reached, NEWS.index(news))
        intent = self.provider.intents[self.intent_id]
        if self.reached >= NEWS.index("succeeded"):
            if intent.status is not IntentStatus.SUCCEEDED:
                self.provider.confirm(self.intent_id)
        elif self.reached == NEWS.index("payment_failed"):
            self.provider.confirm(self.intent_id, is_shopper=False)
        elif self.reached == NEWS.index("processing"):
            self.provider.intents[self.intent_id] = replace(intent, status=IntentStatus.PROCESSING)


def any_order_of_news(scene: Scene) -> Tally:
    """All orders of six news in the first round; then many with repeats, with the shopper's return and without any."""
    tally, double = Tally(), ProviderDouble()
    placed, ends = _waiting_payment(double), Counter[tuple[str, ...]]()
    with guards.function(provider, "_gateway", lambda access: double)():
        for told_of in _tellings(scene):
            ends[_end_of(told_of, placed, double)] += 1
            tally.seen["orders of news"] += 1
    tally.wrong["final states beyond one"] = len(ends) - 1
    tally.wrong["side effects missing or doubled"] = sum(count for end, count in ends.items() if end[2:] != EFFECTS)
    return tally


def _some_orders_of_news(scene: Scene) -> Tally:
    return any_order_of_news(replace(scene, clients=min(scene.clients, FEW)))


EFFECTS = ("1 email", "1 paid", "1 bottle")


def _tellings(scene: Scene) -> Sequence[tuple[str, ...]]:
    chance, several = scene.chance, []
    for _ in range(scene.clients**3 // 4000):  # 2,000 at 200 clients
        news = [each for each in (*NEWS, "return") for _ in range(chance.randint(0, 2))]
        chance.shuffle(news)
        several.append(tuple(news))
    every = list(permutations(NEWS))[:: max(200 // scene.clients, 1) ** 2]
    return [*every, *several] if scene.number == 0 else several


def _waiting_payment(double: ProviderDouble) -> Payment:
    with guards.function(provider, "_gateway", lambda access: double)():
        cart = make_cart((make_product(stock=9), 1))
        placed = place_order(cart.pk, filled_in(THREE_D_SECURE), user=None, now=timezone.now())
        assert placed.payment is not None
        return start_payment(placed.payment.pk).payment


def _end_of(told_of: tuple[str, ...], payment: Payment, double: ProviderDouble) -> tuple[str, ...]:
    """Tell the news in this order and then let the reconciler look; return how all ends, and undo it."""
    start = double.intents[str(payment.intent_id)]
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined] # the store calls nobody inside a transaction of its own
    with suppress(_Undone), block:
        history = _History(double, str(payment.intent_id))
        for news in told_of:
            if news in NEWS:
                history.reach(news)
            _bring(news, payment)
        history.reach("succeeded")
        _bring("return", payment)
        end = _standing(payment)
        raise _Undone
    double.intents[str(payment.intent_id)] = start
    return end


class _Undone(Exception):
    """Takes back what a history did."""


def _bring(news: str, payment: Payment) -> None:
    if news == "return":
        refresh_payment(Payment.objects.select_related("order").get(pk=payment.pk))
        return
    event, _ = ProviderEvent.objects.get_or_create(
        event_id=f"evt_{news}", defaults={"type": news, "object_id": str(payment.intent_id)}
    )
    jobs.handle_event(event.pk)


def _standing(payment: Payment) -> tuple[str, ...]:
    order = Order.objects.get(pk=payment.order_id)
    line = order.lines.get()
    assert line.variation is not None
    return (
        order.status,
        str(Payment.objects.get(pk=payment.pk).status),
        f"{Email.objects.filter(order=order, kind='processing').count()} email",
        f"{OrderEvent.objects.filter(order=order, became='processing').count()} paid",
        f"{9 - line.variation.on_hand} bottle",
    )


def the_same_post(scene: Scene) -> Tally:
    """One shopper's checkout arrives as often as there are clients."""
    [browser] = browsers(scene.address, fill(1, lambda number: [(wine(99), 2)]))
    answers = run_at_once([browser.pays for _ in range(scene.clients)])
    tally = tally_answers(answers)
    receipts = {str(each.answer.read["redirect"]) for each in answers if each.answer.paid}
    others = [each.answer for each in answers if not each.answer.paid and not _is_told_to_wait(each.answer)]
    tally.seen["receipts"] = tally.seen.pop("paid", 0)
    tally.wrong["orders beyond one"] = Order.objects.count() - 1
    tally.wrong["receipts beyond one"] = max(len(receipts) - 1, 0)
    tally.wrong["neither receipt nor word of waiting"] = len(others)
    return tally


def _is_told_to_wait(answer: ShopperAnswer) -> bool:
    return "already being processed" in answer.body or "Many people are ordering" in answer.body


def nothing_changes(scene: Scene) -> Tally:
    """Staff renames and reprices what was bought, takes it off the shelf, and mere SQL rewrites orders and lines."""
    bottles = [only_variation(make_product(price="20.00", stock=99)) for _ in range(ORDERS)]
    placed = [_placed(cart) for cart in fill(ORDERS, lambda number: [(bottles[number], 2)])]
    before = _written(placed)
    actions: list[Callable[[], str]] = []
    for number in range(scene.clients):
        place = number % ORDERS
        actions.append(partial(_rewrite, scene.chance.choice(REWRITES), placed[place], bottles[place].product_id))
    tally = Tally(seen=Counter(each.answer for each in run_at_once(actions, side_by_side=16)))
    after = _written(placed)
    tally.wrong["changed orders"] = sum(one != other for one, other in zip(before, after, strict=True))
    return tally


REWRITES = (
    "UPDATE orders_orderline SET quantity = quantity + 1, name = 'Another' WHERE order_id = %(order)s",
    "UPDATE orders_orderline SET subtotal = 1 WHERE order_id = %(order)s",
    "DELETE FROM orders_orderadjustment WHERE order_id = %(order)s",
    "UPDATE orders_order SET key = 'wc_order_' || id WHERE id = %(order)s",
    "UPDATE orders_order SET id = id + 1000000 WHERE id = %(order)s",
    "UPDATE orders_order SET total = total - 1, subtotal = subtotal - 1 WHERE id = %(order)s",
    "INSERT INTO orders_orderadjustment (order_id, kind, label, rate, amount) VALUES (%(order)s, 'fee', 'x', '', 1)",
    "UPDATE catalogue_product SET name = 'Renamed', slug = 'renamed-' || id WHERE id = %(product)s",
    "UPDATE catalogue_variation SET regular_price = 1 WHERE product_id = %(product)s",
    "UPDATE catalogue_product SET published = false WHERE id = %(product)s",
)


def _rewrite(statement: str, order: int, product: int) -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement, {"order": order, "product": product})
    except IntegrityError:
        return "stopped by the database"
    return "edits made"


def _written(placed: Sequence[int]) -> list[str]:
    """Return number, key, amounts and parts of orders as one text each."""
    parts = ("lines", "adjustments")
    texts = []
    for pk in placed:
        order = Order.objects.filter(pk=pk).values("id", "key", "total", "subtotal", "tax_total").first()
        rows = [list(getattr(Order(pk=pk), part).order_by("id").values()) for part in parts]
        for row in rows[0]:
            row.pop("variation_id")
        texts.append(json.dumps([order, rows], default=str))
    return texts


def _always_new(standing: PaymentSnapshot) -> PaymentOutcome:
    """Decide as if nothing had been heard of the payment before."""
    return decide_payment(replace(standing, payment=PaymentStatus.CREATED))


ALWAYS_NEW = guards.function(apply_intent, "decide_payment", _always_new)
UNLOCKED = partial(
    together,
    guards.function(carts, "lock", lambda cart_id: Cart.objects.get(pk=cart_id)),
    guards.index("one_pending_order_per_cart"),
)

ROWS = (
    InvariantRow(
        number="I11",
        says="An order moves only along the graph",
        play=random_moves,
        controls=(Control(guard="the trigger that knows the graph", away=guards.triggers("orders_order")),),
    ),
    InvariantRow(
        number="I12",
        says="News in any order, any number of times, end alike",
        play=any_order_of_news,
        controls=(Control(guard="knowing what was heard before", away=ALWAYS_NEW, play=_some_orders_of_news),),
        rounds=1,
    ),
    InvariantRow(
        number="I13",
        says="Placing an order is idempotent",
        play=the_same_post,
        controls=(Control(guard="the cart's lock and its one unpaid order", away=UNLOCKED),),
    ),
    InvariantRow(
        number="I14",
        says="A placed order never changes",
        play=nothing_changes,
        controls=(
            Control(
                guard="the triggers that seal it",
                away=guards.triggers("orders_order", "orders_orderline", "orders_orderadjustment"),
            ),
        ),
    ),
)
