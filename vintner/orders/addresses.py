"""An address as an order stores it, and its lines on a label."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Self

from django.conf import settings

from vintner.shipping.regions import address_format, country_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A postal address. `country` and `state` are codes; blank means unknown."""

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
        """Return the address from an order's JSON column; unknown entries are ignored."""
        return cls(**{field.name: str(stored.get(field.name, "")) for field in fields(cls)})

    def stored(self) -> dict[str, str]:
        """Return the value of an order's JSON column."""
        return asdict(self)

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def lines(self) -> tuple[str, ...]:
        """Return the lines of a label in the country's format. Leaves out empty lines and the store's own country."""
        home = settings.STORE_COUNTRIES[0]
        parts = {
            "N": self.name,
            "O": self.company,
            "A": "\n".join((self.address_1, self.address_2)),
            "C": self.city,
            "S": self.state,
            "Z": self.postcode,
        }
        label = re.sub("%([A-Z])", lambda part: parts.get(part[1], ""), address_format(self.country or home))
        country = country_name(self.country) if self.country not in ("", home) else ""
        lines = (re.sub(" +", " ", line).strip(" ,-") for line in (*label.split("\n"), country))
        return tuple(line for line in lines if line)
