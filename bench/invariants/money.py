"""I5, I6 and I9: one charge for an order, none without an order, and never more back than was paid."""

import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

from django.db import IntegrityError
from django.utils import timezone

from bench.invariants import guards, ledger
from bench.invariants.row import Control, InvariantRow, Scene, Tally, together
from bench.invariants.shoppers import (
    ASKED_BY_BANK,
    VISA,
    ShopperAnswer,
    ShopperBrowser,
    Timed,
    browsers,
    fill,
    run_at_once,
)
from bench.invariants.stock import tally_answers, wine
from vintner.money import Money
from vintner.orders.models import Order, Refund
from vintner.orders.refundable import NewRefund
from vintner.payments import jobs, refunds
from vintner.payments.attempts import attempts
from vintner.payments.attempts.attempts import build_charge
from vintner.payments.gateway import Charge, ProviderDown
from vintner.payments.models import Payment
from vintner.payments.stripe.gateway import StripeGateway
from vintner.refusal import Refusal
from vintner.testing.builders import make_user
from vintner.testing.shopper import FORM

PRESSES = 4
"""How often one shopper sends the same checkout at once: so many make a crowd of the row's size."""
MASTERCARD = "pm_card_mastercard"


def buyers(scene: Scene, count: int) -> list[ShopperBrowser]:
    """Return shoppers with a bottle each; there are enough for all."""
    bottles = wine(count)
    return browsers(scene.address, fill(count, lambda number: [(bottles, 1)]))


