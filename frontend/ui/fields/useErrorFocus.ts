import { type RefObject, useEffect } from 'react';
import { reveal } from '../../lib/scroll';
import { unfold } from '../unfold';

/** Lead to the first field that the server refused. Once: later corrections keep their focus. */
export function useErrorFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refused]');
    if (!field) return;
    unfold(field);
    reveal(field);
  }, [form]);
}
