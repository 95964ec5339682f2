import type { StripeError } from '@stripe/stripe-js';

export type Answer<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeError };

export interface Parameters {
  [name: string]: string | number | boolean | null | undefined | Parameters;
}

/** Call the provider with the publishable key; every failure comes back as an error in Stripe's shape. */
export async function call<T>(
  origin: string,
  key: string,
  method: 'GET' | 'POST',
  path: string,
  parameters: Parameters,
): Promise<Answer<T>> {
  const encoded = encode(parameters).toString();
  const url = `${origin}${path}${method === 'GET' ? `?${encoded}` : ''}`;
  try {
    const response = await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      ...(method === 'POST' ? { body: new URLSearchParams(encoded) } : {}),
    });
    const body = (await response.json()) as T & { error?: StripeError };
    return response.ok || body.error === undefined ? { value: body } : { error: body.error };
  } catch {
    return {
      error: { type: 'api_connection_error', message: "The payment provider can't be reached. Please try again." },
    };
  }
}

/** Encode nested values with brackets; what is null or undefined is left out. */
export function encode(parameters: Parameters, prefix = '', into = new URLSearchParams()): URLSearchParams {
  for (const [name, value] of Object.entries(parameters)) {
    const key = prefix ? `${prefix}[${name}]` : name;
    if (value === null || value === undefined) continue;
    if (typeof value === 'object') encode(value, key, into);
    else into.set(key, String(value));
  }
  return into;
}
