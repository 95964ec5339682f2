"""A store boiled down to one page and one call, on an origin of its own, with a strict content policy."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, cast

import stripe

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.checked_client import client_of
from sandbox_pay.tests.chromium import build

if TYPE_CHECKING:
    from stripe.params import PaymentIntentCreateParams, SetupIntentCreateParams

PAGE = """<!doctype html><html lang="en"><head><title>Checkout</title>
<meta name="viewport" content="width=device-width">
<script src="{sandbox}/sandbox/stripe.js"></script><script type="module" src="/main.js"></script></head>
<body><main><h1>Checkout</h1><div id="store"></div></main></body></html>"""


@dataclass
class Store:
    script: Path
    sandbox: SandboxProcess | None = None
    url: str = ""
    heard: list[str] = field(default_factory=list)
    """Every request line and body that reached the store."""

    def policy(self) -> str:
        assert self.sandbox is not None
        there = self.sandbox.base_url
        return (
            f"default-src 'none'; script-src 'self' {there}; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {there}; frame-src {there}; base-uri 'none'; form-action 'self'"
        )

    def answer(self, path: str, given: dict[str, str]) -> dict[str, str | None]:
        """Do what the page asks of its server: `/pay` or `/setup`, by a method, a token, or neither yet."""
        assert self.sandbox is not None
        kind, currency = given.pop("type", "card"), given.pop("currency", "usd")
        amount = int(given.pop("amount", "1999"))
        brought: dict[str, object] = {**given, "confirm": True, "use_stripe_sdk": True} if given else {}
        asked = {"allowed_payment_method_types": [kind], **brought}
        service = client_of(self.sandbox).v1
        try:
            if path == "/setup":
                setup = service.setup_intents.create(cast("SetupIntentCreateParams", asked))
                return {"status": setup.status, "client_secret": setup.client_secret}
            sum_of_order = {"amount": amount, "currency": currency, "metadata": {"order_id": "77"}}
            intent = service.payment_intents.create(cast("PaymentIntentCreateParams", {**sum_of_order, **asked}))
        except stripe.CardError as declined:
            return {"error": declined.error.decline_code if declined.error else None}
        except stripe.InvalidRequestError as refused:
            return {"error": refused.user_message}
        return {"status": intent.status, "client_secret": intent.client_secret}


@contextmanager
def store_on_a_port(script: Path) -> Iterator[Store]:
    store = Store(script)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            store.heard.append(self.path)
            assert store.sandbox is not None
            if self.path == "/main.js":
                self.answer(store.script.read_bytes(), "text/javascript")
            elif self.path == "/favicon.ico":
                self.answer(b"", "image/x-icon")
            else:
                self.answer(PAGE.format(sandbox=store.sandbox.base_url).encode(), "text/html; charset=utf-8")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            store.heard.append(f"{self.path} {body}")
            self.answer(json.dumps(store.answer(self.path, json.loads(body))).encode(), "application/json")

        def answer(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", store.policy())
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Stay quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    store.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield store
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def running_store(folder: Path, browser_files: Path) -> Iterator[Store]:
    """Build the store's page, and run it with a provider of its own."""
    build("sandbox_pay/tests/store_page/vite.config.ts", STORE_PAGE_OUT=str(folder))
    with (
        store_on_a_port(folder / "main.js") as store,
        SandboxProcess(folder, store_origins=(store.url,), browser_files=browser_files) as sandbox,
    ):
        store.sandbox = sandbox
        yield store
