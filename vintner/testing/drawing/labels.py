"""Labels, flat as they come from the printer."""

from dataclasses import dataclass
from random import Random
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from vintner.testing.drawing import ornaments
from vintner.testing.drawing.colours import blend, noise
from vintner.testing.drawing.lettering import block, centred, fitted
from vintner.testing.drawing.ornaments import Field
from vintner.testing.world.shapes import LabelStyle

WIDTH: Final = 1000
HEIGHTS: Final[dict[LabelStyle, int]] = {
    "engraved": 1180, "geometric": 1240, "landscape": 1200, "crest": 1140, "vine": 1180, "script": 1020,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelText:
    """What is printed on a label and how."""

    producer: str
    wine: str
    vintage: str
    appellation: str
    small: str
    style: LabelStyle
    paper: str
    ink: str
    accent: str
    seed: str


def label(text: LabelText) -> Image.Image:
    """Return the label as an RGB picture 1,000 pixels wide."""
    rng = Random(text.seed)  # noqa: S311 - the same label from the same wine
    picture = Image.new("RGB", (WIDTH, HEIGHTS[text.style]), text.paper)
    draw = ImageDraw.Draw(picture)
    _STYLES[text.style](draw, picture, text, rng)
    return _on_paper(picture, rng)


def _on_paper(picture: Image.Image, rng: Random) -> Image.Image:
    """Give the print the tooth of uncoated paper."""
    grain = noise((picture.width // 2, picture.height // 2), rng).resize(picture.size)
    return Image.blend(picture, grain.filter(ImageFilter.GaussianBlur(1.2)).convert("RGB"), 0.022)


def _field(picture: Image.Image, text: LabelText, box: tuple[float, float, float, float]) -> Field:
    """Return the part of the label that lies between these parts of its width and height."""
    left, top, right, bottom = box
    width, height = picture.size
    return Field(
        left * width, top * height, (right - left) * width, (bottom - top) * height, text.ink, text.accent, text.paper
    )


def _frame(draw: ImageDraw.ImageDraw, picture: Image.Image, colour: str, insets: tuple[tuple[int, int], ...]) -> None:
    for inset, width in insets:
        draw.rectangle((inset, inset, picture.width - inset, picture.height - inset), outline=colour, width=width)


def _foot(draw: ImageDraw.ImageDraw, picture: Image.Image, text: LabelText, y: float, colour: str) -> None:
    font = fitted(text.small.upper(), "sans", 25, WIDTH * 0.74, 0.1)
    centred(draw, WIDTH / 2, picture.height * y, text.small.upper(), font, colour, 0.1)


def _engraved(draw: ImageDraw.ImageDraw, picture: Image.Image, text: LabelText, rng: Random) -> None:
    _frame(draw, picture, text.accent, ((26, 7), (42, 2)))
    ornaments.engraving(draw, _field(picture, text, (0.1, 0.07, 0.9, 0.48)), rng)
    y = block(
        draw, WIDTH / 2, 0.485 * picture.height, text.producer.upper(), "capitals", 64, WIDTH * 0.76, text.ink, 0.04
    )
    draw.line((WIDTH * 0.36, y + 22, WIDTH * 0.64, y + 22), fill=text.accent, width=4)
    y = block(draw, WIDTH / 2, y + 38, text.wine, "italic", 84, WIDTH * 0.76, text.accent)
    block(draw, WIDTH / 2, y + 16, text.appellation.upper(), "serif", 40, WIDTH * 0.73, text.ink, 0.12)
    centred(draw, WIDTH / 2, picture.height * 0.875, text.vintage, fitted(text.vintage, "display", 78, 400), text.ink)
    _foot(draw, picture, text, 0.945, text.ink)


def _geometric(draw: ImageDraw.ImageDraw, picture: Image.Image, text: LabelText, rng: Random) -> None:
    field = _field(picture, text, (0.0, 0.0, 1.0, 0.6))
    ornaments.arcs(draw, field, rng)
    y = block(
        draw, WIDTH / 2, 0.635 * picture.height, text.producer.upper(), "sans", 46, WIDTH * 0.76, text.accent, 0.22
    )
    y = block(draw, WIDTH / 2, y + 20, text.wine, "sans", 88, WIDTH * 0.76, text.ink)
    foot = f"{text.appellation}   {text.vintage}".strip()
    block(draw, WIDTH / 2, y + 20, foot, "sans", 42, WIDTH * 0.76, blend(text.ink, text.paper, 0.25), 0.03)
    _foot(draw, picture, text, 0.955, blend(text.ink, text.paper, 0.35))


def _landscape(draw: ImageDraw.ImageDraw, picture: Image.Image, text: LabelText, rng: Random) -> None:
    ornaments.hills(draw, _field(picture, text, (0.06, 0.39, 0.94, 0.9)), rng)
    y = block(draw, WIDTH / 2, 0.065 * picture.height, text.producer, "display", 78, WIDTH * 0.76, text.ink)
    y = block(draw, WIDTH / 2, y + 22, text.wine, "italic", 76, WIDTH * 0.76, text.accent)
    foot = " · ".join(part for part in (text.appellation, text.vintage) if part)
    block(draw, WIDTH / 2, y + 18, foot.upper(), "sans", 36, WIDTH * 0.76, text.ink, 0.14)
    _foot(draw, picture, text, 0.945, text.ink)


def _crest(draw: ImageDraw.ImageDraw, picture: Image.Image, text: LabelText, rng: Random) -> None:
    draw.rectangle((0, 0, WIDTH, 26), fill=text.accent)
    draw.rectangle((0, picture.height - 26, WIDTH, picture.height), fill=text.accent)
    ornaments.crest(draw, _field(picture, text, (0.3, 0.075, 0.7, 0.37)), rng)
    y = block(
        draw, WIDTH / 2, 0.42 * picture.height, text.producer.upper(), "capitals", 66, WIDTH * 0.76, text.ink, 0.05
    )
    y = block(draw, WIDTH / 2, y + 24, text.wine, "serif", 92, WIDTH * 0.76, text.accent)
    y = block(draw, WIDTH / 2, y + 14, text.appellation, "italic", 54, WIDTH * 0.73, text.ink)
    draw.line((WIDTH * 0.4, y + 30, WIDTH * 0.6, y + 30), fill=text.accent, width=3)
    centred(draw, WIDTH / 2, picture.height * 0.868, text.vintage, fitted(text.vintage, "display", 72, 400), text.ink)
    _foot(draw, picture, text, 0.938, text.ink)


def _vine(draw: ImageDraw.ImageDraw, picture: Image.Image, text: LabelText, rng: Random) -> None:
    ornaments.vine(draw, _field(picture, text, (0.04, 0.04, 0.96, 0.42)), rng)
    y = block(draw, WIDTH / 2, 0.45 * picture.height, text.wine, "italic", 118, WIDTH * 0.76, text.ink)
    y = block(draw, WIDTH / 2, y + 22, text.producer.upper(), "capitals", 50, WIDTH * 0.76, text.accent, 0.06)
    block(draw, WIDTH / 2, y + 18, text.appellation, "serif", 50, WIDTH * 0.73, text.ink)
    centred(
        draw, WIDTH / 2, picture.height * 0.87, text.vintage, fitted(text.vintage, "serif", 70, 400), text.accent, 0.1
    )
    _foot(draw, picture, text, 0.945, text.ink)


def _script(draw: ImageDraw.ImageDraw, picture: Image.Image, text: LabelText, rng: Random) -> None:
    _frame(draw, picture, blend(text.paper, text.ink, 0.25), ((34, 2),))
    y = block(
        draw, WIDTH / 2, 0.09 * picture.height, text.producer, "script", 150, WIDTH * 0.76, text.ink, leading=0.98
    )
    ornaments.flourish(draw, _field(picture, text, (0.22, 0.36, 0.78, 0.46)), rng)
    y = block(draw, WIDTH / 2, max(y, 0.48 * picture.height), text.wine, "serif", 78, WIDTH * 0.76, text.accent)
    block(draw, WIDTH / 2, y + 18, text.appellation.upper(), "capitals", 38, WIDTH * 0.73, text.ink, 0.12)
    centred(draw, WIDTH / 2, picture.height * 0.83, text.vintage, fitted(text.vintage, "display", 68, 400), text.ink)
    _foot(draw, picture, text, 0.915, text.ink)


_STYLES: Final = {
    "engraved": _engraved,
    "geometric": _geometric,
    "landscape": _landscape,
    "crest": _crest,
    "vine": _vine,
    "script": _script,
}
