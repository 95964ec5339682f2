"""The base of all admin pages that edit a row. It prevents overwriting changes of another person."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.db import transaction
from django.db.models import EmailField, Model, QuerySet
from django.forms import BaseForm, BaseFormSet, BaseModelFormSet, Form
from django.forms.models import _get_foreign_key
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify

from vintner.web.admin.change_history import describe_changes
from vintner.web.admin.declared_filters import DeclaredFilters
from vintner.web.admin.opened_values import ADDED, CheckedForm, CheckedFormSet, checked_form, checked_formset
from vintner.web.email_addresses import AddressField


class CheckedAdmin(DeclaredFilters):
    """Saves the changed columns of a form under a lock, and only if nobody else changed the displayed values."""

    formfield_overrides = {EmailField: {"form_class": AddressField}}  # type: ignore[assignment,misc]  # declared as the instance's
    change_form_before_template = "web/opened_values.html"  # type: ignore[assignment]  # declared as None
    object_history_template = "web/object_history.html"

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Fill in nothing from the address. Nothing links to a filled-in form, and Django queries the values unchecked.

        A row that does not exist, or a text in place of a number or a day, would be a fault.
        """
        return {}

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **kwargs: object
    ) -> type[CheckedForm]:
        return checked_form(super().get_form(request, obj, change, **kwargs))

    def get_formsets_with_inlines(self, request: HttpRequest, obj: Model | None = None) -> Iterator[Any]:
        for formset, inline in super().get_formsets_with_inlines(request, obj):
            yield checked_formset(formset), inline

    def get_changelist_formset(self, request: HttpRequest, **kwargs: object) -> "type[BaseModelFormSet[Any, Any]]":
        return checked_formset(super().get_changelist_formset(request, **kwargs))

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Model | None:
        """Return the row. For a POST, it and the rows of its inlines are locked before they are read."""
        found: Model | None = super().get_object(request, object_id, from_field)
        if found is None or request.method != "POST" or not transaction.get_connection().in_atomic_block:
            return found
        self._lock(found)
        return super().get_object(request, object_id, from_field)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]  # declared without its redirects
        if "_save" not in request.POST:
            return super().changelist_view(request, extra_context)
        with transaction.atomic():
            return super().changelist_view(request, extra_context)

    def _get_list_editable_queryset(self, request: HttpRequest, prefix: str) -> "QuerySet[Model]":
        rows: QuerySet[Model] = super()._get_list_editable_queryset(request, prefix)
        list(self.model._base_manager.filter(pk__in=rows.values("pk")).order_by("pk").select_for_update(no_key=True))
        return rows

    def save_model(self, request: HttpRequest, obj: Model, form: Form, change: bool) -> None:
        if change and isinstance(form, CheckedForm) and form.instance is obj:
            form.save_changes()
        else:
            super().save_model(request, obj, form, change)

    def construct_change_message(  # type: ignore[override]  # the log takes a text as well
        self, request: HttpRequest, form: BaseForm, formsets: "Iterable[BaseFormSet[Any]]", add: bool = False
    ) -> str:
        """Return the text for the history: each change with the value before and after."""
        return describe_changes(form, formsets, add=add)

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Model | None = None,
    ) -> HttpResponse:
        form = context["adminform"].form
        if isinstance(form, CheckedForm) and not form.is_new:
            context["opened_values"] = json.dumps(form.digests())
        formsets = [each.formset for each in context["inline_admin_formsets"]]
        context["edit_conflicts"] = [*_conflicts(form), *(line for each in formsets for line in _row_conflicts(each))]
        context["open_tab"] = "" if form.errors else _tab_to_open(context["inline_admin_formsets"])
        return super().render_change_form(request, context, add, change, form_url, obj)

    def _lock(self, row: Model) -> None:
        """Lock the rows of the inlines by key, then the row itself. Orders lock in the same order."""
        for inline in self.inlines:
            key = _get_foreign_key(self.model, inline.model, fk_name=inline.fk_name)
            rows = inline.model._base_manager.filter(**{key.name: row.pk}).order_by("pk")
            list(rows.select_for_update(no_key=True).values_list("pk"))
        list(self.model._base_manager.filter(pk=row.pk).select_for_update(no_key=True).values_list("pk"))


def _tab_to_open(inlines: Iterable[Any]) -> str:
    """Return the tab of a formset with errors of its own; the theme opens tabs only for errors of rows."""
    wrong = (each for each in inlines if getattr(each.opts, "tab", False) and each.formset.non_form_errors())
    return next((slugify(each.formset.prefix) for each in wrong), "")


def _conflicts(form: BaseForm, row: str = "") -> Iterator[str]:
    for conflict in getattr(form, "conflicts", {}).values():
        yield f"{row}{conflict.label}: {conflict.now}"


def _row_conflicts(formset: "BaseFormSet[Any]") -> Iterator[str]:
    if not isinstance(formset, CheckedFormSet) or not formset.is_bound:
        return
    for error in formset.non_form_errors().as_data():
        if error.code == ADDED:
            yield from error.messages
    for form in formset.initial_forms:
        yield from _conflicts(form, f"{form.instance}: " if form.instance.pk else "")
        if isinstance(form, CheckedForm) and form.is_gone and not form.gone_is_known:
            yield f"{form.instance._meta.verbose_name}: deleted"
