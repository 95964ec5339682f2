import { Combobox } from '@base-ui/react/combobox';
import { useEffect, useState } from 'react';
import { findTyped } from './findTyped';
import styles from './SelectBox.module.css';
import { NO_MATCHES } from './selectMessages';

export interface Option {
  value: string;
  label: string;
}

interface Props {
  id: string;
  className: string | undefined;
  labelledBy: string;
  options: Option[];
  value: string;
  invalid: boolean;
  describedBy: string | undefined;
  required: boolean | undefined;
  onChoose: (value: string) => void;
  onLeave: () => void;
}

/** The text box and the list of a searchable select. The list stands in the page itself, as that of the search does. */
export default function SelectCombobox({ options, value, labelledBy, onChoose, onLeave, ...rest }: Props) {
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value !== '' && option.value === value)?.label ?? '';
  const [text, setText] = useState(chosen);
  useEffect(() => setText(chosen), [chosen]);
  const items = options.filter((option) => option.value !== '');
  const placeholder = options.find((option) => option.value === '')?.label;
  return (
    <Combobox.Root
      items={items}
      value={items.find((item) => item.value === value) ?? null}
      onValueChange={(item: Option | null) => onChoose(item?.value ?? '')}
      inputValue={text}
      onInputValueChange={setText}
      open={open}
      onOpenChange={setOpen}
      autoHighlight
    >
      <Combobox.Input
        id={rest.id}
        className={rest.className}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-labelledby={labelledBy}
        aria-describedby={rest.describedBy}
        aria-invalid={rest.invalid || undefined}
        aria-required={rest.required}
        onBlur={() => {
          setOpen(false);
          const typed = findTyped(items, text);
          if (typed) onChoose(typed.value);
          setText(typed?.label ?? chosen); // it never shows what is not chosen
          onLeave();
        }}
      />
      <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true">
        <path d="m7 10 5 5 5-5" />
      </svg>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus in the input
        <div className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
          <Combobox.Empty className={styles.empty}>{NO_MATCHES}</Combobox.Empty>
          <Combobox.List aria-labelledby={labelledBy}>
            {(item: Option) => (
              <Combobox.Item key={item.value} value={item} className={styles.item}>
                {item.label}
              </Combobox.Item>
            )}
          </Combobox.List>
        </div>
      )}
    </Combobox.Root>
  );
}
