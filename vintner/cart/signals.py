"""What the cart tells packages above it."""

from django.dispatch import Signal

quantity_changed = Signal()
"""Sent when a shopper changed a line: `product_id`, and `change`, the bottles that came (above 0) or went (below 0).

It is sent within the transaction of the change. Merging carts and emptying them after an order send nothing.
"""
