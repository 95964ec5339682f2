"""Pictures in e-mails: mail programs read JPEG alone, need the measures, and fetch by absolute addresses."""

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.files.storage import default_storage

from vintner.catalogue.models import Picture

SHARPNESS: Final = 2
"""Pixels of a picture for each pixel of the e-mail, as phones have them."""


@dataclass(frozen=True, slots=True)
class EmailPicture:
    """A picture with the width and height that it has in the e-mail, in pixels."""

    src: str
    width: int
    height: int
    alt: str


def email_picture(picture: Picture, *, width: int, height: int, alt: str = "") -> EmailPicture:
    """Return the picture as large as fits into this width and height: the smallest JPEG that is sharp enough."""
    scale = min(width / picture.width, height / picture.height)
    measures = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    jpegs = sorted((size["width"], size["path"]) for size in picture.sizes if size["format"] == "jpeg")
    sharp = [path for wide, path in jpegs if wide >= SHARPNESS * measures[0]]
    path = sharp[0] if sharp else jpegs[-1][1] if jpegs else picture.original.name
    url = default_storage.url(path)
    src = f"{settings.STORE_URL}{url}" if url.startswith("/") else url
    return EmailPicture(src, *measures, picture.alt or alt)
