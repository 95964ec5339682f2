"""What the demo store says of itself."""

from typing import Final

from vintner.content.models import HomePromise, StoreDetails

DETAILS: Final = {
    "telephone": "(415) 555-0100",
    "hours": "Monday to Friday, 9 a.m. to 5 p.m. Pacific time",
    "contact_text": "Ask us about an order, a wine, or a bottle that was not as it should be.",
    "newsletter_text": "New arrivals and offers, by email.",
    "home_title": "Wine from people, not from labels",
    "home_text": "Small growers, honest bottles, and a cellar that ships to your door in the US and Canada.",
    "home_tag": "wine from growers we know",
    "home_description": "Wines from small growers around the world, chosen one by one and sent to your door.",
    "footer_words": "Wines from growers we know, packed by hand and sent to doors across the US and Canada.",
    "closing_note": "21 and over. We sell to adults of legal drinking age only, and an adult must sign for every box. "
    "Drink responsibly.",
}
_ICON = HomePromise.Icon
PROMISES: Final = (
    (
        "To your door",
        "Across the US and Canada, in boxes made for bottles. You see what it costs before you enter anything.",
        _ICON.DELIVERY,
    ),
    (
        "Adult signature on delivery",
        "Wine is for adults 21 and over, so an adult must be there to sign.",
        _ICON.PERSON,
    ),
    (
        "Corked? Our problem",
        "If a bottle is faulty or arrives broken, we replace it or refund you. Just tell us, and keep what is left.",
        _ICON.GLASS,
    ),
    (
        "Straight from growers",
        "Small estates we know personally, at cellar-door prices, stored in the cool.",
        _ICON.LEAF,
    ),
)


def describe_store() -> None:
    """Write the details and the promises, unless there are any."""
    StoreDetails.objects.get_or_create(defaults=DETAILS)
    if not HomePromise.objects.exists():
        HomePromise.objects.bulk_create(
            HomePromise(title=title, text=text, icon=icon, position=position)
            for position, (title, text, icon) in enumerate(PROMISES, 1)
        )
