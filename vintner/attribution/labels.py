"""What staff reads of an origin. No Django in here."""

from typing import Final

ADMIN: Final = "admin"
UNKNOWN: Final = "Unknown"
_FIXED: Final = {"typein": "Direct", "mobile_app": "Mobile app", ADMIN: "Web admin"}
_WITH_SOURCE: Final = {"utm": "Source", "organic": "Organic", "referral": "Referral"}
KINDS: Final = {"utm": "Campaign", "organic": "Organic", "referral": "Referral"} | _FIXED
"""What filters call them."""
SOURCE_TYPES: Final = (*_WITH_SOURCE, *_FIXED)


def origin_label(source_type: str, source: str) -> str:
    """Return 'Source: X', 'Organic: X', 'Referral: X', 'Direct', 'Mobile app', 'Web admin' or 'Unknown'."""
    if source_type in _FIXED:
        return _FIXED[source_type]
    if source.startswith("(") and source.endswith(")"):  # the tracker's own words: (direct), (none)
        source = source[1:-1]
    if source_type not in _WITH_SOURCE or not source:
        return UNKNOWN
    return f"{_WITH_SOURCE[source_type]}: {source[0].upper()}{source[1:]}"
