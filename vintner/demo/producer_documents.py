"""Lays out what there is to read about the growers of the demo store, beside the profile."""

from textwrap import fill

from django.core.files.base import ContentFile
from django.urls import reverse

from vintner.catalogue.models import Producer, RelatedMaterial
from vintner.catalogue.slugs import slug_of
from vintner.demo.catalogue import GROWERS, WINES
from vintner.demo.shapes import DemoWine, Grower

_LINE = 78


def make_documents() -> None:
    """Write the tasting sheet of each grower and the link to its region, where they are missing."""
    kinds = RelatedMaterial.Kind
    there = set(RelatedMaterial.objects.values_list("producer__slug", "kind"))
    producers = {producer.slug: producer for producer in Producer.objects.all()}
    for grower in GROWERS:
        producer = producers[grower.slug]
        if (grower.slug, kinds.SHEET) not in there:
            # The mark at its beginning tells browsers how the accents are written.
            text = ContentFile(tasting_sheet(grower).encode("utf-8-sig"), f"{grower.slug}-tasting.txt")
            producer.materials.create(title="Tasting sheet, all wines", kind=kinds.SHEET, file=text, position=1)
        if (grower.slug, kinds.REGION) not in there:
            shelf = reverse("category", args=[slug_of(grower.region)])
            producer.materials.create(title=f"Wines from {grower.region}", kind=kinds.REGION, link=shelf, position=2)


def tasting_sheet(grower: Grower) -> str:
    """Return the sheet as plain text, in lines that fit a page."""
    wines = [wine for wine in WINES if wine.grower == grower.slug and wine.published]
    head = f"{grower.name}\n{grower.region}, {grower.country}, since {grower.founded}\n{'=' * _LINE}\n"
    return head + "\n".join(_entry(wine) for wine in wines)


def _entry(wine: DemoWine) -> str:
    name = f"{wine.name} {wine.vintage}".strip()
    facts = f"{wine.colour} | {wine.appellation} | {', '.join(wine.grapes)} | {wine.abv} vol | {wine.size}"
    return "\n".join(
        (
            f"\n{name}",
            facts,
            fill(wine.short, _LINE),
            fill(f"Tastes of: {', '.join(wine.notes)}.", _LINE),
            fill(f"Good with: {', '.join(wine.pairing).lower()}.", _LINE),
            "",
        )
    )
