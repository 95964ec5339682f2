import { type RefObject, useEffect, useState } from 'react';
import { get } from '../lib/http';
import { whenNear } from '../ui/near';

/** The author of a new review. The page is the same for everybody, so it does not know her. */
export interface Writer {
  signed_in: boolean;
  name: string;
}

const ANYBODY: Writer = { signed_in: false, name: '' };

/** Fetches the author when the form comes near the screen; until then, and without an answer, it is a guest. */
export function useWriter(form: RefObject<HTMLElement | null>, url: string): Writer {
  const [writer, setWriter] = useState(ANYBODY);
  useEffect(() => {
    if (!form.current) return undefined;
    return whenNear(form.current, () => {
      get(url, { Accept: 'application/json' })
        .then((text) => setWriter(JSON.parse(text) as Writer))
        .catch(() => undefined); // the fields of a guest do for everybody
    });
  }, [form, url]);
  return writer;
}
