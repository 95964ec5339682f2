"""Print the JSON schema of all pages and sections, from which frontend/generated/pages.ts is made."""

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from django.apps import apps
from django.core.management.base import BaseCommand
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from vintner.web.page import Page, Props
from vintner.web.section import Section


class Command(BaseCommand):
    help = "Print the JSON schema of the pages' props (`npm run types` makes TypeScript of it)."
    requires_system_checks: tuple[str, ...] = ()

    def handle(self, *args: object, **options: object) -> None:
        _load_pages()
        self.stdout.write(json.dumps(_schema(), indent=1))


def _load_pages() -> None:
    """Import every `pages` module of the installed packages of ours, and of the packages in them."""
    for app in apps.get_app_configs():
        if app.name.startswith("vintner."):
            folder = Path(app.path)
            for path in folder.rglob("pages.py"):
                import_module(".".join((app.name, *path.relative_to(folder).with_suffix("").parts)))


def _schema() -> dict[str, object]:
    """Return one schema whose properties `pages` and `sections` map a component's name to its props."""
    pages = sorted(Page.__subclasses__(), key=lambda page: page.component)
    sections = sorted(_all_subclasses(Section), key=lambda section: section.__name__)
    mode: JsonSchemaMode = "serialization"
    classes: list[tuple[type[Props], JsonSchemaMode]] = [(each, mode) for each in (*pages, *sections)]
    references, definitions = models_json_schema(classes)
    return {
        "title": "Contract",
        "type": "object",
        "properties": {
            "pages": _map({page.component: references[page, mode] for page in pages}),
            "sections": _map({section.__name__: references[section, mode] for section in sections}),
        },
        "required": ["pages", "sections"],
        "additionalProperties": False,
        "$defs": {name: _complete(definition) for name, definition in definitions["$defs"].items()},
    }


def _all_subclasses(base: type[Section]) -> Iterator[type[Section]]:
    """Yield the sections, of which one may be derived from another."""
    for section in base.__subclasses__():
        yield section
        yield from _all_subclasses(section)


def _complete(definition: dict[str, object]) -> dict[str, object]:
    """Fields with defaults are sent as well, so none is optional to whoever reads the props."""
    properties = definition.get("properties")
    return {**definition, "required": list(properties)} if isinstance(properties, dict) else definition


def _map(properties: dict[str, dict[str, object]]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
