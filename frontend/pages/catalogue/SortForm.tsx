import { type KeyboardEvent, useRef } from 'react';
import { Button } from '../../components/Button';
import type { SortOption } from '../../generated/pages';
import styles from './SortForm.module.css';

interface Props {
  action: string;
  sort: string;
  options: SortOption[];
}

/**
 * The order of a listing. A choice made with the pointer submits at once (spec 2.2); going through the choices with
 * the arrow keys does not, until Enter or the button commits it (WCAG 3.2.2).
 */
export function SortForm({ action, sort, options }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const byKeyboard = useRef(false);

  const onKeyDown = (event: KeyboardEvent<HTMLSelectElement>) => {
    byKeyboard.current = event.key !== 'Enter';
    if (event.key !== 'Enter' || event.currentTarget.value === sort) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  const onChange = () => {
    if (!byKeyboard.current) form.current?.requestSubmit();
  };
  return (
    <form ref={form} className={styles.form} method="get" action={action}>
      <label htmlFor="orderby">Sort by</label>
      <select
        id="orderby"
        name="orderby"
        className={styles.select}
        defaultValue={sort}
        onPointerDown={() => {
          byKeyboard.current = false;
        }}
        onKeyDown={onKeyDown}
        onChange={onChange}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Button type="submit" look="quiet">
        Go
      </Button>
    </form>
  );
}
