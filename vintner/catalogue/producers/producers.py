"""Producers as pages display them, read by constant queries (`product_rows.py` says why)."""

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import urlsplit

from django.core.files.storage import default_storage
from django.db import connection
from django.urls import reverse

from vintner.catalogue.models import RelatedMaterial
from vintner.catalogue.pages import Material, ProducerNote, ProducerProfile, ProducerSlide
from vintner.catalogue.pictures import PictureKey, images
from vintner.web.page import Image

Key = Sequence[object]
"""A `PictureKey` as the database answers it."""

_PICTURE = "json_build_array(i.id, i.checksum, i.alt, i.caption, jsonb_array_length(i.sizes))"
_NOTE = f"""json_build_array(m.slug, m.name, m.country, m.region, m.founded, m.summary,
    (SELECT {_PICTURE} FROM catalogue_picture i WHERE i.id = m.picture_id),
    (SELECT {_PICTURE} FROM catalogue_picture i WHERE i.id = m.logo_id),
    (SELECT {_PICTURE} FROM catalogue_picture i WHERE i.id = m.portrait_id),
    (SELECT count(*) FROM catalogue_product made WHERE made.producer_id = m.id
        AND made.published AND made.visibility IN ('visible', 'catalog')))"""  # noqa: S608 - nothing but constants
PROFILE = f"""json_build_array({_NOTE}, m.story,
    ARRAY(SELECT json_build_array({_PICTURE}, s.caption) FROM catalogue_producerslide s
        JOIN catalogue_picture i ON i.id = s.picture_id WHERE s.producer_id = m.id ORDER BY s.position, s.id),
    ARRAY(SELECT json_build_array(r.title, r.kind, r.file, r.link) FROM catalogue_relatedmaterial r
        WHERE r.producer_id = m.id ORDER BY r.position, r.id))"""  # noqa: S608 - nothing but constants
"""A `ProfileRow` as SQL, of a producer named m."""
_FIND = f"SELECT {PROFILE} FROM catalogue_producer m WHERE m.slug = %s"  # noqa: S608 - nothing but constants
_LIST = f"SELECT {_NOTE} FROM catalogue_producer m ORDER BY m.name"  # noqa: S608 - nothing but constants
_INTRODUCED = f"""SELECT {_NOTE} FROM catalogue_producer m WHERE m.id IN (
    SELECT DISTINCT ON (country) id FROM catalogue_producer WHERE picture_id IS NOT NULL ORDER BY country, id)
    ORDER BY m.id LIMIT %s"""  # noqa: S608 - nothing but constants


class NoteRow(NamedTuple):
    """A producer as a tile needs it, in the order of `_NOTE`. `wines` counts those that listings show."""

    slug: str
    name: str
    country: str
    region: str
    founded: int | None
    summary: str
    picture: Key | None
    logo: Key | None
    portrait: Key | None
    wines: int


class ProfileRow(NamedTuple):
    """A producer as its page needs it, in the order of `PROFILE`."""

    note: NoteRow
    story: str
    slides: Sequence[tuple[Key, str]]
    materials: Sequence[tuple[str, str, str, str]]

    @property
    def keys(self) -> list[PictureKey]:
        """The pictures that the profile shows."""
        return [*picture_keys([self.note]), *(_key(key) for key, _ in self.slides)]


def profile_row(columns: Sequence[object]) -> ProfileRow:
    """Return what `PROFILE` has read as a row."""
    note, *rest = columns
    return ProfileRow(NoteRow(*note), *rest)  # type: ignore[misc, arg-type]  # the columns of PROFILE


def find(slug: str) -> ProfileRow | None:
    """Return the producer at this address, None when there is none. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_FIND, [slug])
        found = cursor.fetchone()
    return None if found is None else profile_row(found[0])


def with_wines() -> list[NoteRow]:
    """Return the producers that have wines in the shop, by name. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_LIST)
        rows = [NoteRow(*row) for (row,) in cursor.fetchall()]
    return [row for row in rows if row.wines]


def for_home_page(most: int) -> list[NoteRow]:
    """Return producers that have a picture, each of another country. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_INTRODUCED, [most])
        return [NoteRow(*row) for (row,) in cursor.fetchall()]


def picture_keys(rows: Iterable[NoteRow]) -> list[PictureKey]:
    """Return the pictures of these producers."""
    return [_key(key) for row in rows for key in (row.picture, row.logo, row.portrait) if key]


def note(row: NoteRow, pictures: dict[int, Image]) -> ProducerNote:
    """Return a producer as its tile displays it."""
    return ProducerNote(
        name=row.name,
        url=reverse("producer", args=[row.slug]),
        country=row.country,
        region=row.region,
        founded=row.founded,
        summary=row.summary,
        image=_image(row.picture, pictures),
        logo=_image(row.logo, pictures),
        portrait=_image(row.portrait, pictures),
        wines=row.wines,
    )


def profile(row: ProfileRow, pictures: dict[int, Image] | None = None) -> ProducerProfile:
    """Return the profile of a producer. `pictures` has its pictures, if they were read before."""
    if pictures is None:
        pictures = images(row.keys)
    return ProducerProfile(
        **dict(note(row.note, pictures)),
        story=tuple(part.strip() for part in row.story.split("\n\n") if part.strip()),
        slides=tuple(_slide(key, caption, pictures) for key, caption in row.slides),
        materials=tuple(_material(*each) for each in row.materials),
    )


def _slide(key: Key, caption: str, pictures: dict[int, Image]) -> ProducerSlide:
    return ProducerSlide(image=pictures[_key(key).id], caption=caption)


def _material(title: str, kind: str, file: str, link: str) -> Material:
    return Material(
        title=title,
        kind=RelatedMaterial.Kind(kind).label,
        url=default_storage.url(file) if file else link,
        form=PurePosixPath(file).suffix[1:].upper() if file else urlsplit(link).netloc or "In this shop",
    )


def _image(key: Key | None, pictures: dict[int, Image]) -> Image | None:
    return pictures[_key(key).id] if key else None


def _key(key: Key) -> PictureKey:
    return PictureKey(*key)  # type: ignore[arg-type]  # the columns of _PICTURE
