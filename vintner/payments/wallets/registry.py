"""The provider's list of domains on which wallets are displayed. A part of the gateway."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class WalletDomain:
    """A registered domain as it was when it was read. `inactive` maps wallets to the provider's reason, '' for none."""

    id: str
    name: str
    enabled: bool
    inactive: Mapping[str, str]


class DomainRegistry(Protocol):
    """Every call may raise ProviderDown."""

    def find_domain(self, name: str) -> WalletDomain | None:
        """Return a registered domain, None for one that the provider does not know."""

    def register_domain(self, name: str) -> WalletDomain:
        """Register a domain, or switch a known one on and have it validated again. May raise Rejected."""
