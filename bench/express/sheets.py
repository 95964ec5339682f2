"""A browser with a wallet's sheet: its calls, what they answer, and the order that its confirmation sends."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bench.invariants.shoppers import PAGE, ShopperAnswer, ShopperBrowser
from vintner.testing.sandbox import Sandbox

PERSON: Final[Mapping[str, str]] = {"first_name": "Jane", "last_name": "Doe", "address_1": "1 Main St", "phone": "5"}


class SheetAddress(NamedTuple):
    """An address as a wallet tells it before the confirmation, and its whole postcode, which comes with the order."""

    country: str
    state: str
    postcode: str
    city: str
    whole_postcode: str = ""

    def known(self) -> dict[str, str]:
        return {"country": self.country, "state": self.state, "postcode": self.postcode, "city": self.city}

    def complete(self) -> dict[str, str]:
        return {**PERSON, **self.known(), "postcode": self.whole_postcode or self.postcode}


class ShownSheet(NamedTuple):
    """What the sheet shows: minor units, and the quote that names it."""

    total: int
    lines: int
    quote: Mapping[str, str]

    @property
    def off(self) -> int:
        """By how many cents the lines miss the total."""
        return abs(self.total - self.lines)


def read_sheet(answer: Mapping[str, object]) -> ShownSheet | None:
    """Return the sheet of an answer, None when the answer was no success."""
    amounts = answer.get("order_data", answer)
    quote = answer.get("quote")
    if not isinstance(amounts, dict) or not isinstance(quote, dict):
        return None
    lines = sum(int(line["amount"]) for line in amounts["displayItems"])
    return ShownSheet(int(amounts["total"]["amount"]), lines, {name: str(value) for name, value in quote.items()})


@dataclass(slots=True)
class WalletBrowser(ShopperBrowser):
    """A shopper's browser at a wallet's button. With a `cart_token`, the button is that of a product page."""

    cart_token: str = ""
    statuses: list[int] = field(default_factory=list)

    def ask(self, name: str, **fields: str) -> dict[str, object]:
        """Call the store as the sheet does."""
        place = {"is_product_page": "true" if self.cart_token else "false"}
        answer = self.call(f"wc_stripe_{name}", {"security": self.token, **place, **fields})
        self.statuses.append(answer.status)
        return answer.read

    def open_product(self, product_id: int, quantity: int) -> dict[str, object]:
        """Press the button of a product page."""
        answer = self.ask("add_to_cart", product_id=str(product_id), qty=str(quantity))
        self.cart_token = str(answer.get("cart_token", ""))
        return answer

    def confirm(self, sheet: ShownSheet, to: SheetAddress, rate: str, provider: Sandbox) -> ShopperAnswer:
        """Confirm the sheet: collect a card for its amount, and send the order with the confirmation token."""
        address = to.complete()
        body = {
            "billing_address": {**address, "email": "jane@example.com"},
            "shipping_address": {**address, "method": [rate] if rate else []},
            "payment_method": "stripe",
            "payment_data": [
                {"key": "wc-stripe-confirmation-token", "value": provider.wallet_token(sheet.total)},
                {"key": "express_payment_type", "value": "google_pay"},
                {"key": "wc-stripe-is-deferred-intent", "value": True},
            ],
            "extensions": {"vintner": {"sheet_quote": sheet.quote["id"], "sheet_hash": sheet.quote["hash"]}},
        }
        headers = {
            "Accept": PAGE,
            "Content-Type": PAGE,
            "Nonce": self.token,
            "X-WCSTRIPE-EXPRESS-CHECKOUT": "true",
            "X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE": self.token,
            **({"Cart-Token": self.cart_token} if self.cart_token else {}),
        }
        answer = self.send("POST", "/wp-json/wc/store/v1/checkout", json.dumps(body), headers)
        self.statuses.append(answer.status)
        return answer
