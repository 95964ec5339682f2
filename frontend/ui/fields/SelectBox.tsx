import {
  type ChangeEvent,
  type ComponentProps,
  type ComponentType,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '../../lib/classes';
import styles from './SelectBox.module.css';
import type SelectCombobox from './SelectCombobox';
import type { Option } from './SelectCombobox';
import { setValue } from './setValue';

interface Props extends ComponentProps<'select'> {
  id: string;
  /** The id of its label. */
  labelledBy: string;
}

/** Once fetched, later boxes (another country's states) are searchable at once. */
let loaded: ComponentType<ComponentProps<typeof SelectCombobox>> | null = null;

/**
 * A select that can be searched. The browser's own, until the form is used for the first time: then a combobox is
 * fetched and laid over it. The select keeps the value, so that forms and the browser's autofill find it. Fingers keep
 * the browser's own.
 */
export function SelectBox({ labelledBy, className, onChange, children, ...rest }: Props) {
  const select = useRef<HTMLSelectElement>(null);
  const [options, setOptions] = useState<Option[] | null>(null);
  const [value, setSelected] = useState(String(rest.defaultValue ?? ''));

  useLayoutEffect(() => {
    if (loaded && select.current) setOptions(optionsOf(select.current));
  }, []);
  useEffect(() => {
    // Chosen before hydration: React does not know of it.
    if (select.current && wasChanged(select.current)) setValue(select.current, select.current.value);
  }, []);
  useEffect(() => {
    const element = select.current;
    const form = element?.form;
    if (loaded || !form || !window.matchMedia?.('(pointer: fine)').matches) return;
    const leaving = new AbortController();
    const cover = () => setOptions(optionsOf(element));
    const load = async () => {
      loaded ??= (await import('./SelectCombobox')).default;
      if (leaving.signal.aborted) return;
      if (document.activeElement === element) element.addEventListener('blur', cover, { once: true });
      else cover();
    };
    form.addEventListener('focusin', load, { once: true, signal: leaving.signal });
    return () => leaving.abort();
  }, []);

  const change = (event: ChangeEvent<HTMLSelectElement>) => {
    setSelected(event.target.value);
    onChange?.(event);
  };
  const Combobox = options && loaded;
  const comboboxId = `${rest.id}-search`;
  return (
    <span className={styles.place}>
      <select
        {...rest}
        ref={select}
        className={classes(className, Combobox !== null && styles.covered)}
        onChange={change}
        tabIndex={Combobox ? -1 : undefined}
        aria-hidden={Combobox ? true : undefined}
        // From its label, or from the list of errors.
        onFocus={Combobox ? () => document.getElementById(comboboxId)?.focus() : undefined}
      >
        {children}
      </select>
      {Combobox && (
        <Combobox
          id={comboboxId}
          className={className}
          labelledBy={labelledBy}
          options={options}
          value={value}
          invalid={rest['aria-invalid'] === true}
          describedBy={rest['aria-describedby']}
          required={rest.required}
          onChoose={(chosen) => select.current && setValue(select.current, chosen)}
          onLeave={() => select.current?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))}
        />
      )}
    </span>
  );
}

function wasChanged(select: HTMLSelectElement): boolean {
  const options = [...select.options];
  const initial = options.find((option) => option.defaultSelected) ?? options[0];
  return initial !== undefined && !initial.selected;
}

function optionsOf(select: HTMLSelectElement): Option[] {
  return [...select.options].map((option) => ({ value: option.value, label: option.text }));
}
