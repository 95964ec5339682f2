"""Pages that the merchant writes, what the store says of itself, and what visitors write to it."""

from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone

from vintner.content.addresses import list_taken
from vintner.web.periods import check_period

TAKEN = "The store itself uses the address /{}/. Choose another one."
LONGEST_TEXT = 50_000


class ContentQuerySet(models.QuerySet["Content"]):
    """Queries of content pages."""

    def shown(self, now: datetime) -> "ContentQuerySet":
        """Return the pages that visitors see."""
        begun = Q(starts_at=None) | Q(starts_at__lte=now)
        return self.filter(begun, Q(ends_at=None) | Q(ends_at__gt=now), published=True)


class Content(models.Model):
    """A page that the merchant writes, such as delivery, returns or about us. Its text is Markdown."""

    class Group(models.TextChoices):
        HELP = "help", "Help"
        ABOUT = "about", "About"
        __empty__ = "No link in the footer"

    title = models.CharField(max_length=120)
    slug = models.SlugField(
        "address",
        max_length=80,
        unique=True,
        help_text="“delivery” is the page /delivery/. Links to the old address stop working when you change it.",
    )
    text = models.TextField(
        max_length=LONGEST_TEXT,
        help_text="Markdown: an empty line begins a new paragraph, ## a heading, - an entry of a list; **strong**, "
        "[words](/shop/) for a link, and tables. HTML is shown as it is typed.",
    )
    description = models.CharField(max_length=200, blank=True, help_text="One sentence for search engines.")
    group = models.CharField("footer", max_length=10, choices=Group, blank=True)
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first in the footer.")
    published = models.BooleanField(
        "shown", default=False, help_text="Off: a draft, which only staff sees, by its preview."
    )
    starts_at = models.DateTimeField("from", null=True, blank=True, help_text="Empty: at once.")
    ends_at = models.DateTimeField("until", null=True, blank=True, help_text="Empty: until it is switched off.")
    changed_at = models.DateTimeField(auto_now=True)

    objects = ContentQuerySet.as_manager()

    class Meta:
        verbose_name = "content page"
        ordering = ("group", "position", "title")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("content_page", args=[self.slug])

    def clean(self) -> None:
        """Refuse an address that the store uses, and a period that ends before it starts."""
        if self.slug in list_taken():
            raise ValidationError({"slug": TAKEN.format(self.slug)})
        check_period(self.starts_at, self.ends_at)

    def is_shown(self, now: datetime) -> bool:
        """Return whether visitors see the page."""
        begun = self.starts_at is None or self.starts_at <= now
        return self.published and begun and (self.ends_at is None or self.ends_at > now)


class StoreDetails(models.Model):
    """How to reach the store, and its words on the home page and at the foot of every page: one row at most."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    telephone = models.CharField(max_length=40, blank=True, help_text="As shoppers read it: (415) 555-0100.")
    hours = models.CharField(
        "when you answer", max_length=120, blank=True, help_text="Monday to Friday, 9 a.m. to 5 p.m. Pacific time."
    )
    contact_text = models.CharField("above the contact form", max_length=300, blank=True)
    newsletter_text = models.CharField(
        "newsletter",
        max_length=200,
        blank=True,
        help_text="What readers get, and how often. Stands beside the form at the foot of every page. "
        "Empty: there is no form.",
    )
    home_title = models.CharField("title", max_length=120, blank=True, help_text="Empty: the store's name.")
    home_text = models.CharField("text below it", max_length=300, blank=True)
    home_tag = models.CharField(
        "in the browser's title", max_length=80, blank=True, help_text="Stands behind the store's name."
    )
    home_description = models.CharField(
        "for search engines", max_length=200, blank=True, help_text="One sentence about the store."
    )
    footer_words = models.CharField("about the store", max_length=300, blank=True)
    closing_note = models.CharField(
        "last line", max_length=300, blank=True, help_text="For example who may buy wine, and who has to sign for it."
    )

    class Meta:
        verbose_name = verbose_name_plural = "store details"
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_row_of_store_details")]

    def __str__(self) -> str:
        return "Store details"


class HomePromise(models.Model):
    """One of the short texts on the home page that say what shoppers can count on."""

    class Icon(models.TextChoices):
        DELIVERY = "delivery", "A van"
        PERSON = "person", "A person"
        GLASS = "glass", "A glass"
        LEAF = "leaf", "A leaf"

    title = models.CharField(max_length=60)
    text = models.CharField(max_length=200)
    icon = models.CharField(max_length=10, choices=Icon, default=Icon.DELIVERY)
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")

    class Meta:
        verbose_name = "promise on the home page"
        verbose_name_plural = "promises on the home page"
        ordering = ("position", "pk")

    def __str__(self) -> str:
        return self.title


class ContactMessage(models.Model):
    """What a visitor wrote by the form of the contact page."""

    name = models.CharField(max_length=100)
    email = models.EmailField()
    order_number = models.CharField(max_length=30, blank=True)
    text = models.TextField("message", max_length=5000)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="contact_messages"
    )
    sent_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = [
            models.CheckConstraint(condition=Q(email=Lower(F("email"))), name="contact_email_in_lower_case"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.sent_at:%Y-%m-%d}"
