"""What packages above this one may do when a visitor answers."""

from typing import Final

from django.dispatch import Signal

consent_saved: Final = Signal()
"""Sent with `request`, `response` and `consent`, before the response goes out: receivers may set their cookies."""
page_viewed: Final = Signal()
"""Sent with `request` and `response` at each page view of a visitor who allows statistics (web/page_views.py)."""
