"""The demo world: one call makes all that is missing of it. Tests and the demo share it."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from vintner.demo import (
    accounts,
    cellar_club,
    content_pages,
    express_buttons,
    gift_sets,
    past_orders,
    picture_rows,
    planned_launch,
    policies,
    producer_documents,
    products,
    promotions,
    reviews,
    store_details,
    taxes_and_delivery,
)
from vintner.web.database.table_statistics import analyze_tables

Tell = Callable[[str], None]


def make_world(now: datetime, tell: Tell = lambda _: None, *, pictures: bool = True) -> None:
    """Make what is missing of the demo world and tell what was made. Nothing that exists is changed.

    Tests that show no pictures do without: making their sizes takes most of the time.
    """
    with transaction.atomic():
        taxes_and_delivery.make_taxes_and_delivery()
        made = products.make_products(now)
        planned_launch.plan_launch(now)
        promotions.make_promotions()
        gift_sets.make_gift_sets(now)
        policies.write_policies()
        content_pages.write_pages()
        store_details.describe_store()
        express_buttons.offer_wallets()
        written = reviews.write_reviews(now)
        accounts.make_accounts()
        bought = past_orders.make_past_orders(now)
        cellar_club.open_club(now)
        if made:
            analyze_tables()
    if made or written or bought:
        tell(f"Made {made} wines, {written} reviews, {bought} past orders, the taxes and the delivery zones.")
    if pictures:
        producer_documents.make_documents()
        picture_rows.make_pictures(tell)
        cellar_club.hang_pictures()
