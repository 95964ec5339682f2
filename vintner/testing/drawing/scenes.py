"""Where wine grows: painted views of vineyards."""

from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from vintner.testing.drawing.colours import RGB, gradient, halo, mixed, rgb
from vintner.testing.drawing.ornaments import ridge
from vintner.testing.world.shapes import Scene

SIZE: Final = (1600, 900)
_OVERSAMPLED: Final = 2


@dataclass(frozen=True, slots=True)
class Light:
    """A time of day: the sky from top to horizon, the sun, the haze, and what the sun does to leaves."""

    zenith: str
    middle: str
    horizon: str
    sun: str
    leaf: str
    dry: str
    soil: str


LIGHTS: Final = (
    Light("#6f9dc4", "#b9d3e0", "#f3e3c4", "#fff6da", "#5f7a35", "#a9a24c", "#b4966a"),
    Light("#5b7ca8", "#c7b6b4", "#f6cf9d", "#fff0c8", "#6b6e2d", "#c28a34", "#a67a52"),
    Light("#8fb4cf", "#d3e2e6", "#f5efdf", "#fffdf2", "#567f45", "#93ad56", "#a99672"),
    Light("#48597f", "#b98e93", "#f2b487", "#ffe4b3", "#5c5f2e", "#b5702f", "#8c6247"),
)
_FAR: Final[dict[Scene, tuple[float, float, float]]] = {
    "hills": (0.10, 0.25, 0.55), "terraces": (0.20, 0.5, 0.48), "mountains": (0.26, 1.0, 0.55),
    "coast": (0.05, 0.3, 0.56), "plain": (0.035, 0.3, 0.60), "river": (0.15, 0.4, 0.50),
}  # fmt: skip
"""How high the far ridges rise (parts of the height), how rough they are, and where the near ground begins."""


def scene(kind: Scene, seed: str) -> Image.Image:
    """Return a view, 1,600 by 900 pixels, always the same for one seed."""
    rng = Random(seed)  # noqa: S311 - the same view from the same grower
    width, height = (side * _OVERSAMPLED for side in SIZE)
    light = rng.choice(LIGHTS)
    picture = _sky((width, height), light, rng)
    draw = ImageDraw.Draw(picture)
    rise, rough, ground = _FAR[kind]
    _ridges(draw, (width, height), light, rng, (rise, rough, ground))
    if kind in ("coast", "river"):
        _water(picture, light, ground, rng)
    _middle(draw, (width, height), light, rng, ground, terraced=kind == "terraces")
    _house(draw, (width * rng.uniform(0.22, 0.78), height * (ground + 0.035)), height * 0.05, rng, light)
    _vineyard(picture, light, rng, ground + 0.12)
    return _glow(picture.reduce(_OVERSAMPLED), light, rng, ground)


