"""What goes and what stays when an account is erased, in words for its owner. docs/behaviour/accounts.md has the table
for maintainers.
"""

from typing import Final

GOES: Final = (
    ("Account", "Your email addresses, name, profile, picture, password, passkeys and sessions are deleted."),
    (
        "Saved payment methods",
        "They are deleted here and at our payment service, with the name and address that it has of you as a customer.",
    ),
    (
        "Subscriptions",
        "They end when the account is closed, and nothing is charged afterwards. Addresses and notices are deleted.",
    ),
    ("Address book, carts, alerts, newsletter, favorites and archives", "They are deleted."),
    ("Messages to us", "They are deleted here. Copies may lie in our mailbox: ask us to delete those."),
    ("Reviews", "They are deleted, because their words may say who wrote them. Ratings are counted anew."),
    ("Emails and notes", "Texts and addresses of emails that we sent you, and notes with your orders, are deleted."),
)
"""Data → what happens to them."""
STAYS: Final = (
    (
        "Orders",
        (
            "What was bought, when and for how much: tax law asks for it. Names, street, city, email address and "
            "phone go. Country, state and the first three characters of the ZIP or postal code stay."
        ),
    ),
    (
        "Payments",
        "Amount, date, brand and last four digits of the card, and the payment service’s numbers, for the same reason.",
    ),
    (
        "Wine shipped",
        (
            "Bottles and liters with state and shortened ZIP or postal code: the states ask us to report them. Name, "
            "street and email go."
        ),
    ),
)
"""Data → what stays of them, and why."""
