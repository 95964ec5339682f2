"""Smallest and largest amounts, in minor units."""

from sandbox_pay.protocol.errors import ProviderError, invalid

MINIMUMS = {
    "usd": 50, "cad": 50, "eur": 50, "chf": 50, "aud": 50, "sgd": 50, "brl": 50, "inr": 50, "nzd": 50,
    "gbp": 30, "dkk": 250, "nok": 300, "sek": 300, "jpy": 50, "mxn": 1000, "thb": 1000, "czk": 1500,
    "hkd": 400, "huf": 17500, "aed": 200, "myr": 200, "pln": 200, "ron": 200,
    "cny": 400,
}  # fmt: skip
WITHOUT_DECIMALS = frozenset({"jpy"})
MAXIMUM = 99_999_999


def format_amount(amount: int, currency: str) -> str:
    """Return the amount as in error messages: `$12.34` for US dollars, `12.34 eur` for others."""
    number = f"{amount:,}" if currency in WITHOUT_DECIMALS else f"{amount / 100:,.2f}"
    return f"${number}" if currency == "usd" else f"{number} {currency}"


def format_for_page(amount: int, currency: str) -> str:
    """Return the amount as in pages: `$12.34`, `12.34 EUR`."""
    return format_amount(amount, currency).upper()


def check_currency(currency: str) -> str:
    lower = currency.lower()
    if lower not in MINIMUMS:
        raise invalid(
            f"Invalid currency: {currency[:20]}. This sandbox knows these currencies: {', '.join(sorted(MINIMUMS))}",
            "currency",
        )
    return lower


def check_amount(amount: int, currency: str) -> None:
    """Refuse an amount that is too small or too large."""
    if amount < 1:
        raise invalid("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer")
    smallest = MINIMUMS[currency]
    if amount < smallest:
        text = f"Amount must be at least {format_amount(smallest, currency)} {currency}"
        raise ProviderError(400, text, code="amount_too_small", param="amount")
    if amount > MAXIMUM:
        text = f"Amount must be no more than {format_amount(MAXIMUM, currency)} {currency}"
        raise ProviderError(400, text, code="amount_too_large", param="amount")
