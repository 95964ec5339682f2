"""Finished pictures as files: drawn, and made in every size, by a worker process."""

from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from PIL import Image

from vintner.catalogue.picture_sizes import Encoded, encode
from vintner.testing.drawing.bottles import close_up, portrait
from vintner.testing.drawing.cellars import cellar
from vintner.testing.drawing.hero import hero
from vintner.testing.drawing.logos import logo
from vintner.testing.drawing.looks import look_of
from vintner.testing.drawing.profiles import DOTS_PER_INCH, profile
from vintner.testing.drawing.scenes import scene
from vintner.testing.drawing.tables import still_life
from vintner.testing.world.growers import GROWERS
from vintner.testing.world.shapes import Grower
from vintner.testing.world.wines import WINES

Motif = Literal["bottle", "label", "vineyard", "cellar", "table", "logo", "profile", "hero"]


@dataclass(frozen=True, slots=True)
class Commission:
    """A picture to be made: of a wine (`key` is its SKU), of a grower (its slug) or of the shop."""

    motif: Motif
    key: str = ""
    vintage: str = ""


@dataclass(frozen=True, slots=True)
class Print:
    """A picture that was made: the original, a JPEG file, and its sizes. A profile is a PDF and has none."""

    original: bytes
    sizes: tuple[Encoded, ...]


def make(commission: Commission) -> Print:
    """Draw a picture and make its sizes."""
    out = BytesIO()
    if commission.motif == "profile":
        title = f"{_grower(commission.key).name}: the estate on one page"
        draw(commission).save(out, "PDF", resolution=DOTS_PER_INCH, title=title, quality=82)
        return Print(out.getvalue(), ())
    draw(commission).save(out, "JPEG", quality=90, optimize=True)
    original = out.getvalue()
    return Print(original, tuple(encode(original)))


def draw(commission: Commission) -> Image.Image:
    """Return the picture asked for."""
    match commission.motif:
        case "hero":
            return hero()
        case "bottle" | "label":
            return _of_wine(commission)
        case _:
            return _of_grower(commission, _grower(commission.key))


def _of_wine(commission: Commission) -> Image.Image:
    wine = next(each for each in WINES if each.sku == commission.key)
    look = look_of(wine, _grower(wine.grower), commission.vintage)
    return portrait(look) if commission.motif == "bottle" else close_up(look)


def _of_grower(commission: Commission, grower: Grower) -> Image.Image:
    wines = [wine for wine in WINES if wine.grower == grower.slug and wine.published]
    match commission.motif:
        case "cellar":
            return cellar(grower.slug, grower.founded)
        case "table":
            return still_life(grower, wines)
        case "logo":
            return logo(grower)
        case "profile":
            return profile(grower, wines)
        case _:
            return scene(grower.scene, grower.slug)


def _grower(slug: str) -> Grower:
    return next(each for each in GROWERS if each.slug == slug)
