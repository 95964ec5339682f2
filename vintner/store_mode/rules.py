"""Which addresses are closed while the store is coming soon. Plain decisions, without Django."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

OPEN_PATHS: Final = (
    *(
        "/my-source/",
        "/my-account/",
        "/events/",
        "/cookies/",
        "/terms/",
        "/privacy/",
        "/contact/",
        "/newsletter/",
        "/age/",
        "/coming-soon/",
        "/style-guide/",
        "/robots.txt",
    ),
    *("/subscriptions/", "/alerts/confirm/", "/alerts/stop/", "/alerts/weekly/", "/alerts/at-once/"),
    *("/checkout/order-received/", "/checkout/order-pay/", "/checkout/find-order/"),
    *("/admin/", "/wp-json/wp/", "/outbox/", "/metrics/", "/policy-reports/", "/static/", "/media/", "/_bench/"),
)
"""Addresses that no mode closes: accounts, placed orders and their payment, links of e-mails, staff, machines."""
_ORDER_PAYMENT: Final = re.compile(r"/wp-json/wc/store/v1/checkout/[0-9]+/?", re.ASCII)
"""The payment of a placed order by the Store API, as the buttons of its payment page send it: open in every mode."""
SITE_PATHS: Final = ("/producer/",)
"""Pages that stay open, with the home page, while only the shop is closed."""
SHOP_PATHS: Final = (
    *("/shop/", "/page/", "/search/", "/product-category/", "/product-tag/", "/product/", "/favorites/"),
    "/mixed-case/",
    *("/cart/", "/ship-to/", "/checkout/", "/feed/", "/sitemap", "/wp-json/", "/alerts/"),
)
CALL_PATHS: Final = ("/wp-admin/admin-ajax.php",)
"""Addresses of calls. Each call is closed or open by its name (wire/closed_views.py)."""
BUY_AGAIN: Final = "/again/"
BOTTLES: Final = "/alerts/bottle/"
"""Bottles held by an e-mail. None goes into a cart while the store is closed; it may be declined (DECLINE)."""
DECLINE: Final = "/decline/"
RETRY_SECONDS: Final = 3600
"""When programs may look again while no opening is planned."""
SHORTEST_RETRY: Final = 1
LONGEST_RETRY: Final = timedelta(days=7).total_seconds()


class Visibility(StrEnum):
    """What visitors see."""

    LIVE = "live"
    SHOP_CLOSED = "shop_closed"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class StoreMode:
    """The merchant's setting. `previews` has the valid preview links by their number, with the end of each."""

    visibility: Visibility = Visibility.LIVE
    heading: str = ""
    text: str = ""
    opens_at: datetime | None = None
    previews: Mapping[int, datetime] = field(default_factory=lambda: MappingProxyType({}))

    def is_coming_soon(self, now: datetime) -> bool:
        """Return whether anything is closed. The store opens by itself at the very moment of the opening."""
        return self.visibility is not Visibility.LIVE and (self.opens_at is None or now < self.opens_at)

    def closes(self, path: str, now: datetime, *, searches: bool = False, adds: bool = False) -> bool:
        """Return whether a visitor may not see the page at a path.

        `searches` says that the address of the home page is one of a search, `adds` that a link puts a wine into the
        cart, whatever page it names.
        """
        if not self.is_coming_soon(now):
            return False
        if adds:
            return True
        if self.visibility is Visibility.SHOP_CLOSED:
            return searches or _is_shop(path)
        return not _is_open(path)

    def closed_paths(self, now: datetime) -> tuple[str, ...]:
        """Return how the addresses begin that are closed, none for a live store."""
        if not self.is_coming_soon(now):
            return ()
        return ("/",) if self.visibility is Visibility.CLOSED else SHOP_PATHS

    def retry_seconds(self, now: datetime) -> int:
        """Return after how many seconds programs may look again."""
        if self.opens_at is None:
            return RETRY_SECONDS
        return int(min(max((self.opens_at - now).total_seconds() + 1, SHORTEST_RETRY), LONGEST_RETRY))


LIVE: Final = StoreMode()


def _is_open(path: str) -> bool:
    """Return whether a path is open in every mode, also without the slash at its end."""
    if path.endswith(BUY_AGAIN):
        return False
    if path.startswith(BOTTLES):
        return f"{path}/".endswith((DECLINE, f"{DECLINE}/"))
    if _ORDER_PAYMENT.fullmatch(path):
        return True
    return path in CALL_PATHS or f"{path}/".startswith(OPEN_PATHS)


def _is_shop(path: str) -> bool:
    return path not in CALL_PATHS and path.startswith(SHOP_PATHS) and not _is_open(path)
