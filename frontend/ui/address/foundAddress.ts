/** `FoundAddress` in vintner/shipping/lookup/address_lookup.py: codes for country and state; what is not known is empty. */
export interface FoundAddress {
  country: string;
  country_name: string;
  address: string;
  address_1: string;
  address_2: string;
  city: string;
  state: string;
  state_name: string;
  postcode: string;
  formatted: string;
}
