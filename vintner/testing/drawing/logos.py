"""The sign of a house: its ornament above its name, on the paper of its labels."""

from collections.abc import Callable
from random import Random
from typing import Final

from PIL import Image, ImageDraw

from vintner.testing.drawing import ornaments
from vintner.testing.drawing.colours import blend
from vintner.testing.drawing.lettering import block, centred, fitted, printable
from vintner.testing.drawing.ornaments import Draw, Field
from vintner.testing.world.shapes import Grower, LabelStyle

SIZE: Final = (640, 400)
_OVERSAMPLED: Final = 2
_FACES: Final[dict[LabelStyle, tuple[str, float]]] = {
    "engraved": ("capitals", 0.04), "geometric": ("sans", 0.16), "landscape": ("display", 0.0),
    "crest": ("capitals", 0.05), "vine": ("serif", 0.04), "script": ("script", 0.0),
}  # fmt: skip
"""What the name is lettered in, and how far apart its letters stand."""
_SIGNS: Final[dict[LabelStyle, tuple[Callable[[Draw, Field, Random], None], float]]] = {
    "engraved": (ornaments.crest, 0.20), "geometric": (ornaments.arcs, 0.16), "landscape": (ornaments.hills, 0.26),
    "crest": (ornaments.crest, 0.20), "vine": (ornaments.vine, 0.34), "script": (ornaments.flourish, 0.26),
}  # fmt: skip
"""What stands above the name, and half of its width in parts of the sign's."""


def logo(grower: Grower) -> Image.Image:
    """Return the sign, 640 by 400 pixels."""
    rng = Random(f"logo {grower.slug}")  # noqa: S311 - the same sign of the same house
    width, height = (side * _OVERSAMPLED for side in SIZE)
    picture = Image.new("RGB", (width, height), grower.paper)
    draw = ImageDraw.Draw(picture)
    sign, half = _SIGNS[grower.label]
    top, bottom = (0.20, 0.30) if grower.label == "script" else (0.11, 0.50)
    field = Field(
        width * (0.5 - half), height * top, width * 2 * half, height * (bottom - top), grower.ink, grower.accent,
        grower.paper,
    )  # fmt: skip
    sign(draw, field, rng)
    name, tracking = _FACES[grower.label]
    text = grower.name if name in ("script", "display", "serif") else grower.name.upper()
    size = 176 if name == "script" else 104
    end = block(draw, width / 2, height * (bottom + 0.07), text, name, size, width * 0.86, grower.ink, tracking)
    small = printable(f"{grower.region} · {grower.founded}").upper()
    font = fitted(small, "sans", 40, width * 0.7, 0.16)
    centred(
        draw,
        width / 2,
        min(end + height * 0.075, height * 0.92),
        small,
        font,
        blend(grower.accent, grower.ink, 0.35),
        0.16,
    )
    return picture.reduce(_OVERSAMPLED)
