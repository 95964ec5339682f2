"""A visitor who sends the forms of logging in and registering."""

from typing import Any

from django.test import Client

URL = "/wp-admin/admin-ajax.php"
NEW = "violet tractor seven moons"
REGISTRATION = {
    "xoo_el_reg_email": "new@example.com",
    "xoo_el_reg_pass": NEW,
    "xoo_el_reg_pass_again": NEW,
    "xoo_el_reg_fname": "New",
    "xoo_el_reg_lname": "Person",
    "xoo_el_reg_terms": "yes",
}


class Visitor:
    """Someone with a token who sends forms."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        page = self.client.get("/my-source/", headers={"Accept": "application/json"}).json()
        self.token = page["forms"]["csrf_token"]

    def sends(self, form: str, **fields: object) -> dict[str, Any]:
        """Return the answer to a form; its status is always 200."""
        body = {"action": "xoo_el_form_action", "display": "popup", "csrfmiddlewaretoken": self.token}
        response = self.client.post(URL, body | {"_xoo_el_form": form} | fields)
        assert response.status_code == 200
        answer: dict[str, Any] = response.json()
        return answer

    @property
    def is_logged_in(self) -> bool:
        return "_auth_user_id" in self.client.session


def register(visitor: Visitor, **over: object) -> dict[str, Any]:
    return visitor.sends("register", **REGISTRATION | over)
