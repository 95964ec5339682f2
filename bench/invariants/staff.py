"""I21: staff edit wines that shoppers are buying. No bottle is lost or made, and nobody's edit is overwritten."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from django.db.models import QuerySet, Sum
from django.test import Client

from bench.invariants import guards
from bench.invariants.row import Control, InvariantRow, Scene, Tally, together
from bench.invariants.shoppers import ShopperAnswer, ShopperBrowser, browsers, fill, run_at_once
from bench.invariants.stock import tally_answers, wine
from vintner.catalogue.models import Product, StockMovement, Variation
from vintner.catalogue.stock import stock_movements
from vintner.catalogue.stock.stock_movements import Reason, StockChange
from vintner.orders.models import OrderLine
from vintner.testing.builders import make_user
from vintner.testing.html_forms import Fields, read_form
from vintner.web.admin.opened_values import CheckedForm

WINES, EDITORS, COUNTERS, EDITS = 3, 3, 3, 4
"""Editors change texts and prices, counters the stock, each so often, of each wine in turn."""
TRIES = 50
"""So often somebody looks and saves again before giving up; only who saved counts."""


@dataclass(slots=True)
class StaffPerson:
    """A member of staff at a browser."""

    number: int
    browser: ShopperBrowser
    wines: list[Variation]
    texts: list[tuple[int, str]] = field(default_factory=list)
    moved: Counter[int] = field(default_factory=Counter)
    failed: int = 0

    def edit(self) -> ShopperAnswer:
        """Add a line to each wine's description, and set a price, in the product's form."""
        for turn in range(EDITS):
            for wine_ in self.wines:
                self._edit(wine_, f"Line {self.number}-{turn}.", 2000 + 100 * self.number + turn)
        return ShopperAnswer(200)

    def count(self) -> ShopperAnswer:
        """Receive, break and count bottles."""
        for turn in range(EDITS):
            for place, wine_ in enumerate(self.wines):
                self._move(wine_, ("received", "broken", "counted")[(turn + place + self.number) % 3])
        return ShopperAnswer(200)

    def _edit(self, variation: Variation, line: str, cents: int) -> None:
        path = f"/admin/catalogue/product/{variation.product_id}/change/"
        for _ in range(TRIES):
            form = self._open(path, "product_form")
            if not form:
                continue
            form["description"] = [f"{form['description'][0]}\r\n{line}".strip()]
            form["variations-0-regular_price"] = [f"{cents // 100}.{cents % 100:02}"]
            if self._send(path, form):
                self.texts.append((variation.product_id, line))
                return

    def _move(self, variation: Variation, reason: str) -> None:
        path = f"/admin/catalogue/variation/{variation.pk}/change/"
        for _ in range(TRIES):
            form = self._open(path, "stock_form")
            if not form:
                continue
            change = {"received": 6, "broken": -1, "counted": -2}[reason]
            typed = int(form["against"][0]) + change if reason == "counted" else abs(change)
            if self._send(path, form | {"reason": [reason], "quantity": [str(typed)]}):
                self.moved[variation.pk] += change
                return

    def _open(self, path: str, form_id: str) -> Fields:
        answer = self.browser.asks("GET", path)
        self.failed += answer.failed
        return read_form(answer.body, form_id) if answer.status == 200 else {}

    def _send(self, path: str, form: Fields) -> bool:
        answer = self.browser.asks("POST", path, form)
        self.failed += answer.failed
        return answer.status == 302


def staff(scene: Scene, wines: list[Variation]) -> list[StaffPerson]:
    """Return people who are logged in to the admin."""
    people = []
    for number in range(EDITORS + COUNTERS):
        client = Client()
        client.force_login(make_user(f"staff-{number}@example.com", is_staff=True, is_superuser=True))
        browser = ShopperBrowser(scene.address)
        browser.jar["sessionid"] = client.cookies["sessionid"].value
        people.append(StaffPerson(number, browser, wines))
    return people


def edited_while_sold(scene: Scene) -> Tally:
    """All buy a few bottles of two of the wines; staff change texts, prices and stock of all of them meanwhile."""
    wines = [wine(scene.clients * 3) for _ in range(WINES)]

    def lines(number: int) -> list[tuple[Variation, int]]:
        return [(wines[(number + nth) % WINES], 1 + (number + nth) % 3) for nth in range(2)]

    people = staff(scene, wines)
    editors, counters = people[:EDITORS], people[EDITORS:]
    shoppers = browsers(scene.address, fill(scene.clients, lines))
    actions: list[Callable[[], ShopperAnswer]] = [*(each.edit for each in editors), *(each.count for each in counters)]
    actions += [each.pays for each in shoppers]
    tally = tally_answers(run_at_once(actions)[len(people) :])
    tally.wrong["failed requests of staff"] = sum(each.failed for each in people)
    tally.wrong["bottles lost or made"] = sum(abs(_unaccounted(each, people, scene.clients * 3)) for each in wines)
    tally.wrong["edits that somebody overwrote"] = _overwritten(editors)
    tally.wrong["people who saved nothing"] = sum(not each.texts and not each.moved for each in people)
    tally.seen.update({"edits": sum(len(each.texts) for each in editors)})
    tally.seen.update({"movements by staff": StockMovement.objects.exclude(by=None).count()})
    return tally


def _unaccounted(variation: Variation, people: list[StaffPerson], first: int) -> int:
    """Return how many more bottles there are than were there, came by staff, and were not sold."""
    ordered = _bottles(OrderLine.objects.filter(variation=variation, order__status="processing"))
    sold = -_bottles(StockMovement.objects.filter(variation=variation).exclude(order=None))
    on_hand = Variation.objects.get(pk=variation.pk).on_hand
    moved = sum(each.moved[variation.pk] for each in people)
    return abs(on_hand - first - moved + ordered) + abs(sold - ordered)


def _bottles(rows: "QuerySet[OrderLine] | QuerySet[StockMovement]") -> int:
    total: int | None = rows.aggregate(bottles=Sum("quantity"))["bottles"]
    return total or 0


def _overwritten(editors: list[StaffPerson]) -> int:
    found = dict(Product.objects.values_list("pk", "description"))
    return sum(line not in found[product] for each in editors for product, line in each.texts)


def _written_over(variation_id: int, made: StockChange, *, against: int | None = None) -> None:
    """Write the number that the form was opened with, changed, as an overwriting form does."""
    signs = {Reason.RECEIVED: 1, Reason.BROKEN: -1}
    number = made.quantity if made.reason is Reason.COUNTED else (against or 0) + made.quantity * signs[made.reason]
    Variation.objects.filter(pk=variation_id).update(on_hand=number)


OVERWRITING = partial(
    together, guards.triggers("catalogue_variation"), guards.function(stock_movements, "record_change", _written_over)
)
COUNTING_BLINDLY = guards.function(stock_movements, "_check_count", lambda variation, against: None)
LAST_ONE_WINS = guards.function(CheckedForm, "_find_conflicts", lambda form: {})

ROWS = (
    InvariantRow(
        number="I21",
        says="Staff and shoppers change the same wine",
        play=edited_while_sold,
        controls=(
            Control(guard="changing the stock by movements", away=OVERWRITING),
            Control(guard="comparing a count with the books", away=COUNTING_BLINDLY),
            Control(guard="comparing a form with what others changed", away=LAST_ONE_WINS),
        ),
        rounds=5,
    ),
)
