import { type ReactNode, useState } from 'react';
import type { FormError, FormField } from '../../generated/pages';
import { partOf } from '../fieldRules';
import styles from './KnownAddress.module.css';

interface Props {
  fields: FormField[];
  errors: FormError[];
  children: ReactNode;
}

/** An address that is known and complete: a summary, with the fields behind 'Edit'. All others show their fields. */
export function KnownAddress({ fields, errors, children }: Props) {
  const isWrong = errors.some(({ field }) => fields.some(({ name }) => name === field));
  const complete = !isWrong && fields.every((field) => !field.required || field.value !== '');
  const [open, setOpen] = useState(false);
  if (!complete) return children;
  const of = Object.fromEntries(fields.map((field) => [partOf(field.name), field.value]));
  const [home, ...others] = fields.find(({ name }) => partOf(name) === 'country')?.options ?? [];
  const abroad = others.find(({ value }) => value === of.country && value !== home?.value)?.label;
  return (
    <details className={styles.known} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <span className={styles.lines}>
          <strong>
            {of.first_name} {of.last_name}
          </strong>
          <span>{[of.address_1, of.address_2].filter(Boolean).join(', ')}</span>
          <span>
            {of.city}, {of.state} {of.postcode}
          </span>
          {abroad && <span>{abroad}</span>}
          <span>{[of.phone, of.email].filter(Boolean).join(' · ')}</span>
        </span>
        <span className={styles.edit}>Edit</span>
      </summary>
      {children}
    </details>
  );
}
