import { type ComponentProps, useRef } from 'react';
import { useHydrated } from '../../lib/hydrated';
import inputStyles from '../../ui/fields/InputButton.module.css';
import { setValue } from '../../ui/fields/setValue';
import styles from './DateInput.module.css';

interface Props extends ComponentProps<'input'> {
  /** The first and the last day that can be picked, in ISO format. */
  first: string;
  last: string;
}

/** A date as mm/dd/yyyy, whatever the browser's language, with the browser's own calendar to pick one from. */
export function DateInput({ first, last, ...attributes }: Props) {
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);

  const open = () => {
    const picker = calendar.current;
    if (!picker || !input.current) return;
    picker.value = isoDate(input.current.value);
    if ('showPicker' in picker) picker.showPicker();
  };

  return (
    <span className={inputStyles.place}>
      <input {...attributes} ref={input} type="text" maxLength={10} />
      {hydrated && (
        <>
          <input
            ref={calendar}
            className={styles.calendar}
            type="date"
            min={first}
            max={last}
            tabIndex={-1}
            aria-hidden="true"
            onChange={(event) => input.current && setValue(input.current, shownDate(event.target.value))}
          />
          <button type="button" className={inputStyles.button} aria-label="Choose a date" onClick={open}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 6.5h16v13H4zM4 10.5h16M8 4v4M16 4v4" />
            </svg>
          </button>
        </>
      )}
    </span>
  );
}

/** Return '1984-03-09' for '03/09/1984', '' for what is no date. */
export function isoDate(shown: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(shown.trim()) ?? [];
  return year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : '';
}

/** Return '03/09/1984' for '1984-03-09'. */
export function shownDate(iso: string): string {
  const [year, month, day] = iso.split('-');
  return day ? `${month}/${day}/${year}` : '';
}
