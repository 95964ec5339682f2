"""A store in production has only the packages that it needs to run."""

import re
import subprocess
import sys
import tomllib

import pytest

from tests.architecture.tree import REPOSITORY

PRODUCTION = "requirements-production.lock"
IMPORT_ALL = """
import importlib.abc, importlib.metadata, pkgutil, sys

allowed = set(sys.argv[1:])
of_development = {
    module
    for module, packages in importlib.metadata.packages_distributions().items()
    if not allowed & {package.lower().replace("_", "-").replace(".", "-") for package in packages}
}


class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in of_development:
            raise ModuleNotFoundError(f"No module named {name!r} in production", name=name)


for name in [name for name in sys.modules if name.partition(".")[0] in of_development]:
    del sys.modules[name]
sys.meta_path.insert(0, Absent())
for name in ("pytest", "mypy", "playwright"):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        continue
    sys.exit(f"{name} can be imported")

import django
django.setup()
import vintner, vintner.urls, vintner.wsgi
for module in pkgutil.walk_packages(vintner.__path__, "vintner."):
    if not {"tests", "testing", "__main__", "conftest"} & set(module.name.split(".")):
        importlib.import_module(module.name)
print(len([name for name in sys.modules if name.startswith("vintner.")]))
"""


def _packages(lock: str) -> dict[str, str]:
    """Return package → its lines in a lock file: version, condition and hashes."""
    parts = re.split(r"\n(?=[a-z0-9])", (REPOSITORY / lock).read_text().strip())
    return {part.partition("==")[0].partition("[")[0]: part.partition("==")[2] for part in parts}


def test_the_lock_of_production_is_part_of_the_other() -> None:
    production, every = _packages(PRODUCTION), _packages("requirements.lock")
    assert {name: text for name, text in production.items() if every.get(name) != text} == {}


def test_the_lock_of_production_has_what_the_store_needs_and_nothing_of_its_development() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    needed = {_name(package) for package in project["project"]["dependencies"]}
    of_development = {_name(package) for package in project["dependency-groups"]["dev"]}
    assert needed <= set(_packages(PRODUCTION))
    assert not of_development & set(_packages(PRODUCTION))


def _name(package: str) -> str:
    return package.partition("==")[0].partition("[")[0].lower()


@pytest.mark.slow
def test_every_module_of_the_store_can_be_imported_without_packages_of_development() -> None:
    """In a program of its own, where all other packages are not to be found."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *_packages(PRODUCTION)],
        cwd=REPOSITORY,
        env={"DJANGO_SETTINGS_MODULE": "vintner.settings", "DATABASE_URL": "postgres://nobody@localhost/none"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 500
