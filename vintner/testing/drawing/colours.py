"""Colours as three numbers from 0 to 255, and what can be done with them."""

from collections.abc import Sequence
from random import Random

from PIL import Image, ImageChops, ImageColor

RGB = tuple[int, int, int]


def rgb(text: str) -> RGB:
    """Return '#8a6a2f' as numbers."""
    red, green, blue = ImageColor.getrgb(text)[:3]
    return red, green, blue


def mixed(first: RGB, second: RGB, part: float) -> RGB:
    """Return the first colour with `part` (0 to 1) of the second in it."""
    part = min(1.0, max(0.0, part))
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue


def code(colour: RGB) -> str:
    """Return the colour as '#rrggbb'."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def blend(first: str, second: str, part: float) -> str:
    """Return the first colour with `part` of the second in it, both as text."""
    return code(mixed(rgb(first), rgb(second), part))


def gradient(size: tuple[int, int], stops: Sequence[tuple[float, RGB]]) -> Image.Image:
    """Return a picture that goes from top to bottom through these colours; each stop lies at a part of the height."""
    column = Image.new("RGB", (1, 256))
    for y in range(256):
        at = y / 255
        upper = max((stop for stop in stops if stop[0] <= at), default=stops[0], key=lambda stop: stop[0])
        lower = min((stop for stop in stops if stop[0] >= at), default=stops[-1], key=lambda stop: stop[0])
        span = lower[0] - upper[0]
        column.putpixel((0, y), mixed(upper[1], lower[1], (at - upper[0]) / span if span else 0.0))
    return column.resize(size, Image.Resampling.BICUBIC)


def halo(size: tuple[int, int]) -> Image.Image:
    """Return a mask that is full in its middle and has faded to nothing where its edges are."""
    round_light = ImageChops.invert(Image.radial_gradient("L"))
    return round_light.point(lambda level: max(0, (level - 76) * 255 // 179)).resize(size, Image.Resampling.BICUBIC)


def noise(size: tuple[int, int], rng: Random) -> Image.Image:
    """Return grey dust, the same from the same seed."""
    return Image.frombytes("L", size, rng.randbytes(size[0] * size[1]))
