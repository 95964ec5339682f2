"""The frontend's folders are small, and each is in one of the layers that biome checks (`overrides` in biome.json)."""

import json
from collections import Counter

from tests.architecture.tree import REPOSITORY, files_called, name

FILES_IN_A_FOLDER = 25
WITHOUT_LAYER = {"generated", "scripts", "styles", "fixtures", "testing"}


def test_folders_are_small() -> None:
    folders = Counter(name(path.parent) for path in files_called(".ts", ".tsx", ".css", under="frontend"))
    assert folders
    assert {folder: count for folder, count in folders.items() if count > FILES_IN_A_FOLDER} == {}


def test_every_folder_is_in_one_layer() -> None:
    config = json.loads((REPOSITORY / "biome.json").read_text())
    layers = Counter(
        include.removeprefix("frontend/").removesuffix("/**")
        for override in config["overrides"]
        for include in override["includes"]
        if include.startswith("frontend/")
    )
    sources = [path.relative_to(REPOSITORY / "frontend") for path in files_called(".ts", ".tsx", under="frontend")]
    folders = {path.parts[0] for path in sources if len(path.parts) > 1} - WITHOUT_LAYER
    assert dict(layers) == dict.fromkeys(sorted(folders), 1)
