"""The record of a registered domain and its JSON. Whether a wallet is active follows from the name alone."""

from sandbox_pay.objects.records import Record
from sandbox_pay.protocol.json import Json

WALLETS = ("amazon_pay", "apple_pay", "google_pay", "klarna", "link", "paypal")
UNREACHABLE = ".invalid"
"""The end of names that nobody can reach (RFC 2606): there Apple Pay stays inactive."""
NOT_REACHED = "The domain could not be reached over HTTPS, so Apple could not verify it."


class DomainRecord(Record):
    domain_name: str
    enabled: bool = True


def payment_method_domain(record: DomainRecord) -> Json:
    """Return a domain as Stripe's JSON."""
    return {
        "id": record.id,
        "object": "payment_method_domain",
        "created": record.created,
        "domain_name": record.domain_name,
        "enabled": record.enabled,
        "livemode": False,
        **{wallet: _status(record, wallet) for wallet in WALLETS},
    }


def _status(record: DomainRecord, wallet: str) -> Json:
    if wallet == "apple_pay" and record.domain_name.endswith(UNREACHABLE):
        return {"status": "inactive", "status_details": {"error_message": NOT_REACHED}}
    return {"status": "active" if record.enabled else "inactive"}
