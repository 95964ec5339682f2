"""Every place where the program may be killed, and the tests that kill it there."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

TESTS = "vintner/**/tests/**/test_crashes*.py"


@dataclass(frozen=True, slots=True)
class Recovered:
    """How many tests killed the program at a point, and how many of them found everything right afterwards."""

    point: str
    where: tuple[str, ...]
    killed: int
    recovered: int

    @property
    def good(self) -> bool:
        return 0 < self.killed == self.recovered


def points() -> dict[str, list[str]]:
    """Return the points in the store's source, each with the files that have it."""
    found: dict[str, list[str]] = {}
    for path in sorted((settings.BASE_DIR / "vintner").rglob("*.py")):
        for name in re.findall(r'chaos\.point\("(\w+)"\)', path.read_text()):
            found.setdefault(name, []).append(str(path.relative_to(settings.BASE_DIR)))
    return found


def kill_everywhere(folder: Path) -> list[Recovered]:
    """Run the tests that kill; each kills at the point that its name or its body names, restarts, and audits."""
    passed, bodies = run_tests(folder, TESTS), _bodies()
    results = []
    for point, where in points().items():
        kills = [good for name, good in passed.items() if point in name or point in bodies.get(name, "")]
        results.append(Recovered(point, tuple(where), len(kills), sum(kills)))
    return results


def run_tests(folder: Path, pattern: str) -> dict[str, bool]:
    """Run the tests of these files, and return by their names whether they passed."""
    report, tests = folder / "crashes.xml", [str(path) for path in settings.BASE_DIR.glob(pattern)]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"--junitxml={report}"]
    subprocess.run(
        [*command, "--create-db", *tests], env=os.environ, cwd=settings.BASE_DIR, stdout=subprocess.DEVNULL, check=False
    )
    return {
        case.get("name", ""): case.find("failure") is None and case.find("error") is None
        for case in ET.parse(report).iter("testcase")  # noqa: S314 - our own tests wrote it
    }


def _bodies() -> dict[str, str]:
    """Return the source of the tests that kill at one point only, by name."""
    found = {}
    for path in settings.BASE_DIR.glob(TESTS):
        for part in re.split(r"^def ", path.read_text(), flags=re.MULTILINE)[1:]:
            found[part.partition("(")[0]] = part.partition("\n@")[0]
    return found
