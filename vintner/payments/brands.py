"""What shoppers call the brands of cards."""

_NAMES = {"amex": "American Express", "diners": "Diners Club", "jcb": "JCB", "unionpay": "UnionPay"}


def brand_name(brand: str) -> str:
    """Return the name of a brand by the provider's word for it; of one that is new, that word."""
    return _NAMES.get(brand, brand.replace("_", " ").title())
