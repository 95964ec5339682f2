"""Changing the stock. Every change is a movement: a row with its reason, and the bottles on hand that follow from it.

The database's function `catalogue_move_stock` is the only way to write either (catalogue/migrations/sql/stock.sql).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import connection, transaction

from vintner.catalogue.models import Product, StockMovement, Variation
from vintner.catalogue.plans.words import count_units
from vintner.customers.models import User
from vintner.refusal import Refusal

Reason = StockMovement.Reason

SIGNS: Final[Mapping[str, int]] = {
    Reason.RECEIVED: 1,
    Reason.RETURNED: 1,
    Reason.BROKEN: -1,
}
"""Reasons for which staff type how many bottles there were, and the reason tells whether they came or went."""
MOST: Final = 1_000_000

_MOVE: Final = "SELECT * FROM catalogue_move_stock(%s, %s::bigint[], %s::integer[], %s::integer[], %s, %s, %s, %s)"
_MOVE_EACH: Final = """
SELECT moved.variation_id FROM unnest(%s::text[], %s::bigint[], %s::integer[], %s::text[])
    WITH ORDINALITY AS noted (reason, id, quantity, note, place)
CROSS JOIN LATERAL catalogue_move_stock(
    noted.reason, ARRAY[noted.id], ARRAY[noted.quantity], ARRAY[0], NULL, NULL, noted.note, NULL
) AS moved
"""


@dataclass(frozen=True, slots=True)
class MovedStock:
    """The stock of a variation after a movement.

    `came` is the change of its free bottles, those that no order holds.
    """

    variation_id: int
    product_id: int
    counted: bool
    on_hand: int
    free: int
    came: int

    @property
    def sold_out_or_back(self) -> bool:
        """Whether the last free bottle went or the first came, so that listings have to change."""
        return self.counted and (self.free <= 0) != (self.free - self.came <= 0)


def move(
    reason: StockMovement.Reason,
    quantities: Mapping[int, int],
    *,
    held: Mapping[int, int] | None = None,
    order_id: int | None = None,
    by: User | None = None,
    note: str = "",
    key: UUID | None = None,
) -> list[MovedStock]:
    """Add bottles to each variation (negative: remove), and change by `held` the bottles that orders hold of it.

    All or none, in one query. Raises IntegrityError `never_oversold` when too few bottles would be left.
    """
    variations = sorted(quantities)
    parameters = (
        reason.value,
        variations,
        [quantities[each] for each in variations],
        [(held or {}).get(each, 0) for each in variations],
        order_id,
        by.pk if by else None,
        note,
        key,
    )
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, parameters)
        return [MovedStock(*row) for row in cursor.fetchall()]


@dataclass(frozen=True, slots=True)
class NotedMove:
    """A movement of one variation with a reason and a note of its own."""

    variation_id: int
    quantity: int
    reason: StockMovement.Reason
    note: str


def move_each(moves: Iterable[NotedMove]) -> None:
    """Move the stock of many variations, each with its own words. All or none, in one query."""
    ordered = sorted(moves, key=lambda each: each.variation_id)
    if ordered:
        columns = (
            [each.reason.value for each in ordered],
            [each.variation_id for each in ordered],
            [each.quantity for each in ordered],
            [each.note for each in ordered],
        )
        with connection.cursor() as cursor:
            cursor.execute(_MOVE_EACH, columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class StockChange:
    """A stock change by staff. `key` identifies the form that was sent."""

    reason: StockMovement.Reason
    quantity: int
    by: User | None
    note: str = ""
    key: UUID | None = None


def bottles_of_unit(product: Product) -> int:
    """Return how many bottles one unit of the stock of a product is: those of a box or set, if it is one."""
    return product.plan.bottles if product.plan is not None else product.set_bottles or 1


def count_stock(variation: Variation, units: int) -> str:
    """Return so many units of a variation's stock: '1 bottle', '12 boxes of 6 bottles'."""
    return count_units(units, bottles_of_unit(variation.product))


def record_change(variation_id: int, made: StockChange, *, against: int | None = None) -> None:
    """Record a change by staff, once for each key.

    The quantity of a count is the number counted while `against` bottles were on hand in the database; that of a
    correction is what it adds; that of any other reason is the number of bottles that came or went.

    Raises Refusal `stock_changed` when the stock is no longer `against`, so that the person looks again; `held` when
    fewer bottles would be left than orders hold; `not_counted`.
    """
    with transaction.atomic():
        variation = _lock(variation_id)
        if made.key is not None and StockMovement.objects.filter(key=made.key).exists():
            return
        if made.reason is Reason.COUNTED:
            _check_count(variation, against)
            quantity = made.quantity - variation.on_hand
        else:
            quantity = made.quantity * SIGNS.get(made.reason, 1)
        _check_left(variation, quantity)
        move(made.reason, {variation_id: quantity}, by=made.by, note=made.note, key=made.key)


def set_on_hand(variation_id: int, bottles: int, reason: StockMovement.Reason, note: str = "") -> bool:
    """Bring the stock to a number that comes from outside, such as a file; returns whether it changed."""
    with transaction.atomic():
        difference = bottles - _lock(variation_id).on_hand
        if difference:
            move(reason, {variation_id: difference}, note=note)
    return bool(difference)


def _lock(variation_id: int) -> Variation:
    return Variation.objects.select_for_update(no_key=True).get(pk=variation_id)


def _check_count(variation: Variation, against: int | None) -> None:
    if variation.on_hand != against:
        raise Refusal(
            "stock_changed",
            f"The books had {count_stock(variation, against or 0)} on hand when this form was opened, and have "
            f"{variation.on_hand} now. Look at the movements since, correct your count if need be, and save again.",
            "quantity",
        )


def _check_left(variation: Variation, quantity: int) -> None:
    if not variation.manage_stock:
        raise Refusal("not_counted", "The stock of this wine is not counted. Turn “count the stock” on first.")
    only_free = variation.backorders == Variation.Backorders.NO
    if quantity < 0 and only_free and variation.on_hand + quantity < variation.reserved:
        on_hand = count_stock(variation, variation.on_hand)
        if not variation.reserved:
            raise Refusal("too_few", f"Only {on_hand} {'is' if variation.on_hand == 1 else 'are'} on hand.", "quantity")
        raise Refusal(
            "held",
            f"{variation.reserved} of the {on_hand} on hand {'is' if variation.reserved == 1 else 'are'} held by "
            "unpaid orders or for shoppers who waited, and no fewer can be left. Cancel an order first, or wait until "
            "the hold ends.",
            "quantity",
        )
