"""The express buttons of a product's page. They are the same for every visitor, so that the page can be cached."""

from datetime import datetime

from vintner.catalogue.offers import prices_of
from vintner.catalogue.product.product_rows import ProductRows
from vintner.web.express_buttons import ExpressButtons, ExpressPurchase, find_express_buttons


def product_express_buttons(rows: ProductRows, now: datetime) -> ExpressButtons | None:
    """Return the buttons for one bottle at the lowest price; None when nothing of the product can be bought.

    Wallets charge once: wine that is sold by subscription has no buttons.
    """
    on_sale = prices_of([each.offer for each in rows.bottles if each.offer.stock.limit != 0])
    if not on_sale or rows.coming_soon(now) or rows.plan is not None:
        return None
    return find_express_buttons(
        ExpressPurchase(
            place="product",
            amount=min(price.current for price in on_sale),
            needs_shipping=not rows.virtual,
            alcoholic=rows.alcoholic,
            back_url=rows.address,
            is_guest=True,
        )
    )
