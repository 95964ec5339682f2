"""Which way an order may go. No Django."""

from enum import StrEnum


class Status(StrEnum):
    """Where an order stands (resolutions 2.13.1). The values are the outside's."""

    PENDING = "pending"
    PROCESSING = "processing"
    ON_HOLD = "on-hold"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    REFUNDED = "refunded"
    FAILED = "failed"


PAID = frozenset({Status.PROCESSING, Status.COMPLETED})
PAYABLE = frozenset({Status.PENDING, Status.FAILED})

MOVES: dict[Status, frozenset[Status]] = {
    Status.PENDING: frozenset({Status.PROCESSING, Status.ON_HOLD, Status.FAILED, Status.CANCELLED}),
    # A failed order is pending again when the shopper tries another card.
    Status.FAILED: frozenset({Status.PENDING, Status.PROCESSING, Status.ON_HOLD, Status.CANCELLED}),
    Status.ON_HOLD: frozenset({Status.PROCESSING, Status.FAILED, Status.CANCELLED}),
    # Money that comes for a cancelled order is looked at by a person before bottles leave.
    Status.CANCELLED: frozenset({Status.ON_HOLD}),
    Status.PROCESSING: frozenset({Status.COMPLETED, Status.REFUNDED}),
    Status.COMPLETED: frozenset({Status.REFUNDED}),
    Status.REFUNDED: frozenset(),
}
"""What the store does by itself."""

STAFF_MOVES: dict[Status, frozenset[Status]] = {
    Status.PENDING: frozenset({Status.COMPLETED}),
    Status.FAILED: frozenset({Status.COMPLETED}),
    Status.ON_HOLD: frozenset({Status.COMPLETED, Status.REFUNDED}),
    Status.CANCELLED: frozenset({Status.PENDING, Status.PROCESSING}),
    Status.PROCESSING: frozenset({Status.ON_HOLD, Status.CANCELLED}),
    Status.COMPLETED: frozenset({Status.PROCESSING, Status.ON_HOLD}),
    Status.REFUNDED: frozenset(),
}
"""What staff may do besides. Nobody turns a paid order into an unpaid one, and a refund is the end."""


class IllegalMove(Exception):
    """An order was to go where it cannot go from its status. A fault of the caller, not of the shopper."""


def may_move(was: Status, to: Status, *, by_staff: bool) -> bool:
    """Say whether an order in status `was` may become `to`."""
    return to in MOVES[was] or (by_staff and to in STAFF_MOVES[was])


def all_moves() -> frozenset[tuple[Status, Status]]:
    """Return every move that anyone may make, as the database's own guard knows them."""
    return frozenset((was, to) for moves in (MOVES, STAFF_MOVES) for was, targets in moves.items() for to in targets)
