"""A browser in an account: its cookies, the forms' token, and what it is answered."""

import re
import secrets
from collections.abc import Mapping, Sequence
from http.cookies import SimpleCookie
from typing import Any, Final

import httpx

from vintner.orders.models import Email

TOKEN, CALL = "csrfmiddlewaretoken", "/wp-admin/admin-ajax.php"
PASSWORD: Final = "violet tractor seven moons"  # noqa: S105 - of customers who exist for seconds
PATIENCE: Final = httpx.Timeout(120).as_dict()
_TRANSPORT: Final = httpx.HTTPTransport(limits=httpx.Limits(max_connections=200, max_keepalive_connections=200))


class AccountBrowser:
    """One browser at the store of an address. A copy of its `cookies` is another browser in the same session."""

    def __init__(
        self, address: str, cookies: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        self.address, self.headers = address, dict(headers or {})
        self.cookies = {"csrftoken": secrets.token_hex(16), **(cookies or {})}

    def copy(self) -> "AccountBrowser":
        return AccountBrowser(self.address, self.cookies, self.headers)

    def get(self, path: str) -> httpx.Response:
        return self._send(httpx.Request("GET", self.address + path, headers=self._headers()))

    def post(
        self,
        path: str,
        fields: Mapping[str, str] | None = None,
        files: Sequence[tuple[str, tuple[str, bytes]]] | None = None,
    ) -> httpx.Response:
        """Send a form with the token of this browser."""
        data = {TOKEN: self.cookies["csrftoken"], **(fields or {})}
        return self._send(httpx.Request("POST", self.address + path, data=data, files=files, headers=self._headers()))

    def form(self, name: str, **fields: str) -> dict[str, Any]:
        """Send a form of the popup; return the call's answer."""
        answer = self.post(CALL, {"action": "xoo_el_form_action", "_xoo_el_form": name, **fields})
        read: dict[str, Any] = answer.json()
        return read

    def log_in(self, email: str, password: str = PASSWORD) -> httpx.Response:
        return self.post("/my-source/", {"username": email, "password": password})

    def confirm(self) -> None:
        """Enter the password once more, as before something sensitive."""
        assert self.post("/my-source/confirm/", {"password": PASSWORD}).status_code == 302

    @property
    def is_inside(self) -> bool:
        return self.get("/my-source/security/").status_code == 200

    def _headers(self) -> dict[str, str]:
        sent = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Accept": "application/json", "Cookie": sent, **self.headers}

    def _send(self, request: httpx.Request) -> httpx.Response:
        request.extensions["timeout"] = PATIENCE
        response = _TRANSPORT.handle_request(request)
        response.read()
        for line in response.headers.get_list("set-cookie"):
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
                if morsel["max-age"] == "0" or not morsel.value:
                    del self.cookies[name]
        return response


def where_to(response: httpx.Response) -> str:
    """Return where an answer leads, '' for nowhere."""
    return str(response.headers.get("location", ""))


def mailed(kind: str, to: str, pattern: str = r"https?://[^/\s]+(/\S+)") -> str:
    """Return what the newest e-mail of a kind holds for its reader: the path of its link by default."""
    text = Email.objects.filter(kind=kind, to=to).latest("id").text
    found = re.search(pattern, text, re.MULTILINE)
    if found is None:
        raise LookupError(f"the email {kind} to {to} holds nothing like {pattern}")
    return found.group(1)
