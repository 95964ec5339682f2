"""Reading pictures and making smaller ones. No Django, so that worker processes start fast."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

WIDTHS = (160, 320, 480, 640, 960, 1280)
FALLBACK_WIDTH = 960
"""Width of the JPEG for clients that read neither AVIF nor WebP: old browsers, link previews."""
MOST_PIXELS = 25_000_000
FORMATS = {"JPEG": "jpg", "PNG": "png", "WEBP": "webp"}
"""Allowed formats of uploads, as Pillow names them → file name extension."""

_QUALITY: dict[str, dict[str, object]] = {
    "avif": {"quality": 62, "speed": 9, "subsampling": "4:2:0", "max_threads": 1},
    "webp": {"quality": 80, "method": 2},
    "jpeg": {"quality": 84, "progressive": True},
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
    return PictureInfo(FORMATS[str(opened.format)], *ImageOps.exif_transpose(opened).size)


def encode(content: bytes) -> list[Encoded]:
    """Return the sizes of a picture, narrowest first: AVIF and WebP in every width it has pixels for, one JPEG."""
    picture = _convert_colours(ImageOps.exif_transpose(_open_picture(content)))
    profile = picture.info.get("icc_profile")
    made: list[Encoded] = []
    for width in widths(picture.width):
        smaller = _resize(picture, width)
        made += [_encode_one(smaller, kind, profile) for kind in ("avif", "webp")]
    fallback = _resize(picture, min(FALLBACK_WIDTH, picture.width))
    return [*made, _encode_one(_fill_white(fallback), "jpeg", profile)]


def widths(original: int) -> Iterator[int]:
    """Yield the widths to make of a picture so many pixels wide; a tiny one keeps its own."""
    if original < WIDTHS[0]:
        yield original
    for width in WIDTHS:
        if width <= original:
            yield width


def _open_picture(content: bytes) -> Image.Image:
    try:
        opened = Image.open(BytesIO(content), formats=tuple(FORMATS))
        if opened.width * opened.height > MOST_PIXELS:
            raise UnreadablePictureError(f"The picture has more than {MOST_PIXELS // 1_000_000} million pixels.")
        opened.load()
    except UnidentifiedImageError:
        raise UnreadablePictureError("The file is no JPEG, PNG or WebP picture.") from None
    except (OSError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
        raise UnreadablePictureError("The picture is damaged.") from error
    return opened


def _convert_colours(picture: Image.Image) -> Image.Image:
    """Return the picture in a colour mode that every format supports, with its transparency."""
    if picture.mode in ("RGB", "RGBA"):
        return picture
    transparent = picture.has_transparency_data
    return picture.convert("RGBA" if transparent else "RGB")


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


def _encode_one(picture: Image.Image, kind: str, profile: bytes | None) -> Encoded:
    out = BytesIO()
    options = dict(_QUALITY[kind])
    if profile and picture.mode == "RGB":
        options["icc_profile"] = profile
    picture.save(out, kind, **options)
    return Encoded(kind, picture.width, picture.height, out.getvalue())
