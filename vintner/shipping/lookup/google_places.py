"""Google's Places API (New): autocompletion of addresses, and the parts of the one that is chosen; and its Geocoding
API: the address at a position.

developers.google.com/maps/documentation/places/web-service/place-autocomplete and …/place-details,
developers.google.com/maps/documentation/geocoding/requests-reverse-geocoding
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar
from urllib.parse import quote, urlencode

import urllib3
from pydantic import BaseModel, Field, ValidationError
from urllib3.exceptions import HTTPError

from vintner.shipping.lookup.address_lookup import (
    NO_RESULTS,
    OK,
    AddressSuggestion,
    FoundAddress,
    LookupDown,
    Position,
)
from vintner.shipping.lookup.address_parts import AddressPart, read_address
from vintner.shipping.regions import regions
from vintner.web.outside.waits import OutsideService, ServiceBusy

PATIENCE = urllib3.Timeout(connect=1, read=2)
"""Seconds. Nobody waits for it: whoever types on needs no suggestion."""
CALLS = 8
"""At a time, by requests of a process. Beyond that there are no suggestions."""
ADDRESSES_ONLY = ("street_address", "premise", "subpremise", "route")
MOST_COUNTRIES = 15
"""As many as the service takes."""
_SHOWN = "suggestions.placePrediction.placeId,suggestions.placePrediction.structuredFormat"


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
    formatted: str = Field(default="", alias="formattedAddress")

    def address(self) -> FoundAddress:
        return read_address(
            [AddressPart(each.long, each.short, tuple(each.types)) for each in self.components], self.formatted
        )


class _GeocodedPart(BaseModel):
    long: str = Field(default="", alias="long_name")
    short: str = Field(default="", alias="short_name")
    types: list[str] = []


class _Geocoded(BaseModel):
    components: list[_GeocodedPart] = Field(default=[], alias="address_components")
    formatted: str = Field(default="", alias="formatted_address")

    def address(self) -> FoundAddress:
        return read_address(
            [AddressPart(each.long, each.short, tuple(each.types)) for each in self.components], self.formatted
        )


class _GeocodedPlaces(BaseModel):
    status: str
    results: list[_Geocoded] = []


class GooglePlaces:
    """The service behind the seam. No redirect is followed and nothing is tried twice."""

    credit = "Powered by Google"

    def __init__(self, key: str, url: str, geocoding_url: str) -> None:
        self._key, self._url, self._geocoding_url = key, url.rstrip("/"), geocoding_url.rstrip("/")
        self._pool = urllib3.PoolManager(timeout=PATIENCE, retries=False, maxsize=CALLS)
        self._service = OutsideService("address lookup", calls=CALLS)

    def suggest(self, typed: str, *, countries: Sequence[str], session: str) -> tuple[AddressSuggestion, ...]:
        asked = {
            "input": typed,
            "includedRegionCodes": [country.lower() for country in countries][:MOST_COUNTRIES],
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
        return _read(_Place, self._ask("GET", path, "addressComponents,formattedAddress")).address()

    def locate(self, position: Position) -> FoundAddress | None:
        """A place of the service's is of many types: what is no address (a town, a country) is left out."""
        asked = {
            "latlng": f"{position.latitude:.6f},{position.longitude:.6f}",
            "result_type": "|".join(ADDRESSES_ONLY),
            "language": "en",
            "key": self._key,
        }
        answer = self._send("GET", f"{self._geocoding_url}/maps/api/geocode/json?{urlencode(asked)}", {})
        places = _read(_GeocodedPlaces, answer)
        if places.status not in (OK, NO_RESULTS):
            raise LookupDown(f"status {places.status}", places.status)
        found = (place.address() for place in places.results)
        return next((address for address in found if address.country in regions()), None)

    def _ask(self, method: str, path: str, fields: str, body: Mapping[str, object] | None = None) -> bytes:
        headers = {"X-Goog-Api-Key": self._key, "X-Goog-FieldMask": fields}
        return self._send(method, f"{self._url}{path}", headers, body)

    def _send(
        self, method: str, url: str, headers: Mapping[str, str], body: Mapping[str, object] | None = None
    ) -> bytes:
        try:
            with self._service.waiting():
                answer = self._pool.request(method, url, headers=headers, json=body, redirect=False)
        except (HTTPError, ServiceBusy) as error:
            raise LookupDown(type(error).__name__) from error  # its text has the address that was typed
        if answer.status != 200:
            raise LookupDown(f"HTTP {answer.status}")
        return answer.data


def _read(shape: type[Shape], answer: bytes) -> Shape:
    try:
        return shape.model_validate_json(answer)
    except ValidationError as error:
        raise LookupDown("not the shape that is documented") from error
