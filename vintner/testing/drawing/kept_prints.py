"""Finished pictures in a folder: a demo world that is made again takes them from there instead of drawing them."""

import os
import zipfile
from pathlib import Path
from typing import Final

from vintner.catalogue.picture_sizes import Encoded
from vintner.testing.drawing.prints import Commission, Print, make

FOLDER_VARIABLE: Final = "VINTNER_KEPT_PRINTS"
"""Environment variable that names the folder. Whoever sets it names another one when the drawings change."""
_ORIGINAL: Final = "original"


def make_or_load(commission: Commission) -> Print:
    """Return the picture from the folder, or draw it and keep it there. Without a folder it is only drawn."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder is None:
        return make(commission)
    path = Path(folder) / f"{commission.motif}-{commission.key}-{commission.vintage}.zip"
    if not path.exists():
        _write(make(commission), path)
    return _read(path)


def _write(made: Print, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    with zipfile.ZipFile(draft, "w") as archive:
        archive.writestr(_ORIGINAL, made.original)
        for size in made.sizes:
            archive.writestr(f"{size.format} {size.width} {size.height}", size.content)
    draft.replace(path)


def _read(path: Path) -> Print:
    with zipfile.ZipFile(path) as archive:
        sizes = tuple(_size(archive, name) for name in archive.namelist() if name != _ORIGINAL)
        return Print(archive.read(_ORIGINAL), sizes)


def _size(archive: zipfile.ZipFile, name: str) -> Encoded:
    kind, width, height = name.split()
    return Encoded(kind, int(width), int(height), archive.read(name))
