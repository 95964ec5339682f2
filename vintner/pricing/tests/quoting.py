"""Carts, places and rates that quotes are tried with."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime

from hypothesis import strategies as st

from vintner.pricing.quote import Item, PriceBook, Quote, quote
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.tests.golden import BOOK, PLACES
from vintner.shipping.rules import Place

CARTS = int(os.environ.get("CARTS", "200"))
"""So many random carts; the nightly run takes 100,000."""
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
places = st.sampled_from([*PLACES.values(), Place(country="DE"), Place(country="US")])
rate_ids = st.sampled_from(["", *(f"{m.kind}:{m.id}" for zone in BOOK.zones for m in zone.methods)])


def quote_items(
    items: Sequence[Item], place: Place, rate_id: str, book: PriceBook, used: Sequence[CouponTerms] = ()
) -> Quote:
    return quote(items, place=place, rate_id=rate_id, book=book, now=NOON, coupons=used)
