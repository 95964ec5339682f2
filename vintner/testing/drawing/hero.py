"""The picture that opens the shop: three bottles on a table above a vineyard in the evening."""

from typing import Final

from PIL import Image, ImageFilter

from vintner.testing.drawing.bottles import stand
from vintner.testing.drawing.looks import look_of
from vintner.testing.drawing.outlines import OUTLINES, Frame
from vintner.testing.drawing.scenes import scene
from vintner.testing.drawing.tables import lay_table
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
    lay_table(picture, _TABLE)
    for sku, across, foot in _CAST:
        wine = next(each for each in WINES if each.sku == sku)
        look = look_of(wine, next(each for each in GROWERS if each.slug == wine.grower))
        height = OUTLINES[look.shape].height
        scale = SIZE[1] * 0.80 / 310
        stand(picture, look, Frame(SIZE[0] * across, SIZE[1] * foot - height * scale, scale), fine=2)
    return picture
