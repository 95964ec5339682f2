"""Calls about the domains on which wallets are displayed."""

from collections.abc import Iterator

import stripe

from vintner.payments.stripe.answers import translate_errors, translate_rejections
from vintner.payments.wallets.registry import WalletDomain
from vintner.payments.wallets.rules import Wallet


class DomainCalls:
    """A part of the gateway. See `DomainRegistry` for the contracts of the methods."""

    _client: stripe.StripeClient

    def find_domain(self, name: str) -> WalletDomain | None:
        with translate_errors():
            page = self._client.v1.payment_method_domains.list({"domain_name": name, "limit": 1})
            return next((_read_domain(each) for each in page.data), None)

    def register_domain(self, name: str) -> WalletDomain:
        domains = self._client.v1.payment_method_domains
        known = self.find_domain(name)
        with translate_errors(), translate_rejections():
            if known is None:
                return _read_domain(domains.create({"domain_name": name}))
            if not known.enabled:
                domains.update(known.id, {"enabled": True})
            return _read_domain(domains.validate(known.id))


def _read_domain(raw: stripe.PaymentMethodDomain) -> WalletDomain:
    return WalletDomain(id=raw.id, name=raw.domain_name, enabled=raw.enabled, inactive=dict(_find_inactive(raw)))


def _find_inactive(raw: stripe.PaymentMethodDomain) -> Iterator[tuple[str, str]]:
    for wallet in Wallet:
        status = getattr(raw, wallet.value, None)
        if status is not None and status.status != "active":
            details = getattr(status, "status_details", None)
            yield wallet.value, details.error_message if details else ""
