"""Type for labels: five open fonts from npm's @fontsource; without them Pillow's own."""

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageDraw, ImageFont

_FOLDER: Final = Path(__file__).resolve().parents[3] / "node_modules" / "@fontsource"
FACES: Final = {
    "capitals": "cinzel/files/cinzel-latin-500-normal.woff",
    "serif": "cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff",
    "italic": "cormorant-garamond/files/cormorant-garamond-latin-500-italic.woff",
    "display": "playfair-display/files/playfair-display-latin-600-normal.woff",
    "sans": "jost/files/jost-latin-500-normal.woff",
    "script": "pinyon-script/files/pinyon-script-latin-400-normal.woff",
}
_SMALLEST: Final = 12

Face = ImageFont.FreeTypeFont


def printable(text: str) -> str:
    """Return the text, without accents if only Pillow's own font is there, which has none."""
    if (_FOLDER / FACES["serif"]).exists():
        return text
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


@lru_cache(maxsize=512)
def face(name: str, size: int) -> Face:
    """Return a font by its part in the label (`FACES`), in pixels."""
    path = _FOLDER / FACES[name]
    if path.exists():
        return ImageFont.truetype(str(path), size)
    own = ImageFont.load_default(size)
    if not isinstance(own, Face):
        raise OSError("Pillow was built without FreeType, so it cannot letter a label.")
    return own


def width_of(text: str, font: Face, tracking: float = 0.0) -> float:
    """Return how wide a line is; `tracking` is the extra space between letters in parts of the size."""
    return float(font.getlength(text)) + tracking * font.size * max(0, len(text) - 1)


def fitted(text: str, name: str, size: int, room: float, tracking: float = 0.0) -> Face:
    """Return the font at the largest size up to `size` at which the line fits."""
    while size > _SMALLEST and width_of(text, face(name, size), tracking) > room:
        size = min(size - 1, int(size * 0.97))
    return face(name, size)


def split(text: str, name: str, size: int, room: float, tracking: float = 0.0) -> list[str]:
    """Return the text in one line, or in the two most even ones where one would not fit."""
    words = text.split()
    font = face(name, size)
    if len(words) == 1 or width_of(text, font, tracking) <= room:
        return [text]
    pairs = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(pairs, key=lambda pair: max(width_of(line, font, tracking) for line in pair)))


def centred(
    draw: ImageDraw.ImageDraw, x: float, y: float, text: str, font: Face, fill: str, tracking: float = 0.0
) -> None:
    """Draw a line around x with its middle at y."""
    text = printable(text)
    if not tracking:
        draw.text((x, y), text, font=font, fill=fill, anchor="mm")
        return
    left = x - width_of(text, font, tracking) / 2
    for letter in text:
        draw.text((left, y), letter, font=font, fill=fill, anchor="lm")
        left += float(font.getlength(letter)) + tracking * font.size


def block(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    text: str,
    name: str,
    size: int,
    room: float,
    fill: str,
    tracking: float = 0.0,
    leading: float = 1.05,
) -> float:
    """Draw a text of one or two lines with its top at y; returns where it ends."""
    lines = split(printable(text), name, size, room, tracking)
    fonts = [fitted(line, name, size, room, tracking) for line in lines]
    font = min(fonts, key=lambda each: each.size)
    for line in lines:
        y += font.size * leading / 2
        centred(draw, x, y, line, font, fill, tracking)
        y += font.size * leading / 2
    return y
