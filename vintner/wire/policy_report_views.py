"""Reports of browsers about what the content policy kept a page from doing: a fault of ours, or an attack."""

import json
import logging
from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import urlsplit

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from vintner.web.client_address import rate_limit_key
from vintner.web.rate_limits import count_try

LONGEST_REPORT: Final = 16_384
MOST_ENTRIES: Final = 5
_LONGEST_TEXT: Final = 120
_OF_THE_BROWSER: Final = ("about", "blob", "data", "eval", "inline", "wasm-eval", "trusted-types-policy", "self")

log = logging.getLogger(__name__)


@csrf_exempt
@require_POST
def policy_reports(request: HttpRequest) -> HttpResponse:
    """Log reports without anything that stands behind a `?`. What is too long, too much or no report is dropped.

    Both shapes are read: that of `report-uri`, and that of the Reporting API.
    """
    done = HttpResponse(status=204)
    if int(request.headers.get("Content-Length") or 0) > LONGEST_REPORT:
        return done
    try:
        reports = list(_violations(request.body))[:MOST_ENTRIES]
    except (ValueError, RecursionError, RequestDataTooBig):
        return done
    if not reports or not count_try("policy_reports", rate_limit_key(request)):
        return done
    for directive, blocked, page in reports:
        log.warning("the content policy (%s) blocked %s on %s", directive, blocked, page)
    return done


def _violations(body: bytes) -> Iterator[tuple[str, str, str]]:
    """Yield directive, what was blocked, and the page's path. Raises ValueError for what is no report."""
    sent = json.loads(body)
    entries = [each.get("body") for each in sent if isinstance(each, Mapping)] if isinstance(sent, list) else [sent]
    for entry in entries:
        if not isinstance(entry, Mapping):
            continue
        about = entry.get("csp-report", entry)
        if not isinstance(about, Mapping):
            continue
        directive = _text(about, "effective-directive", "effectiveDirective", "violated-directive")
        blocked = _origin(_text(about, "blocked-uri", "blockedURL"))
        page = urlsplit(_text(about, "document-uri", "documentURL")).path
        if directive and blocked:
            yield _visible(directive), _visible(blocked), _visible(page)


def _origin(blocked: str) -> str:
    """Return where a blocked thing comes from, '' for what an extension of the browser did."""
    if blocked in _OF_THE_BROWSER:
        return blocked
    parts = urlsplit(blocked)
    if parts.scheme in ("http", "https", "ws", "wss"):
        return f"{parts.scheme}://{parts.netloc}"
    return parts.scheme if parts.scheme in _OF_THE_BROWSER else ""


def _text(about: Mapping[str, object], *names: str) -> str:
    return next((text for name in names if isinstance(text := about.get(name), str)), "")


def _visible(text: str) -> str:
    """Return the beginning of a text without what would break a line of the log or turn it around."""
    return "".join(each for each in text[:_LONGEST_TEXT] if each.isprintable())
