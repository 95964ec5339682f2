"""Where visitors come from, for orders and accounts."""

from django.apps import AppConfig


class AttributionConfig(AppConfig):
    """Installs the app. It hears of page views and of answers about cookies by signals."""

    name = "vintner.attribution"

    def ready(self) -> None:
        """Listen to page views and to answers about cookies."""
        from vintner.attribution.middleware import attribute_answer, attribute_view  # noqa: PLC0415 - models are there only now
        from vintner.consent.signals import consent_saved, page_viewed  # noqa: PLC0415 - likewise

        consent_saved.connect(attribute_answer, dispatch_uid="vintner.attribution.attribute_answer")
        page_viewed.connect(attribute_view, dispatch_uid="vintner.attribution.attribute_view")
