"""What a grower puts on the table: a few of its bottles, in front of the vineyard or in the cellar."""

from random import Random
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from vintner.testing.drawing.bottles import stand
from vintner.testing.drawing.cellars import cellar
from vintner.testing.drawing.colours import gradient, mixed, noise
from vintner.testing.drawing.looks import look_of
from vintner.testing.drawing.outlines import OUTLINES, Frame
from vintner.testing.drawing.scenes import scene
from vintner.testing.world.shapes import Grower, Wine

SIZE: Final = (1600, 900)
_EDGE: Final = 0.78
_PLACES: Final = {1: ((0.5, 0.95),), 2: ((0.40, 0.90), (0.575, 0.96)), 3: ((0.32, 0.885), (0.67, 0.90), (0.5, 0.96))}
"""Where bottles stand, by their number: parts of the width and height at which their feet are, the nearest last."""


def still_life(grower: Grower, wines: list[Wine]) -> Image.Image:
    """Return up to three of these wines on a table, 1,600 by 900 pixels, always the same for one grower."""
    rng = Random(f"table {grower.slug}")  # noqa: S311 - the same table of the same grower
    shown = wines[:3]
    indoors = rng.random() < 0.5
    view = cellar(grower.slug, grower.founded) if indoors else scene(grower.scene, f"evening {grower.slug}")
    picture = view.filter(ImageFilter.GaussianBlur(9))
    lay_table(picture, _EDGE)
    for wine, (across, foot) in zip(shown, _PLACES[len(shown)], strict=True):
        look = look_of(wine, grower)
        scale = SIZE[1] * (0.80 if foot > 0.92 else 0.74) / 310
        top = SIZE[1] * foot - OUTLINES[look.shape].height * scale
        stand(picture, look, Frame(SIZE[0] * across, top, scale), fine=2)
    return picture


def lay_table(picture: Image.Image, edge: float) -> None:
    """Lay a wooden table into the foreground; its far edge is at this part of the height."""
    width, height = picture.size
    top = int(height * edge)
    wood = gradient((width, height - top), [(0.0, (150, 112, 78)), (0.25, (120, 84, 56)), (1.0, (74, 48, 32))])
    draw = ImageDraw.Draw(wood)
    for board in range(1, 4):
        y = int((height - top) * (board / 4) ** 1.35)
        draw.line((0, y, width, y), fill=(58, 38, 26), width=1 + board)
        draw.line((0, y + 2 + board, width, y + 2 + board), fill=mixed((150, 112, 78), (255, 230, 190), 0.2), width=1)
    dust = Random(7)  # noqa: S311 - the same table each time
    grain = noise((width // 40, height - top), dust).resize(wood.size, Image.Resampling.BICUBIC)
    wood = Image.blend(wood, grain.convert("RGB"), 0.06)
    picture.paste(wood, (0, top))
    draw = ImageDraw.Draw(picture)
    draw.line((0, top, width, top), fill=(206, 170, 128), width=3)
