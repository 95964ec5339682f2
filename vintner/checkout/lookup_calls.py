"""Suggests addresses while a street is typed. The browser asks the store, so the service's key stays secret."""

import logging
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from vintner.shipping.address_form import clean
from vintner.shipping.lookup.address_lookup import LEAST, LONGEST, AddressLookup, LookupDown
from vintner.shipping.lookup.chosen import address_lookup
from vintner.shipping.regions import regions
from vintner.web.answers import json_response
from vintner.web.client_address import rate_limit_key
from vintner.web.rate_limits import count_try

log = logging.getLogger(__name__)


@never_cache
@require_POST
def suggest(request: HttpRequest) -> HttpResponse:
    """Answer {"suggestions": [{id, text, detail}]}: none without a service, or beyond its rate limit."""
    typed, country = _read_field(request, "typed"), _read_field(request, "country").upper()
    lookup = _within_limit(request)
    if lookup is None or len(typed) < LEAST or country not in regions():
        return json_response({"suggestions": []})
    try:
        found = lookup.suggest(typed, country=country, session=_read_field(request, "session"))
    except LookupDown as down:
        log.warning("no addresses to suggest: %s", down)
        found = ()
    return json_response({"suggestions": [asdict(each) for each in found]})


@never_cache
@require_POST
def find(request: HttpRequest) -> HttpResponse:
    """Answer {"address": {country, address_1 …}} for a suggestion's id; null if the service does not answer."""
    lookup, wanted = _within_limit(request), _read_field(request, "id", 500)
    if lookup is None or not wanted:
        return json_response({"address": None})
    try:
        found = lookup.find(wanted, session=_read_field(request, "session"))
    except LookupDown as down:
        log.warning("no details of a suggested address: %s", down)
        return json_response({"address": None})
    return json_response({"address": asdict(found)})


def _within_limit(request: HttpRequest) -> AddressLookup | None:
    lookup = address_lookup()
    return lookup if lookup and count_try("address_lookups", rate_limit_key(request)) else None


def _read_field(request: HttpRequest, name: str, longest: int = LONGEST) -> str:
    return clean(request.POST.get(name, ""))[:longest]
