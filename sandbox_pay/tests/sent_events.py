"""The events of the sandbox."""

import stripe


def list_event_types(client: stripe.StripeClient) -> list[str]:
    """Return the types of all events, the oldest first."""
    return [event.type for event in reversed(client.v1.events.list({"limit": 100}).data)]