def charged_once(scene: Scene) -> Tally:
    """Each round is one way to send an order more than once; every shopper ends with one charge, and a paid order."""
    way = WAYS[scene.number % len(WAYS)]
    made = buyers(scene, scene.clients // PRESSES)
    tally = tally_answers(way(scene, made))
    some_minutes_later()
    scene.served()
    tally.add(tally_answers(run_at_once([each.pays for each in made])))
    some_minutes_later()
    jobs.reconcile(0)
    accounts = ledger.read(scene.sandbox)
    charges = [accounts[pk].charges if pk in accounts else 0 for pk in _orders()]
    tally.wrong.update({"charged more than once": sum(count > 1 for count in charges)})
    tally.wrong.update({"paid without a charge": charges.count(0), "orders too many": len(charges) - len(made)})
    tally.seen.update({"orders": len(charges), "charges": sum(charges)})
    return tally


def _orders() -> list[int]:
    return list(Order.objects.filter(status__in=("processing", "completed", "on-hold")).values_list("pk", flat=True))


def some_minutes_later() -> None:
    """As if nobody had heard of the open payments for some minutes."""
    Payment.objects.update(changed_at=timezone.now() - timedelta(minutes=3), busy_until=None)


def _press_often(scene: Scene, made: list[ShopperBrowser]) -> list[Timed[ShopperAnswer]]:
    """A button pressed again and again before the answer is there."""
    return run_at_once([each.pays for each in made for _ in range(PRESSES)])


def _two_tabs(scene: Scene, made: list[ShopperBrowser]) -> list[Timed[ShopperAnswer]]:
    """Tabs side by side, each with another card."""
    cards = (VISA, MASTERCARD) * (PRESSES // 2)
    return run_at_once([partial(each.pays, card) for each in made for card in cards])


def _reload(scene: Scene, made: list[ShopperBrowser]) -> list[Timed[ShopperAnswer]]:
    """The connection is cut before the answer, and the order sent again."""
    return run_at_once([partial(_cut_off, each) for each in made]) + run_at_once([each.pays for each in made])


def _cut_off(browser: ShopperBrowser) -> ShopperAnswer:
    fields = {**FORM, "woocommerce-process-checkout-nonce": browser.token, "wc-stripe-payment-method": VISA}
    return browser.asks("POST", "/?wc-ajax=checkout", fields, patience=0.3)


def _with_fault(fault: str, scene: Scene, made: list[ShopperBrowser]) -> list[Timed[ShopperAnswer]]:
    """The card service takes the money and its answer is lost."""
    scene.sandbox.fault(fault, times=len(made))  # type: ignore[arg-type]
    return run_at_once([each.pays for each in made])


def _killed(scene: Scene, made: list[ShopperBrowser]) -> list[Timed[ShopperAnswer]]:
    """Web processes die under the orders."""
    actions: list[Callable[[], ShopperAnswer]] = [each.pays for each in made]
    for place in (len(made) // 3, len(made) * 2 // 3):
        actions.insert(place, partial(_kill, scene))
    return run_at_once(actions)


def _kill(scene: Scene) -> ShopperAnswer:
    if scene.kill_worker is not None:
        scene.kill_worker()
    return ShopperAnswer(0)


WAYS: tuple[Callable[[Scene, list[ShopperBrowser]], list[Timed[ShopperAnswer]]], ...] = (
    _press_often,
    _two_tabs,
    _reload,
    partial(_with_fault, "500_after"),
    partial(_with_fault, "timeout_after_charge"),
    _killed,
)


def no_orphans(scene: Scene) -> Tally:
    """No webhook arrives, half of the answers are lost, the others leave after the bank's yes; one round heals all."""
    made = buyers(scene, scene.clients)
    lost, left = made[: len(made) // 2], made[len(made) // 2 :]
    answers = run_at_once([partial(each.pays, ASKED_BY_BANK) for each in left])
    scene.sandbox.fault("500_after", times=len(lost))
    answers += run_at_once([each.pays for each in lost])
    for payment in Payment.objects.filter(status="action_required"):
        scene.sandbox.answer(str(payment.intent_id))
    tally = tally_answers(answers)
    before = _orphans(scene)
    some_minutes_later()
    jobs.reconcile(0)
    tally.wrong.update({"orphaned charges": _orphans(scene)})
    tally.seen.update({"charges nobody had told of": before})
    return tally


def _orphans(scene: Scene) -> int:
    """Return how many charges have no order that is paid, or that a person was told of."""
    known = set(_orders())
    return sum(account.charges > 0 and order not in known for order, account in ledger.read(scene.sandbox).items())


def never_more_back(scene: Scene) -> Tally:
    """Staff refund one order at once: to the card, or half of them by hand, while the card service loses answers."""
    [buyer] = browsers(scene.address, fill(1, lambda number: [(wine(99), 12)]))
    tally = tally_answers(run_at_once([buyer.pays]))
    order, staff = Order.objects.get(), make_user(is_staff=True)
    part = Money(2 * order.total.minor // scene.clients)  # all together want twice of what was paid
    scene.sandbox.fault("500_after", "refunds.create", times=5)

    def action(number: int) -> str:
        try:
            new = NewRefund(amount=part)
            return refunds.refund(order.pk, new, by=staff, by_hand=number % 2 == 0).state
        except (Refusal, ProviderDown) as error:
            return type(error).__name__
        except IntegrityError:
            return "stopped by the database"

    answers = run_at_once([partial(action, number) for number in range(scene.clients)], side_by_side=16)
    Refund.objects.filter(state="requested").update(busy_until=timezone.now() - timedelta(seconds=1))
    jobs.reconcile_refunds(0)
    tally.seen.update(Counter(f"{each.answer} refunds" for each in answers))
    return _balanced(tally, scene, order)


def _balanced(tally: Tally, scene: Scene, order: Order) -> Tally:
    rows = Refund.objects.filter(order=order).exclude(state="failed")
    by_hand = sum(row.amount.minor for row in rows if not row.intent_id)
    to_card = sum(row.amount.minor for row in rows if row.intent_id)
    account = ledger.read(scene.sandbox)[order.pk]
    over = max(by_hand + account.refunded - account.taken, 0)
    tally.wrong.update({"cents refunded too much": over, "cents out of balance": abs(account.refunded - to_card)})
    return tally


def _new_key_each_time(payment: Payment) -> Charge:
    return replace(build_charge(payment), key=secrets.token_hex(16))


NEW_KEYS = guards.function(attempts, "build_charge", _new_key_each_time)
NOT_LOOKING = guards.function(StripeGateway, "find_claimed", lambda self, claims, since: ())
GENEROUS = partial(
    together,
    guards.triggers("orders_refund", "orders_refundline"),
    guards.function(refunds, "remaining_amount", lambda order: order.total),
    guards.function(refunds, "_amount_returned_to", lambda intent_id: Money(0)),
)

ROWS = (
    InvariantRow(
        number="I5",
        says="One order is charged at most once",
        play=charged_once,
        controls=(Control(guard="the stored idempotency key", away=NEW_KEYS, number=3),),
        rounds=len(WAYS),
    ),
    InvariantRow(
        number="I6",
        says="A charge ends as a paid order or a refund",
        play=no_orphans,
        controls=(Control(guard="looking for the intent of a lost answer", away=NOT_LOOKING),),
        rounds=3,
    ),
    InvariantRow(
        number="I9",
        says="Money is conserved",
        play=never_more_back,
        controls=(Control(guard="the sum of what went back, in code and database", away=GENEROUS),),
        rounds=10,
    ),
)
