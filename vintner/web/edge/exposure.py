"""What others reach of the web server: its health, and maybe all of it, with no proxy in front."""

from collections.abc import Sequence
from ipaddress import ip_address
from typing import Final

HEALTH_PATH: Final = "/health/"
"""The address that says whether the store answers (`web/middleware.py`)."""
WARNING = (
    "HOST={host} lets others reach the web server itself, and TRUSTED_PROXIES names no proxy: connections are not "
    "encrypted, and nothing limits how many a client opens. Put a proxy in front (docs/operations.md)."
)


def find_exposure(host: str, proxies: Sequence[str]) -> str:
    """Return a warning about a server that listens on `host`, '' where there is nothing to warn of."""
    return "" if proxies or ip_address(host).is_loopback else WARNING.format(host=host)
