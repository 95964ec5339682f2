"""Finished pictures as files: drawn, and made in every size, by a worker process."""

from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from PIL import Image

from vintner.catalogue.picture_sizes import Encoded, encode
from vintner.testing.drawing.bottles import close_up, portrait
from vintner.testing.drawing.hero import hero
from vintner.testing.drawing.looks import look_of
from vintner.testing.drawing.scenes import scene
from vintner.testing.world.growers import GROWERS
from vintner.testing.world.wines import WINES

Motif = Literal["bottle", "label", "vineyard", "hero"]


@dataclass(frozen=True, slots=True)
class Commission:
    """A picture to be made: of a wine (`key` is its SKU), of a grower (its slug) or of the shop."""

    motif: Motif
    key: str = ""
    vintage: str = ""


@dataclass(frozen=True, slots=True)
class Print:
    """A picture that was made: the original, a JPEG file, and its sizes."""

    original: bytes
    sizes: tuple[Encoded, ...]


def make(commission: Commission) -> Print:
    """Draw a picture and make its sizes."""
    out = BytesIO()
    draw(commission).save(out, "JPEG", quality=90, optimize=True)
    original = out.getvalue()
    return Print(original, tuple(encode(original)))


def draw(commission: Commission) -> Image.Image:
    """Return the picture asked for."""
    match commission.motif:
        case "vineyard":
            grower = next(each for each in GROWERS if each.slug == commission.key)
            return scene(grower.scene, grower.slug)
        case "hero":
            return hero()
    wine = next(each for each in WINES if each.sku == commission.key)
    grower = next(each for each in GROWERS if each.slug == wine.grower)
    look = look_of(wine, grower, commission.vintage)
    return portrait(look) if commission.motif == "bottle" else close_up(look)
