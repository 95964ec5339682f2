"""Google's Places API (New): autocompletion of addresses, and the parts of the one that is chosen.

developers.google.com/maps/documentation/places/web-service/place-autocomplete and …/place-details
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar
from urllib.parse import quote, urlencode

import urllib3
from pydantic import BaseModel, Field, ValidationError
from urllib3.exceptions import HTTPError

from vintner.shipping.lookup.address_lookup import AddressSuggestion, FoundAddress, LookupDown
from vintner.shipping.regions import regions

PATIENCE = urllib3.Timeout(connect=1, read=2)
"""Seconds. Nobody waits for it: whoever types on needs no suggestion."""
ADDRESSES_ONLY = ("street_address", "premise", "subpremise", "route")
_SHOWN = "suggestions.placePrediction.placeId,suggestions.placePrediction.structuredFormat"
_CITY = ("locality", "postal_town", "administrative_area_level_3", "sublocality_level_1")
"""The service's types of places that are a city in an address. Brooklyn and its like are of the last type."""


Shape = TypeVar("Shape", bound=BaseModel)


class _Text(BaseModel):
    text: str = ""


class _Format(BaseModel):
    main: _Text = Field(default=_Text(), alias="mainText")
    secondary: _Text = Field(default=_Text(), alias="secondaryText")


class _Prediction(BaseModel):
    id: str = Field(alias="placeId")
    format: _Format = Field(default=_Format(), alias="structuredFormat")


class _Suggested(BaseModel):
    place: _Prediction | None = Field(default=None, alias="placePrediction")


class _Suggestions(BaseModel):
    suggestions: list[_Suggested] = []


class _Component(BaseModel):
    long: str = Field(default="", alias="longText")
    short: str = Field(default="", alias="shortText")
    types: list[str] = []


class _Place(BaseModel):
    components: list[_Component] = Field(default=[], alias="addressComponents")


class GooglePlaces:
    """The service behind the seam. No redirect is followed and nothing is tried twice."""

    credit = "Powered by Google"

    def __init__(self, key: str, url: str) -> None:
        self._key, self._url = key, url.rstrip("/")
        self._pool = urllib3.PoolManager(timeout=PATIENCE, retries=False, maxsize=4)

    def suggest(self, typed: str, *, country: str, session: str) -> tuple[AddressSuggestion, ...]:
        asked = {
            "input": typed,
            "includedRegionCodes": [country.lower()],
            "includedPrimaryTypes": list(ADDRESSES_ONLY),
            "languageCode": "en",
            "sessionToken": session,
        }
        answer = self._ask("POST", "/v1/places:autocomplete", _SHOWN, asked)
        found = _read(_Suggestions, answer).suggestions
        return tuple(
            AddressSuggestion(place.id, place.format.main.text, place.format.secondary.text)
            for each in found
            if (place := each.place) and place.format.main.text
        )

    def find(self, suggestion_id: str, *, session: str) -> FoundAddress:
        path = (
            f"/v1/places/{quote(suggestion_id, safe='')}?{urlencode({'languageCode': 'en', 'sessionToken': session})}"
        )
        return _address(_read(_Place, self._ask("GET", path, "addressComponents")))

    def _ask(self, method: str, path: str, fields: str, body: Mapping[str, object] | None = None) -> bytes:
        headers = {"X-Goog-Api-Key": self._key, "X-Goog-FieldMask": fields}
        try:
            answer = self._pool.request(method, f"{self._url}{path}", headers=headers, json=body, redirect=False)
        except HTTPError as error:
            raise LookupDown(type(error).__name__) from error  # its text has the address that was typed
        if answer.status != 200:
            raise LookupDown(f"HTTP {answer.status}")
        return answer.data


def _read(shape: type[Shape], answer: bytes) -> Shape:
    try:
        return shape.model_validate_json(answer)
    except ValidationError as error:
        raise LookupDown("not the shape that is documented") from error


def _address(place: _Place) -> FoundAddress:
    """Put the parts where the form has them."""
    long = {kind: each.long for each in place.components for kind in each.types}
    short = {kind: each.short or each.long for each in place.components for kind in each.types}
    country, state = short.get("country", ""), short.get("administrative_area_level_1", "")
    region = regions().get(country)
    city = next((long[kind] for kind in _CITY if kind in long), "")
    if not city and not (region and region.states):
        city, state = long.get("administrative_area_level_1", ""), ""
    postcode = " ".join(_parts(long, "postal_code", "postal_code_suffix"))
    unit = long.get("subpremise", "")
    return FoundAddress(
        country=country,
        address_1=" ".join(_parts(long, "street_number", "route")) or long.get("premise", ""),
        address_2=f"Unit {unit}" if unit.isdecimal() else unit,
        city=city,
        state=region.state_code(state) if region else state,
        postcode=region.tidy_postcode(postcode) if region else postcode,
    )


def _parts(known: Mapping[str, str], *kinds: str) -> Iterator[str]:
    return (known[kind] for kind in kinds if kind in known)
