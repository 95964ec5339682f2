import { type ComponentProps, useState } from 'react';
import { Field } from '../../ui/fields/Field';
import styles from './AddressFields.module.css';

/** A field that is seldom needed: a link that opens it, without any script; open when it holds something. */
export function MoreField(props: ComponentProps<typeof Field>) {
  const { field } = props;
  const [open, setOpen] = useState(field.value !== '' || props.error !== '');
  return (
    <details className={styles.more} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{`Add ${field.label.charAt(0).toLowerCase()}${field.label.slice(1)}`}</summary>
      <Field {...props} />
    </details>
  );
}
