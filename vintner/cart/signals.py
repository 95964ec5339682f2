"""What the cart tells packages above it."""

from django.dispatch import Signal

trials_asked = Signal()
"""Sent when a cart has wines with a trial: `user_id`, `plan_ids`, and the `cart_id`. Receivers return the ids of those
plans that the customer had before, or is about to have by the order of another cart.
"""

quantity_changed = Signal()
"""Sent when a shopper changed a line: `product_id`, and `change`, the bottles that came (above 0) or went (below 0).

It is sent within the transaction of the change. Merging carts and emptying them after an order send nothing.
"""
