"""Pictures: stored once, displayed in sizes that fit the screen."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from procrastinate.contrib.django import app
from procrastinate.types import JSONDict

from vintner.catalogue.models import Picture
from vintner.catalogue.picture_sizes import Encoded, PictureInfo, UnreadablePictureError, encode, inspect
from vintner.refusal import Refusal
from vintner.web.page import Image, ImageSource

MAKE_SIZES: Final = "catalogue.make_sizes"
_NAME_LENGTH = 20
"""Characters of the checksum in file names: 80 bits, so a name never stands for two contents."""


def store(content: bytes, alt: str, caption: str = "", *, sizes: Sequence[Encoded] | None = None) -> Picture:
    """Store a picture, or return the stored one if these bytes came before.

    Its sizes are made by a job, unless the caller brings them. Refuses what is not a whole JPEG, PNG
    or WebP picture of at most 25 million pixels (Refusal `unreadable_picture`).
    """
    known = Picture.objects.filter(checksum=checksum_of(content)).first()
    if known is not None:
        return known
    picture = prepare(content, alt, caption)
    picture.save()
    if sizes is None:
        order_sizes([picture])
    else:
        save_sizes(picture, sizes)
    return picture


def checksum_of(content: bytes) -> str:
    """Return what pictures are known by."""
    return hashlib.sha256(content).hexdigest()


def prepare(content: bytes, alt: str, caption: str = "", *, trial: bool = False) -> Picture:
    """Return a picture that is stored but for its row, which the caller saves. A trial stores no file.

    Refuses like `store`.
    """
    info, checksum = _inspect(content), checksum_of(content)
    path = f"pictures/original/{checksum[:_NAME_LENGTH]}.{info.ending}"
    return new_picture(checksum, info, path if trial else _save_file(path, content), alt, caption)


def new_picture(checksum: str, info: PictureInfo, path: str, alt: str, caption: str = "") -> Picture:
    """Return the row of a picture whose file lies at `path`, not saved yet."""
    return Picture(
        original=path, checksum=checksum, width=info.width, height=info.height, alt=alt[:300], caption=caption[:300]
    )


def order_sizes(stored: Iterable[Picture]) -> None:
    """Let jobs make the sizes of stored pictures."""
    wanted: list[JSONDict] = [{"picture_id": picture.pk} for picture in stored]
    app.configure_task(MAKE_SIZES).batch_defer(*wanted)


def make_sizes(picture_id: int) -> None:
    """Make the sizes of a stored picture. Doing it again changes nothing."""
    picture = Picture.objects.get(pk=picture_id)
    if picture.sizes:
        return
    with picture.original.open("rb") as file:
        content = file.read()
    save_sizes(picture, encode(content))


def save_sizes(picture: Picture, sizes: Iterable[Encoded]) -> None:
    """Write the files of these sizes and list them on the picture."""
    picture.sizes = [
        {
            "format": size.format,
            "width": size.width,
            "height": size.height,
            "path": _save_file(f"pictures/{picture.checksum[:_NAME_LENGTH]}-{size.width}.{size.format}", size.content),
        }
        for size in sizes
    ]
    picture.save(update_fields=["sizes"])


def _inspect(content: bytes) -> PictureInfo:
    try:
        return inspect(content)
    except UnreadablePictureError as error:
        raise Refusal("unreadable_picture", str(error)) from error


def _save_file(path: str, content: bytes) -> str:
    """Write a file whose name says what is in it: a file of that name and size is the same file."""
    if default_storage.exists(path):
        if default_storage.size(path) == len(content):
            return path
        default_storage.delete(path)
    return default_storage.save(path, ContentFile(content))


class PictureKey(NamedTuple):
    """All that a displayed picture depends on. `sizes` is their number: it changes when they are made."""

    id: int
    checksum: str
    alt: str
    caption: str
    sizes: int


_image_cache: dict[PictureKey, Image] = {}
"""Pictures as pages display them. An entry is valid as long as its key is the same."""
_MOST_CACHED: Final = 10_000


def images(keys: Sequence[PictureKey]) -> dict[int, Image]:
    """Return id → picture as pages display it. One query for those that this process has not cached."""
    missing = [key.id for key in keys if key not in _image_cache]
    fresh = {picture.pk: image(picture) for picture in Picture.objects.filter(pk__in=missing)} if missing else {}
    known = ((key.id, _image_cache.get(key)) for key in keys)
    return {key: cached for key, cached in known if cached is not None} | fresh


def key_of(picture: Picture) -> PictureKey:
    """Return the key of a picture whose row is loaded."""
    return PictureKey(picture.pk, picture.checksum, picture.alt, picture.caption, len(picture.sizes))


def image(picture: Picture) -> Image:
    """Return the picture as pages display it: JPEG as fallback, AVIF and WebP to choose from, else the original."""
    key = key_of(picture)
    cached = _image_cache.get(key)
    if cached is None:
        if len(_image_cache) >= _MOST_CACHED:
            _image_cache.clear()
        cached = _image_cache[key] = _image(picture)
    return cached


def _image(picture: Picture) -> Image:
    jpegs = [size for size in picture.sizes if size["format"] == "jpeg"]
    fallback = max(jpegs, key=lambda size: size["width"], default=None)
    return Image(
        src=default_storage.url(fallback["path"] if fallback else picture.original.name),
        width=fallback["width"] if fallback else picture.width,
        height=fallback["height"] if fallback else picture.height,
        alt=picture.alt,
        caption=picture.caption,
        sources=tuple(_source(picture, kind) for kind in ("avif", "webp") if picture.sizes),
    )


def _source(picture: Picture, kind: str) -> ImageSource:
    sizes = [size for size in picture.sizes if size["format"] == kind]
    srcset = ", ".join(f"{default_storage.url(size['path'])} {size['width']}w" for size in sizes)
    return ImageSource(type=f"image/{kind}", srcset=srcset)
