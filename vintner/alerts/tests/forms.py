"""Sends the form of an alert."""

from django.test import Client

from vintner.catalogue.models import Product

AJAX = "/wp-admin/admin-ajax.php"


def ask(client: Client, product: Product | int, email: str = "ada@example.com", **fields: str) -> dict[str, str]:
    number = product if isinstance(product, int) else product.pk
    answer = client.post(AJAX, {"action": "wcp_save_email", "id": number, "email": email, **fields})
    assert answer.status_code == 200
    body: dict[str, str] = answer.json()
    return body
