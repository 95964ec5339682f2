"""Which pages of the admin open for whom. A page that is missing here fails the test: decide who may open it."""

from typing import Final

ROLES: Final = ("superuser", "Shop manager", "Packer", "Editor", "Viewer")

# l: the list, a: add, o: open one, h: its history, d: delete. Columns as in ROLES; "-" opens none of them.
MODELS: Final = {
    "accounts.AccountField": "loh loh - - -",
    "alerts.Alert": "lohd lohd - - -",
    "analytics.EventCount": "- - - - -",
    "consent.ConsentRecord": "loh loh - - -",
    "auth.Group": "laohd - - - -",
    "customers.User": "laohd loh - - -",
    "procrastinate.ProcrastinateJob": "loh - - - -",
    "catalogue.Attribute": "laohd laohd - laohd loh",
    "catalogue.AttributeValue": "laohd laohd - laohd loh",
    "catalogue.Category": "laohd laohd - laohd loh",
    "catalogue.Picture": "laohd laohd - laohd loh",
    "catalogue.Plan": "laoh laoh - loh loh",  # deleted only while nobody has ever subscribed to it
    "catalogue.Producer": "laohd laohd - laohd loh",
    "catalogue.Product": "laohd laohd loh laohd loh",
    "catalogue.Review": "lohd lohd - loh loh",
    "catalogue.ShippingClass": "laohd laohd - loh loh",
    "catalogue.StockMovement": "loh loh loh loh loh",
    "catalogue.Tag": "laohd laohd - laohd loh",
    "catalogue.TaxClass": "laohd laohd - loh loh",
    "catalogue.Variation": "lohd lohd loh loh loh",
    "content.ContactMessage": "lohd lohd - - -",
    "content.Content": "laohd laohd - laohd loh",
    "content.HomePromise": "laohd laohd - laohd loh",
    "content.StoreDetails": "loh loh - loh loh",
    "launches.LaunchPlan": "laoh laoh - - -",
    "express.ExpressSettings": "loh loh - - -",
    "favourites.SharedList": "lohd lohd - - -",
    "favourites.WantedWine": "loh loh - - -",
    "newsletter.NewsletterReader": "lohd lohd - - -",
    "notices.Policy": "laohd laohd - laohd loh",
    "notices.StoreNotice": "laohd laohd - laohd loh",
    "orders.Email": "loh loh - - -",
    "orders.Order": "loh loh loh - loh",
    "orders.OrderNumbering": "loh loh - - -",
    "payments.CardSetup": "loh loh - - loh",
    "payments.Case": "loh loh - - loh",
    "payments.Payment": "loh loh - - loh",
    "payments.ProviderEvent": "loh loh - - loh",
    "payments.StoreDomain": "loh loh - - loh",
    "pricing.Coupon": "laohd laohd - - loh",
    "pricing.Policy": "lohd lohd - - loh",
    "pricing.Promotion": "laohd laohd - - loh",
    "pricing.TaxRate": "laohd laohd - - loh",
    "shipping.DeliveryTimes": "lohd lohd loh - loh",
    "shipping.Destination": "laohd laohd loh - loh",
    "shipping.HoldSeason": "laohd laohd loh - loh",
    "shipping.Method": "laohd laohd loh - loh",
    "shipping.Sent": "loh loh loh - loh",
    "shipping.Zone": "laohd laohd loh - loh",
    "store_mode.PreviewLink": "laoh laoh - - -",
    "store_mode.StoreVisibility": "loh loh - - -",
    "subscriptions.Subscription": "loh loh - - loh",
}

