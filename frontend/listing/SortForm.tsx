import { type KeyboardEvent, useRef, useState } from 'react';
import type { QueryParameter, SortOption } from '../generated/pages';
import { classes } from '../lib/classes';
import { Button } from '../ui/Button';
import { Hidden } from '../ui/Hidden';
import styles from './SortForm.module.css';

interface Props {
  action: string;
  sort: string;
  options: SortOption[];
  /** What else the address says and the new order is to keep. */
  other_parameters: QueryParameter[];
}

/**
 * The order of a listing. A choice made with the pointer submits at once; going through the choices with
 * the arrow keys does not, until Enter or the button that then appears commits it (WCAG 3.2.2).
 */
export function SortForm({ action, sort, options, other_parameters }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const byKeyboard = useRef(false);
  const [pending, setPending] = useState(false);

  const onKeyDown = (event: KeyboardEvent<HTMLSelectElement>) => {
    byKeyboard.current = event.key !== 'Enter';
    if (event.key !== 'Enter' || event.currentTarget.value === sort) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form ref={form} className={styles.form} method="get" action={action}>
      <label htmlFor="orderby">
        <Hidden>Sort order</Hidden>
      </label>
      <select
        id="orderby"
        name="orderby"
        className={styles.select}
        defaultValue={sort}
        autoComplete="off" // back on this page, browsers would fill in the choice that led away from it
        onPointerDown={() => {
          byKeyboard.current = false;
        }}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          if (byKeyboard.current) setPending(event.currentTarget.value !== sort);
          else form.current?.requestSubmit();
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {other_parameters.map(({ name, value }) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" look="quiet" className={classes(!pending && styles.spare)}>
        Go
      </Button>
    </form>
  );
}
