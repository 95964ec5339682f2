"""Refunding an order in the admin: what goes back is chosen, its sum reviewed, and then it is sent."""

from django.contrib.auth.models import AnonymousUser
from django.http import QueryDict

from vintner.back_office.action_step import ActionStep
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.refundable import NewRefund
from vintner.payments.refund_form import RefundForm, describe_refund
from vintner.refusal import Refusal


def take_refund_step(order: Order, data: QueryDict | None, by: User | AnonymousUser) -> ActionStep:
    """Ask what goes back, show its sum, and send it once that sum was confirmed."""
    form = RefundForm(order, data)
    if form.before is not None:
        return ActionStep(outcome=describe_refund(form.before))
    step = data.get("do", "") if data else ""
    if step == "everything":
        form = form.with_everything()
    new = form.plan() if form.is_bound else None
    if step == "send" and new is not None and form.confirms(new) and isinstance(by, User):
        try:
            return ActionStep(outcome=form.send(new, by))
        except Refusal as refusal:
            form.refuse(refusal)
            new = None
    is_review = new is not None and step not in ("sum", "change")
    template = "back_office/refund_review.html" if is_review else "back_office/refund.html"
    return ActionStep(template=template, context={"form": form, "new": new, **_review(form, new)})


def _review(form: RefundForm, new: NewRefund | None) -> dict[str, object]:
    return {} if new is None else {"chosen": form.chosen(new), "goes_to": form.goes_to(new)}