def _sky(size: tuple[int, int], light: Light, rng: Random) -> Image.Image:
    sky = gradient(
        size,
        [(0.0, rgb(light.zenith)), (0.34, rgb(light.middle)), (0.6, rgb(light.horizon)), (1.0, rgb(light.horizon))],
    )
    veil = Image.new("L", (size[0] // 16, size[1] // 16), 0)
    draw = ImageDraw.Draw(veil)
    for _ in range(26):
        x, y = rng.uniform(-0.1, 1.0) * veil.width, rng.uniform(0.04, 0.42) * veil.height
        long, high = rng.uniform(0.1, 0.34) * veil.width, rng.uniform(0.006, 0.022) * veil.height
        draw.ellipse((x, y, x + long, y + high + 1), fill=rng.randint(40, 130))
    veil = veil.filter(ImageFilter.GaussianBlur(2.2)).resize(size, Image.Resampling.BICUBIC)
    sky.paste(Image.new("RGB", size, mixed(rgb(light.sun), (255, 255, 255), 0.4)), mask=veil)
    return sky


def _skyline(size: tuple[int, int], rng: Random, base: float, rise: float, rough: float) -> list[tuple[float, float]]:
    steps = 160
    heights = ridge(rng, steps, rough)
    tremble = [rng.uniform(-0.02, 0.02) * rough for _ in range(steps + 1)]
    return [
        (size[0] * step / steps, size[1] * (base - rise * (heights[step] + tremble[step]))) for step in range(steps + 1)
    ]


def _ridges(
    draw: ImageDraw.ImageDraw, size: tuple[int, int], light: Light, rng: Random, shape: tuple[float, float, float]
) -> None:
    rise, rough, ground = shape
    haze = mixed(rgb(light.horizon), rgb(light.zenith), 0.35)
    for layer in range(4):
        part = layer / 3
        colour = mixed(haze, mixed(rgb(light.leaf), rgb(light.zenith), 0.4), 0.18 + 0.42 * part)
        line = _skyline(
            size, rng, ground - 0.02 + 0.03 * part, rise * (1 - 0.7 * part) + 0.02, rough * (1 - 0.5 * part)
        )
        draw.polygon([*line, (size[0], size[1]), (0, size[1])], fill=colour)


def _water(picture: Image.Image, light: Light, ground: float, rng: Random) -> None:
    draw = ImageDraw.Draw(picture)
    width, height = picture.size
    top, bottom = height * (ground - 0.035), height * (ground + 0.07)
    steps = int(bottom - top)
    for row in range(steps):
        colour = mixed(rgb(light.horizon), rgb(light.zenith), 0.15 + 0.5 * row / steps)
        draw.line((0, top + row, width, top + row), fill=colour)
    for _ in range(140):
        y = top + (bottom - top) * rng.random() ** 1.5
        x, long = rng.uniform(0, width), rng.uniform(0.004, 0.03) * width
        draw.line((x, y, x + long, y), fill=mixed(rgb(light.sun), rgb(light.middle), rng.random() * 0.6), width=2)


def _middle(  # the slopes between the ridges and the near rows
    draw: ImageDraw.ImageDraw, size: tuple[int, int], light: Light, rng: Random, ground: float, *, terraced: bool
) -> None:
    for layer in range(3):
        part = layer / 2
        base = ground + 0.045 + 0.05 * part
        colour = mixed(
            mixed(rgb(light.leaf), rgb(light.dry), rng.uniform(0.2, 0.7)), rgb(light.horizon), 0.38 - 0.3 * part
        )
        line = _skyline(size, rng, base, 0.05 + (0.22 * (1 - part) if terraced else 0.02), 0.15)
        draw.polygon([*line, (size[0], size[1]), (0, size[1])], fill=colour)
        _stripes(draw, line, size, mixed(colour, rgb(light.leaf), 0.45), rng, terraced=terraced)
        _trees(draw, line, size, light, rng, 0.008 + 0.008 * part)


def _stripes(
    draw: ImageDraw.ImageDraw,
    line: list[tuple[float, float]],
    size: tuple[int, int],
    colour: RGB,
    rng: Random,
    *,
    terraced: bool,
) -> None:
    """Draw rows of vines on a far slope, along it or down it."""
    if terraced:
        for number in range(1, 16):
            drop = number * size[1] * 0.014
            draw.line([(x, y + drop) for x, y in line], fill=colour, width=5)
        return
    lean = rng.uniform(-0.05, 0.05) * size[0]
    for number in range(len(line) - 1):
        for half in (0, 0.5):
            x, y = line[number]
            x += half * size[0] / len(line)
            if sin(number * 0.21 + lean) > -0.35:
                draw.line((x, y + 4, x + lean, y + size[1] * 0.09), fill=colour, width=4)


def _trees(
    draw: ImageDraw.ImageDraw,
    line: list[tuple[float, float]],
    size: tuple[int, int],
    light: Light,
    rng: Random,
    tall: float,
) -> None:
    dark = mixed(rgb(light.leaf), (24, 34, 24), 0.5)
    for _ in range(9):
        start = rng.randrange(len(line) - 12)
        for x, y in line[start : start + rng.randint(1, 9)]:
            high = size[1] * tall * rng.uniform(0.9, 2.2)
            wide = high * rng.choice((0.24, 0.7, 0.8))
            draw.ellipse((x - wide, y - high, x + wide, y + high * 0.35), fill=mixed(dark, rgb(light.horizon), 0.18))


def _house(draw: ImageDraw.ImageDraw, foot: tuple[float, float], size: float, rng: Random, light: Light) -> None:
    x, y = foot
    wall = mixed((238, 226, 204), rgb(light.horizon), 0.3)
    roof = mixed((150, 78, 52), rgb(light.middle), 0.15)
    for left, wide, tall in ((-1.6, 2.2, 0.8), (0.45, 0.75, 1.45), (1.2, 1.5, 0.6)):
        box = (x + left * size, y - tall * size, x + (left + wide) * size, y)
        draw.rectangle(box, fill=wall)
        draw.rectangle((box[0] + (box[2] - box[0]) * 0.72, box[1], box[2], y), fill=mixed(wall, (90, 80, 90), 0.28))
        ridge_y, hip = box[1] - size * 0.36, wide * size * 0.2
        eaves = ((box[0] - size * 0.09, box[1]), (box[2] + size * 0.09, box[1]))
        draw.polygon([eaves[0], (box[0] + hip, ridge_y), (box[2] - hip, ridge_y), eaves[1]], fill=roof)
        for number in range(int(wide * 2.4)):
            window = box[0] + size * (0.22 + 0.4 * number)
            draw.rectangle(
                (window, y - tall * size * 0.66, window + size * 0.12, y - tall * size * 0.38), fill=(84, 74, 70)
            )
    for _ in range(5):
        tree = x + rng.choice((-1, 1)) * size * rng.uniform(2.0, 3.4)
        high = size * rng.uniform(1.3, 2.3)
        draw.ellipse(
            (tree - high * 0.1, y - high, tree + high * 0.1, y + 5), fill=mixed(rgb(light.leaf), (20, 30, 22), 0.6)
        )


def _vineyard(picture: Image.Image, light: Light, rng: Random, horizon: float) -> None:
    """Paint near rows of vines that run towards one point."""
    draw = ImageDraw.Draw(picture)
    width, height = picture.size
    top = height * horizon
    point = (width * rng.uniform(0.32, 0.68), top - height * 0.075)
    soil = _skyline(picture.size, rng, horizon + 0.012, 0.02, 0.1)
    draw.polygon([*soil, (width, height), (0, height)], fill=mixed(rgb(light.soil), rgb(light.leaf), 0.32))
    depths = [0.16 * 1.055**step for step in range(37)]
    for near in depths:
        y = point[1] + (height * 1.12 - point[1]) * near
        for row in range(-16, 17):
            x = point[0] + (row + 0.5) * width * 0.17 * near
            if -0.1 * width < x < 1.1 * width and y > top:
                _bush(draw, (x, y), height * 0.105 * near, light, rng, near)


def _bush(
    draw: ImageDraw.ImageDraw, foot: tuple[float, float], size: float, light: Light, rng: Random, near: float
) -> None:
    """Paint the leaves of one vine and its shade on the ground."""
    x, y = foot
    haze = 0.34 * (1 - min(1.0, near)) ** 1.5
    draw.ellipse(
        (x - size * 0.2, y - size * 0.18, x + size * 1.15, y + size * 0.2),
        fill=mixed(rgb(light.soil), (40, 36, 30), 0.52),
    )
    draw.line((x, y, x, y - size), fill=(66, 52, 40), width=max(2, int(size * 0.07)))
    for level in range(3):
        for _ in range(7 if near > 0.4 else 4):
            turn = rng.uniform(0, 2 * pi)
            reach = size * rng.uniform(0.1, 0.52)
            left, top = x + cos(turn) * reach * 1.15, y - size * 0.85 + sin(turn) * reach * 0.72 - level * size * 0.06
            radius = size * rng.uniform(0.12, 0.2)
            lit = 0.5 - 0.35 * sin(turn) + 0.16 * level + rng.uniform(-0.15, 0.15)
            tone = mixed(mixed(rgb(light.leaf), (18, 28, 16), 0.5), rgb(light.dry), lit)
            draw.ellipse(
                (left - radius, top - radius * 0.8, left + radius, top + radius * 0.8),
                fill=mixed(tone, rgb(light.horizon), haze),
            )


def _glow(picture: Image.Image, light: Light, rng: Random, ground: float) -> Image.Image:
    """Lay the sun's warmth and a little haze over everything."""
    width, height = picture.size
    small = (width // 8, height // 8)
    mask = Image.new("L", small, 0)
    left = int(small[0] * rng.uniform(-0.45, 0.05))
    mask.paste(halo((int(small[0] * 1.4), int(small[1] * 1.9))), (left, int(small[1] * (ground - 1.0))))
    mask = mask.resize(picture.size, Image.Resampling.BICUBIC).point(lambda level: int(level * 0.6))
    warm = ImageChops.screen(picture, Image.new("RGB", picture.size, mixed(rgb(light.sun), (120, 90, 60), 0.45)))
    return Image.composite(warm, picture, mask)
