"""A browser with a wallet's sheet: it sends the calls and reads their answers."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from vintner.catalogue.models import Product
from vintner.express.models import SheetQuote

CALIFORNIA = {"country": "US", "state": "CA", "postcode": "94110", "city": "San Francisco"}


@dataclass
class SheetBrowser:
    """Each has a browser, and so cookies, of its own."""

    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))
    page: str = "cart"

    def puts(self, product: Product, quantity: int = 1) -> "SheetBrowser":
        """Add to the shopper's own cart."""
        sent = {"product_id": str(product.variations.get().pk), "quantity": str(quantity)}
        assert "fragments" in self.client.post("/?wc-ajax=add_to_cart", sent).json()
        return self

    def token(self) -> str:
        return str(self.client.get("/cart/", headers={"Accept": "application/json"}).json()["csrf_token"])

    def send(self, name: str, **fields: str) -> HttpResponse:
        """Send a call with the visitor's token."""
        product = {"is_product_page": "true"} if self.page == "product" else {}
        sent = {"security": self.token(), **product, **fields}
        response: HttpResponse = self.client.post(f"/?wc-ajax=wc_stripe_{name}", sent)  # type: ignore[assignment]
        return response

    def call(self, name: str, **fields: str) -> dict[str, Any]:
        """Return the answer of a call, and hold that it adds up and is stored."""
        response = self.send(name, **fields)
        assert response.status_code == 200, response.content
        answer: dict[str, Any] = json.loads(response.content)
        hold_sum(answer)
        return answer


def hold_sum(answer: dict[str, Any]) -> None:
    """Hold that the lines make the total, and that the named quote is of that total."""
    amounts = answer.get("order_data", answer)
    if "total" not in amounts:
        return
    assert sum(line["amount"] for line in amounts["displayItems"]) == amounts["total"]["amount"]
    if "quote" in answer:
        stored = SheetQuote.objects.get(pk=answer["quote"]["id"])
        assert (stored.total.minor, stored.hash) == (amounts["total"]["amount"], answer["quote"]["hash"])
        assert stored.expires_at.isoformat() == answer["quote"]["expires_at"]
