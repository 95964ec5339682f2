"""Asks the store for its health at its public address, through the proxy in front of it, and compares what arrives."""

import logging
import ssl
from datetime import datetime
from typing import Final

import urllib3
from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from pydantic import TypeAdapter, ValidationError
from urllib3.exceptions import HTTPError, SSLError

from vintner import clock
from vintner.web.edge.exposure import HEALTH_PATH
from vintner.web.edge.forwarding import (
    CLAIMED_ADDRESS,
    CLAIMED_COUNTRY,
    UNDERSCORED,
    ForwardedRequest,
    find_proxy_faults,
)
from vintner.web.models import ProxyCheck

PATIENCE_SECONDS: Final = 3.0
"""For the connection, for each part of the answer, and for all parts together."""
LONGEST_ANSWER: Final = 4096
"""In bytes."""
SIGNATURE_SECONDS: Final = 60
"""How long a signed request is answered with what arrived."""
_ANSWERED: Final = "Something in front of the store answers its own request for {url} with {status}: it never arrives."
_UNREACHED: Final = "The store does not reach itself at {url} ({reason})."
_CERTIFICATE: Final = "Browsers refuse the certificate at {url} ({reason})."
_BAD_CERTIFICATES: Final = (10, 62, 64)
"""Certificates that have expired or are for another name (OpenSSL, X509_STORE_CTX_get_error). Browsers may know an
issuer that this machine does not know.
"""
_signer: Final = TimestampSigner(salt="vintner.web.edge.proxy_check")
_answer: Final = TypeAdapter(ForwardedRequest)
_log: Final = logging.getLogger(__name__)


def check_proxy(now: datetime) -> ProxyCheck:
    """Return what came of a request to the store through its proxy, not stored yet."""
    url = settings.STORE_URL + HEALTH_PATH
    headers = {"X-Forwarded-For": CLAIMED_ADDRESS, UNDERSCORED: "1"}
    if settings.COUNTRY_HEADER:
        headers[settings.COUNTRY_HEADER] = CLAIMED_COUNTRY
    try:
        with (
            urllib3.PoolManager(timeout=PATIENCE_SECONDS, retries=False) as pool,
            pool.request("GET", f"{url}?{_signer.sign('')}", headers=headers, preload_content=False) as answer,
        ):
            said, status, policy = _read(answer), answer.status, answer.headers.get("Referrer-Policy", "")
    except HTTPError as error:
        return _explain(error, now)
    try:
        arrived = _answer.validate_json(said)
    except ValidationError:
        return ProxyCheck(ran_at=now, unreached=_ANSWERED.format(url=url, status=status))
    return ProxyCheck(ran_at=now, faults=[*find_proxy_faults(arrived, policy)])


def _read(answer: urllib3.BaseHTTPResponse) -> bytes:
    """Return the answer, or what there is of one that is long or slow."""
    said, ends = b"", clock.monotonic() + PATIENCE_SECONDS
    while len(said) < LONGEST_ANSWER and clock.monotonic() < ends and (part := answer.read1(LONGEST_ANSWER)):
        said += part
    return said


def _explain(error: HTTPError, now: datetime) -> ProxyCheck:
    cause = error.args[0] if isinstance(error, SSLError) else error.__cause__
    if isinstance(cause, ssl.SSLCertVerificationError) and cause.verify_code in _BAD_CERTIFICATES:
        return ProxyCheck(ran_at=now, faults=[_CERTIFICATE.format(url=settings.STORE_URL, reason=cause.verify_message)])
    return ProxyCheck(ran_at=now, unreached=_UNREACHED.format(url=settings.STORE_URL, reason=cause or error))


def is_own_check(mark: str) -> bool:
    """Return whether the store itself sent a request with this mark a moment ago."""
    try:
        _signer.unsign(mark, max_age=SIGNATURE_SECONDS)
    except BadSignature:
        return False
    return True


def record_proxy_check(now: datetime) -> None:
    """Check the proxy of a store at https, write down what came of it for the health page, and log it."""
    if not settings.HTTPS:
        ProxyCheck.objects.all().delete()
        return
    done = check_proxy(now)
    done.save()
    ProxyCheck.objects.exclude(pk=done.pk).delete()
    for fault in done.faults:
        _log.error("%s", fault)
    if done.unreached:
        _log.warning("%s", done.unreached)
