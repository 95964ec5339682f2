"""Where visitors come from, for orders and accounts."""

from django.apps import AppConfig


class AttributionConfig(AppConfig):
    """Installs the app. It hears of page views, answers about cookies and registrations by signals."""

    name = "vintner.attribution"

    def ready(self) -> None:
        """Listen to page views, to answers about cookies and to registrations."""
        from allauth.account.signals import user_signed_up  # noqa: PLC0415 - its models need the registry

        from vintner.attribution.middleware import (  # noqa: PLC0415 - models are there only now
            attribute_answer,
            attribute_view,
            record_registration,
        )
        from vintner.consent.signals import consent_saved, page_viewed  # noqa: PLC0415 - likewise

        user_signed_up.connect(record_registration, dispatch_uid="vintner.attribution.record_registration")
        consent_saved.connect(attribute_answer, dispatch_uid="vintner.attribution.attribute_answer")
        page_viewed.connect(attribute_view, dispatch_uid="vintner.attribution.attribute_view")
