"""I17 to I19: a cart is never lost, whoever logs in or out, whatever happens to it at once; undo is exact."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product
from random import Random

from bench.invariants import guards
from bench.invariants.row import Control, InvariantRow, Scene, Tally, together
from bench.invariants.shoppers import ShopperAnswer, ShopperBrowser, browsers, fill, run_at_once
from vintner.cart import carts, merge_carts
from vintner.cart.models import Cart, CartLine
from vintner.catalogue.models import Variation
from vintner.customers.models import User
from vintner.testing.builders import make_product, make_user, only_variation

PASSWORD = "a-long-enough-secret"  # noqa: S105 - of a customer who exists for seconds
LOG_IN, LOG_OUT, LOOK = "log in", "log out", "look"
STEPS = (LOG_IN, LOG_OUT, LOOK)
JOURNEYS = tuple(product(STEPS, STEPS, (False, True)))
"""Two steps at the first device, each followed by another wine; with or without a second device beside it."""
BOTTLES = 1_000
ADDING = (0, 1)


def journeys(scene: Scene) -> Tally:
    """Customers and guests put wine in, log in and out at one device or two, while web processes are killed."""
    wines = [only_variation(make_product(stock=None)) for _ in range(4)]
    count = scene.clients // 4
    people = [make_user(f"taster{number}@example.com", password=PASSWORD) for number in range(count)]
    actions: list[Callable[[], Counter[str]]] = [
        partial(_Journey(scene.address, wines, user, number).walk) for number, user in enumerate(people)
    ]
    if scene.kill_worker is not None:
        actions.insert(count // 2, partial(_kill, scene))
    tally = Tally(Counter({"lines lost": 0, "bottles lost": 0}))
    for timed in run_at_once(actions, side_by_side=32):
        tally.wrong.update(
            {name: timed.answer.pop(name) for name in ("lines lost", "bottles lost") if name in timed.answer}
        )
        tally.seen.update(timed.answer)
    return tally


def _kill(scene: Scene) -> Counter[str]:
    if scene.kill_worker is not None:
        scene.kill_worker()
    return Counter({"web processes killed": 1})


class _Journey:
    """One person's way through log-ins, and what must be in her cart at the end."""

    def __init__(self, address: str, wines: list[Variation], user: User, number: int) -> None:
        self._first, self._second = ShopperBrowser(address), ShopperBrowser(address)
        self._wines, self._user = wines, user
        *self._steps, self._has_two = JOURNEYS[number % len(JOURNEYS)]
        self._guest, self._hers = Counter[int](), Counter[int]()
        self._seen: Counter[str] = Counter(journeys=1)
        self._logged_in = False

    def walk(self) -> Counter[str]:
        self._add(self._first, 0)
        if self._has_two:
            self._log_in(self._second)
            self._put(self._second, 3, self._hers)
        for number, step in enumerate(self._steps, start=1):
            self._do(str(step))
            self._add(self._first, number)
        if not self._logged_in:
            self._do(LOG_IN)
        return self._compare()

    def _do(self, step: str) -> None:
        if step == LOG_IN and not self._logged_in:
            self._log_in(self._first)
            self._hers += self._guest
            self._guest, self._logged_in = Counter(), True
        elif step == LOG_OUT and self._logged_in:
            self._until_answered(lambda: self._post(self._first, "/my-source/customer-logout/", {}))
            self._logged_in = False
        elif step == LOOK:
            self._until_answered(lambda: self._first.call("get_refreshed_fragments", {}))

    def _log_in(self, browser: ShopperBrowser) -> None:
        fields = {"username": self._user.email, "password": PASSWORD}
        self._until_answered(lambda: self._post(browser, "/my-source/", fields))

    def _post(self, browser: ShopperBrowser, path: str, fields: dict[str, str]) -> ShopperAnswer:
        return browser.asks("POST", path, {**fields, "csrfmiddlewaretoken": browser.token})

    def _add(self, browser: ShopperBrowser, number: int) -> None:
        self._put(browser, number, self._hers if self._logged_in else self._guest)

    def _put(self, browser: ShopperBrowser, number: int, into: Counter[int]) -> None:
        """Put a bottle in. Without an answer nobody knows whether it is there: it counts as one that may be."""
        variation = self._wines[number]
        fields = {"product_id": str(variation.pk), "quantity": "1"}
        answer = browser.call("add_to_cart", fields)
        if answer.status == 0:
            self._seen["answers lost"] += 1
            return
        assert "cart_hash" in answer.read, answer
        into[variation.pk] += 1
        self._seen["lines put in"] += 1

    def _until_answered(self, asks: Callable[[], ShopperAnswer]) -> None:
        while (answer := asks()).status == 0:
            self._seen["answers lost"] += 1
        assert answer.status in (200, 302), answer

    def _compare(self) -> Counter[str]:
        there = Counter(
            dict(
                CartLine.objects.filter(cart__user=self._user, removed_at=None).values_list("variation_id", "quantity")
            )
        )
        missing = self._hers - there
        self._seen.update(
            {"lines lost": sum(1 for wine in missing if not there[wine]), "bottles lost": missing.total()}
        )
        return self._seen


