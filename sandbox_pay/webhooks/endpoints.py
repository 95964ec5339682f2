"""Endpoints: the addresses that events are sent to."""

from urllib.parse import urlsplit

from sandbox_pay.call import Call
from sandbox_pay.objects import wire
from sandbox_pay.objects.ids import new_id, token
from sandbox_pay.objects.records import Endpoint
from sandbox_pay.paging import page
from sandbox_pay.protocol.errors import invalid, no_such
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import ENDPOINTS


def create(call: Call) -> Json:
    record = register(call, _checked(call.text("url") or ""), f"whsec_{token(32)}", call.texts("enabled_events") or [])
    return {**wire.webhook_endpoint(record), "secret": record.secret}


def register(call: Call, url: str, secret: str, enabled_events: list[str]) -> Endpoint:
    """Add the endpoint, or change the one that has this address."""
    known = ENDPOINTS.search(call.connection, {"url = ?": url}, limit=1)
    record = Endpoint(
        id=known[0].id if known else new_id("we"),
        created=known[0].created if known else call.now,
        metadata=call.metadata({}),
        url=url,
        secret=secret,
        enabled_events=enabled_events,
        description=call.text("description"),
    )
    return ENDPOINTS.save(call.connection, record)


def _checked(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise invalid("Invalid URL: An explicit scheme (such as https) must be provided.", "url", "url_invalid")
    return url


def retrieve(call: Call) -> Json:
    return wire.webhook_endpoint(_find(call))


def update(call: Call) -> Json:
    """Change the address, the events, or whether any are sent. The secret stays."""
    record = _find(call)
    changes: dict[str, object] = {"metadata": call.metadata(record.metadata)}
    if url := call.text("url"):
        changes["url"] = _checked(url)
    if events := call.texts("enabled_events"):
        changes["enabled_events"] = events
    if call.given("description"):
        changes["description"] = call.text("description")
    if call.given("disabled"):
        changes["enabled"] = not call.flag("disabled")
    return wire.webhook_endpoint(ENDPOINTS.save(call.connection, record.model_copy(update=changes)))


def delete(call: Call) -> Json:
    record = _find(call)
    ENDPOINTS.remove(call.connection, record.id)
    return {"id": record.id, "object": "webhook_endpoint", "deleted": True}


def listing(call: Call) -> Json:
    return page(call, ENDPOINTS, {}, wire.webhook_endpoint, "/v1/webhook_endpoints")


def _find(call: Call) -> Endpoint:
    record = ENDPOINTS.find(call.connection, call.target)
    if record is None:
        raise no_such("webhook_endpoint", call.target)
    return record