# The answer of every other page, by its name. Columns as in ROLES.
PAGES: Final = {
    "index": "200 200 200 200 200",
    "login": "302 302 302 302 302",
    "logout": "405 405 405 405 405",
    "password_change": "200 200 200 200 200",
    "password_change_done": "200 200 200 200 200",
    "search": "200 200 200 200 200",
    "autocomplete": "403 403 403 403 403",  # without saying for which field
    "jsi18n": "200 200 200 200 200",
    "view_on_site": "302 302 302 302 302",
    "auth_user_password_change": "200 403 403 403 403",
    "customers_user_make_archive": "200 200 403 403 403",
    "customers_user_erase_account": "200 200 403 403 403",
    "orders_order_history": "302 302 302 403 302",  # leads to the timeline of the order's page
    "orders_order_edit": "200 200 200 403 403",
    "orders_order_capture": "200 200 403 403 403",
    "orders_order_void": "200 200 403 403 403",
    "orders_order_refund": "200 200 403 403 403",
    "orders_order_keep_money": "200 200 403 403 403",
    "orders_order_write_note": "200 200 200 403 403",
    "orders_order_send_email": "200 200 200 403 403",
    "orders_order_change_status": "200 200 200 403 403",
    "orders_order_record_shipment": "200 200 200 403 403",
    "orders_order_release_hold": "200 200 200 403 403",
    "staff_invoice": "200 200 200 403 200",
    "staff_packing_slip": "200 200 200 403 200",
    "renewals": "200 200 403 403 200",
    "catalogue_plan_delete": "302 302 403 403 403",  # says on its page why a plan with subscribers stays
    "subscriptions_subscription_show_renewals": "302 302 403 403 302",
    "subscriptions_subscription_history": "302 302 403 403 302",  # leads to the history on its page
    "subscriptions_subscription_skip": "200 200 403 403 403",
    "subscriptions_subscription_unskip": "200 200 403 403 403",
    "subscriptions_subscription_retry": "200 200 403 403 403",
    "subscriptions_subscription_delay": "200 200 403 403 403",
    "subscriptions_subscription_pause": "200 200 403 403 403",
    "subscriptions_subscription_resume": "200 200 403 403 403",
    "subscriptions_subscription_change_address": "200 200 403 403 403",
    "subscriptions_subscription_cancel": "200 200 403 403 403",
    "subscriptions_subscription_reactivate": "200 200 403 403 403",
    "subscriptions_subscription_write_note": "200 200 403 403 403",
    "reports": "200 200 403 403 200",
    "report_csv": "200 200 403 403 200",
    "launches_launchplan_rehearse": "200 200 403 403 403",
    "launch_preview": "200 200 403 403 403",
    "content_preview": "200 200 403 200 200",
    "payments_health": "200 200 200 403 200",
    "payments_domain": "405 405 405 405 405",
    "payments_payment_health": "302 302 302 302 302",
    "pricing_taxrate_take_over": "200 200 403 403 403",
    "pricing_taxrate_export": "200 200 403 403 200",
}

# Rows that are deleted one by one only, where they belong to others.
NOT_DELETED_IN_LISTS: Final = ("catalogue.Variation",)

# Which actions of a list are offered, by its model and their name: "y" or "-". Columns as in ROLES.
# Deleting has its letter above.
ACTIONS: Final = {
    "alerts.Alert": {"export": "y y - - -"},
    "content.ContactMessage": {"mark_answered": "y y - - -"},
    "consent.ConsentRecord": {"export": "y y - - -"},
    "catalogue.Review": {"approve": "y y - y -", "reject": "y y - y -", "mark_as_spam": "y y - y -"},
    "newsletter.NewsletterReader": {"export": "y y - - -"},
    "orders.Email": {"send_again": "y y - - -"},
    "orders.Order": {
        "mark_completed": "y y y - -",
        "mark_processing": "y y y - -",
        "put_on_hold": "y y y - -",
        "cancel": "y y y - -",
        "set_to_refunded": "y y - - -",
    },
    "procrastinate.ProcrastinateJob": {"cancel": "y - - - -", "retry": "y - - - -", "abort": "y - - - -"},
    "shipping.Sent": {"export": "y y y - y"},
    "store_mode.PreviewLink": {"end": "y y - - -"},
}

# The page of an application, by its label. Columns as in ROLES.
APPLICATIONS: Final = {
    "accounts": "200 200 404 404 404",
    "alerts": "200 200 404 404 404",
    "analytics": "200 200 404 404 200",
    "auth": "200 404 404 404 404",
    "catalogue": "200 200 200 200 200",
    "consent": "200 200 404 404 404",
    "content": "200 200 404 200 200",
    "customers": "200 200 404 404 404",
    "launches": "200 200 404 404 404",
    "express": "200 200 404 404 404",
    "favourites": "200 200 404 404 404",
    "newsletter": "200 200 404 404 404",
    "notices": "200 200 404 200 200",
    "orders": "200 200 200 404 200",
    "payments": "200 200 200 404 200",
    "pricing": "200 200 404 404 200",
    "procrastinate": "200 404 404 404 404",
    "shipping": "200 200 200 404 200",
    "store_mode": "200 200 404 404 404",
    "subscriptions": "200 200 404 404 200",
}
OPEN_TO_ALL: Final = {"login": 200}
"""What a page answers to customers and visitors; all others lead them to the log-in."""
