"""Which bottle a wine comes in."""

from typing import Final

from vintner.testing.drawing.bottles import BottleLook
from vintner.testing.drawing.glass import Glass
from vintner.testing.drawing.labels import LabelText
from vintner.testing.drawing.outlines import Shape
from vintner.testing.world.shapes import Grower, Wine

_SLOPING: Final = {
    "Pinot Noir", "Chardonnay", "Aligoté", "Chenin Blanc", "Nebbiolo", "Syrah", "Cinsault", "Mourvèdre", "Sémillon",
    "Pinot Gris", "Furmint",
}  # fmt: skip
_SLENDER: Final = {"Riesling", "Verdejo"}
_WINES: Final[dict[str, tuple[Glass, str]]] = {
    "Red": ("dark", "#3a0d16"),
    "White": ("green", "#d3c57a"),
    "Rosé": ("clear", "#f1b79d"),
    "Sparkling": ("dark", "#2c3018"),
    "Dessert": ("clear", "#e0a63a"),
    "Fortified": ("dark", "#5a2410"),
}
_SPECIAL: Final[dict[str, tuple[Glass, str]]] = {
    "MAL-CLAIRET": ("clear", "#d9605c"),
    "CIG-ROLLE": ("clear", "#ece2a6"),
    "COP-SAUV": ("clear", "#e6dd9c"),
    "COP-ROSE": ("clear", "#ee9c92"),
    "VAU-ROSE": ("clear", "#eda489"),
    "VAU-BDB": ("green", "#d8c878"),
    "BAF-PETNAT": ("clear", "#e9c58a"),
    "BRU-MOSCATO": ("green", "#d9cf86"),
    "ZIM-TAWNY": ("amber", "#6a2b12"),
    "CAN-MANZANILLA": ("clear", "#ead992"),
    "CAN-AMONTILLADO": ("clear", "#b06a26"),
    "CAN-PX": ("dark", "#1c0d07"),
    "SZA-LATE": ("clear", "#e9bd4c"),
    "V-BACKORDER": ("clear", "#d98f22"),
    "HOL-AUSLESE": ("green", "#dcb548"),
}
_BACKDROPS: Final = {
    "Red": "#ece6dc",
    "White": "#e9e8de",
    "Rosé": "#f0e5de",
    "Sparkling": "#e8e6e0",
    "Dessert": "#eee5d3",
    "Fortified": "#ebe2d6",
}


def look_of(wine: Wine, grower: Grower, vintage: str = "") -> BottleLook:
    """Return the look of a wine's bottle; of a certain vintage if one is named."""
    glass, colour = _SPECIAL.get(wine.sku, _WINES[wine.colour])
    first = wine.vintages[0].choice if wine.vintages else wine.vintage
    return BottleLook(
        shape=_shape(wine),
        glass=glass,
        wine=colour,
        foil=_foil(wine, grower),
        shiny=wine.colour in ("Sparkling", "White"),
        backdrop=_BACKDROPS[wine.colour],
        label=LabelText(
            producer=grower.name,
            wine=wine.name if wine.name != grower.name else "Grand Vin",
            vintage=vintage or first,
            appellation=wine.appellation,
            small=f"{grower.region} · {grower.country} · {wine.abv} vol",
            style=grower.label,
            paper=grower.paper,
            ink=grower.ink,
            accent=grower.accent,
            seed=wine.sku,
        ),
    )


def _shape(wine: Wine) -> Shape:
    if wine.shape:
        return wine.shape
    if wine.colour == "Sparkling":
        return "champagne"
    if wine.grapes[0] in _SLENDER:
        return "flute"
    return "burgundy" if wine.grapes[0] in _SLOPING else "bordeaux"


def _foil(wine: Wine, grower: Grower) -> str:
    """Return the colour of the capsule: that of the house for red and white, paler or golden for the others."""
    match wine.colour:
        case "Rosé":
            return "#ecd9cc"
        case "Sparkling":
            return "#c9a24a" if wine.sku != "BAF-PETNAT" else "#d8d4c6"
        case "White":
            return grower.accent
        case "Fortified":
            return "#1d1a18"
        case _:
            return grower.ink if grower.label in ("geometric", "script", "landscape") else grower.accent
