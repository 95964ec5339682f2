"""The two kinds of clients of the Store API, and what they are answered."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.test import Client

ROOT = "/wp-json/wc/store/v1"


class ApiAnswer:
    """An answer, read."""

    def __init__(self, response: HttpResponse) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.cookies = response.cookies
        self.json: Any = json.loads(response.content) if response.content else None


class ApiClient:
    """Keeps cookies and sends back the nonce of the last answer."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.headers: dict[str, str] = {}
        self.get("/cart")

    def get(self, path: str) -> ApiAnswer:
        return self.send("GET", path)

    def post(self, path: str, **body: object) -> ApiAnswer:
        return self.send("POST", path, body)

    def send(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> ApiAnswer:
        sent = dict(self.headers if headers is None else headers)
        content = b"" if body is None else json.dumps(body).encode()
        response = self.client.generic(method, ROOT + path, content, "application/json", headers=sent)
        answer = ApiAnswer(response)  # type: ignore[arg-type]
        self.learn(answer)
        return answer

    def learn(self, answer: ApiAnswer) -> None:
        if "Nonce" in answer.headers:
            self.headers = {"Nonce": answer.headers["Nonce"]}


class Headless(ApiClient):
    """Has no cookies: sends back the token of the last answer."""

    def send(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> ApiAnswer:
        self.client.cookies.clear()
        return super().send(method, path, body, headers)

    def learn(self, answer: ApiAnswer) -> None:
        if "Cart-Token" in answer.headers:
            self.headers = {"Cart-Token": answer.headers["Cart-Token"]}
