"""Logs fields of requests that nothing reads. A price that a client sends has no effect, but should be noticed."""

import structlog
from django.http import HttpRequest

KNOWN = frozenset({
    "action", "add-to-cart", "awdr_nonce", "cart_item_key", "cart_key", "method", "new_qty", "parent_id", "product_id",
    "product_sku", "qty", "quantity", "rule_unique_id", "success_message", "time", "variation_id",
})  # fmt: skip
"""The fields that WooCommerce's clients send with calls about the cart."""
TOKENS = ("attribute_", "csrfmiddlewaretoken", "security", "_wpnonce", "woocommerce-cart-nonce")
MOST_NAMES, LONGEST_NAME = 20, 40

log = structlog.get_logger(__name__)


def log_unknown_fields(request: HttpRequest, call: str) -> None:
    """Log the names of fields that nothing reads, in one line. Their values are not logged: they may be personal."""
    names = sorted(name for name in request.POST if name not in KNOWN and not name.startswith(TOKENS))
    if names:
        logged = [name[:LONGEST_NAME] for name in names[:MOST_NAMES]]
        log.warning("ignored_fields", call=call, names=logged, count=len(names))
