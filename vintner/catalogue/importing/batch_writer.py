"""Writes planned rows table by table: as many statements for a hundred rows as for a few."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Final

from django.db import connection, models
from django.db.models.signals import post_save

from vintner.catalogue.importing.planned_rows import Item, PlannedItem, PlannedRow, PlannedScores, PlannedStock
from vintner.catalogue.models import CriticScore, GalleryPicture, Product, ProductFact, Variation
from vintner.catalogue.stock import stock_movements

_UPDATE: Final = (
    "UPDATE {table} AS stored SET {settings} FROM unnest({arrays}) AS given ({names}) WHERE stored.id = given.id"
)
_SAVED: Final = {"producer": "producer_id", "picture": "picture_id"}


def write_rows(rows: Sequence[PlannedRow]) -> None:
    """Write rows whose related records are stored. Raises IntegrityError or DataError for what the database refuses.

    Variations are changed before products, as the admin locks them.
    """
    products = [row.changed_product for row in rows if row.changed_product is not None]
    variations = [row.changed_variation for row in rows if row.changed_variation is not None]
    Product.objects.bulk_create([each.item for each in products if each.made])
    Variation.objects.bulk_create([each.item for each in variations if each.made])
    _change(Variation, variations)
    _move_stock([row.stock for row in rows if row.stock is not None])
    changed = _change(Product, products)
    _write_links(rows)
    _write_facts([row for row in rows if row.facts is not None])
    _write_gallery([row for row in rows if row.gallery is not None])
    _write_scores([(row.product, row.scores) for row in rows if row.scores is not None])
    _tell(changed)


def _change(model: type[Item], items: Sequence[PlannedItem[Item]]) -> list[PlannedItem[Item]]:
    """Set what differs of stored rows; returns those. A statement for each set of columns."""
    changed = [each for each in items if not each.made and each.changes]
    for each in changed:
        for field, value in each.changes:
            setattr(each.item, field, value)
    for names, group in groupby(sorted(changed, key=_column_names), key=_column_names):
        _update(model, names, [each.item for each in group])
    return changed


def _column_names(planned: PlannedItem[Item]) -> tuple[str, ...]:
    return tuple(_SAVED.get(field, field) for field, _ in planned.changes)


def _tell(changed: Sequence[PlannedItem[Product]]) -> None:
    """Send the signal of each changed product, as `Product.save` does: plans of launches follow their wines."""
    for each in changed:
        fields = frozenset(field for field, _ in each.changes)
        post_save.send(
            Product, instance=each.item, created=False, update_fields=fields, raw=False, using=connection.alias
        )


def _update(model: type[models.Model], changed: Sequence[str], items: Sequence[models.Model]) -> None:
    """Write these columns of stored rows, in the order of their ids."""
    items = sorted(items, key=lambda each: each.pk)
    names = ("id", *changed)
    fields = {field.attname: field for field in model._meta.concrete_fields}
    quoted = {name: connection.ops.quote_name(str(fields[name].column)) for name in names}
    statement = _UPDATE.format(
        table=connection.ops.quote_name(model._meta.db_table),
        settings=", ".join(f"{quoted[name]} = given.{quoted[name]}" for name in names[1:]),
        arrays=", ".join(f"%s::{fields[name].db_type(connection)}[]" for name in names),
        names=", ".join(quoted.values()),
    )
    values = [[fields[name].get_db_prep_save(getattr(each, name), connection) for each in items] for name in names]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def _write_links(rows: Sequence[PlannedRow]) -> None:
    """Write the categories and tags of products and the options of variations."""
    shelved = {row.product.pk: row.categories for row in rows if row.categories is not None}
    tagged = {row.product.pk: row.tags for row in rows if row.tags is not None}
    chosen = {
        row.changed_variation.item.pk: row.options
        for row in rows
        if row.changed_variation is not None and row.options is not None
    }
    _relate(Product.categories.through, "product_id", "category_id", shelved)
    _relate(Product.tags.through, "product_id", "tag_id", tagged)
    _relate(Variation.options.through, "variation_id", "attributevalue_id", chosen)


def _relate(table: type[models.Model], of: str, to: str, wanted: Mapping[int, Sequence[models.Model]]) -> None:
    if wanted:
        table._default_manager.filter(**{f"{of}__in": list(wanted)}).delete()
        table._default_manager.bulk_create(
            table(**{of: key, to: each.pk}) for key, related in wanted.items() for each in related
        )


def _write_facts(rows: Sequence[PlannedRow]) -> None:
    if rows:
        ProductFact.objects.filter(product__in=[row.product.pk for row in rows], variation=None).delete()
        ProductFact.objects.bulk_create(
            ProductFact(product=row.product, value=value, visible=visible, position=position)
            for row in rows
            for position, (value, visible) in enumerate(row.facts or ())
        )


def _write_gallery(rows: Sequence[PlannedRow]) -> None:
    if rows:
        GalleryPicture.objects.filter(product__in=[row.product.pk for row in rows]).delete()
        GalleryPicture.objects.bulk_create(
            GalleryPicture(product=row.product, picture=picture, position=position)
            for row in rows
            for position, picture in enumerate(row.gallery or (), start=1)
        )


def _write_scores(planned: Sequence[tuple[Product, PlannedScores]]) -> None:
    outdated = [pk for _, each in planned for pk in each.outdated]
    if outdated:
        CriticScore.objects.filter(pk__in=outdated).delete()
    if planned:
        CriticScore.objects.bulk_create(
            CriticScore(
                product=product,
                variation=each.only,
                source=score.source,
                points=score.points,
                out_of=score.out_of,
                given_on=date.fromisoformat(score.given_on) if score.given_on else None,
            )
            for product, each in planned
            for score in each.scores
        )


def _move_stock(planned: Iterable[PlannedStock]) -> None:
    stock_movements.move_each(
        stock_movements.NotedMove(each.variation.pk, each.difference, each.reason, each.note) for each in planned
    )
