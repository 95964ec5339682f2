"""What attempts ask of packages above them."""

from django.dispatch import Signal

attempt_asked = Signal()
"""Sent before a further attempt to pay for an `order` is created, whoever pays and however, with its row locked.
Receivers may raise Refusal.
"""
