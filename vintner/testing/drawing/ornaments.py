"""What stands on labels besides words: an engraved view, hills, arcs, a crest, a vine, a flourish."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from PIL import ImageDraw

from vintner.testing.drawing.colours import blend

Draw = ImageDraw.ImageDraw
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Field:
    """The part of a label that an ornament fills, and with what colours."""

    left: float
    top: float
    width: float
    height: float
    ink: str
    accent: str
    paper: str

    @property
    def centre(self) -> float:
        return self.left + self.width / 2

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def right(self) -> float:
        return self.left + self.width


def ridge(rng: Random, steps: int, roughness: float) -> list[float]:
    """Return a smooth skyline of so many heights between 0 and 1."""
    waves = [(rng.uniform(0.6, 1.6) * number, rng.uniform(0, 2 * pi), 1 / number**1.3) for number in (1, 2, 3, 5, 8)]
    raw = [
        sum(
            size * (roughness if freq > 4 else 1) * sin(2 * pi * freq * step / steps + phase)
            for freq, phase, size in waves
        )
        for step in range(steps + 1)
    ]
    low, high = min(raw), max(raw)
    return [(value - low) / (high - low) for value in raw]


def hills(draw: Draw, field: Field, rng: Random) -> None:
    """Fill the field with layers of hills under a sun, dark ones in front."""
    sky = blend(field.paper, field.accent, 0.12)
    draw.rectangle((field.left, field.top, field.right, field.bottom), fill=sky)
    radius = field.width * rng.uniform(0.09, 0.13)
    x, y = field.left + field.width * rng.uniform(0.25, 0.75), field.top + field.height * 0.32
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=blend(field.paper, field.accent, 0.45))
    layers = 4
    for layer in range(layers):
        part = layer / (layers - 1)
        colour = blend(blend(sky, field.accent, 0.3 + 0.5 * part), field.ink, 0.75 * part**2)
        _hill(draw, field, rng, part, colour)
        if layer == layers - 2:
            _rows(draw, field, rng, blend(colour, field.paper, 0.35))


def _hill(draw: Draw, field: Field, rng: Random, part: float, colour: str) -> None:
    steps = 60
    base = field.top + field.height * (0.38 + 0.4 * part)
    heights = ridge(rng, steps, 0.3)
    points = [
        (field.left + field.width * step / steps, base - heights[step] * field.height * (0.22 - 0.12 * part))
        for step in range(steps + 1)
    ]
    draw.polygon([*points, (field.right, field.bottom), (field.left, field.bottom)], fill=colour)


def _rows(draw: Draw, field: Field, rng: Random, colour: str) -> None:
    vanish = (field.left + field.width * rng.uniform(0.3, 0.7), field.top + field.height * 0.55)
    for number in range(-9, 10):
        end = (vanish[0] + number * field.width * 0.13, field.bottom)
        edge = field.right if end[0] > vanish[0] else field.left
        reach = min(1.0, (edge - vanish[0]) / (end[0] - vanish[0])) if number else 1.0
        points = [
            (vanish[0] + (end[0] - vanish[0]) * at, vanish[1] + (end[1] - vanish[1]) * at) for at in (0.34, reach)
        ]
        draw.line(points, fill=colour, width=max(2, int(field.width / 260)))


def engraving(draw: Draw, field: Field, rng: Random) -> None:
    """Draw a house on a hill in fine parallel lines, as from a copper plate."""
    thin = max(1, int(field.width / 450))
    for part in (0.55, 0.66, 0.78):
        heights = ridge(rng, 40, 0.2)
        for line in range(15):
            points = [
                (
                    field.left + field.width * step / 40,
                    field.top
                    + field.height * (part + line * 0.016)
                    - heights[step] * field.height * 0.14 * (1 - line / 18),
                )
                for step in range(41)
            ]
            draw.line(points, fill=blend(field.ink, field.paper, 0.12 + 0.035 * line), width=thin)
    _house(draw, field, rng, thin)
    for line in range(9):
        y = field.top + field.height * (0.03 + 0.03 * line)
        inset = field.width * (0.08 + 0.36 * abs(sin(line * 1.7 + rng.random())))
        draw.line(
            (field.left + inset, y, field.right - inset * 0.8, y), fill=blend(field.paper, field.ink, 0.28), width=thin
        )


def _house(draw: Draw, field: Field, rng: Random, thin: int) -> None:
    width, foot = field.width * 0.4, field.top + field.height * 0.6
    left, height = field.centre - width / 2, field.height * 0.2
    _block(draw, field, (left, foot - height, left + width, foot), thin)
    eaves, gable = foot - height, foot - height * 1.5
    roof = [(left - 6, eaves), (left + width * 0.12, gable), (left + width * 0.88, gable), (left + width + 6, eaves)]
    draw.polygon(roof, fill=blend(field.ink, field.paper, 0.15))
    for side in rng.sample((0.0, 0.86), rng.choice((1, 2, 2))):
        tower = left + width * side
        _block(draw, field, (tower, foot - height * 1.35, tower + width * 0.14, foot), thin)
        tip = (tower + width * 0.07, foot - height * 2.3)
        draw.polygon(
            [(tower - 5, foot - height * 1.35), tip, (tower + width * 0.14 + 5, foot - height * 1.35)], fill=field.ink
        )
    for window in range(7):
        x = left + width * (0.17 + 0.105 * window)
        draw.rectangle((x, foot - height * 0.72, x + width * 0.03, foot - height * 0.35), fill=field.ink)
    for side in (-1, 1):
        for number in range(3):
            _cypress(
                draw,
                field,
                field.centre + side * (width * 0.66 + number * field.width * 0.055),
                foot,
                height * (1.5 - 0.22 * number),
            )


def _block(draw: Draw, field: Field, box: tuple[float, float, float, float], thin: int) -> None:
    draw.rectangle(box, fill=field.paper, outline=field.ink, width=thin + 1)
    x = box[0] + (box[2] - box[0]) * 0.62
    while x < box[2]:
        draw.line((x, box[1], x, box[3]), fill=blend(field.ink, field.paper, 0.35), width=thin)
        x += thin * 3.2


def _cypress(draw: Draw, field: Field, x: float, foot: float, height: float) -> None:
    draw.ellipse((x - height * 0.1, foot - height, x + height * 0.1, foot + 4), fill=blend(field.ink, field.paper, 0.1))


def arcs(draw: Draw, field: Field, rng: Random) -> None:
    """Fill the field with quarter circles on a grid, like tiles."""
    columns = rng.choice((3, 4))
    side = field.width / columns
    palette = [field.ink, field.accent, blend(field.accent, field.paper, 0.45), blend(field.ink, field.accent, 0.5)]
    for row in range(int(field.height / side + 0.01)):
        for column in range(columns):
            _tile(draw, field, rng, (field.left + column * side, field.top + row * side), side, palette)


def _tile(draw: Draw, field: Field, rng: Random, corner: Point, side: float, palette: list[str]) -> None:
    x, y = corner
    back, front = (
        rng.sample(palette, 2) if rng.random() < 0.45 else (blend(field.paper, field.accent, 0.14), rng.choice(palette))
    )
    draw.rectangle((x, y, x + side - 1, y + side - 1), fill=back)
    turn = rng.randrange(4)
    centre = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))[turn]
    for number, radius in enumerate((side, side * 0.66, side * 0.33)):
        box = (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
        draw.pieslice(box, turn * 90, turn * 90 + 90, fill=front if number % 2 == 0 else back)


def crest(draw: Draw, field: Field, rng: Random) -> None:
    """Draw a shield with a chevron, its charges and two branches."""
    height = field.height * 0.94
    width = height * 0.8
    left, top = field.centre - width / 2, field.top
    outline = [(left, top), (left + width, top)]
    turns = [step / 20 * pi / 2 for step in range(21)]
    curve = [(0.5 * cos(turn) ** 0.75, top + height * (0.48 + 0.52 * sin(turn))) for turn in turns]
    outline += [(field.centre + out * width, y) for out, y in curve]
    outline += [(field.centre - out * width, y) for out, y in reversed(curve)]
    draw.polygon(outline, fill=field.accent, outline=field.ink, width=max(3, int(width / 55)))
    _chevron(draw, field, (left, left + width), (top + height * 0.52, height))
    charge: Callable[[Draw, Point, float, str], None] = rng.choice((_star, _bunch, _star))
    for x, y in ((0.27, 0.22), (0.73, 0.22), (0.5, 0.74)):
        charge(draw, (left + width * x, top + height * y), width * 0.12, field.paper)
    for side in (-1, 1):
        _branch(draw, field, (field.centre + side * width * 0.2, top + height * 1.02), side, height)


def _chevron(draw: Draw, field: Field, sides: tuple[float, float], across: tuple[float, float]) -> None:
    left, right = sides
    middle, height = across
    band = [
        (left + 6, middle + height * 0.14),
        (field.centre, middle - height * 0.12),
        (right - 6, middle + height * 0.14),
        (right - 14, middle + height * 0.28),
        (field.centre, middle + height * 0.04),
        (left + 14, middle + height * 0.28),
    ]
    draw.polygon(band, fill=field.paper, outline=field.ink)


def _star(draw: Draw, centre: Point, size: float, colour: str) -> None:
    points = [
        (
            centre[0] + sin(turn * pi / 5) * size * (1 if turn % 2 == 0 else 0.42),
            centre[1] - cos(turn * pi / 5) * size * (1 if turn % 2 == 0 else 0.42),
        )
        for turn in range(10)
    ]
    draw.polygon(points, fill=colour)


def _bunch(draw: Draw, centre: Point, size: float, colour: str) -> None:
    radius = size * 0.28
    for row, count in enumerate((3, 4, 3, 2, 1)):
        for number in range(count):
            x = centre[0] + (number - (count - 1) / 2) * radius * 1.9
            y = centre[1] - size * 0.7 + row * radius * 1.65
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def _branch(draw: Draw, field: Field, foot: Point, side: int, height: float) -> None:
    for number in range(9):
        turn = number / 8 * pi * 0.46
        x = foot[0] + side * height * (0.1 + 0.42 * sin(turn))
        y = foot[1] - height * 0.75 * (1 - cos(turn)) - height * 0.02
        leaf(draw, (x, y), height * 0.13, -pi / 2 + side * (1.1 - turn), field.accent)


def leaf(draw: Draw, foot: Point, length: float, turn: float, colour: str) -> None:
    """Draw a pointed leaf that grows from `foot` in the direction `turn` (radians)."""

    def along(at: float, off: float) -> Point:
        return (
            foot[0] + length * (at * cos(turn) - off * sin(turn)),
            foot[1] + length * (at * sin(turn) + off * cos(turn)),
        )

    draw.polygon(
        [along(at / 12, 0.24 * sin(pi * at / 12)) for at in range(13)]
        + [along(at / 12, -0.24 * sin(pi * at / 12)) for at in range(12, -1, -1)],
        fill=colour,
    )


def vine(draw: Draw, field: Field, rng: Random) -> None:
    """Draw a branch across the field with leaves, tendrils and bunches hanging from it."""
    steps = 80
    phase = rng.uniform(0, pi)
    path = [
        (field.left + field.width * step / steps, field.top + field.height * (0.34 + 0.1 * sin(step / 13 + phase)))
        for step in range(steps + 1)
    ]
    draw.line(path, fill=field.ink, width=max(4, int(field.width / 90)), joint="curve")
    for step in range(6, steps - 3, 8):
        foot = path[step]
        up = -1 if step // 8 % 2 else 1
        vine_leaf(
            draw,
            (foot[0], foot[1] + up * field.height * 0.13),
            field.height * rng.uniform(0.13, 0.17),
            rng.uniform(-0.5, 0.5),
            blend(field.accent, field.ink, rng.uniform(0.0, 0.35)),
        )
    for step in (rng.randint(14, 24), rng.randint(36, 46), rng.randint(58, 68)):
        foot = path[step]
        _bunch(
            draw, (foot[0], foot[1] + field.height * 0.36), field.height * 0.24, blend(field.ink, field.accent, 0.25)
        )
        draw.line((*foot, foot[0], foot[1] + field.height * 0.2), fill=field.ink, width=max(3, int(field.width / 150)))


def vine_leaf(draw: Draw, centre: Point, size: float, turn: float, colour: str) -> None:
    """Draw a leaf of five lobes."""
    points = []
    for step in range(60):
        angle = step / 60 * 2 * pi
        radius = size * (0.72 + 0.22 * cos(5 * angle) + 0.06 * cos(15 * angle)) * (0.8 + 0.2 * cos(angle))
        points.append((centre[0] + radius * sin(angle + turn), centre[1] - radius * cos(angle + turn)))
    draw.polygon(points, fill=colour)


def flourish(draw: Draw, field: Field, rng: Random) -> None:
    """Draw a double loop of a pen."""
    reach, phase = field.width / 2, rng.uniform(0.9, 1.1)
    for side in (-1, 1):
        points = []
        for step in range(121):
            at = step / 120
            swing = sin(at * 2.5 * pi * phase) * (1 - at) * field.height * 0.5
            points.append((field.centre + side * reach * at**0.9, field.top + field.height / 2 - side * swing))
        for start in range(0, 118, 2):
            width = max(2, int(field.width / 110 * (1 - start / 120)))
            draw.line(points[start : start + 4], fill=field.accent, width=width, joint="curve")
    radius = field.height * 0.09
    middle = field.top + field.height / 2
    draw.ellipse((field.centre - radius, middle - radius, field.centre + radius, middle + radius), fill=field.accent)
