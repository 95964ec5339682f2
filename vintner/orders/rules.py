"""The statuses of an order and the moves between them, and what a gift may have. No Django."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from vintner.catalogue.rules import LOW_STOCK
from vintner.money import Money


class Status(StrEnum):
    """The status of an order. The values are WooCommerce's (docs/behaviour/orders.md#statuses)."""

    DRAFT = "checkout-draft"
    PENDING = "pending"
    PROCESSING = "processing"
    ON_HOLD = "on-hold"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    REFUNDED = "refunded"
    FAILED = "failed"


PAID = frozenset({Status.PROCESSING, Status.COMPLETED})
PAYABLE = frozenset({Status.PENDING, Status.FAILED})
TAKEN = PAID | {Status.ON_HOLD}
"""The bottles of such an order have left the cellar's stock."""

MOVES: dict[Status, frozenset[Status]] = {
    Status.DRAFT: frozenset({Status.PENDING}),
    Status.PENDING: frozenset({Status.PROCESSING, Status.ON_HOLD, Status.FAILED, Status.CANCELLED}),
    # A failed order is pending again when the shopper tries another card.
    Status.FAILED: frozenset({Status.PENDING, Status.PROCESSING, Status.ON_HOLD, Status.CANCELLED}),
    Status.ON_HOLD: frozenset({Status.PROCESSING, Status.FAILED, Status.CANCELLED, Status.REFUNDED}),
    # Money that comes for a cancelled order is looked at by a person before bottles leave.
    Status.CANCELLED: frozenset({Status.ON_HOLD}),
    Status.PROCESSING: frozenset({Status.COMPLETED, Status.REFUNDED}),
    Status.COMPLETED: frozenset({Status.REFUNDED}),
    Status.REFUNDED: frozenset(),
}
"""The moves that the store makes by itself."""

STAFF_MOVES: dict[Status, frozenset[Status]] = {
    Status.DRAFT: frozenset({Status.PENDING}),
    Status.PENDING: frozenset({Status.COMPLETED}),
    Status.FAILED: frozenset({Status.COMPLETED}),
    Status.ON_HOLD: frozenset({Status.COMPLETED}),
    Status.CANCELLED: frozenset({Status.PENDING, Status.PROCESSING}),
    Status.PROCESSING: frozenset({Status.ON_HOLD, Status.CANCELLED}),
    Status.COMPLETED: frozenset({Status.PROCESSING, Status.ON_HOLD}),
    Status.REFUNDED: frozenset(),
}
"""Further moves of staff. Nobody turns a paid order into an unpaid one, and a refunded order stays refunded."""


class IllegalMove(Exception):
    """A change of status that is not allowed. A bug of the caller, not an error of the shopper."""


def may_move(was: Status, to: Status, *, by_staff: bool) -> bool:
    """Return whether an order in status `was` may become `to`."""
    return to in MOVES[was] or (by_staff and to in STAFF_MOVES[was])


def staff_targets(was: Status) -> tuple[Status, ...]:
    """Return the statuses that staff may choose for an order in status `was`. Only a refund leads to `refunded`."""
    return tuple(to for to in Status if to is not Status.REFUNDED and may_move(was, to, by_staff=True))


def all_moves() -> frozenset[tuple[Status, Status]]:
    """Return all moves of the store and of staff, as the database's trigger has them."""
    return frozenset((was, to) for moves in (MOVES, STAFF_MOVES) for was, targets in moves.items() for to in targets)


def part_of(whole: Money, bottles: int, *, before: int, now: int) -> Money:
    """Return what `now` bottles of a line cost, when `before` were refunded already. All parts add up to the whole."""
    return Money(whole.minor * (before + now) // bottles - whole.minor * before // bottles)


class StockAlert(StrEnum):
    """What the merchant is alerted to after a sale. The values are kinds of e-mails."""

    LOW = "low_stock"
    OUT = "out_of_stock"
    BACKORDERED = "backordered"


def stock_alerts(on_hand: int, sold: int, *, low_at: int | None) -> tuple[StockAlert, ...]:
    """Return the alerts after `sold` bottles of a wine were sold and `on_hand` are left. Each is given once, when the
    sale crosses its limit; a sale beyond the stock is reported every time.
    """
    before, low_at = on_hand + sold, LOW_STOCK if low_at is None else low_at
    alerts = []
    if on_hand <= 0 < before:
        alerts.append(StockAlert.OUT)
    elif on_hand <= low_at < before:
        alerts.append(StockAlert.LOW)
    if on_hand < 0:
        alerts.append(StockAlert.BACKORDERED)
    return tuple(alerts)


LONGEST_GIFT_MESSAGE: Final = 300
LONGEST_OPTIONS: Final = 1000
NO_PRICES: Final = "There are no prices in the parcel."
WITH_PRICES: Final = "An invoice may be in the parcel."


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftOptions:
    """A message for who gets the wine, and whether the parcel tells no prices. Both are of gifts only."""

    is_gift: bool = False
    message: str = ""
    without_prices: bool = False

    def stored(self) -> dict[str, object]:
        """Return the values of the order's fields, by their names."""
        return {
            "is_gift": self.is_gift,
            "gift_message": self.message if self.is_gift else "",
            "gift_without_prices": self.is_gift and self.without_prices,
        }


NO_GIFT: Final = GiftOptions()
