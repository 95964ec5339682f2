"""Outlines of bottles, in millimetres, and where they stand in a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from PIL import Image, ImageDraw

Shape = Literal["bordeaux", "burgundy", "flute", "champagne", "port", "half"]


@dataclass(frozen=True, slots=True)
class Outline:
    """A bottle's half width along its height, both in millimetres from the top; where foil and label are."""

    height: float
    points: tuple[tuple[float, float], ...]
    foil: float
    label_top: float
    label_height: float
    label_share: float
    """How much of the half circumference the label covers."""


OUTLINES: Final[dict[Shape, Outline]] = {
    "bordeaux": Outline(
        302,
        ((0, 13.6), (3, 14.8), (14, 14.8), (17, 13.9), (70, 14.6), (84, 16.5), (96, 23), (106, 31), (117, 36),
         (132, 37.5), (290, 37.5), (298, 36.4), (302, 33.5)),
        62, 158, 108, 0.78,
    ),
    "burgundy": Outline(
        298,
        ((0, 13.8), (3, 15), (13, 15), (16, 14.2), (58, 15.2), (84, 19.5), (108, 27.5), (132, 36), (150, 40),
         (168, 41.5), (286, 41.5), (294, 40.4), (298, 37)),
        58, 178, 92, 0.76,
    ),
    "flute": Outline(
        330,
        ((0, 13.2), (3, 14.4), (12, 14.4), (15, 13.6), (60, 15), (100, 20.5), (140, 28), (172, 34), (196, 37),
         (214, 37.8), (319, 37.8), (326, 36.8), (330, 33.5)),
        58, 216, 84, 0.78,
    ),
    "champagne": Outline(
        316,
        ((0, 14.5), (4, 17), (22, 17), (27, 15.4), (32, 15), (62, 16), (92, 21.5), (118, 30), (142, 38.5), (158, 42.5),
         (172, 44), (303, 44), (311, 42.6), (316, 39)),
        104, 186, 96, 0.76,
    ),
    "port": Outline(
        294,
        ((0, 13.8), (3, 15.4), (17, 15.4), (21, 14.6), (48, 17.2), (66, 16.6), (84, 16.4), (93, 21), (101, 31),
         (110, 36.6), (122, 38), (283, 38), (290, 36.8), (294, 34)),
        64, 152, 104, 0.78,
    ),
    "half": Outline(
        248,
        ((0, 12.8), (3, 14), (12, 14), (15, 13.1), (62, 13.6), (75, 15.4), (86, 21), (95, 26.5), (104, 29.4),
         (116, 30.2), (238, 30.2), (245, 29.2), (248, 26.8)),
        54, 132, 92, 0.78,
    ),
}  # fmt: skip


def half_width(outline: Outline, at: float) -> float:
    """Return the half width (mm) at a height, eased between the outline's points."""
    points = outline.points
    for (top, first), (bottom, second) in pairwise(points):
        if top <= at <= bottom:
            part = (at - top) / (bottom - top)
            return _hermite(points, (top, first), (bottom, second), part)
    return points[-1][1] if at > points[-1][0] else points[0][1]


def _hermite(
    points: Sequence[tuple[float, float]], start: tuple[float, float], end: tuple[float, float], part: float
) -> float:
    index = points.index(start)
    span = end[0] - start[0]
    before, after = points[max(0, index - 1)], points[min(len(points) - 1, index + 2)]
    chord = (end[1] - start[1]) / span
    rise = _slope(before, start, chord) * span
    fall = _slope(end, after, chord) * span
    square, cube = part * part, part**3
    return (
        (2 * cube - 3 * square + 1) * start[1]
        + (cube - 2 * square + part) * rise
        + (3 * square - 2 * cube) * end[1]
        + (cube - square) * fall
    )


def _slope(first: tuple[float, float], second: tuple[float, float], chord: float) -> float:
    """Return a slope that never overshoots: none where the outline turns, else the harmonic mean of both sides."""
    if first == second:
        return chord
    other = (second[1] - first[1]) / (second[0] - first[0])
    return 0.0 if other * chord <= 0 else 2 * other * chord / (other + chord)


SAG: Final = 0.08
"""How far round edges bulge downwards, in parts of their radius: the camera looks from slightly above."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a bottle stands in a picture: its axis (x), its top (y) and pixels per millimetre."""

    axis: float
    top: float
    scale: float

    def box(self, outline: Outline) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of the bottle in pixels."""
        widest = max(half for _, half in outline.points) * self.scale
        return (
            int(self.axis - widest) - 2, int(self.top - 2 * self.scale),
            int(self.axis + widest) + 3, int(self.top + (outline.height + 5) * self.scale) + 1,
        )  # fmt: skip


def silhouette(size: tuple[int, int], outline: Outline, frame: Frame) -> Image.Image:
    """Return the bottle's shape as a mask with smooth edges."""
    rows = [outline.height * step / 340 for step in range(341)]
    axis = frame.axis * 2
    right = [(axis + half_width(outline, at) * frame.scale * 2, (frame.top + at * frame.scale) * 2) for at in rows]
    left = [(2 * axis - x, y) for x, y in reversed(right)]
    mask = Image.new("L", (size[0] * 2, size[1] * 2), 0)
    draw = ImageDraw.Draw(mask)
    draw.polygon([*right, *left], fill=255)
    for x, y in (right[0], right[-1]):
        rise = (x - axis) * SAG
        draw.ellipse((2 * axis - x, y - rise, x, y + rise), fill=255)
    return mask.reduce(2)
