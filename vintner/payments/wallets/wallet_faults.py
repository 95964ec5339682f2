"""Finds what keeps the merchant's wallets from being displayed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.conf import settings

from vintner.payments.wallets.domains import chosen_wallets, is_public, key_mode, store_domain
from vintner.payments.wallets.models import StoreDomain
from vintner.payments.wallets.rules import Wallet


@dataclass(frozen=True, slots=True, kw_only=True)
class WalletSetup:
    """What wallets need. `checked` is what the provider last said of the domain, None when it was never asked."""

    wallets: tuple[str, ...]
    domain: str
    https: bool
    sandbox: bool
    has_key: bool
    checked: StoreDomain | None = None

    @property
    def is_public(self) -> bool:
        """Whether the domain can be registered."""
        return is_public(self.domain)

    @property
    def states(self) -> Mapping[str, str]:
        """Each offered wallet with its state on the domain, in words."""
        return {Wallet(each).label: self._state(each) for each in self.wallets}

    def _state(self, wallet: str) -> str:
        if not self.is_public:
            return "displayed by the sandbox" if self.sandbox else "hidden: the domain is not public"
        if self.checked is None:
            return "not checked yet"
        if not self.checked.provider_id:
            return "hidden: the domain is not registered"
        if not self.checked.enabled:
            return "hidden: the domain is switched off at the card service"
        if wallet in self.checked.inactive:
            return f"hidden: {self.checked.inactive[wallet] or 'the card service gives no reason'}"
        return "active"


def read_wallet_setup() -> WalletSetup:
    """Return what wallets need, as far as the store knows. Two queries at most; the provider is not asked."""
    wallets, domain = chosen_wallets(), store_domain()
    return WalletSetup(
        wallets=wallets,
        domain=domain,
        https=settings.HTTPS,
        sandbox=settings.SANDBOX,
        has_key=bool(settings.STRIPE_PUBLISHABLE_KEY and settings.STRIPE_SECRET_KEY),
        checked=StoreDomain.objects.filter(name=domain, mode=key_mode()).first(),
    )


def find_setting_faults(setup: WalletSetup) -> Iterator[str]:
    """Yield the faults of the settings. The sandbox's wallets need neither HTTPS nor a public domain."""
    if not setup.wallets:
        return
    if not setup.has_key:
        yield "Wallets are chosen, but the card service's keys are missing: no page has express buttons."
    if setup.sandbox:
        return
    if not setup.https:
        yield "Wallets are chosen, but STORE_URL has no HTTPS: browsers open no wallet there."
    if not setup.is_public:
        yield f"Wallets need a public domain, and {setup.domain} is none: no wallet is displayed there."


def find_domain_faults(setup: WalletSetup) -> Iterator[str]:
    """Yield what the provider reported of the domain. Nothing is said of a domain that was not checked yet."""
    checked = setup.checked
    if checked is None or not setup.wallets:
        return
    if not checked.provider_id:
        yield f"{setup.domain} is not registered at the card service, so wallets stay hidden. Register it below."
    elif not checked.enabled:
        yield f"{setup.domain} is switched off at the card service, so wallets stay hidden. Register it below."
    else:
        for wallet in setup.wallets:
            if wallet in checked.inactive:
                reason = checked.inactive[wallet] or "it gives no reason"
                yield f"{Wallet(wallet).label} is hidden on {setup.domain}; the card service says: {reason}"
