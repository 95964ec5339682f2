"""The wines and growers of the demo, and what shoppers thought of them, as the files in data/ have them."""

import tomllib
from pathlib import Path
from typing import Final, TypeVar

from pydantic import TypeAdapter

from vintner.demo.shapes import DemoWine, Grower, Opinion

DATA: Final = Path(__file__).parent / "data"
WINE_FILES: Final = ("france", "italy", "iberia", "central-europe", "america", "south")
"""In the order of the shop."""


Row = TypeVar("Row")


def read_table(shape: type[Row], file: str, table: str) -> tuple[Row, ...]:
    """Return the rows of a table. Raises pydantic's ValidationError for a value that its shape does not know."""
    rows = tomllib.loads((DATA / f"{file}.toml").read_text())[table]
    return tuple(map(TypeAdapter(shape).validate_python, rows))


WINES: Final = tuple(wine for file in WINE_FILES for wine in read_table(DemoWine, f"wines/{file}", "wines"))
GROWERS: Final = read_table(Grower, "growers", "growers")
OPINIONS: Final = {
    kind: read_table(Opinion, "opinions", kind) for kind in ("reds", "whites", "roses", "sparkling", "sweet", "any")
}
"""By the kind of wine that they can be about."""
