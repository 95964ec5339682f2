"""Every folder of the frontend is in one of the layers that biome checks (`overrides` in biome.json)."""

import json
from collections import Counter

from tests.architecture.tree import REPOSITORY, files_called

WITHOUT_LAYER = {"generated", "scripts", "styles", "fixtures", "testing"}


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
