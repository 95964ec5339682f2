"""A proxy in front of a store that rewrites its pages, to measure a page otherwise than the store sends it."""

import gzip
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import urlsplit

Rewrite = Callable[[str], tuple[str, dict[str, str]]]
"""Takes the HTML of a page; returns it rewritten, with the stylesheets that it names by their paths."""
SENT_ON: Final = ("content-type", "content-encoding", "cache-control", "vary", "etag", "location", "set-cookie")
"""Headers of the store's answers. The content policy is not among them: it names hashes of what was rewritten."""


@contextmanager
def rewriting_proxy(address: str, rewrite: Rewrite) -> Iterator[str]:
    """Serve the store at an address with its pages rewritten, for as long as the block lasts; yields the address."""
    server = RewritingServer(address, rewrite)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class RewritingServer(ThreadingHTTPServer):
    """Listens at a free port."""

    def __init__(self, address: str, rewrite: Rewrite) -> None:
        super().__init__(("127.0.0.1", 0), RewritingHandler)
        self.store = urlsplit(address).netloc
        self.rewrite = rewrite
        self.styles: dict[str, bytes] = {}

    def rewrite_page(self, content: bytes) -> bytes:
        """Return a page rewritten and compressed, and keep its stylesheets."""
        html, styles = self.rewrite(content.decode())
        self.styles |= {path: gzip.compress(sheet.encode()) for path, sheet in styles.items()}
        return gzip.compress(html.encode(), 6)


class RewritingHandler(BaseHTTPRequestHandler):
    """Forwards each request to the store."""

    protocol_version = "HTTP/1.1"
    server: RewritingServer

    def do_GET(self) -> None:
        """Answer a stylesheet of a rewritten page, or what the store answers."""
        if sheet := self.server.styles.get(self.path):
            self._answer(200, [("content-type", "text/css"), ("content-encoding", "gzip")], sheet)
        else:
            self._forward(None)

    def do_POST(self) -> None:
        """Answer what the store answers."""
        self._forward(self.rfile.read(int(self.headers["Content-Length"] or 0)))

    def log_message(self, *_arguments: object) -> None:
        """Write nothing: requests are not of interest here."""

    def _forward(self, body: bytes | None) -> None:
        is_page = self.headers.get("Sec-Fetch-Dest") == "document"
        headers = (
            dict(self.headers) | {"Host": self.server.store} | ({"Accept-Encoding": "identity"} if is_page else {})
        )
        connection = HTTPConnection(self.server.store, timeout=60)
        connection.request(self.command, self.path, body, headers)
        response = connection.getresponse()
        content = response.read()
        sent_on = [(name, value) for name, value in response.getheaders() if name.lower() in SENT_ON]
        if is_page:
            content = self.server.rewrite_page(content)
            sent_on.append(("content-encoding", "gzip"))
        self._answer(response.status, sent_on, content)
        connection.close()

    def _answer(self, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
