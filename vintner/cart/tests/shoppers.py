"""Shoppers with a browser and a cart."""

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.test import Client
from pydantic import BaseModel

from vintner.cart.pages import CartContents
from vintner.catalogue.models import Product
from vintner.web.page import Notice

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response


class Seen(BaseModel):
    """What the cart page shows, as its props."""

    class SharedPart(BaseModel):
        notices: tuple[Notice, ...]

    shared: SharedPart
    contents: CartContents
    csrf_token: str


class CartShopper:
    """A browser with forms and no scripts, whose posts carry its token."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.token = ""

    def cart(self) -> Seen:
        """Open the cart page."""
        seen = Seen.model_validate_json(self.client.get("/cart/", headers={"Accept": "application/json"}).content)
        self.token = seen.csrf_token
        return seen

    def contents(self) -> CartContents:
        return self.cart().contents

    def lines(self) -> list[tuple[str, int]]:
        return [(line.name, line.quantity) for line in self.contents().lines]

    def notices(self) -> list[tuple[str, str]]:
        return [(notice.kind, notice.text) for notice in self.cart().shared.notices]

    def add(
        self,
        product: Product | None,
        fields: dict[str, str] | None = None,
        *,
        path: str = "/cart/add/",
        referer: str = "",
    ) -> "Response":
        named = {} if product is None else {"add-to-cart": str(product.pk)}
        return self.client.post(path, {**named, **(fields or {})}, headers={"Referer": referer} if referer else {})

    def post(self, fields: dict[str, str]) -> "Response":
        return self.client.post("/cart/", {"csrfmiddlewaretoken": self.token, **fields})


class CouponShopper:
    """A browser with a cart and a token."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.client.get("/cart/", headers={"Accept": "application/json"})
        self.token = self.client.cookies["csrftoken"].value

    def call(self, name: str, **fields: str) -> HttpResponse:
        return self.client.post(f"/?wc-ajax={name}", {"security": self.token, **fields})  # type: ignore[return-value]

    def apply(self, code: str, **fields: str) -> str:
        answer = self.call("apply_coupon", coupon_code=code, **fields)
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=UTF-8")
        return answer.content.decode()
