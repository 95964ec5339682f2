import type { ChangeEvent, ComponentProps, FocusEvent, ReactNode } from 'react';
import type { FormField } from '../../generated/pages';
import styles from './Field.module.css';
import { FieldDescription } from './FieldDescription';
import { PasswordField } from './PasswordField';
import { SelectBox } from './SelectBox';

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Props {
  field: FormField;
  /** What is wrong with the value, empty when nothing is. */
  error: string;
  onChange?: (event: ChangeEvent<Control>) => void;
  onBlur?: (event: FocusEvent<Control>) => void;
  /** Where several forms of a page have a field of this name. */
  id?: string;
  /** Stands in place of the options of a select. */
  children?: ReactNode;
  /** Makes another element than the plain input, with its attributes. */
  control?: (attributes: ComponentProps<'input'> & { id: string }) => ReactNode;
}

/** A field with its label above, its description and its error below. It keeps its own value. */
export function Field({ field, error, id = field.name, onChange, onBlur, children, control }: Props) {
  if (field.kind === 'trap') return <Trap field={field} id={id} />;
  const hint = field.hint ? `${id}-hint` : '';
  const problem = error ? `${id}-error` : '';
  const label = `${id}-label`;
  const attributes = {
    id,
    name: field.name,
    className: styles.input,
    autoComplete: field.autocomplete || undefined,
    required: field.required,
    defaultValue: field.value,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [problem, hint].filter(Boolean).join(' ') || undefined,
    onChange,
    onBlur,
  };
  const inputMode = (field.inputmode || undefined) as 'text' | undefined;
  const placeholder = field.placeholder || undefined;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id} id={label}>
        {field.label}
        {!field.required && <span className={styles.optional}> (optional)</span>}
      </label>
      {field.kind === 'select' && (
        <SelectBox {...attributes} labelledBy={label}>
          {children ?? <Options field={field} />}
        </SelectBox>
      )}
      {field.kind === 'textarea' && <textarea {...attributes} placeholder={placeholder} rows={3} />}
      {field.kind === 'password' && <PasswordField {...attributes} placeholder={placeholder} />}
      {!['select', 'textarea', 'password'].includes(field.kind) &&
        (control?.({ ...attributes, placeholder, inputMode }) ?? (
          <input {...attributes} type={field.kind} inputMode={inputMode} placeholder={placeholder} />
        ))}
      {error && (
        <span id={problem} className={styles.error}>
          {error}
        </span>
      )}
      {field.hint && <FieldDescription id={hint}>{field.hint}</FieldDescription>}
    </div>
  );
}

/** A field that people do not see. A form in which it is filled in comes from a program. */
function Trap({ field: { name, label }, id }: { field: FormField; id: string }) {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label htmlFor={id}>{label}</label>
      <input id={id} name={name} tabIndex={-1} autoComplete="off" />
    </div>
  );
}

function Options({ field }: { field: FormField }) {
  return field.options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
}
