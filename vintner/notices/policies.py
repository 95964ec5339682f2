"""The texts that a purchase rests on, as pages show them."""

from collections.abc import Mapping

from vintner.notices.models import Policy
from vintner.web.catalogue_version import cached_by_version


@cached_by_version
def policy_paragraphs() -> Mapping[str, tuple[str, ...]]:
    """Return the paragraphs by kind. One query per catalogue version: a text that is changed gives the catalogue a new
    one.
    """
    return {policy.kind: policy.paragraphs for policy in Policy.objects.all()}
