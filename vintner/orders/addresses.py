"""An address as an order keeps it, and how it is written on a parcel."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Self


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A postal address. `country` and `state` are codes; blank means not given."""

    first_name: str = ""
    last_name: str = ""
    company: str = ""
    country: str = ""
    address_1: str = ""
    address_2: str = ""
    city: str = ""
    state: str = ""
    postcode: str = ""
    phone: str = ""

    @classmethod
    def read(cls, stored: Mapping[str, object]) -> Self:
        """Return the address from what an order row holds; unknown entries are left out."""
        return cls(**{field.name: str(stored.get(field.name, "")) for field in fields(cls)})

    def stored(self) -> dict[str, str]:
        """Return what an order row keeps."""
        return asdict(self)

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def lines(self, *, home_country: str = "US") -> tuple[str, ...]:
        """Return the lines of a label, empty ones dropped; the country only when it is abroad (resolutions 2.8.3)."""
        street = (self.address_1, self.address_2)
        place = " ".join(filter(None, (self.state, self.postcode)))
        if self.country == "CA":
            top, town = (self.company, self.name, *street), " ".join(filter(None, (self.city, place)))
        else:
            top, town = (self.name, self.company, *street), ", ".join(filter(None, (self.city, place)))
        country = COUNTRY_NAMES.get(self.country, self.country) if self.country != home_country else ""
        return tuple(line for line in (*top, town, country) if line)


COUNTRY_NAMES = {"US": "United States", "CA": "Canada"}
