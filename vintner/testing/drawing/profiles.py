"""A sheet of paper about a house, as it lies on the table at a tasting: one page for a PDF."""

from textwrap import wrap
from typing import Final

from PIL import Image, ImageDraw

from vintner.testing.drawing.lettering import face, printable
from vintner.testing.drawing.logos import logo
from vintner.testing.drawing.scenes import scene
from vintner.testing.world.shapes import Grower, Wine

SIZE: Final = (1240, 1754)
"""A4 at 150 dots an inch."""
DOTS_PER_INCH: Final = 150
_MARGIN: Final = 110
_LINE: Final = 76
"""Letters in a line of the story."""


def profile(grower: Grower, wines: list[Wine]) -> Image.Image:
    """Return the page: the sign of the house, its vineyard, its story and its wines."""
    page = Image.new("RGB", SIZE, "#fffdf9")
    sign = logo(grower).resize((480, 300), Image.Resampling.LANCZOS)
    page.paste(Image.new("RGB", (SIZE[0], 380), grower.paper), (0, 0))
    page.paste(sign, ((SIZE[0] - sign.width) // 2, 40))
    view = scene(grower.scene, grower.slug).resize((SIZE[0], SIZE[0] * 9 // 16), Image.Resampling.LANCZOS)
    page.paste(view.crop((0, 120, SIZE[0], 600)), (0, 380))
    draw = ImageDraw.Draw(page)
    y = _written(draw, 900, grower.summary, "italic", 44, 58, grower.ink, 56)
    y = _written(draw, y + 22, grower.story, "serif", 31, 43, "#33291f", _LINE)
    draw.line((_MARGIN, y + 28, SIZE[0] - _MARGIN, y + 28), fill=grower.accent, width=3)
    y += 54
    for wine in wines[:6]:
        year = f", {wine.vintage}" if wine.vintage else ""
        y = _written(draw, y, f"{wine.name}{year}  ·  {wine.appellation}", "serif", 30, 42, grower.ink, _LINE)
    foot = f"{grower.name}  ·  {grower.region}, {grower.country}  ·  since {grower.founded}"
    _written(draw, SIZE[1] - 90, foot, "sans", 24, 30, grower.accent, 110)
    return page


def _written(
    draw: ImageDraw.ImageDraw, y: int, text: str, name: str, size: int, leading: int, fill: str, letters: int
) -> int:
    """Write a text in lines of so many letters from y down; returns where it ends."""
    for line in wrap(printable(text), letters):
        draw.text((_MARGIN, y), line, font=face(name, size), fill=fill)
        y += leading
    return y
