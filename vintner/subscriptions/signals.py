"""What subscriptions tell packages above them."""

from django.dispatch import Signal

box_left_out = Signal()
"""Sent when a box is left out because its order was cancelled unpaid: `subscription`, `box`, `order`, `now`. It is sent
within that transaction, with all three rows locked.
"""
