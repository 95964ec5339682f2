"""The secret key of a demo store, which nobody has to choose."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def read_demo_secret(path: Path) -> str:
    """Return the secret that lasts across restarts of the demo; it is made on first use.

    Several programs of a store start at the same time. The file appears with its content, so none reads half of it,
    and who comes second takes the secret of the first.
    """
    if not path.exists():
        with NamedTemporaryFile("w", dir=path.parent) as file:  # only its owner may read it
            file.write(secrets.token_urlsafe(50))
            file.flush()
            with suppress(FileExistsError):
                os.link(file.name, path)
    return path.read_text()
