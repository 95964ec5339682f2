"""The pictures of the demo store: files beside this module, and the sizes that pages need of them."""

import os
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from vintner.catalogue.picture_sizes import Encoded, encode

Motif = Literal["bottle", "set", "label", "vineyard", "cellar", "table", "logo", "portrait", "profile", "hero"]
CACHE_VARIABLE: Final = "VINTNER_PICTURE_CACHE"
"""Environment variable that names a folder for the sizes. Whoever sets it names another one when a picture changes."""
_FOLDER: Final = Path(__file__).with_name("pictures")
_ORIGINAL: Final = "original"


@dataclass(frozen=True, slots=True)
class DemoPicture:
    """A picture of a wine or a gift set (`key` is its SKU), of a producer (its slug) or, without a key, of the shop."""

    motif: Motif
    key: str = ""
    vintage: str = ""

    @property
    def name(self) -> str:
        return "-".join(filter(None, (self.motif, self.key, self.vintage)))

    @property
    def path(self) -> Path:
        """Return its file: a WebP picture, or the PDF of a profile."""
        name = "-".join(filter(None, (self.key, self.vintage)))
        folder = _FOLDER / self.motif if name else _FOLDER
        return folder / f"{name or self.motif}.{'pdf' if self.motif == 'profile' else 'webp'}"


@dataclass(frozen=True, slots=True)
class PictureFiles:
    """A file as it is uploaded, and the sizes made from it. A PDF has none."""

    original: bytes
    sizes: tuple[Encoded, ...]


def load(picture: DemoPicture) -> PictureFiles:
    """Return a picture with its sizes: from the cache, if there is one, or made."""
    folder = os.environ.get(CACHE_VARIABLE)
    if folder is None:
        return _make(picture)
    cached = Path(folder) / f"{picture.name}.zip"
    if not cached.exists():
        _write(_make(picture), cached)
    return _read(cached)


def _make(picture: DemoPicture) -> PictureFiles:
    original = picture.path.read_bytes()
    return PictureFiles(original, () if picture.motif == "profile" else tuple(encode(original)))


def _write(files: PictureFiles, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    with zipfile.ZipFile(draft, "w") as archive:
        archive.writestr(_ORIGINAL, files.original)
        for size in files.sizes:
            archive.writestr(f"{size.format} {size.width} {size.height}", size.content)
    draft.replace(path)


def _read(path: Path) -> PictureFiles:
    with zipfile.ZipFile(path) as archive:
        sizes = tuple(_read_size(archive, name) for name in archive.namelist() if name != _ORIGINAL)
        return PictureFiles(archive.read(_ORIGINAL), sizes)


def _read_size(archive: zipfile.ZipFile, name: str) -> Encoded:
    kind, width, height = name.split()
    return Encoded(kind, int(width), int(height), archive.read(name))
