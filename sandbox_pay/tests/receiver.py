"""A store's webhook endpoint, boiled down: it notes what comes and answers as told."""

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import stripe

PATIENCE = 20.0
"""Seconds to wait for a delivery before a test fails."""


@dataclass(frozen=True)
class Received:
    body: bytes
    signature: str

    def event(self, secret: str) -> stripe.Event:
        """Return the event, its signature checked by the SDK."""
        event: stripe.Event = stripe.Webhook.construct_event(self.body, self.signature, secret)
        return event


@dataclass
class Receiver:
    url: str
    status: int = 200
    inbox: "queue.Queue[Received]" = field(default_factory=queue.Queue)
    may_answer: threading.Event = field(default_factory=threading.Event)

    def next(self) -> Received:
        return self.inbox.get(timeout=PATIENCE)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Listen on a free port until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            # Noted before it is answered: the next event comes right after the answer.
            receiver.inbox.put(Received(body, self.headers.get("Stripe-Signature", "")))
            receiver.may_answer.wait(PATIENCE)
            self.send_response(receiver.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Stay quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver = Receiver(f"http://127.0.0.1:{server.server_port}/hook")
    receiver.may_answer.set()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
