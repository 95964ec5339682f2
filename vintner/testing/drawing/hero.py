"""The picture that opens the shop: three bottles on a table above a vineyard in the evening."""

from random import Random
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from vintner.testing.drawing.bottles import stand
from vintner.testing.drawing.colours import gradient, mixed, noise
from vintner.testing.drawing.looks import look_of
from vintner.testing.drawing.outlines import OUTLINES, Frame
from vintner.testing.drawing.scenes import scene
from vintner.testing.world.growers import GROWERS
from vintner.testing.world.wines import WINES

SIZE: Final = (1920, 1080)
_TABLE: Final = 0.80
_CAST: Final = (("PER-BLANC", 0.56, 0.90), ("V-SIMPLE", 0.70, 0.935), ("VAU-BRUT", 0.855, 0.905))
"""Who stands where: SKU, then the parts of the width and height at which its foot is."""


def hero() -> Image.Image:
    """Return the picture, 1,920 by 1,080 pixels."""
    view = scene("hills", "evening-7").resize(SIZE, Image.Resampling.BICUBIC)
    picture = view.filter(ImageFilter.GaussianBlur(7))
    _lay_table(picture)
    for sku, across, foot in _CAST:
        wine = next(each for each in WINES if each.sku == sku)
        look = look_of(wine, next(each for each in GROWERS if each.slug == wine.grower))
        height = OUTLINES[look.shape].height
        scale = SIZE[1] * 0.80 / 310
        stand(picture, look, Frame(SIZE[0] * across, SIZE[1] * foot - height * scale, scale), fine=2)
    return picture


def _lay_table(picture: Image.Image) -> None:
    width, height = picture.size
    top = int(height * _TABLE)
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
