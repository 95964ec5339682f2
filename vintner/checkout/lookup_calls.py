"""Suggests addresses while a street is typed, and finds the one at a position: the browser asks the store, so the
service's key stays secret. Answers what an address needs in a country that the form does not know.
"""

import logging
from dataclasses import asdict

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from vintner.shipping.address_inputs import find_rules
from vintner.shipping.lookup.address_lookup import (
    LEAST,
    LONGEST,
    NO_RESULTS,
    OK,
    OVER_LIMIT,
    AddressLookup,
    FoundAddress,
    LookupDown,
    Position,
)
from vintner.shipping.lookup.chosen import address_lookup
from vintner.shipping.regions import regions
from vintner.web.answers import json_response
from vintner.web.client_address import rate_limit_key
from vintner.web.rate_limits import count_try
from vintner.web.text_input import read_line

log = logging.getLogger(__name__)


@never_cache
@require_POST
def suggest(request: HttpRequest) -> HttpResponse:
    """Answer {"suggestions": [{id, text, detail}]}: none without a service, or beyond its rate limit. They are of the
    form's country; of all countries of the store where the form has none.
    """
    typed, country = _read_field(request, "typed"), _read_field(request, "country").upper()
    lookup = _within_limit(request)
    countries = tuple(regions()) if not country else (country,)
    if lookup is None or len(typed) < LEAST or not set(countries) <= set(regions()):
        return json_response({"suggestions": []})
    try:
        found = lookup.suggest(typed, countries=countries, session=_read_field(request, "session"))
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


@never_cache
@require_POST
def locate(request: HttpRequest) -> HttpResponse:
    """Answer {"status", "address"} for the fields latitude and longitude, in degrees. The address is null without a
    result; the status says what went wrong, by the words of Google's Geocoding API.
    """
    position = _read_position(request)
    if position is None:
        return _located("INVALID_REQUEST")
    lookup = _within_limit(request)
    if lookup is None:
        return _located(OVER_LIMIT if address_lookup() else "REQUEST_DENIED")
    try:
        found = lookup.locate(position)
    except LookupDown as down:
        log.warning("no address of a position: %s", down)
        return _located(down.status)
    return _located(OK if found else NO_RESULTS, found)


@require_safe
@cache_control(private=True, max_age=86_400)
def country(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the rules of a country's addresses, as the form has them of those of the store; 404 for no country. Only
    browsers may keep the answer: one with an old session gets a cookie with it.
    """
    rules = find_rules(code)
    if rules is None:
        raise Http404
    return json_response(rules.model_dump())


def _located(status: str, found: FoundAddress | None = None) -> HttpResponse:
    return json_response({"status": status, "address": asdict(found) if found else None})


def _read_position(request: HttpRequest) -> Position | None:
    """Return the position of the form, None where it has none that is on the earth. "nan" is on no side of a limit."""
    try:
        latitude, longitude = (float(_read_field(request, name, 30)) for name in ("latitude", "longitude"))
    except ValueError:
        return None
    return Position(latitude, longitude) if -90 <= latitude <= 90 and -180 <= longitude <= 180 else None


def _within_limit(request: HttpRequest) -> AddressLookup | None:
    lookup = address_lookup()
    return lookup if lookup and count_try("address_lookups", rate_limit_key(request)) else None


def _read_field(request: HttpRequest, name: str, longest: int = LONGEST) -> str:
    return read_line(request.POST.get(name, ""))[:longest]
