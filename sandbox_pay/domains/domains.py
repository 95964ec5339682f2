"""Registers the domains on which wallets are displayed."""

import re

from sandbox_pay.call import Call
from sandbox_pay.domains.domain_records import DomainRecord, payment_method_domain
from sandbox_pay.lookup import find_record
from sandbox_pay.objects.ids import new_id
from sandbox_pay.paging import page
from sandbox_pay.protocol.errors import invalid
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import DOMAINS, Value

_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_NAME = re.compile(rf"({_LABEL}\.)+[a-z]([a-z0-9-]{{0,61}}[a-z0-9])?", re.ASCII)
"""A name of the public kind: with a dot, without scheme, port or path, and no internet address."""


def create(call: Call) -> Json:
    """Register a domain. One that is registered already is answered as it is."""
    name = (call.text("domain_name") or "").lower()
    if not _NAME.fullmatch(name):
        raise invalid(f"{name or 'An empty text'} is not a valid domain name.", "domain_name")
    known = DOMAINS.search(call.connection, {"domain_name = ?": name}, limit=1)
    if known:
        return payment_method_domain(known[0])
    enabled = call.flag("enabled") if call.has("enabled") else True
    record = DomainRecord(id=new_id("pmd"), created=call.now, domain_name=name, enabled=enabled)
    return payment_method_domain(DOMAINS.save(call.connection, record))


def listing(call: Call) -> Json:
    conditions: dict[str, Value] = {}
    if call.has("domain_name"):
        conditions["domain_name = ?"] = (call.text("domain_name") or "").lower()
    if call.has("enabled"):
        conditions["enabled = ?"] = int(call.flag("enabled"))
    return page(call, DOMAINS, conditions, payment_method_domain, "/v1/payment_method_domains")


def retrieve(call: Call) -> Json:
    return payment_method_domain(_find(call))


def update(call: Call) -> Json:
    record = _find(call)
    if call.has("enabled"):
        record = DOMAINS.save(call.connection, record.model_copy(update={"enabled": call.flag("enabled")}))
    return payment_method_domain(record)


def validate(call: Call) -> Json:
    """Look at the domain again. Its wallets follow from its name, so the answer is the one of `retrieve`."""
    return payment_method_domain(_find(call))


def _find(call: Call) -> DomainRecord:
    return find_record(call, DOMAINS, call.target, "payment_method_domain")
