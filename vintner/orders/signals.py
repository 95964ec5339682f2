"""What orders tell packages above them."""

from django.dispatch import Signal

order_described = Signal()
"""Sent when an e-mail about an order is written: `order`, and `confirms`, whether it confirms the order to the
customer. Receivers return an `OrderDescription`, without agreements where it does not confirm: their links are for the
customer alone.
"""

order_moved = Signal()
"""Sent when an order has another status: `order`, and `became`, its status now. It is sent within the transaction of
the move, with the order's row locked.
"""
