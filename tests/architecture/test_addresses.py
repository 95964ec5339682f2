"""What is checked in belongs to no machine and no registry."""

import json
import re
import tomllib

from tests.architecture.tree import REPOSITORY, TEXT, files, files_called, name

# Put together here, so that this file doesn't contain what it looks for.
MACHINE_PATHS = re.compile(
    r"(?<![\w./$}>~-])/(?:" + "|".join(["wor" + "k", "hom" + "e/\\w", "roo" + "t/", "Use" + "rs/\\w"]) + r")\b"
)
TRACKED = re.compile(r"\b[Ii]ssues? #?\d+")
LOCKS = ("package-lock.json", "requirements.lock", "requirements-production.lock", "bin/uv.lock", "bin/sbom.lock")
ADDRESS = re.compile(r"https?://[^\s\"']+")
# npm copies where a package's authors take gifts; nothing is fetched from there.
GIFTS = re.compile(r'"(?:url|funding)": "https?://[^"]+"|^\s*"https?://[^"]+",?$', re.MULTILINE)


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    found = {}
    for path in files():
        if path.suffix in TEXT and path.stat().st_size < 3_000_000:
            hits = MACHINE_PATHS.findall(path.read_text(errors="replace"))
            if hits:
                found[name(path)] = hits
    assert found == {}


def test_no_source_is_a_number_of_a_tracker() -> None:
    """Who reads the code can't look it up: the bar or the source is named."""
    found = {}
    for path in files_called(".py", ".ts", ".tsx", ".css", ".mjs", ".md"):
        if hits := TRACKED.findall(path.read_text()):
            found[name(path)] = hits
    assert found == {}


def test_lock_files_hold_hashes_and_no_addresses() -> None:
    for lock in LOCKS:
        text = (REPOSITORY / lock).read_text()
        assert ADDRESS.findall(GIFTS.sub("", text)) == [], lock
    assert "--index-url" not in (REPOSITORY / "requirements.lock").read_text()


def test_every_locked_package_has_a_hash() -> None:
    for lock in LOCKS[1:]:
        packages = re.split(r"\n(?=[a-z0-9])", (REPOSITORY / lock).read_text())
        assert [package for package in packages if package.strip() and "--hash=sha256:" not in package] == []
    packages = json.loads((REPOSITORY / "package-lock.json").read_text())["packages"]
    assert [path for path, package in packages.items() if path and "integrity" not in package] == []


def test_the_node_lock_is_of_these_packages() -> None:
    """`npm install` would quietly resolve anew what the lock file doesn't know (docs/decisions/0022)."""
    wanted = json.loads((REPOSITORY / "package.json").read_text())
    locked = json.loads((REPOSITORY / "package-lock.json").read_text())["packages"][""]
    for kind in ("dependencies", "devDependencies"):
        assert wanted[kind] == locked[kind]
        assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted[kind].values())


def test_the_python_lock_is_of_these_packages() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    declared = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    locked = (REPOSITORY / "requirements.lock").read_text()
    pinned = {package: re.fullmatch(r"([\w.-]+)(?:\[[^\]]*\])?==(.+)", package) for package in declared}
    assert pinned
    missing = [
        package
        for package, match in pinned.items()
        if match is None or f"\n{match[1].lower()}=={match[2]} \\" not in f"\n{locked}"
    ]
    assert missing == []
