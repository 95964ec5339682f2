import { useEffect, useState } from 'react';
import type { CountryRules } from '../../generated/pages';
import { get } from '../../lib/http';

const asked = new Map<string, Promise<CountryRules | null>>();

/** Fetch what an address needs in a country, once for the page; null where that cannot be had. */
export function loadRules(country: string): Promise<CountryRules | null> {
  const known = asked.get(country);
  if (known) return known;
  const answer = fetchRules(country);
  asked.set(country, answer);
  return answer;
}

async function fetchRules(country: string): Promise<CountryRules | null> {
  try {
    const path = `/checkout/addresses/countries/${encodeURIComponent(country)}/`;
    return JSON.parse(await get(path, { Accept: 'application/json' })) as CountryRules;
  } catch {
    asked.delete(country); // asked again with the next choice
    return null;
  }
}

/**
 * The rules of the chosen country, of those that the page knows or fetched. While they are on their way, those of the
 * country before stand; undefined where they cannot be had.
 */
export function useCountryRules(known: CountryRules[], country: string): CountryRules | undefined {
  const own = known.find(({ code }) => code === country);
  const [shown, setShown] = useState(own);
  if (own && own !== shown) setShown(own);
  useEffect(() => {
    if (own || !country) return;
    let chosen = true;
    void loadRules(country).then((rules) => {
      if (chosen) setShown(rules ?? undefined);
    });
    return () => {
      chosen = false;
    };
  }, [own, country]);
  return own ?? (country ? shown : undefined);
}
