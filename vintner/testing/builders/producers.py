"""Producers and pictures."""

from vintner.catalogue.models import Picture, Producer, ProducerSlide, RelatedMaterial
from vintner.catalogue.slugs import slug_of
from vintner.testing.builders.amounts import NUMBERS


def make_producer(name: str = "", *, region: str = "Douro", country: str = "Portugal") -> Producer:
    """Make a producer."""
    name = name or f"Test Estate {next(NUMBERS)}"
    return Producer.objects.create(name=name, slug=slug_of(name), region=region, country=country)


def make_picture(alt: str = "A hill") -> Picture:
    """Make a picture in one size. There is no file behind it: pages only name its address."""
    checksum = f"{next(NUMBERS):064}"
    path = f"pictures/{checksum[-20:]}-1280.jpeg"
    sizes = [{"format": kind, "width": 1280, "height": 720, "path": path} for kind in ("avif", "webp", "jpeg")]
    return Picture.objects.create(original=path, width=1280, height=720, alt=alt, checksum=checksum, sizes=sizes)


def add_slide(producer: Producer, caption: str = "") -> ProducerSlide:
    """Give a producer's slider one more picture."""
    return producer.slides.create(picture=make_picture(), caption=caption, position=producer.slides.count())


def add_material(producer: Producer, title: str, *, link: str = "/shop/") -> RelatedMaterial:
    """Give a producer something to read that is a link."""
    return producer.materials.create(title=title, link=link, position=producer.materials.count())
