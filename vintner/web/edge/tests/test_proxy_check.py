"""The store asks for its health through the proxy in front of it, and says what that one leaves out or changes."""

import http.client
import json
import socket
import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any, cast
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.checks import CheckMessage, run_checks
from django.core.wsgi import get_wsgi_application
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.ports import hold_port
from vintner import clock
from vintner.web.client_address import behind_proxies
from vintner.web.edge import proxy_check
from vintner.web.edge.forwarding import (
    CLAIMED_ADDRESS,
    UNDERSCORED,
    ForwardedRequest,
    find_proxy_faults,
    read_forwarded_request,
)
from vintner.web.edge.proxy_check import LONGEST_ANSWER
from vintner.web.jobs import check_proxy as check_proxy_job
from vintner.web.models import ProxyCheck

Headers = dict[str, str]
HERE = "127.0.0.1"


class QuietHandler(WSGIRequestHandler):
    """Serves the store, as the web server does, with headers whose names have underscores."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's name
        pass


class Proxy(ThreadingHTTPServer):
    """A proxy that does with the headers of a request and of its answer what a test says."""

    def __init__(self, store_port: int) -> None:
        super().__init__((HERE, 0), ProxyHandler)
        self.store_port = store_port
        self.forward: Callable[[Headers], Headers] = well_set
        self.answer: Callable[[Headers], Headers] = dict
        self.status = 0
        """Answered by the proxy itself, where it is not 0, with the text `said`."""
        self.said = ""


class ProxyHandler(BaseHTTPRequestHandler):
    """Passes a request on."""

    def do_GET(self) -> None:
        proxy = cast(Proxy, self.server)
        store = http.client.HTTPConnection(HERE, proxy.store_port)
        store.request("GET", self.path, headers=proxy.forward(dict(self.headers)))
        answer = store.getresponse()
        body = answer.read()
        store.close()
        self.send_response(proxy.status or answer.status)
        for name, value in proxy.answer(dict(answer.headers)).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(proxy.said.encode() if proxy.status else body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's name
        pass


def well_set(headers: Headers) -> Headers:
    """What the documented proxy does: it adds the visitor's address and drops underscores."""
    kept = {name: value for name, value in headers.items() if "_" not in name}
    return {**kept, "X-Forwarded-For": f"{headers['X-Forwarded-For']}, 198.51.100.7", "X-Forwarded-Proto": "https"}


def without(*names: str) -> Callable[[Headers], Headers]:
    return lambda headers: {name: value for name, value in well_set(headers).items() if name not in names}


def with_changed(**changed: str) -> Callable[[Headers], Headers]:
    return lambda headers: {**well_set(headers), **{name.replace("__", "-"): value for name, value in changed.items()}}


@contextmanager
def serving(server: WSGIServer | ThreadingHTTPServer) -> Iterator[None]:
    with server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield
        server.shutdown()
        thread.join()


