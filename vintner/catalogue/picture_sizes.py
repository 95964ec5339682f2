"""Reading pictures and making smaller ones. No Django, so that worker processes start fast."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from vintner.web.word_lists import join_words

WIDTHS = (160, 320, 480, 640, 960, 1280)
FALLBACK_WIDTH = 960
"""Width of the JPEG for clients that read neither AVIF nor WebP: old browsers, link previews."""
EMAIL_WIDTH = 160
"""Width of the JPEG for the small pictures of e-mails."""
MOST_PIXELS = 25_000_000
FORMATS = {"JPEG": "jpg", "PNG": "png", "WEBP": "webp"}
"""Allowed formats of uploads, as Pillow names them → file name extension."""

_ENDINGS = FORMATS | {"MPO": "jpg"}
"""Of what Pillow opens by these formats: a JPEG with further pictures behind the first, as phones write, is an MPO."""

BYTES_PER_PIXEL_OF_WIDTH = 40
"""What a size may weigh where a lower quality brings it there: 38 KB at 960 pixels. Fine texture is heavy, and hides
what that costs.
"""

_AVIF_QUALITIES: tuple[int, ...] = (62, 56, 50, 45, 41, 36)
"""Are tried in turn. Below the last one losses can be seen."""
_QUALITIES = {"webp": 80, "jpeg": 84}
_OPTIONS: dict[str, dict[str, object]] = {
    "avif": {"speed": 9, "subsampling": "4:2:0", "max_threads": 1},
    "webp": {"method": 2},
    "jpeg": {"progressive": True},
}


class UnreadablePictureError(ValueError):
    """The file is no picture that the store takes; the message says why, for staff."""


@dataclass(frozen=True, slots=True)
class PictureInfo:
    """A decoded picture. Width and height are in pixels, with the orientation applied."""

    ending: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Encoded:
    """A size made from a picture; `format` is avif, webp or jpeg."""

    format: str
    width: int
    height: int
    content: bytes


def inspect(content: bytes) -> PictureInfo:
    """Decode the whole picture and return its format and size, or raise UnreadablePictureError."""
    opened = _open_picture(content)
    return PictureInfo(_ENDINGS[str(opened.format)], *_turn_upright(opened).size)


def encode(content: bytes) -> list[Encoded]:
    """Return the sizes of a picture, narrowest first: AVIF and WebP in every width it has pixels for, then JPEG."""
    picture = _convert_colours(_turn_upright(_open_picture(content)))
    profile = picture.info.get("icc_profile")
    smaller = {width: _resize(picture, width) for width in widths(picture.width)}
    made: list[Encoded] = []
    qualities = list(_AVIF_QUALITIES)
    for each in smaller.values():
        made += [_encode_avif(each, qualities, profile), _encode_one(each, "webp", profile)]
    jpegs = sorted({min(width, picture.width) for width in (EMAIL_WIDTH, FALLBACK_WIDTH)})
    return [*made, *(_encode_one(_fill_white(smaller.get(width, picture)), "jpeg", profile) for width in jpegs)]


def encode_squares(content: bytes, sides: Sequence[int], formats: Sequence[str]) -> list[bytes]:
    """Return the middle of a picture as WebP squares of these sides, in pixels. Nothing but the pixels is kept.

    `formats` are those of the upload that are taken, as Pillow names them. Raises UnreadablePictureError.
    """
    picture = _convert_colours(_turn_upright(_open_picture(content, formats, scale_to=max(sides))))
    squares = (ImageOps.fit(picture, (side, side), Image.Resampling.LANCZOS) for side in sides)
    return [_encode_one(square, "webp", None).content for square in squares]


def widths(original: int) -> Iterator[int]:
    """Yield the widths to make of a picture so many pixels wide; a tiny one keeps its own."""
    if original < WIDTHS[0]:
        yield original
    for width in WIDTHS:
        if width <= original:
            yield width


_GREY_16 = "I;16"
_GREYS = 256
"""Levels of 16 bits in one of 8."""
_DAMAGED = (OSError, SyntaxError, EOFError, ValueError, IndexError, struct.error, zlib.error)
"""What Pillow raises for files that are cut off or made up."""
_BAD_EXIF = (*_DAMAGED, TypeError, AttributeError, KeyError, OverflowError, ZeroDivisionError)
"""What Pillow raises for EXIF data that are no such data."""
_TOO_LARGE = f"The picture has more than {MOST_PIXELS // 1_000_000} million pixels."


def _open_picture(content: bytes, formats: Sequence[str] = tuple(FORMATS), *, scale_to: int = 0) -> Image.Image:
    """Decode a picture. A JPEG is decoded smaller where that leaves it `scale_to` pixels high and wide."""
    try:
        opened = Image.open(BytesIO(content), formats=tuple(formats))
        if opened.width * opened.height > MOST_PIXELS:
            raise UnreadablePictureError(_TOO_LARGE)
        if scale_to:
            opened.draft("RGB", (scale_to, scale_to))
        opened.load()
    except UnidentifiedImageError:
        named = [name for name in ("JPEG", "PNG", "WebP") if name.upper() in formats]
        raise UnreadablePictureError(f"The file is no {join_words(named, 'or')} picture.") from None
    except UnreadablePictureError:
        raise
    except Image.DecompressionBombError as error:
        raise UnreadablePictureError(_TOO_LARGE) from error
    except _DAMAGED as error:
        raise UnreadablePictureError("The picture is damaged.") from error
    return opened


def _turn_upright(picture: Image.Image) -> Image.Image:
    """Return the picture as it was held, by its EXIF data; as it is stored, if they cannot be read."""
    try:
        return ImageOps.exif_transpose(picture)
    except _BAD_EXIF:
        return picture


def _convert_colours(picture: Image.Image) -> Image.Image:
    """Return the picture in a colour mode that every format supports, with its transparency."""
    if picture.mode in ("RGB", "RGBA"):
        return picture
    if picture.mode == _GREY_16:
        picture = _scale_grey(picture)
    transparent = picture.has_transparency_data
    return picture.convert("RGBA" if transparent else "RGB")


def _scale_grey(picture: Image.Image) -> Image.Image:
    """Return grey of 16 bits in 8. Pillow alone would make everything above 255 white."""
    grey = picture.point(lambda level: level / _GREYS).convert("L")
    if "transparency" in picture.info:
        grey.info["transparency"] = picture.info["transparency"] // _GREYS
    return grey


def _resize(picture: Image.Image, width: int) -> Image.Image:
    if width == picture.width:
        return picture
    height = max(1, round(picture.height * width / picture.width))
    return picture.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)


def _fill_white(picture: Image.Image) -> Image.Image:
    if picture.mode == "RGB":
        return picture
    white = Image.new("RGB", picture.size, "white")
    white.paste(picture, mask=picture.getchannel("A"))
    return white


def _encode_avif(picture: Image.Image, qualities: list[int], profile: bytes | None) -> Encoded:
    """Return the picture in the first quality that is light enough, or in the last one.

    Qualities that are too heavy are deleted: they would be too heavy for the next wider size as well.
    """
    size = _encode_one(picture, "avif", profile, qualities[0])
    while len(qualities) > 1 and len(size.content) > BYTES_PER_PIXEL_OF_WIDTH * picture.width:
        del qualities[0]
        size = _encode_one(picture, "avif", profile, qualities[0])
    return size


def _encode_one(picture: Image.Image, kind: str, profile: bytes | None, quality: int | None = None) -> Encoded:
    options = dict(_OPTIONS[kind])
    if profile and picture.mode == "RGB":
        options["icc_profile"] = profile
    out = BytesIO()
    picture.save(out, kind, quality=quality or _QUALITIES[kind], **options)
    return Encoded(kind, picture.width, picture.height, out.getvalue())
