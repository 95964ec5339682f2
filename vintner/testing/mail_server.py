"""A mail server that keeps what it is given, on this machine only."""

import socketserver
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes


@dataclass(slots=True)
class Letters:
    """What arrived: Message-ID → how often. While `is_down`, nothing is taken.

    `refused` are answers to recipients: address → code. While `is_silent`, nobody is greeted. What is given is accepted
    only after `accepts_after` seconds.
    """

    port: int = 0
    is_down: bool = False
    is_silent: bool = False
    accepts_after: float = 0
    refused: Mapping[str, int] = field(default_factory=dict)
    closing: threading.Event = field(default_factory=threading.Event)
    arrived: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)


class _MailServer(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True
    request_queue_size = 256

    def __init__(self, letters: Letters) -> None:
        super().__init__(("127.0.0.1", letters.port), _Talk)
        self.letters = letters


class _Talk(socketserver.StreamRequestHandler):
    """Says yes to everything, as far as a sender needs it (RFC 5321)."""

    server: _MailServer

    def handle(self) -> None:
        letters = self.server.letters
        if letters.is_silent:
            letters.closing.wait()
            return
        self._say("421 closed" if letters.is_down else "220 here")
        while not letters.is_down and (line := self.rfile.readline()):
            word = line[:4].upper().strip()
            if word == b"QUIT":
                self._say("221 bye")
                return
            if word == b"DATA":
                self._say("354 go on")
                self._take(letters)
            self._say(self._answer(line, letters))

    def _answer(self, line: bytes, letters: Letters) -> str:
        if line[:4].upper() != b"RCPT":
            return "250 yes"
        address = line.decode().partition("<")[2].partition(">")[0]
        code = letters.refused.get(address)
        return f"{code} not {address}" if code else "250 yes"

    def _take(self, letters: Letters) -> None:
        body = bytearray()
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            body += line
        letters.closing.wait(letters.accepts_after)
        with letters.lock:
            letters.arrived[str(message_from_bytes(bytes(body))["Message-ID"]).strip()] += 1

    def _say(self, text: str) -> None:
        with suppress(ConnectionError):  # who waited too long has gone
            self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def post_office(letters: Letters | None = None) -> Iterator[Letters]:
    """Run the mail server for as long as the block lasts. With the letters of a former one it goes on at its port."""
    letters = letters or Letters()
    letters.closing.clear()
    with _MailServer(letters) as server:
        letters.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield letters
        finally:
            letters.closing.set()
            server.shutdown()
            thread.join()
