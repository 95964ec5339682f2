"""Endpoints: the addresses that events are sent to."""

from sandbox_pay import API_VERSION, WEBHOOK_SECRET
from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects import wire
from sandbox_pay.objects.ids import new_id, token
from sandbox_pay.objects.records import Endpoint
from sandbox_pay.paging import page
from sandbox_pay.protocol.addresses import is_web_address
from sandbox_pay.protocol.errors import invalid
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import ENDPOINTS

STORE = "we_store"
"""The store's endpoint: one, wherever the store listens today."""


def create(call: Call) -> Json:
    """Add an endpoint with a secret of its own, also where another one has the same address."""
    if call.text("api_version") not in {None, API_VERSION}:
        raise invalid(f"This sandbox speaks {API_VERSION} only.", "api_version")
    record = Endpoint(
        id=new_id("we"),
        created=call.now,
        metadata=call.metadata({}),
        url=_checked(call.text("url") or ""),
        secret=f"whsec_{token(32)}",
        enabled_events=call.texts("enabled_events") or [],
        description=call.text("description"),
        api_version=call.text("api_version"),
    )
    return {**wire.webhook_endpoint(ENDPOINTS.save(call.connection, record)), "secret": record.secret}


def register_store(call: Call, url: str, secret: str = WEBHOOK_SECRET) -> None:
    """Send all events to the store at this address, and no longer to where it was before."""
    store = Endpoint(id=STORE, created=call.now, url=_checked(url), secret=secret, enabled_events=["*"])
    ENDPOINTS.save(call.connection, store)


def _checked(url: str) -> str:
    if not is_web_address(url):
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
    if call.has("description"):
        changes["description"] = call.text("description")
    if call.has("disabled"):
        changes["enabled"] = not call.flag("disabled")
    return wire.webhook_endpoint(ENDPOINTS.save(call.connection, record.model_copy(update=changes)))


def delete(call: Call) -> Json:
    record = _find(call)
    ENDPOINTS.remove(call.connection, record.id)
    return {"id": record.id, "object": "webhook_endpoint", "deleted": True}


def listing(call: Call) -> Json:
    return page(call, ENDPOINTS, {}, wire.webhook_endpoint, "/v1/webhook_endpoints")


def _find(call: Call) -> Endpoint:
    return find_record(call, ENDPOINTS, call.target, "webhook_endpoint")
