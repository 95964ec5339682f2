"""What saved methods tell packages above them, and ask of them."""

from django.dispatch import Signal

method_saved = Signal()
"""Sent when the method that paid for an order, or a part of it, is saved: `order`, `method`, the SavedMethod, and
`chosen_at`, when its owner chose it.

It is sent within the transaction that saves it, with the rows of the order and of the provider's customer locked.
"""

setup_saved = Signal()
"""Sent when a method was saved without paying: `setup`, the CardSetup, and `method`, the SavedMethod. Sent again when
a setup that has succeeded gets another purpose.

It is sent within the transaction that does so, with the rows of the setup and of the provider's customer locked.
"""

method_leaves = Signal()
"""Sent before a method is deleted because its owner wants it, or another one is the same: `method`, and `heir`, the
method that takes over, or None; `by` is its owner, if it is their wish. Receivers may raise Refusal.

The row of the provider's customer is locked.
"""

find_uses = Signal()
"""Asks what the saved methods of a `user` are used for. Receivers return method id → words for its owner."""
