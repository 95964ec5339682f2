"""A shopper with a browser: fills carts, sends the checkout, reads the answers."""

import json
from dataclasses import dataclass, field
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.test import Client

from vintner.cart.middleware import read_cart_id
from vintner.cart.models import Cart
from vintner.catalogue.models import Product
from vintner.orders.models import Order
from vintner.payments.models import Payment
from vintner.testing.provider import GOOD

FORM = {
    "billing_first_name": "Jane",
    "billing_last_name": "Doe",
    "billing_company": "",
    "billing_country": "US",
    "billing_address_1": "1 Main St",
    "billing_address_2": "",
    "billing_city": "San Francisco",
    "billing_state": "CA",
    "billing_postcode": "94110",
    "billing_phone": "(555) 555-0100",
    "billing_email": "jane@example.com",
    "order_comments": "Ring twice",
    "payment_method": "stripe",
    "wc-stripe-is-deferred-intent": "1",
    "of_age": "1",
    "subscription_charges": "1",
}


@dataclass
class CheckoutAnswer:
    """What the call `checkout` answered."""

    result: str
    redirect: str = ""
    messages: str = ""
    refresh: bool = False
    order_id: int = 0
    fields: dict[str, str] = field(default_factory=dict)

    @property
    def client_secret(self) -> str:
        return self.redirect.split(":")[2]


@dataclass
class Shopper:
    """Each shopper has a browser, and so cookies, of her own."""

    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def puts(self, product: Product, quantity: int = 1) -> "Shopper":
        """Add to the cart as the listing's button does."""
        answer = self.call("add_to_cart", product_id=str(product.variations.get().pk), quantity=str(quantity))
        assert "fragments" in answer, answer
        return self

    @property
    def cart(self) -> Cart:
        return Cart.objects.get(pk=self.cart_id)

    @property
    def cart_id(self) -> UUID:
        request = HttpRequest()
        request.COOKIES = {name: morsel.value for name, morsel in self.client.cookies.items()}
        found = read_cart_id(request)
        assert found is not None
        return found

    def token(self) -> str:
        """The token that a page of the store gives to this browser."""
        page = self.client.get("/checkout/", headers={"Accept": "application/json"}).json()
        return str(page["csrf_token"])

    def logs_in(self, email: str, password: str, checkout: str = "/checkout/") -> HttpResponse:
        """Follow the checkout's link to the log-in form and send it, as without JavaScript."""
        props = {"Accept": "application/json"}
        leads_to = self.client.get(checkout, headers=props).json()["log_in_url"]
        forms = self.client.get(leads_to, headers=props).json()["forms"]
        form = next(each for each in forms["sections"] if each["name"] == forms["section"])
        typed = dict(zip((field["name"] for field in form["fields"]), (email, password), strict=True))
        hidden = {"_xoo_el_form": form["form"], "xoo_el_redirect": forms["redirect"]}
        fields = typed | hidden | {"csrfmiddlewaretoken": forms["csrf_token"]}
        response: HttpResponse = self.client.post(form["url"], fields)  # type: ignore[assignment]
        return response

    def pays(self, card: str = GOOD, **fields: str) -> CheckoutAnswer:
        """Send the checkout as the page's script does."""
        token = fields.pop("token", None) or self.token()
        posted = {**FORM, "woocommerce-process-checkout-nonce": token, "wc-stripe-payment-method": card, **fields}
        answer = self.call("checkout", **posted)
        known = {
            name: answer[name]
            for name in ("result", "redirect", "messages", "refresh", "order_id", "fields")
            if name in answer
        }
        return CheckoutAnswer(**known)  # type: ignore[arg-type]

    def confirms(self, order_id: int, intent_id: str, **fields: str) -> dict[str, object]:
        """Tell the store that the bank's question was answered."""
        token = fields.pop("token", None) or self.token()
        assert not fields
        return self.call(
            "wc_stripe_update_order_status",
            order_id=str(order_id),
            intent_id=intent_id,
            payment_method_id="",
            _ajax_nonce=token,
        )

    def call(self, call: str, **fields: str) -> dict[str, object]:
        response: HttpResponse = self.client.post(f"/?wc-ajax={call}", fields)  # type: ignore[assignment]
        assert response.status_code == 200, response.content
        answer: dict[str, object] = json.loads(response.content)
        return answer


def only_order() -> Order:
    return Order.objects.get()


def attempts(order: Order) -> list[str]:
    """The statuses of the order's attempts, oldest first."""
    return [
        str(status)
        for status in Payment.objects.filter(order=order).order_by("attempt").values_list("status", flat=True)
    ]
