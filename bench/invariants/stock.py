"""I1 to I4: bottles are sold once, all of them, and given back by whoever does not pay."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.db.models import Q, Sum
from django.utils import timezone

from bench.invariants import guards
from bench.invariants.database import deadlocks
from bench.invariants.row import Control, InvariantRow, Scene, Tally, together
from bench.invariants.shoppers import ASKED_BY_BANK, DECLINED, VISA, ShopperAnswer, Timed, browsers, fill, run_at_once
from vintner.cart import carts
from vintner.cart.prices import quoted_cart
from vintner.catalogue.models import Variation
from vintner.orders import jobs as order_jobs
from vintner.orders import stock
from vintner.orders.models import Order, StockReservation
from vintner.payments import jobs
from vintner.payments.models import Payment
from vintner.testing.builders import make_product, only_variation

STOCKS = (1, 7, 50)
SWEEPERS = 5
WAVES = 8


def wine(bottles: int) -> Variation:
    return only_variation(make_product(stock=bottles))


def tally_answers(answers: list[Timed[ShopperAnswer]]) -> Tally:
    """Count what shoppers were answered. A store that breaks is wrong whatever else it did."""
    failed = Counter({"failed requests": sum(each.answer.failed for each in answers)})
    return Tally(failed, Counter(_kind(each.answer) for each in answers), [each.ms for each in answers])


def _kind(answer: ShopperAnswer) -> str:
    if answer.status == 0:
        return "cut off"
    if answer.asked:
        return "asked by the bank"
    return "paid" if answer.paid else "refused"


def claimed(variation: Variation) -> int:
    """Return how many bottles orders have, sold or held."""
    theirs = StockReservation.objects.filter(Q(sold=True) | Q(ended_at=None), variation=variation)
    return theirs.aggregate(bottles=Sum("quantity"))["bottles"] or 0


def race_for_bottles(scene: Scene) -> Tally:
    """All want one to three bottles of the same two wines, in either order."""
    bottles, before = STOCKS[scene.number % len(STOCKS)], deadlocks()
    red, white = wine(bottles), wine(bottles)

    def lines(number: int) -> list[tuple[Variation, int]]:
        pair = [(red, 1 + number % 3), (white, 1 + number % 2)]
        return pair if number % 2 else pair[::-1]

    made = browsers(scene.address, fill(scene.clients, lines))
    actions = [browser.pays for browser in made]
    if scene.kill_worker is not None and scene.number % 5 == 4:
        actions.insert(scene.clients // 2, partial(_killing, scene))
    tally = tally_answers(run_at_once(actions))
    over = sum(max(claimed(each) - bottles, 0) for each in (red, white))
    tally.wrong.update({"oversold bottles": over, "deadlocks": deadlocks() - before})
    return tally


def _killing(scene: Scene) -> ShopperAnswer:
    if scene.kill_worker is not None:
        scene.kill_worker()
    return ShopperAnswer(0)


def race_until_sold(scene: Scene) -> Tally:
    """One bottle for five shoppers; half of them walk away from the bank's question. Who got none tries again."""
    last, tally = wine(scene.clients // 5), Tally()
    waiting = browsers(scene.address, fill(scene.clients, lambda number: [(last, 1)]))
    for wave in range(WAVES):
        cards = [ASKED_BY_BANK if wave < WAVES - 1 and scene.chance.random() < 0.5 else VISA for _ in waiting]
        answers = run_at_once([partial(browser.pays, card) for browser, card in zip(waiting, cards, strict=True)])
        tally.add(tally_answers(answers))
        hold_is_over()
        end_the_unpaid()
        waiting = [each for each, came in zip(waiting, answers, strict=True) if not came.answer.paid]
        last.refresh_from_db()
        if not last.on_hand:
            break
    tally.seen["waves"] += wave + 1
    tally.wrong.update({"unsold bottles": last.on_hand, "bottles still held": last.reserved})
    return tally


def hold_is_over() -> None:
    """As if an hour had gone by since the orders that wait for money were placed."""
    StockReservation.objects.filter(ended_at=None).update(expires_at=timezone.now() - timedelta(seconds=1))
    Payment.objects.filter(closed_at=None).update(changed_at=timezone.now() - timedelta(hours=1), busy_until=None)


def end_the_unpaid() -> None:
    jobs.cancel_unpaid(0)
    order_jobs.expire_holds(0)


def end_of_the_hold(scene: Scene) -> Tally:
    """The bank says yes to half of the shoppers in the very moment in which several sweepers end their orders."""
    bottles = wine(scene.clients)
    made = browsers(scene.address, fill(scene.clients, lambda number: [(bottles, 1)]))
    tally = tally_answers(run_at_once([partial(each.pays, ASKED_BY_BANK) for each in made]))
    payments = list(Payment.objects.exclude(intent_id=None).order_by("pk"))
    hold_is_over()
    yes = [partial(_bank_says_yes, scene, payment) for payment in payments[::2]]
    actions: list[Callable[[], bool]] = [*[_sweep] * SWEEPERS, *yes]
    answers = run_at_once(actions, side_by_side=8)
    end_the_unpaid()
    jobs.reconcile(0)
    return _after_the_hold(tally, bottles, scene.clients, late=sum(each.answer for each in answers))


def _bank_says_yes(scene: Scene, payment: Payment) -> bool:
    try:
        scene.sandbox.answer(str(payment.intent_id))
    except AssertionError:  # cancelled before
        return False
    if payment.pk % 10 == 0:
        jobs.reconcile(0)
    return True


def _sweep() -> bool:
    end_the_unpaid()
    return False


def _after_the_hold(tally: Tally, bottles: Variation, stock_before: int, *, late: int) -> Tally:
    hold_is_over()
    end_the_unpaid()
    jobs.reconcile(0)
    bottles.refresh_from_db()
    sold = Order.objects.filter(status="processing").count()
    parked = Order.objects.filter(status="on-hold", events__alert=True).distinct().count()
    open_holds = StockReservation.objects.filter(ended_at=None).count()
    balance = bottles.on_hand + sold - stock_before
    tally.wrong.update({"leaked holds": open_holds + max(bottles.reserved, 0), "given back twice": abs(balance)})
    tally.wrong.update({"late yes without an order": max(late - sold - parked, 0)})
    tally.seen.update({"bank's yes at the last moment": late, "paid": sold, "parked for a person": parked})
    return tally


def own_hold(scene: Scene) -> Tally:
    """As many bottles as shoppers. Every card is declined first, and all bottles are held: each pays again."""
    bottles = wine(scene.clients)
    made = browsers(scene.address, fill(scene.clients, lambda number: [(bottles, 1)]))
    tally = tally_answers(run_at_once([partial(each.pays, DECLINED) for each in made]))
    reviews = run_at_once([partial(each.call, "update_order_review", _review(each.token)) for each in made])
    again = run_at_once([each.pays for each in made])
    tally.add(tally_answers(again))
    tally.wrong.update(
        {
            "blocked by her own hold": sum(not each.answer.paid for each in again),
            "told that it is sold out": sum("sold out" in each.answer.body for each in reviews),
        }
    )
    return tally


def _review(token: str) -> dict[str, str]:
    return {"security": token, "payment_method": "stripe", "country": "US", "state": "CA", "postcode": "94110"}


NO_CONDITION = stock._HOLD.replace(
    "AND CASE WHEN manage_stock THEN backorders <> 'no' OR on_hand - reserved >= locked.bottles ELSE available END", ""
)
OVERSELLING = partial(
    together, guards.constraint("catalogue_variation", "never_oversold"), guards.function(stock, "_HOLD", NO_CONDITION)
)
KEEPING = guards.function(stock, "release", lambda order: None)
FORGETTING = partial(
    together,
    guards.function(quoted_cart, "held_for", lambda cart: {}),
    guards.function(carts, "held_for", lambda cart: {}),
)

ROWS = (
    InvariantRow(
        number="I1",
        says="Never oversell",
        play=race_for_bottles,
        controls=(Control(guard="condition and CHECK of the stock", away=OVERSELLING, number=1),),
    ),
    InvariantRow(
        number="I2",
        says="Never undersell",
        play=race_until_sold,
        controls=(Control(guard="giving back what is held", away=KEEPING),),
        rounds=5,
    ),
    InvariantRow(
        number="I3",
        says="A hold ends once",
        play=end_of_the_hold,
        controls=(Control(guard="giving back what is held", away=KEEPING),),
        rounds=3,
    ),
    InvariantRow(
        number="I4",
        says="No shopper is blocked by her own hold",
        play=own_hold,
        controls=(Control(guard="knowing one's own hold", away=FORGETTING),),
        rounds=3,
    ),
)
