"""Replaces Django's admin site by the store's."""

from django.apps import apps
from django.contrib.admin.apps import AdminConfig
from django.db.models import ForeignKey, Model


class StoreAdminConfig(AdminConfig):
    """Django's admin with the store's own site."""

    default_site = "vintner.web.admin.site.StoreAdminSite"

    def ready(self) -> None:
        """Name the jobs, and the rows of many-to-many fields: the page before a deletion lists them."""
        from vintner.web.admin.dense_lists import use_short_classes  # noqa: PLC0415 - the theme reads the settings

        super().ready()
        use_short_classes()
        _name_jobs()
        for model in apps.get_models(include_auto_created=True):
            if model._meta.auto_created:
                model.add_to_class("__str__", _describe_link)


def _name_jobs() -> None:
    """Give jobs a name that does not mention the library that runs them."""
    apps.get_app_config("procrastinate").verbose_name = "Background work"
    jobs = apps.get_model("procrastinate", "ProcrastinateJob")._meta
    jobs.verbose_name, jobs.verbose_name_plural = "background job", "background jobs"


def _describe_link(link: Model) -> str:
    ends = [field.name for field in link._meta.fields if isinstance(field, ForeignKey)]
    return " – ".join(str(getattr(link, name)) for name in ends)
