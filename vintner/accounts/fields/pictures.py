"""Profile pictures: what is taken of an upload, and what is kept of it."""

import secrets
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePath
from threading import BoundedSemaphore
from typing import Final, Protocol

from django.db import transaction

from vintner.accounts.fields.kinds import KINDS, Kind
from vintner.accounts.models import ProfilePicture
from vintner.catalogue.picture_sizes import UnreadablePictureError, encode_squares
from vintner.customers.models import User
from vintner.refusal import Refusal

NAME: Final = KINDS[Kind.PICTURE].name
MOST_BYTES: Final = 2 * 1024 * 1024
"""An upload has to be smaller."""
ENDINGS: Final = (".png", ".jpg", ".jpeg")
FORMATS: Final = ("JPEG", "PNG")
SMALL, LARGE = 96, 384
"""Sides of the squares that are kept, in pixels."""
BAD_ENDING: Final = "Invalid file extension, only allowed: png, jpg"
TOO_LARGE: Final = "File size limit exceeded, file size should be smaller than 2.0 MB"
NOT_SELECTED: Final = "{label} - File not selected."
ONLY_ONE: Final = "{label} - You can upload only one file. Please delete the previously attached file."
MORE_THAN_PICTURE: Final = "The file holds more than a picture. Please choose another one."
BUSY: Final = "Too many pictures are coming in just now. Please try again later."
_SCRIPTS: Final = (b"<script", b"<?php", b"<html", b"<!doctype html", b"<svg xmlns", b"%pdf-")
_DECODERS: Final = BoundedSemaphore(2)
"""A picture of 25 million pixels takes a hundred megabytes while it is read, so few are read at once in a process."""
_PATIENCE: Final = 8
"""Seconds."""


class UploadedPicture(Protocol):
    """A file of a form. `name` is without its folders; it is looked at, and never used as a path."""

    @property
    def name(self) -> str | None: ...

    @property
    def size(self) -> int | None: ...

    def read(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class PreparedPicture:
    """A picture as it is stored: WebP squares without anything else that the upload had."""

    small: bytes
    large: bytes


def prepare_picture(files: Sequence[UploadedPicture], label: str, *, too_large: bool = False) -> PreparedPicture:
    """Return what is kept of the one file that was sent. `too_large` says that one was not even received.

    Raises Refusal.
    """
    if too_large:
        raise Refusal("too_large", TOO_LARGE, NAME)
    if not files:
        raise Refusal("not_selected", NOT_SELECTED.format(label=label), NAME)
    if len(files) > 1:
        raise Refusal("only_one", ONLY_ONE.format(label=label), NAME)
    [file] = files
    if PurePath(file.name or "").suffix.lower() not in ENDINGS:
        raise Refusal("ending", BAD_ENDING, NAME)
    if (file.size or 0) >= MOST_BYTES:
        raise Refusal("too_large", TOO_LARGE, NAME)
    return _decode(file.read())


def _decode(content: bytes) -> PreparedPicture:
    if _has_more(content):
        raise Refusal("more_than_picture", MORE_THAN_PICTURE, NAME)
    if not _DECODERS.acquire(timeout=_PATIENCE):
        raise Refusal("busy", BUSY, NAME)
    try:
        small, large = encode_squares(content, (SMALL, LARGE), FORMATS)
    except UnreadablePictureError as error:
        raise Refusal("unreadable", str(error), NAME) from error
    finally:
        _DECODERS.release()
    return PreparedPicture(small, large)


def _has_more(content: bytes) -> bool:
    """Return whether the file is something else as well. Only its pixels are kept anyway: this is for clear words."""
    lowered = content.lower()
    return any(mark in lowered for mark in _SCRIPTS) or zipfile.is_zipfile(BytesIO(content))


def add_picture(user: User, picture: PreparedPicture, label: str, *, in_place_of: str = "") -> ProfilePicture:
    """Store a picture. One that is there already has to be removed before, or along with it: `in_place_of` names it.

    Of several that are sent at once, the first is kept. Raises Refusal.
    """
    with transaction.atomic():
        if in_place_of:
            ProfilePicture.objects.filter(user=user, name=in_place_of).delete()
        stored, is_new = ProfilePicture.objects.get_or_create(
            user=user,
            defaults={"name": secrets.token_hex(16), "small": picture.small, "large": picture.large},
        )
        if not is_new:
            raise Refusal("only_one", ONLY_ONE.format(label=label), NAME)
    return stored


def remove_picture(user: User, name: str) -> None:
    """Delete the user's picture of this name, if it is still there."""
    ProfilePicture.objects.filter(user=user, name=name).delete()


def picture_name(user: User) -> str:
    """Return the name of the user's picture, '' without one."""
    return ProfilePicture.objects.filter(user=user).values_list("name", flat=True).first() or ""
