"""Builds the inputs of an address form, and what changes in it with the country."""

from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings
from django.urls import reverse

from vintner.shipping.address_form import GROUPS, Field, input_label, is_required_in
from vintner.shipping.lookup.address_lookup import LEAST
from vintner.shipping.lookup.chosen import address_lookup
from vintner.shipping.named_places import country_choices
from vintner.shipping.regions import TERRITORIES, country_name, find_region
from vintner.web.form_props import FormField, SelectOption
from vintner.web.page import Props


class CountryRules(Props):
    """What changes in the form with the country. Some have no states, some no postcodes."""

    code: str
    name: str
    state_label: str
    postcode_label: str
    states: tuple[SelectOption, ...]
    has_postcodes: bool
    needs_postcode: bool


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
    group: str,
    values: Mapping[str, str],
    errors: Mapping[str, str],
    fields: tuple[Field, ...] = (),
    *,
    is_parcel: bool = True,
) -> tuple[FormField, ...]:
    """Return the inputs of a group; `values` and `errors` are by full field name: 'billing_city'. `fields` are those of
    the form, the checkout's by default. An address of a bill is in any country, a parcel's in one of the store's.
    """
    country = values.get(f"{group}_country", "")
    return tuple(
        build_input(f"{group}_", field, country, values, errors, is_parcel=is_parcel)
        for field in fields or GROUPS[group]
    )


def build_input(
    prefix: str,
    field: Field,
    country: str,
    values: Mapping[str, str],
    errors: Mapping[str, str],
    *,
    is_parcel: bool = True,
) -> FormField:
    """Return the input of a field whose name begins with `prefix`: 'billing_' or ''."""
    known = country if find_region(country) else ""  # whatever else was typed has the same labels
    of = known if field.name in ("state", "postcode") else ""
    empty = _empty_input(prefix, field, of, tuple(settings.STORE_COUNTRIES), is_parcel)
    value, error = values.get(empty.name, ""), errors.get(empty.name, "")
    return empty.model_copy(update={"value": value, "error": error}) if value or error else empty


@lru_cache(maxsize=1_000)
def _empty_input(prefix: str, field: Field, country: str, countries: tuple[str, ...], is_parcel: bool) -> FormField:
    """Return the input as it is for everybody, in a store of these countries. Cached: checking the names of all states
    took longer than the rest of a form.
    """
    section = prefix.removesuffix("_")
    return FormField(
        name=f"{prefix}{field.name}",
        label=input_label(field, country),
        kind=field.kind,
        required=field.required and is_required_in(field, find_region(country)),
        autocomplete=f"{section} {field.autocomplete}".strip(),
        inputmode=field.inputmode,
        placeholder=field.placeholder,
        hint=field.hint,
        value="",
        error="",
        options=_options(field, country, countries, is_parcel=is_parcel),
    )


def _options(field: Field, country: str, countries: tuple[str, ...], *, is_parcel: bool) -> tuple[SelectOption, ...]:
    if field.name == "country":
        others = () if is_parcel else list_other_countries(countries)
        return tuple(SelectOption(value=code, label=country_name(code)) for code in (*countries, *others))
    if field.name != "state":
        return ()
    region = find_region(country)
    states = region.states if region else {}
    return tuple(SelectOption(value=code, label=name) for code, name in states.items())


def list_other_countries(own: tuple[str, ...]) -> list[str]:
    """Return the countries of a bill beside those of the store, without those that are states of one."""
    left_out = {*own, *(TERRITORIES if "US" in own else ())}
    return [code for code, _ in country_choices() if code not in left_out]


def country_rules(*chosen: str) -> tuple[CountryRules, ...]:
    """Return the rules of the countries that parcels may go to, and those of others that are chosen for a bill."""
    codes = dict.fromkeys((*settings.STORE_COUNTRIES, *chosen))
    return tuple(rules for code in codes if (rules := find_rules(code)))


@lru_cache(maxsize=256)
def find_rules(country: str) -> CountryRules | None:
    """Return the rules of any country, None for what is none."""
    region = find_region(country)
    if region is None:
        return None
    return CountryRules(
        code=region.code,
        name=region.name,
        state_label=region.state_label,
        postcode_label=region.postcode_label,
        states=tuple(SelectOption(value=state, label=name) for state, name in region.states.items()),
        has_postcodes=region.has_postcodes,
        needs_postcode=region.needs_postcode,
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
