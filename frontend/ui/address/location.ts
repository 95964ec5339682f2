import type { AddressSearch } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { ConnectionError, post } from '../../lib/http';
import type { FoundAddress } from './foundAddress';

interface Located {
  status: string;
  address: FoundAddress | null;
}

const FETCHED = 'Fetch my location again';
const UNSUPPORTED = 'Not supported by browser';
const NOTHING = 'No address found for your location';
const PATIENCE = 20_000;

/** Find the address where the browser is, for the field of this id. `message` is what the control then says. */
export async function findLocation(
  search: AddressSearch,
  field: string,
): Promise<{ message: string; address: FoundAddress | null }> {
  const { message, address } = await locate(search, field);
  announce(address ? 'The address is filled in.' : message);
  return { message, address };
}

async function locate(search: AddressSearch, field: string) {
  if (!navigator.geolocation) return { message: UNSUPPORTED, address: null };
  try {
    const { coords } = await position();
    const { status, address } = await post<Located>(search.locate_url, {
      csrfmiddlewaretoken: token(field),
      latitude: String(coords.latitude),
      longitude: String(coords.longitude),
    });
    return { message: messageOf(status), address };
  } catch (error) {
    if (error instanceof ConnectionError) return { message: error.message, address: null };
    if (isGeolocationError(error)) return { message: error.message || NOTHING, address: null };
    throw error;
  }
}

function position(): Promise<GeolocationPosition> {
  return new Promise((found, failed) => {
    navigator.geolocation.getCurrentPosition(found, failed, { timeout: PATIENCE, maximumAge: 60_000 });
  });
}

/** The states are those of Google's Geocoding API. */
function messageOf(status: string): string {
  if (status === 'OK') return FETCHED;
  return status === 'ZERO_RESULTS' ? NOTHING : status;
}

function isGeolocationError(error: unknown): error is GeolocationPositionError {
  return error instanceof Object && 'PERMISSION_DENIED' in error;
}

function token(field: string): string {
  const { form } = document.getElementById(field) as HTMLInputElement;
  const input = form?.elements.namedItem('csrfmiddlewaretoken');
  return input instanceof HTMLInputElement ? input.value : '';
}