def at_once_in_one_cart(scene: Scene) -> Tally:
    """One cart is added to, lowered and undone from everywhere; what nobody takes away is all there."""
    wines = [only_variation(make_product(stock=None)) for _ in range(3)]
    added, moved, set_to = wines
    [cart] = fill(1, lambda number: [(moved, 1), (set_to, 1)])
    key = CartLine.objects.select_related("variation__product").get(cart=cart, variation=moved).key
    actions = []
    for number in range(scene.clients):
        [browser] = browsers(scene.address, [cart])
        actions.append(_edit(browser, number % 4, added, key))
    answers = run_at_once(actions)
    tally = Tally(seen=Counter({"edits": len(answers)}), ms=[each.ms for each in answers])
    tally.wrong["failed requests"] = sum(each.answer.status != 200 for each in answers)
    held = Counter[int]()
    for line in CartLine.objects.filter(cart=cart, removed_at=None):
        held[line.variation_id] += line.quantity
    rows = CartLine.objects.filter(cart=cart, removed_at=None).count()
    put_in = sum(number % 4 in ADDING for number in range(scene.clients))
    tally.wrong["lost bottles"] = abs(held[added.pk] - put_in)
    tally.wrong["lost lines"] = int(held[set_to.pk] != 1)
    tally.wrong["doubled lines"] = rows - len([wine for wine in held if held[wine]])
    return tally


def _edit(browser: ShopperBrowser, kind: int, added: Variation, key: str) -> Callable[[], ShopperAnswer]:
    if kind in ADDING:
        return partial(browser.call, "add_to_cart", {"product_id": str(added.pk), "quantity": "1"})
    if kind == 2:
        return partial(browser.call, "xoo_cp_update_cart", {"cart_key": key, "new_qty": "0"})
    return partial(browser.call, "xoo_cp_undo_item", {"cart_key": key})


def undo(scene: Scene) -> Tally:
    """Random carts lose random lines and get them back."""
    wines = [only_variation(make_product(stock=BOTTLES)) for _ in range(8)]

    def lines(number: int) -> list[tuple[Variation, int]]:
        chance = Random(scene.number * 1000 + number)  # noqa: S311 - the same each run
        return [(wine, chance.randint(1, BOTTLES - 1)) for wine in wines if chance.random() < 0.5] or [(wines[0], 3)]

    made = fill(scene.clients, lines)
    tally = Tally(Counter({"lines that came back otherwise": 0}))
    for timed in run_at_once([partial(_lose_and_undo, cart) for cart in made], side_by_side=8):
        tally.wrong["lines that came back otherwise"] += timed.answer
        tally.seen["carts"] += 1
    return tally


def _lose_and_undo(cart: Cart) -> int:
    before = _rows(cart)
    chance = Random(cart.pk.int)  # noqa: S311 - of this cart
    lines = list(cart.lines.select_related("variation__product"))
    taken = chance.sample(lines, chance.randint(1, len(lines)))
    for line in taken:
        carts.remove(cart, line.key)
    for line in chance.sample(taken, len(taken)):
        carts.restore(cart, line.key)
    return sum((before - _rows(cart)).values()) + sum((_rows(cart) - before).values())


def _rows(cart: Cart) -> Counter[tuple[object, ...]]:
    return Counter(cart.lines.values_list("id", "variation_id", "quantity", "added_at", "removed_at"))


def _forget(cart: Cart, user: User, *, now: object) -> list[str]:
    """Make the guest's cart the customer's, and throw away what she had."""
    Cart.objects.filter(user=user).delete()
    Cart.objects.filter(pk=cart.pk).update(user=user)
    return []


def _one_bottle(cart: Cart, key: str) -> CartLine:
    line = next(each for each in cart.lines.select_related("variation__product") if each.key == key)
    CartLine.objects.filter(pk=line.pk).update(removed_at=None, quantity=1)
    return line


MERGELESS = partial(together, guards.function(merge_carts, "merge", _forget), guards.function(carts, "merge", _forget))
UNLOCKED = partial(
    together,
    guards.function(carts, "lock_and_touch", lambda cart: None),
    guards.function(carts, "lock_and_find", lambda cart_id, user: Cart.objects.filter(pk=cart_id).first()),
    guards.index("line_once_per_cart"),
)

ROWS = (
    InvariantRow(
        number="I17",
        says="A cart is never lost",
        play=journeys,
        controls=(Control(guard="the merge of carts", away=MERGELESS),),
        rounds=10,
    ),
    InvariantRow(
        number="I18",
        says="Edits of one cart at once lose no line",
        play=at_once_in_one_cart,
        controls=(Control(guard="the cart's lock and its one line for a wine", away=UNLOCKED),),
    ),
    InvariantRow(
        number="I19",
        says="Undo restores the removed line",
        play=undo,
        controls=(
            Control(guard="the quantity of the removed line", away=guards.function(carts, "restore", _one_bottle)),
        ),
        rounds=5,
    ),
)
