"""Pictures in the admin."""

from typing import Any

from django.contrib import admin
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Model
from django.forms import Form, ModelForm
from django.http import HttpRequest

from vintner.catalogue import models, pictures
from vintner.refusal import Refusal
from vintner.web.admin.checked_admin import CheckedAdmin


class PictureForm(ModelForm):  # type: ignore[type-arg]
    """Accepts a picture that can be decoded; otherwise the error stands at its field."""

    class Meta:
        model = models.Picture
        fields = ("original", "alt", "caption", "opens_home")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        uploaded = cleaned.get("original")
        if isinstance(uploaded, UploadedFile):
            self._store(uploaded.read(), cleaned)
        return cleaned

    def _store(self, content: bytes, cleaned: dict[str, Any]) -> None:
        try:
            self.instance = pictures.store(content, cleaned.get("alt", ""), cleaned.get("caption", ""))
        except Refusal as refusal:
            self.add_error("original", refusal.message)
        else:
            cleaned["original"] = self.instance.original


@admin.register(models.Picture)
class PictureAdmin(CheckedAdmin):
    form = PictureForm
    list_display = ("__str__", "width", "height")
    search_fields = ("alt", "caption")
    readonly_fields = ("width", "height", "checksum", "sizes")
    list_filter = ("opens_home",)

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: Model, form: Form, change: bool) -> None:
        """Save a picture. One that opens the home page takes the place of the previous one."""
        super().save_model(request, obj, form, change)
        opening = models.Picture.objects.filter(opens_home=True)
        if opening.filter(pk=obj.pk).exists():
            opening.exclude(pk=obj.pk).update(opens_home=False)
