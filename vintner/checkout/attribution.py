"""Reads where the shopper came from, from WooCommerce's hidden fields of order attribution."""

from collections.abc import Mapping

from vintner.checkout.fields import clean

PREFIX = "wc_order_attribution_"
NAMES = (
    "source_type",
    "referrer",
    "utm_campaign",
    "utm_source",
    "utm_medium",
    "utm_content",
    "utm_id",
    "utm_term",
    "utm_source_platform",
    "utm_creative_format",
    "utm_marketing_tactic",
    "session_entry",
    "session_start_time",
    "session_pages",
    "session_count",
    "user_agent",
)
LONGEST = 500
NOTHING = "(none)"
"""What the tracker writes for a value that it does not have; it is not saved."""


def read(values: Mapping[str, str]) -> dict[str, str]:
    """Return the known values, by name without the prefix. Long values are cut, since anybody can send anything."""
    sent = {name: clean(values.get(f"{PREFIX}{name}", ""))[:LONGEST] for name in NAMES}
    return {name: value for name, value in sent.items() if value not in ("", NOTHING)}
