"""Adds the pictures of the demo store, whose sizes are made on all processors."""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from django.core.files.base import ContentFile
from django.db import transaction

from vintner.catalogue import pictures
from vintner.catalogue.models import (
    GalleryPicture,
    Picture,
    Producer,
    ProducerSlide,
    Product,
    RelatedMaterial,
    Variation,
)
from vintner.demo.catalogue import GROWERS, WINES
from vintner.demo.gift_sets import GIFT_SETS
from vintner.demo.picture_files import DemoPicture, Motif, PictureFiles, load
from vintner.demo.shapes import Grower

SLIDES: Final[tuple[Motif, ...]] = ("vineyard", "cellar", "table")
"""What a grower's slider shows, in this order."""
_EVERY = 25
_WORTH_A_POOL = 4


def make_pictures(tell: Callable[[str], None], only: Iterable[str] | None = None) -> int:
    """Add the pictures that are missing; `only` names the SKUs to care for. Returns how many were made."""
    wanted = [picture for picture in missing() if only is None or picture.key in set(only)]
    if wanted:
        tell(f"Making the sizes of {len(wanted)} pictures …")
    for number, (picture, files) in enumerate(_made(wanted), start=1):
        with transaction.atomic():
            _add(picture, files)
        if number % _EVERY == 0 or number == len(wanted):
            tell(f"  {number} of {len(wanted)} pictures")
    return len(wanted)


def missing() -> list[DemoPicture]:
    """Return the pictures that the demo lacks, those that shoppers see first in front."""
    bare = set(Product.objects.filter(picture=None).values_list("sku", flat=True))
    single = set(Product.objects.filter(gallery_pictures=None).values_list("sku", flat=True))
    sold = set(Variation.objects.filter(picture=None).values_list("sku", flat=True))
    wanted = [] if Picture.objects.filter(opens_home=True).exists() else [DemoPicture("hero")]
    wanted += [DemoPicture("bottle", wine.sku) for wine in WINES if wine.sku in bare]
    wanted += [DemoPicture("set", gift.sku) for gift in GIFT_SETS if gift.sku in bare]
    wanted += _missing_of_growers("vineyard")
    wanted += [DemoPicture("label", wine.sku) for wine in WINES if wine.sku in single]
    wanted += [
        DemoPicture("bottle", wine.sku, bottle.choice)
        for wine in WINES
        for bottle in wine.vintages
        if f"{wine.sku}-{bottle.choice}" in sold
    ]
    return wanted + _missing_of_growers("portrait", "logo", "cellar", "table", "profile")


def _missing_of_growers(*motifs: Motif) -> list[DemoPicture]:
    hung: set[tuple[str, str]] = {
        (slug, SLIDES[place])
        for slug, place in ProducerSlide.objects.values_list("producer__slug", "position")
        if place < len(SLIDES)
    }
    hung |= {(slug, "logo") for slug in Producer.objects.exclude(logo=None).values_list("slug", flat=True)}
    hung |= {(slug, "portrait") for slug in Producer.objects.exclude(portrait=None).values_list("slug", flat=True)}
    profiles = RelatedMaterial.objects.filter(kind=RelatedMaterial.Kind.PROFILE)
    hung |= {(slug, "profile") for slug in profiles.values_list("producer__slug", flat=True)}
    return [
        DemoPicture(motif, grower.slug) for motif in motifs for grower in GROWERS if (grower.slug, motif) not in hung
    ]


def _made(wanted: list[DemoPicture]) -> Iterator[tuple[DemoPicture, PictureFiles]]:
    if len(wanted) < _WORTH_A_POOL:
        yield from ((picture, load(picture)) for picture in wanted)
        return
    fresh = multiprocessing.get_context("spawn")  # a forked child would share the database's connection
    with ProcessPoolExecutor(min(len(wanted), os.cpu_count() or 1), mp_context=fresh) as pool:
        yield from zip(wanted, pool.map(load, wanted), strict=True)


def _add(picture: DemoPicture, files: PictureFiles) -> None:
    match picture.motif:
        case "hero":
            hero = _store(files, "Bottles on a table above a vineyard in the evening")
            Picture.objects.filter(pk=hero.pk).update(opens_home=True)
        case "vineyard" | "cellar" | "table" | "logo" | "portrait" | "profile":
            _add_to_producer(picture.motif, Producer.objects.get(slug=picture.key), files)
        case "bottle" if picture.vintage:
            variation = Variation.objects.select_related("product").get(sku=f"{picture.key}-{picture.vintage}")
            variation.picture = _store(files, f"A bottle of {variation.product.name} {picture.vintage}")
            variation.save(update_fields=["picture"])
        case "bottle":
            product = Product.objects.select_related("producer").get(sku=picture.key)
            product.picture = _store(files, f"A bottle of {product.name}, {product.producer}")
            product.save(update_fields=["picture"])
        case "set":
            gift = Product.objects.get(sku=picture.key)
            gift.picture = _store(files, f"The bottles of {gift.name}, side by side")
            gift.save(update_fields=["picture"])
        case "label":
            product = Product.objects.get(sku=picture.key)
            photo = _store(files, f"The label of {product.name}")
            GalleryPicture.objects.get_or_create(product=product, picture=photo, defaults={"position": 1})


def _add_to_producer(motif: Motif, producer: Producer, files: PictureFiles) -> None:
    match motif:
        case "profile":
            file = ContentFile(files.original, f"{producer.slug}-estate.pdf")
            RelatedMaterial.objects.create(
                producer=producer, title="The estate on one page", kind=RelatedMaterial.Kind.PROFILE, file=file
            )
        case "logo":
            producer.logo = _store(files, producer.name)
            producer.save(update_fields=["logo"])
        case "portrait":
            producer.portrait = _store(files, _grower(producer).portrait)
            producer.save(update_fields=["portrait"])
        case _:
            shown = {"vineyard": "The vineyards of", "cellar": "The cellar of", "table": "Bottles of"}[motif]
            place = SLIDES.index(motif)
            picture = _store(files, f"{shown} {producer.name}")
            caption = _grower(producer).captions[place]
            ProducerSlide.objects.create(producer=producer, picture=picture, position=place, caption=caption)
            if motif == "vineyard" and producer.picture is None:
                producer.picture = picture
                producer.save(update_fields=["picture"])


def _grower(producer: Producer) -> Grower:
    return next(grower for grower in GROWERS if grower.slug == producer.slug)


def _store(files: PictureFiles, alt: str) -> Picture:
    return pictures.store(files.original, alt, "", sizes=files.sizes)
