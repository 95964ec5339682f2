"""Where the shopper came from, as the form's hidden fields say (spec 3, order attribution)."""

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
"""What the tracker writes for a value that it does not have; it is not kept (contract 2.8)."""


def read(values: Mapping[str, str]) -> dict[str, str]:
    """Return what is known, by name without the prefix. Anybody can send anything: long values are cut."""
    sent = {name: clean(values.get(f"{PREFIX}{name}", ""))[:LONGEST] for name in NAMES}
    return {name: value for name, value in sent.items() if value not in ("", NOTHING)}
