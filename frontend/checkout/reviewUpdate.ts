import { hasFullAddress, isSeparate } from './fieldRules';

/** Name in WooCommerce's call → name of the field without its group. */
const ADDRESS = {
  country: 'country',
  state: 'state',
  postcode: 'postcode',
  city: 'city',
  address: 'address_1',
  address_2: 'address_2',
};

/** Fields that are not sent before an order is placed. */
const SECRET = 'account_password';

/** Return what update_order_review is sent. */
export function reviewFields(form: URLSearchParams): URLSearchParams {
  form.delete(SECRET);
  const fields = new URLSearchParams({
    security: form.get('csrfmiddlewaretoken') ?? '',
    payment_method: form.get('payment_method') ?? '',
    has_full_address: String(hasFullAddress(form)),
    post_data: form.toString(),
  });
  const shipping = isSeparate(form) ? 'shipping' : 'billing';
  for (const [name, part] of Object.entries(ADDRESS)) {
    fields.set(name, form.get(`billing_${part}`) ?? '');
    fields.set(`s_${name}`, form.get(`${shipping}_${part}`) ?? '');
  }
  const method = form.get('shipping_method[0]');
  if (method) fields.set('shipping_method[0]', method);
  return fields;
}
