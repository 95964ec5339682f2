"""Builds the inputs of an address form, and what changes in it with the country."""

from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings
from django.urls import reverse

from vintner.shipping.address_form import GROUPS, Field, input_label
from vintner.shipping.lookup.address_lookup import LEAST
from vintner.shipping.lookup.chosen import address_lookup
from vintner.shipping.regions import Region, regions, regions_of
from vintner.web.form_props import FormField, SelectOption
from vintner.web.page import Props


class CountryRules(Props):
    """What changes in the form with the country."""

    code: str
    name: str
    state_label: str
    postcode_label: str
    states: tuple[SelectOption, ...]


class AddressSearch(Props):
    """Addresses are suggested while the street is typed, from `least` letters on. `credit` names whose they are. The
    one where the browser is can be fetched.
    """

    suggest_url: str
    find_url: str
    locate_url: str
    least: int
    credit: str


def address_inputs(
    group: str, values: Mapping[str, str], errors: Mapping[str, str], fields: tuple[Field, ...] = ()
) -> tuple[FormField, ...]:
    """Return the inputs of a group; `values` and `errors` are by full field name: 'billing_city'. `fields` are those of
    the form, the checkout's by default.
    """
    country = values.get(f"{group}_country", "")
    return tuple(build_input(f"{group}_", field, country, values, errors) for field in fields or GROUPS[group])


def build_input(
    prefix: str, field: Field, country: str, values: Mapping[str, str], errors: Mapping[str, str]
) -> FormField:
    """Return the input of a field whose name begins with `prefix`: 'billing_' or ''."""
    known = country if country in regions() else ""  # whatever else was typed has the same labels
    empty = _empty_input(prefix, field, known, tuple(settings.STORE_COUNTRIES))
    value, error = values.get(empty.name, ""), errors.get(empty.name, "")
    return empty.model_copy(update={"value": value, "error": error}) if value or error else empty


@lru_cache(maxsize=1_000)
def _empty_input(prefix: str, field: Field, country: str, countries: tuple[str, ...]) -> FormField:
    """Return the input as it is for everybody, in a store of these countries. Cached: checking the names of all states
    took longer than the rest of a form.
    """
    section = prefix.removesuffix("_")
    return FormField(
        name=f"{prefix}{field.name}",
        label=input_label(field, country),
        kind=field.kind,
        required=field.required,
        autocomplete=f"{section} {field.autocomplete}".strip(),
        inputmode=field.inputmode,
        placeholder=field.placeholder,
        hint=field.hint,
        value="",
        error="",
        options=_options(field, country, regions_of(countries)),
    )


def _options(field: Field, country: str, known: Mapping[str, Region]) -> tuple[SelectOption, ...]:
    if field.name == "country":
        return tuple(SelectOption(value=region.code, label=region.name) for region in known.values())
    if field.name != "state":
        return ()
    region = known.get(country)
    states = region.states if region else {}
    return tuple(SelectOption(value=code, label=name) for code, name in states.items())


def country_rules() -> tuple[CountryRules, ...]:
    """Return the rules of every country that bills and parcels may go to."""
    return _rules_of(tuple(settings.STORE_COUNTRIES))


@lru_cache(maxsize=16)
def _rules_of(countries: tuple[str, ...]) -> tuple[CountryRules, ...]:
    return tuple(
        CountryRules(
            code=region.code,
            name=region.name,
            state_label=region.state_label,
            postcode_label=region.postcode_label,
            states=tuple(SelectOption(value=state, label=name) for state, name in region.states.items()),
        )
        for region in regions_of(countries).values()
    )


def address_search() -> AddressSearch | None:
    """Return how addresses are looked up while they are typed, None if the store has no service for it."""
    lookup = address_lookup()
    if lookup is None:
        return None
    return AddressSearch(
        suggest_url=reverse("suggest_addresses"),
        find_url=reverse("find_address"),
        locate_url=reverse("locate_address"),
        least=LEAST,
        credit=lookup.credit,
    )
