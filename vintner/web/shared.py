"""What every page gets."""

from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest

from vintner.web.page import Link, Notice, Shared

NAVIGATION = (
    Link(label="All wines", url="/shop/"),
    Link(label="Red", url="/product-category/red/"),
    Link(label="White", url="/product-category/white/"),
    Link(label="Rosé", url="/product-category/rose/"),
    Link(label="Sparkling", url="/product-category/sparkling/"),
    Link(label="Dessert & fortified", url="/product-category/dessert/"),
)


def shared(request: HttpRequest) -> Shared:
    """Return what the header, the footer and the notices need. Nothing in it is personal but the notices."""
    return Shared(
        store_name=settings.STORE_NAME,
        sandbox=settings.SANDBOX,
        navigation=NAVIGATION,
        notices=_notices(request),
    )


def _notices(request: HttpRequest) -> tuple[Notice, ...]:
    """Reading sets a cookie in the answer, so it is left to visitors who have something waiting."""
    waiting = get_messages(request)
    if CookieStorage.cookie_name not in request.COOKIES and not getattr(waiting, "added_new", False):
        return ()
    return tuple(_notice(each.message, each.level_tag, each.extra_tags or "") for each in waiting)


def _notice(text: str, tag: str, link: str) -> Notice:
    """`link` is a Link as JSON, given as the message's extra tags; most messages have none."""
    if link:
        return Notice(kind=tag, text=text, link=Link.model_validate_json(link))
    if tag == "success" and text.endswith("added to your cart."):
        return Notice(kind=tag, text=text, link=Link(label="View cart", url="/cart/"))
    return Notice(kind="error" if tag == "warning" else tag, text=text)
