"""The names of calls that WooCommerce's clients and its plugins' scripts use, in one table: name → function."""

from vintner.accounts.auth_forms import calls as auth_forms
from vintner.alerts import calls as alerts
from vintner.cart import calls as cart
from vintner.cart import coupon_calls, popup_calls
from vintner.cart.prices import discount_calls
from vintner.checkout import calls as checkout
from vintner.express import calls as express
from vintner.favourites import calls as favourites
from vintner.payments import calls as payments
from vintner.payments import intent_calls, setup_calls
from vintner.storefront import calls as storefront
from vintner.subscriptions import calls as subscriptions
from vintner.web.answers import View

AJAX: dict[str, View] = {
    "add_to_cart": cart.add_to_cart,
    "remove_from_cart": cart.remove_from_cart,
    "get_refreshed_fragments": cart.get_refreshed_fragments,
    "xoo_cp_add_to_cart": popup_calls.add_to_cart,
    "xoo_cp_update_cart": popup_calls.update_cart,
    "xoo_cp_undo_item": popup_calls.undo_item,
    "apply_coupon": coupon_calls.apply_coupon,
    "remove_coupon": coupon_calls.remove_coupon,
    "get_variation": storefront.get_variation,
    "update_order_review": checkout.update_order_review,
    "checkout": checkout.checkout,
    "wc_stripe_update_order_status": payments.update_order_status,
    "wc_stripe_update_failed_order": payments.update_failed_order,
    "wc_stripe_confirm_change_payment": subscriptions.confirm_change_payment,
    "wc_stripe_save_appearance": payments.save_appearance,
    "wc_stripe_create_payment_intent": intent_calls.create_payment_intent,
    "wc_stripe_update_payment_intent": intent_calls.update_payment_intent,
    "wc_stripe_init_setup_intent": setup_calls.init_setup_intent,
    "wc_stripe_get_cart_details": express.get_cart_details,
    "wc_stripe_get_shipping_options": express.get_shipping_options,
    "wc_stripe_update_shipping_method": express.update_shipping_method,
    "wc_stripe_normalize_address": express.normalize_address,
    "wc_stripe_add_to_cart": express.add_to_cart,
    "wc_stripe_clear_cart": express.clear_cart,
    "wc_stripe_get_selected_product_data": express.get_selected_product_data,
    "wc_stripe_log_errors": express.log_errors,
}
"""POST /?wc-ajax=<name>"""

ACTIONS: dict[str, View] = {
    "xoo_el_form_action": auth_forms.xoo_el_form_action,
    "wcp_save_email": alerts.wcp_save_email,
    "favorites_favorite": favourites.favorites_favorite,
    "favorites_array": favourites.favorites_array,
    "favorites_clear": favourites.favorites_clear,
    "favorites_totalcount": favourites.favorites_totalcount,
    "favorites_list": favourites.favorites_list,
    "xoo_cp_empty_cart": popup_calls.empty_cart,
    "wdr_ajax": discount_calls.wdr_ajax,
    "awdr_get_product_discount": discount_calls.awdr_get_product_discount,
    "awdr_change_discount_product_in_cart": discount_calls.awdr_change_discount_product_in_cart,
    "wc_stripe_create_and_confirm_setup_intent": setup_calls.create_and_confirm_setup_intent,
    "create_and_confirm_setup_intent": setup_calls.create_and_confirm_setup_intent,  # some clients leave out the prefix
}
"""POST /wp-admin/admin-ajax.php with action=<name>"""

WEBHOOKS: dict[str, View] = {"wc_stripe": payments.webhook}
"""POST /?wc-api=<name>"""
