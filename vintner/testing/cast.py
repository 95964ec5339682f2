"""The demo world: one call makes all that is missing of it. Tests and the demo share it."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from vintner.testing import gallery, guestbook, history, household, offers, papers, policies, shelves, terms

Tell = Callable[[str], None]


def make_world(now: datetime, tell: Tell = lambda _: None, *, pictures: bool = True) -> None:
    """Make what is missing of the demo world and tell what was made. Nothing that exists is changed.

    Tests that show no pictures do without: making their sizes takes most of the time.
    """
    with transaction.atomic():
        terms.make_terms()
        made = shelves.stock_shelves(now)
        offers.make_offers()
        policies.write_policies()
        written = guestbook.write_reviews(now)
        household.make_people()
        bought = history.make_past_orders(now)
    if made or written or bought:
        tell(f"Made {made} wines, {written} reviews, {bought} past orders, the taxes and the delivery zones.")
    if pictures:
        papers.lay_out_papers()
        gallery.hang_pictures(tell)
