"""What orders tell packages above them."""

from django.dispatch import Signal

order_moved = Signal()
"""Sent when an order has another status: `order`, and `became`, its status now. It is sent within the transaction of
the move, with the order's row locked.
"""
