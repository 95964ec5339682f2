"""Glass, foil and paper: how light falls on round things."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import asin, exp, pi, sin
from typing import Final, Literal

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from vintner.testing.drawing.colours import RGB, mixed, rgb
from vintner.testing.drawing.outlines import Frame, Outline, half_width

Glass = Literal["dark", "green", "amber", "clear"]


Light = Callable[[float], RGB]


def body(
    size: tuple[int, int],
    outline: Outline,
    frame: Frame,
    strips: Sequence[tuple[float, Image.Image]],
    until: float = 999,
) -> Image.Image:
    """Return rows of light and colour, each as wide as the bottle there, down to `until` (mm).

    `strips` say from which height (mm) on they hold.
    """
    picture = Image.new("RGB", size)
    end = min(size[1], round(frame.top + until * frame.scale))
    for y in range(max(0, int(frame.top - 2 * frame.scale)), end):
        at = min(outline.height, max(0.0, (y - frame.top) / frame.scale))
        strip = next(each for start, each in reversed(strips) if at >= start)
        half = half_width(outline, at) * frame.scale + 1
        row = strip.resize((max(1, round(2 * half)), 1), Image.Resampling.BILINEAR)
        picture.paste(row, (round(frame.axis - half), y))
    return picture


def strip(light: Light) -> Image.Image:
    """Return one row of 256 pixels from the left edge (-1) to the right edge (1) of a round thing."""
    row = Image.new("RGB", (256, 1))
    for x in range(256):
        row.putpixel((x, 0), light(x / 127.5 - 1))
    return row


@lru_cache(maxsize=64)
def glass_strip(glass: Glass, wine: str, *, full: bool) -> Image.Image:
    """Return how glass with wine behind it (or air above it) looks across."""
    tint, rim = _GLASSES[glass]
    inside = mixed(rgb(wine), tint, 0.25) if full else mixed(tint, (236, 232, 222), 0.55 if glass == "clear" else 0.12)
    if glass == "dark" and full:
        inside = mixed(tint, rgb(wine), 0.35)

    def light(x: float) -> RGB:
        edge = abs(x)
        colour = mixed(inside, _dark(inside, 0.55), edge**3)
        colour = mixed(colour, rim, 0.75 * _bump(edge, 0.915, 0.05))
        colour = mixed(colour, _dark(tint, 0.75), _bump(edge, 1.0, 0.035))
        through = 0.34 if glass == "clear" or not full else 0.2
        return mixed(colour, _light(inside, 0.6), through * _bump(x, 0.34, 0.22))

    return strip(light)


_GLASSES: Final[dict[Glass, tuple[RGB, RGB]]] = {
    "dark": ((24, 28, 22), (74, 88, 58)),
    "green": ((84, 100, 52), (150, 164, 96)),
    "amber": ((84, 50, 22), (160, 104, 48)),
    "clear": ((226, 224, 214), (246, 244, 238)),
}


@lru_cache(maxsize=64)
def foil_strip(colour: str, *, shiny: bool) -> Image.Image:
    """Return how a capsule of this colour looks across; a shiny one has sharper lights."""
    base = rgb(colour)
    gloss = 0.75 if shiny else 0.32

    def light(x: float) -> RGB:
        tone = mixed(base, _dark(base, 0.62), abs(x) ** 2.2)
        tone = mixed(tone, _light(base, 0.9), gloss * _bump(x, -0.5, 0.13))
        tone = mixed(tone, _light(base, 0.7), gloss * 0.55 * _bump(x, 0.52, 0.1))
        return mixed(tone, _dark(base, 0.5), gloss * 0.5 * _bump(x, -0.12, 0.14))

    return strip(light)


def _bump(x: float, centre: float, width: float) -> float:
    return exp(-(((x - centre) / width) ** 2))


def _dark(colour: RGB, part: float) -> RGB:
    return mixed(colour, (6, 6, 6), part)


def _light(colour: RGB, part: float) -> RGB:
    return mixed(colour, (255, 253, 246), part)


def highlights(size: tuple[int, int], outline: Outline, frame: Frame, strength: float) -> Image.Image:
    """Return as a mask the light of two tall windows on the glass."""
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    top, foot = outline.foil * 0.75, outline.height - 5
    rows = [top + (foot - top) * step / 160 for step in range(161)]
    for left, right, level in ((-0.80, -0.64, 235), (-0.60, -0.575, 120), (0.70, 0.80, 120)):
        sides = [
            [(_across(outline, frame, at, part), frame.top + at * frame.scale) for at in rows] for part in (left, right)
        ]
        draw.polygon([*sides[1], *reversed(sides[0])], fill=int(level * strength))
    blurred = mask.filter(ImageFilter.GaussianBlur(frame.scale * 0.9))
    fade = Image.linear_gradient("L").resize(size).point(lambda level: 255 - int(level * 0.45))
    return ImageChops.multiply(blurred, fade)


def _across(outline: Outline, frame: Frame, at: float, part: float) -> float:
    """Return x at a height (mm), `part` of the way from the axis (0) to the right edge (1)."""
    return frame.axis + half_width(outline, at) * part * frame.scale


def wrapped(flat: Image.Image, radius: float, share: float, sag: float) -> Image.Image:
    """Return a flat label as it looks around a bottle: narrower towards its edges, its lower rim sagging.

    `radius` and `sag` are in pixels; `share` is the part of the half circumference that is covered.
    """
    reach = share * pi / 2
    width = int(2 * radius * sin(reach))
    height = round(flat.height * (2 * radius * reach) / flat.width)
    drop = int(abs(sag)) + 2
    result_size = (width, height + drop)
    slices = max(24, width // 8)
    mesh = []
    for number in range(slices):
        left, right = (width * (number + end) / slices for end in (0, 1))
        sources = [(asin((x - width / 2) / radius) / reach + 1) / 2 * flat.width for x in (left, right)]
        drops = [drop * (1 - ((x - width / 2) / (width / 2)) ** 2) if sag > 0 else 0.0 for x in (left, right)]
        tops = [-lower * flat.height / height for lower in drops]
        bottoms = [(height + drop - lower) * flat.height / height for lower in drops]
        quad = (sources[0], tops[0], sources[0], bottoms[0], sources[1], bottoms[1], sources[1], tops[1])
        mesh.append(((int(left), 0, int(right), result_size[1]), quad))
    return flat.transform(result_size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)
