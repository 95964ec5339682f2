import { flushSync } from 'react-dom';
import type { AddressSearch } from '../../generated/pages';
import { ConnectionError, post } from '../../lib/http';
import { setValue } from '../fields/setValue';
import { unfold } from '../unfold';
import type { FoundAddress } from './foundAddress';

/** An address that may be meant; `AddressSuggestion` in vintner/shipping/lookup/address_lookup.py. */
export interface Suggested {
  id: string;
  text: string;
  detail: string;
}

const PAUSE = 250;
const FILLED = ['address_1', 'address_2', 'city', 'state', 'postcode'] as const;

/** How a form takes an address. `field` is the one that is typed into. */
export interface AddressForm {
  /** The code of the country that the form is about, empty when it is not known. */
  country: (field: HTMLInputElement) => string;
  /** Fill in an address. It is null when its parts are not told: then there is only the text that was suggested. */
  fill: (field: HTMLInputElement, address: FoundAddress | null, text: string) => void;
}

/** Forms whose fields are named as those of a bill or a parcel: 'billing_city'. */
const ADDRESS_FORM: AddressForm = {
  country: (street) => value(street, sibling(street, 'country')),
  fill: (street, address, text) => fill(street, address ?? { address_1: text }),
};

/** Finds addresses for a street that is typed. The newest question counts, and errors stay quiet: typing goes on. */
export function createAddressSearch(
  { suggest_url, find_url, least }: AddressSearch,
  onMatches: (matches: Suggested[], searched: boolean) => void,
  form: AddressForm = ADDRESS_FORM,
) {
  let session = newSession();
  let timer = 0;
  let newest = 0;

  const withToken = (street: HTMLInputElement, fields: Record<string, string>) => ({
    csrfmiddlewaretoken: value(street, 'csrfmiddlewaretoken'),
    session,
    ...fields,
  });
  const stop = () => {
    window.clearTimeout(timer);
    newest += 1;
    onMatches([], false);
  };
  const suggest = async (street: HTMLInputElement, typed: string) => {
    newest += 1;
    const number = newest;
    const country = form.country(street);
    const answer = await quietly<{ suggestions: Suggested[] }>(suggest_url, withToken(street, { typed, country }));
    if (number === newest) onMatches(answer?.suggestions ?? [], true);
  };
  /** Fetch suggestions for the field's text once typing pauses. */
  const suggestSoon = (street: HTMLInputElement) => {
    const typed = street.value.trim();
    if (document.activeElement !== street) return; // filled in, not typed
    if (typed.length < least) return stop();
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void suggest(street, typed), PAUSE);
  };
  /** Fill the form with an address that was suggested; returns whether the service knew its parts. */
  const choose = async (street: HTMLInputElement, { id, text }: Suggested): Promise<boolean> => {
    stop();
    const answer = await quietly<{ address: FoundAddress | null }>(find_url, withToken(street, { id }));
    session = newSession();
    form.fill(street, answer?.address ?? null, text);
    return Boolean(answer?.address);
  };
  return { suggestSoon, choose, stop };
}

/** What is not known of the address stays as it was typed. */
function fill(street: HTMLInputElement, address: Partial<FoundAddress>): void {
  for (const part of FILLED) {
    fillPart(street, part, address[part] ?? '');
  }
}

function fillPart(street: HTMLInputElement, part: string, text: string): void {
  const field = street.form?.elements.namedItem(sibling(street, part));
  if (!text || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
  setValue(field, text);
  unfold(field);
}

/** Fill the form with an address of any country: with the country, the states that can be chosen change. */
export function fillWithCountry(street: HTMLInputElement, address: FoundAddress): void {
  flushSync(() => fillPart(street, 'country', address.country));
  fill(street, address);
}

async function quietly<Answer>(url: string, fields: Record<string, string>): Promise<Answer | null> {
  try {
    return await post<Answer>(url, fields);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    return null;
  }
}

function sibling(street: HTMLInputElement, part: string): string {
  return street.name.replace(/address_1$/, part);
}

function value(street: HTMLInputElement, name: string): string {
  const field = street.form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : '';
}

function newSession(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
