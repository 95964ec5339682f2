"""Where wine waits: painted cellars, a vault or a barn of the grower's own stone, full of barrels."""

from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter

from vintner.testing.drawing.colours import RGB, halo, mixed, noise, rgb
from vintner.testing.drawing.lettering import centred, face

SIZE: Final = (1600, 900)
_OVERSAMPLED: Final = 2
_STONES: Final = ("#cdbb98", "#a89a8c", "#b58a6a", "#9aa0a3", "#d6cbb4", "#a5754f")
_ROUND, _POINTED, _FLAT = 2.0, 1.45, 4.5
_LAMP: Final = (255, 206, 138)
_OAK: Final = (168, 118, 72)
_NIGHT: Final = (22, 15, 11)
_RINGS: Final = 66
_SHRINK: Final = 0.956
"""How much smaller each ring of the vault is than the one in front of it."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cellar:
    """A room: its stone, how its ceiling bends, where its end is seen, and what is chalked on the barrels."""

    stone: RGB
    bend: float
    end: Point
    year: str


def cellar(seed: str, year: int) -> Image.Image:
    """Return a view of a cellar, 1,600 by 900 pixels, always the same for one seed."""
    rng = Random(f"cellar {seed}")  # noqa: S311 - the same cellar of the same grower
    width, height = (side * _OVERSAMPLED for side in SIZE)
    room = Cellar(
        stone=rgb(rng.choice(_STONES)),
        bend=rng.choice((_ROUND, _ROUND, _POINTED, _FLAT)),
        end=(width * rng.uniform(0.42, 0.58), height * rng.uniform(0.50, 0.56)),
        year=str(year),
    )
    picture = Image.new("RGB", (width, height), mixed(room.stone, _NIGHT, 0.5))
    _vault(picture, room, rng)
    _floor(picture, room)
    _barrels(picture, room, rng)
    return _lit(picture.reduce(_OVERSAMPLED), room, rng)


def _vault(picture: Image.Image, room: Cellar, rng: Random) -> None:
    """Paint the walls and the ceiling as rings, the nearest first; every eighth is a rib or a beam."""
    draw = ImageDraw.Draw(picture)
    for ring in range(_RINGS):
        far = ring / _RINGS
        rib = ring % 8 < 2
        tone = mixed(room.stone, _NIGHT, 0.30 + 0.5 * far - (0.13 if rib else 0.0) + rng.uniform(-0.025, 0.025))
        if rib and room.bend == _FLAT:
            tone = mixed(_OAK, _NIGHT, 0.5 + 0.35 * far)
        draw.polygon(_arch(picture.size, room, _SHRINK**ring * 1.18), fill=mixed(tone, _LAMP, 0.10 + 0.12 * far))
    end = _arch(picture.size, room, _SHRINK**_RINGS * 1.18)
    draw.polygon(end, fill=mixed(_LAMP, room.stone, 0.35))
    grain = noise((picture.width // 10, picture.height // 10), rng).resize(picture.size, Image.Resampling.BICUBIC)
    picture.paste(Image.blend(picture, grain.filter(ImageFilter.GaussianBlur(3)).convert("RGB"), 0.05))


def _arch(size: tuple[int, int], room: Cellar, scale: float) -> list[Point]:
    """Return the outline of a section through the room; `scale` 1 is as wide as the picture."""
    half, rise, foot = size[0] * 0.56 * scale, size[1] * 0.62 * scale, size[1] * 0.46 * scale
    turns = [pi * step / 40 for step in range(41)]
    curve = [
        (
            room.end[0] - _signed(cos(turn), 2 / room.bend) * half,
            room.end[1] - sin(turn) ** (2 / room.bend) * rise,
        )
        for turn in turns
    ]
    return [(room.end[0] - half, room.end[1] + foot), *curve, (room.end[0] + half, room.end[1] + foot)]


def _signed(value: float, power: float) -> float:
    return float(abs(value) ** power) * (1 if value >= 0 else -1)


def _floor(picture: Image.Image, room: Cellar) -> None:
    draw = ImageDraw.Draw(picture)
    width, height = picture.size
    x, y = room.end
    top = y + height * 0.46 * 1.18 * _SHRINK**_RINGS
    for row in range(int(top), height):
        near = (row - top) / (height - top)
        reach = width * (0.05 + 0.95 * near) * 0.66
        tone = mixed(mixed(room.stone, _LAMP, 0.3), _NIGHT, 0.42 + 0.34 * near)
        draw.line((x - reach, row, x + reach, row), fill=tone)
    for slab in range(1, 15):
        row = top + (height - top) * (slab / 14) ** 2.2
        reach = width * (0.05 + 0.95 * (row - top) / (height - top)) * 0.66
        draw.line((x - reach, row, x + reach, row), fill=mixed(room.stone, _NIGHT, 0.78), width=2 + slab // 3)


def _barrels(picture: Image.Image, room: Cellar, rng: Random) -> None:
    """Lay barrels along both walls, the farthest first, two or three high."""
    high = rng.choice((2, 2, 3))
    for depth in range(8, -1, -1):
        near = 0.70**depth
        for side in (-1, 1):
            for level in range(high):
                _barrel(picture, room, rng, (side, level), near)


def _barrel(picture: Image.Image, room: Cellar, rng: Random, place: tuple[int, int], near: float) -> None:
    """Paint one barrel that lies towards the viewer: its belly from back to front, then its head."""
    side, level = place
    height = picture.height
    radius = height * 0.150 * near
    x = room.end[0] + side * height * 0.66 * near
    y = room.end[1] + (height * 0.455 - height * 0.135 - level * height * 0.285) * near
    draw = ImageDraw.Draw(picture)
    oak = mixed(_OAK, rgb("#7d4f2e"), rng.random())
    dim = 0.62 - 0.34 * min(1.0, near * 1.15)
    for step in range(22):
        part = step / 21
        shrink = 0.80 + 0.20 * part
        bulge = radius * (0.88 + 0.18 * sin(pi * part)) * shrink
        centre = (room.end[0] + (x - room.end[0]) * shrink, room.end[1] + (y - room.end[1]) * shrink)
        hoop = step in (1, 2, 6, 7, 14, 15, 19, 20)
        tone = mixed(rgb("#5d564e") if hoop else oak, _NIGHT, dim + 0.12 * (1 - part))
        _disc(draw, centre, bulge, tone)
        _edge_light(draw, centre, bulge, side, mixed(tone, _LAMP, 0.34))
    _head(draw, (x, y), radius * 0.88, oak, dim, room.year if near > 0.6 and level == 1 else "")


def _disc(draw: ImageDraw.ImageDraw, centre: Point, radius: float, tone: RGB) -> None:
    draw.ellipse((centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius), fill=tone)


def _edge_light(draw: ImageDraw.ImageDraw, centre: Point, radius: float, side: int, tone: RGB) -> None:
    """Lay the light of the aisle on the side of the belly that looks there."""
    box = (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
    start = 195 if side > 0 else 285
    draw.arc(box, start, start + 60, fill=tone, width=max(2, int(radius * 0.05)))


def _head(draw: ImageDraw.ImageDraw, centre: Point, radius: float, oak: RGB, dim: float, chalk: str) -> None:
    """Paint the head: the rim, the boards, the shade of the rim on them, and the year in chalk."""
    x, y = centre
    _disc(draw, centre, radius, mixed(rgb("#6b6259"), _NIGHT, dim))
    _disc(draw, centre, radius * 0.93, mixed(oak, _NIGHT, dim))
    inner = radius * 0.86
    _disc(draw, centre, inner, mixed(oak, _NIGHT, dim + 0.25))
    for board in range(-3, 4):
        left, right = (board - 0.5) / 3.5 * inner, (board + 0.5) / 3.5 * inner
        tone = mixed(mixed(oak, _LAMP, 0.16 + 0.05 * (board % 3)), _NIGHT, dim)
        steps = [left + (right - left) * step / 6 for step in range(7)]
        half = [max(0.0, (inner * 0.97) ** 2 - at**2) ** 0.5 for at in steps]
        top = [(x + at, y + radius * 0.02 - reach) for at, reach in zip(steps, half, strict=True)]
        foot = [(x + at, y + radius * 0.02 + reach * 0.98) for at, reach in zip(steps, half, strict=True)]
        draw.polygon([*top, *reversed(foot)], fill=tone)
        draw.line((x + right, y - half[-1], x + right, y + half[-1]), fill=mixed(tone, _NIGHT, 0.4), width=3)
    if chalk:
        font = face("serif", max(12, int(radius * 0.42)))
        centred(draw, x, y - radius * 0.18, chalk, font, "#e8ddc8")
    _disc(draw, (x, y + radius * 0.48), radius * 0.055, mixed((60, 40, 26), _NIGHT, dim))


def _lit(picture: Image.Image, room: Cellar, rng: Random) -> Image.Image:
    """Hang lamps under the ceiling, and let everything far from them sink into the dark."""
    width, height = picture.size
    x, y = room.end[0] / _OVERSAMPLED, room.end[1] / _OVERSAMPLED
    glow = Image.new("L", (width // 4, height // 4), 0)
    lamps = []
    for depth in range(5):
        near = 0.62**depth
        lamp = (x, y - height * 0.34 * near)
        lamps.append((lamp, near))
        reach = int(width * 0.34 * near)
        spot = halo((max(2, reach), max(2, reach))).point(lambda level, k=0.55 + 0.08 * depth: int(level * k))
        patch = Image.new("L", glow.size, 0)
        patch.paste(spot, (int(lamp[0] / 4 - reach / 2), int(lamp[1] / 4 - reach / 2)))
        glow = ImageChops.lighter(glow, patch)
    wash = glow.filter(ImageFilter.GaussianBlur(6)).resize(picture.size, Image.Resampling.BICUBIC)
    bright = ImageChops.screen(picture, Image.new("RGB", picture.size, mixed(_LAMP, (90, 52, 20), 0.35)))
    picture = Image.composite(bright, picture, wash.point(lambda level: int(level * 0.8)))
    _hang_lamps(picture, lamps)
    return _shaded(picture, rng)


def _hang_lamps(picture: Image.Image, lamps: list[tuple[Point, float]]) -> None:
    draw = ImageDraw.Draw(picture)
    for (x, y), near in reversed(lamps):
        size = picture.height * 0.016 * near
        draw.line((x, y - size * 9, x, y), fill=(30, 22, 16), width=max(1, int(3 * near)))
        _disc(draw, (x, y), size * 1.5, mixed(_LAMP, (255, 240, 205), 0.5))
        _disc(draw, (x, y), size, (255, 250, 232))


def _shaded(picture: Image.Image, rng: Random) -> Image.Image:
    width, height = picture.size
    small = (width // 8, height // 8)
    mask = Image.new("L", small, 0)
    spread = (int(small[0] * 1.5), int(small[1] * 1.7))
    mask.paste(halo(spread), ((small[0] - spread[0]) // 2, (small[1] - spread[1]) // 2))
    mask = mask.resize(picture.size, Image.Resampling.BICUBIC).point(lambda level: min(255, 40 + level))
    dust = noise((width // 2, height // 2), rng).resize(picture.size).filter(ImageFilter.GaussianBlur(0.8))
    picture = ImageEnhance.Contrast(Image.blend(picture, dust.convert("RGB"), 0.025)).enhance(1.28)
    return Image.composite(picture, Image.new("RGB", picture.size, _NIGHT), mask)