@pytest.fixture
def proxy(settings: Settings) -> Iterator[Proxy]:
    settings.TRUSTED_PROXIES, settings.HTTPS, settings.SECURE_SSL_REDIRECT = [HERE], True, True
    application = get_wsgi_application()

    def serve(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401 - WSGI's own
        return behind_proxies(application)(environ, start_response)  # by the settings of the moment

    store = make_server(HERE, 0, serve, handler_class=QuietHandler)
    proxy = Proxy(store.server_port)
    settings.STORE_URL = f"http://{HERE}:{proxy.server_port}"
    with serving(store), serving(proxy):
        yield proxy


def check() -> ProxyCheck:
    return proxy_check.check_proxy(timezone.now())


def faults() -> list[str]:
    done = check()
    assert done.unreached == ""
    return list(done.faults)


def test_a_proxy_that_passes_on_what_is_needed_has_no_fault(proxy: Proxy, settings: Settings) -> None:
    settings.COUNTRY_HEADER = "CF-IPCountry"
    for country in ("DE", "ZZ", "XX"):
        proxy.forward = with_changed(CF__IPCountry=country)
        assert faults() == []
    proxy.forward = with_changed(CF__IPCountry="DE", X__Forwarded__For=f"{CLAIMED_ADDRESS}, {HERE}")
    assert faults() == [], "the store is where its proxy is"


@pytest.mark.parametrize(
    ("forward", "told"),
    [
        (without("X-Forwarded-Proto"), "does not send X-Forwarded-Proto"),
        (without("X-Forwarded-For"), "does not send X-Forwarded-For"),
        (with_changed(X__Forwarded__Proto="http"), "X-Forwarded-Proto says http for a request that seems to have come"),
        (with_changed(X__Forwarded__Proto="https,http"), "X-Forwarded-Proto arrives as https,http."),
        (with_changed(X__Forwarded__For=CLAIMED_ADDRESS), "passes X-Forwarded-For on as visitors write it"),
        (with_changed(**{UNDERSCORED: "1"}), "passes on headers with underscores"),
        (with_changed(Host="store:8000"), "changes the header Host: store:8000 arrives in place of 127.0.0.1:"),
        (with_changed(Host=HERE), "changes the header Host: 127.0.0.1 arrives in place of 127.0.0.1:"),
        (with_changed(Host="["), "changes the header Host: [ arrives in place of 127.0.0.1:"),
    ],
)
def test_what_it_leaves_out_or_changes_is_named(proxy: Proxy, forward: Callable[[Headers], Headers], told: str) -> None:
    proxy.forward = forward
    (fault,) = faults()
    assert told in fault


def test_a_country_that_it_passes_on_is_named(proxy: Proxy, settings: Settings) -> None:
    settings.COUNTRY_HEADER = "CF-IPCountry"
    (fault,) = faults()
    assert "passes CF-IPCountry on as visitors write it" in fault


def test_a_proxy_that_no_setting_names_is_named(proxy: Proxy, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["198.51.100.0/24"]
    (fault,) = faults()
    assert fault.startswith(f"{HERE} sends X-Forwarded-Proto, but TRUSTED_PROXIES does not name it")


def test_a_policy_of_referrers_that_it_changes_is_named(proxy: Proxy) -> None:
    for policy in ("no-referrer", "strict-origin-when-cross-origin, no-referrer", "origin"):
        proxy.answer = lambda headers, policy=policy: {**headers, "Referrer-Policy": policy}  # type: ignore[misc]
        (fault,) = faults()
        assert f"changes the header Referrer-Policy to “{policy}”" in fault
    for policy in ("same-origin", "strict-origin-when-cross-origin, strict-origin-when-cross-origin", ""):
        proxy.answer = lambda headers, policy=policy: {**headers, "Referrer-Policy": policy}  # type: ignore[misc]
        assert faults() == []


def test_the_usual_port_need_not_be_said(proxy: Proxy, settings: Settings) -> None:
    arrived = ForwardedRequest(
        scheme="https",
        address="198.51.100.7",
        host="Store.example",
        forwarded_for="198.51.100.7",
        forwarded_proto="https",
        country="",
        has_underscores=False,
    )
    settings.STORE_URL = "https://store.example:443"
    assert [*find_proxy_faults(arrived, "")] == []


def test_who_answers_in_place_of_the_store_is_no_proxy_of_which_something_is_known(proxy: Proxy) -> None:
    proxy.answer = lambda headers: {"Location": "/health/?check=elsewhere"}
    answer = json.dumps(asdict(read_forwarded_request({"wsgi.url_scheme": "http"})))
    proxy.status, proxy.said = 200, answer
    assert check().faults
    others = ('{"status": "ok"}', "[]", answer.replace('"http"', "null"), answer[:-1] + " " * LONGEST_ANSWER + "}")
    for status, said in ((403, ""), (302, ""), *((200, other) for other in others)):
        proxy.status, proxy.said = status, said
        done = check()
        assert (done.faults, done.unreached.partition(" with ")[2][:3]) == ([], str(status))


def test_a_store_that_does_not_reach_itself_says_why(settings: Settings) -> None:
    settings.STORE_URL = f"https://{HERE}:{hold_port()}"
    done = check()
    assert done.faults == []
    assert done.unreached.startswith(f"The store does not reach itself at {settings.STORE_URL} (")
    assert done.unreached.endswith("Connection refused).")
    assert "HTTPSConnection" not in done.unreached


def test_a_proxy_that_does_not_answer_is_not_waited_for(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proxy_check, "PATIENCE_SECONDS", 0.01)
    with socket.create_server((HERE, 0)) as silent:
        settings.STORE_URL = f"http://{HERE}:{silent.getsockname()[1]}"
        assert "timed out" in check().unreached


class SlowHandler(ProxyHandler):
    """Sends the beginning of an answer, and then nothing until the client leaves."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{")
        self.connection.recv(1)


def test_an_answer_that_comes_slowly_is_read_for_some_seconds(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = count(step=proxy_check.PATIENCE_SECONDS * 0.6)
    monkeypatch.setattr(clock, "monotonic", lambda: next(times))
    with serving(server := ThreadingHTTPServer((HERE, 0), SlowHandler)):
        settings.STORE_URL = f"http://{HERE}:{server.server_port}"
        assert " with 200: " in check().unreached


def test_a_store_that_speaks_no_https_does_not_reach_itself(proxy: Proxy, settings: Settings) -> None:
    settings.STORE_URL = settings.STORE_URL.replace("http:", "https:")
    done = check()
    assert (done.faults, done.unreached.startswith("The store does not reach itself at https:")) == ([], True)


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A certificate for a name that is not the store's, by an issuer that this machine trusts, with its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), timezone.now()
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "elsewhere.example")])
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
    names = x509.SubjectAlternativeName([x509.DNSName("elsewhere.example")])
    signed = made.add_extension(names, critical=False).sign(key, hashes.SHA256())
    path = tmp_path / "certificate.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + signed.public_bytes(Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    return path


def test_a_certificate_for_another_name_is_a_fault_and_one_of_an_unknown_issuer_is_none(
    proxy: Proxy, certificate: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    proxy.socket = context.wrap_socket(proxy.socket, server_side=True)
    settings.STORE_URL = f"https://localhost:{proxy.server_port}"
    (fault,) = check().faults
    assert fault.startswith(f"Browsers refuse the certificate at {settings.STORE_URL} (Hostname mismatch")
    monkeypatch.delenv("SSL_CERT_FILE")
    assert check().faults == []
    assert "self-signed certificate" in check().unreached


@pytest.mark.django_db
def test_the_job_writes_down_the_last_check_and_logs_it(
    proxy: Proxy, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    proxy.forward = without("X-Forwarded-Proto")
    for _ in range(2):
        check_proxy_job(0)
    (kept,) = ProxyCheck.objects.all()
    assert len(kept.faults) == 1
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == kept.faults * 2
    proxy.status = 403
    check_proxy_job(0)
    (kept,) = ProxyCheck.objects.all()
    assert kept.unreached in [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    settings.HTTPS = False
    check_proxy_job(0)
    assert not ProxyCheck.objects.exists(), "there is no proxy to look at"


def found_by_checks() -> list[CheckMessage]:
    found = run_checks(include_deployment_checks=True)
    return [each for each in found if each.id in {"vintner.W006", "vintner.I001"}]


def test_the_checks_of_a_deployment_say_the_same(proxy: Proxy, settings: Settings) -> None:
    proxy.forward = without("X-Forwarded-Proto")
    (warning,) = found_by_checks()
    assert (warning.id, warning.msg) == ("vintner.W006", faults()[0])
    proxy.status = 403
    assert [each.id for each in found_by_checks()] == ["vintner.I001"]
    settings.HTTPS = False
    assert found_by_checks() == []


def test_nobody_else_is_told_what_arrives(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vintner.web.middleware._database_answers", lambda: True)
    signed = proxy_check._signer.sign("")
    told = client.get(f"/health/?{signed}")
    assert (told.json()["address"], told["Cache-Control"]) == (HERE, "no-store")
    monkeypatch.setattr(proxy_check, "SIGNATURE_SECONDS", -1)
    for mark in ("", "forged", signed):
        assert client.get(f"/health/?{mark}").content == b"The store answers.\n"
