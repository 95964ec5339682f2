"""Whether the web server itself can be reached from outside, with no proxy in front of it."""

from collections.abc import Sequence
from ipaddress import ip_address

WARNING = (
    "HOST={host} lets others reach the web server itself, and TRUSTED_PROXIES names no proxy: connections are not "
    "encrypted, and nothing limits how many a client opens. Put a proxy in front (docs/operations.md)."
)


def find_exposure(host: str, proxies: Sequence[str]) -> str:
    """Return a warning about a server that listens on `host`, '' where there is nothing to warn of."""
    return "" if proxies or ip_address(host).is_loopback else WARNING.format(host=host)
