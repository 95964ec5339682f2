"""A double of Google's Places API (New) and Geocoding API, over real HTTP. It takes only what is documented."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

KEY = "a-key-of-the-double"
TYPED = {"input", "includedRegionCodes", "includedPrimaryTypes", "languageCode", "sessionToken"}
PLACES = {
    "us-1": ("1600 Mill Street", "Napa, CA, USA"),
    "us-2": ("1600 Millbrook Road", "Sonoma, CA, USA"),
    "ca-1": ("160 Mill Street", "Toronto, ON, Canada"),
}
PARTS = {
    "us-1": [
        ("5", "5", "subpremise"),
        ("1600", "1600", "street_number"),
        ("Mill Street", "Mill St", "route"),
        ("Napa", "Napa", "locality"),
        ("Napa County", "Napa County", "administrative_area_level_2"),
        ("California", "CA", "administrative_area_level_1"),
        ("United States", "US", "country"),
        ("94559", "94559", "postal_code"),
        ("1234", "1234", "postal_code_suffix"),
    ],
    "us-2": [
        ("1600", "1600", "street_number"),
        ("Millbrook Road", "Millbrook Rd", "route"),
        ("Sonoma", "Sonoma", "locality"),
        ("California", "CA", "administrative_area_level_1"),
        ("United States", "US", "country"),
        ("95476", "95476", "postal_code"),
    ],
    "ca-1": [
        ("160", "160", "street_number"),
        ("Mill Street", "Mill St", "route"),
        ("Toronto", "Toronto", "locality"),
        ("Ontario", "ON", "administrative_area_level_1"),
        ("Canada", "CA", "country"),
        ("M5A 3C4", "M5A 3C4", "postal_code"),
    ],
}


@dataclass
class PlacesDouble:
    """`url` is where it answers, `asked` what it was asked. `broken` is a status and body that it gives instead."""

    url: str = ""
    asked: list[dict[str, object]] = field(default_factory=list)
    parts: dict[str, list[tuple[str, str, str]]] = field(default_factory=lambda: dict(PARTS))
    broken: tuple[int, bytes] | None = None
    located: list[str] = field(default_factory=lambda: ["us-1"])
    """The places at every position, nearest first."""
    status: str = ""
    """The state that the Geocoding API tells in place of its own."""


@contextmanager
def places_double() -> Iterator[PlacesDouble]:
    """Run the double on a free port."""
    double = PlacesDouble()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.answer(*_suggest(double, self.path, self.headers["X-Goog-FieldMask"], body))

        def do_GET(self) -> None:
            if self.path.startswith("/maps/api/geocode/json?"):
                self.answer(*_locate(double, self.path), signed=True)
            else:
                self.answer(*_find(double, self.path, self.headers["X-Goog-FieldMask"]))

        def answer(self, status: int, body: object, *, signed: bool = False) -> None:
            if not signed and self.headers["X-Goog-Api-Key"] != KEY:
                status, body = 403, {"error": {"status": "PERMISSION_DENIED"}}
            data = json.dumps(body).encode()
            if double.broken:
                status, data = double.broken
            self.send_response(status)
            self.send_header("Location", double.url)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    double.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield double
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _suggest(double: PlacesDouble, path: str, mask: str, body: dict[str, object]) -> tuple[int, object]:
    double.asked.append({"path": path, **body})
    wrong = path != "/v1/places:autocomplete" or set(body) != TYPED or "placePrediction" not in mask
    if wrong or len(str(body["sessionToken"])) > 36:
        return 400, {"error": {"status": "INVALID_ARGUMENT"}}
    asked = body["includedRegionCodes"]
    regions = tuple(asked) if isinstance(asked, list) else ()
    found = [
        {
            "placePrediction": {
                "placeId": place,
                "structuredFormat": {"mainText": {"text": text, "matches": []}, "secondaryText": {"text": detail}},
            }
        }
        for place, (text, detail) in PLACES.items()
        if place.startswith(regions) and text.casefold().startswith(str(body["input"]).casefold())
    ]
    return 200, {"suggestions": found} if found else {}


def _find(double: PlacesDouble, path: str, mask: str) -> tuple[int, object]:
    address = urlsplit(path)
    asked = {name: value for name, [value] in parse_qs(address.query).items()}
    double.asked.append({"path": address.path, **asked})
    place = address.path.removeprefix("/v1/places/")
    if (
        mask != "addressComponents,formattedAddress"
        or set(asked) != {"languageCode", "sessionToken"}
        or place not in double.parts
    ):
        return 400, {"error": {"status": "INVALID_ARGUMENT"}}
    return 200, {
        "addressComponents": [
            {"longText": long, "shortText": short, "types": [kind, "political"], "languageCode": "en"}
            for long, short, kind in double.parts[place]
        ],
        "formattedAddress": _formatted(place),
    }


def _locate(double: PlacesDouble, path: str) -> tuple[int, object]:
    """Answer as the Geocoding API does: with status 200 and a status of its own."""
    asked = {name: value for name, [value] in parse_qs(urlsplit(path).query).items()}
    double.asked.append({**asked})
    if set(asked) != {"latlng", "result_type", "language", "key"} or asked["key"] != KEY:
        return 200, {"status": "REQUEST_DENIED", "results": [], "error_message": "The provided API key is invalid."}
    results = [
        {
            "types": ["street_address"],
            "formatted_address": _formatted(place),
            "address_components": [
                {"long_name": long, "short_name": short, "types": [kind, "political"]}
                for long, short, kind in double.parts[place]
            ],
        }
        for place in double.located
    ]
    return 200, {"status": double.status or ("OK" if results else "ZERO_RESULTS"), "results": results}


def _formatted(place: str) -> str:
    return ", ".join(PLACES[place])
