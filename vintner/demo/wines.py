"""All wines of the demo world, and their text made ready for pages."""

from vintner.demo import wines_america, wines_central_europe, wines_france, wines_iberia, wines_italy, wines_south
from vintner.demo.shapes import Wine

WINES: tuple[Wine, ...] = (
    *wines_france.WINES,
    *wines_italy.WINES,
    *wines_iberia.WINES,
    *wines_central_europe.WINES,
    *wines_america.WINES,
    *wines_south.WINES,
)


def paragraphs(text: str) -> str:
    """Return a table's text with the line breaks of the source taken out and those between paragraphs kept."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n") if part.strip())
