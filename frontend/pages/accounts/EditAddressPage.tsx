import { useRef, useState } from 'react';
import { AccountMenu } from '../../account/AccountMenu';
import styles from '../../account/AddressBook.module.css';
import { AddressFields } from '../../checkout/address/AddressFields';
import { AddressSearchContext } from '../../checkout/address/addressSearchContext';
import { problemWith } from '../../checkout/fieldRules';
import type { FormField, EditAddressPage as Props } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { useErrorFocus } from '../../ui/fields/useErrorFocus';

/** The form of one address: the checkout's fields. Without JavaScript it comes back with what is wrong. */
export default function EditAddressPage(props: Props) {
  const { csrf_token, menu, heading, fields, countries, address_search, error, back_url } = props;
  const [problems, setProblems] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.error])),
  );
  const form = useRef<HTMLFormElement>(null);
  useErrorFocus(form);
  const show = (field: FormField, problem: string) => setProblems((known) => ({ ...known, [field.name]: problem }));
  return (
    <div className={styles.page}>
      <h1>{heading}</h1>
      <AccountMenu links={menu} token={csrf_token} />
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <form ref={form} className={styles.form} method="post" noValidate>
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        <AddressSearchContext value={address_search}>
          <AddressFields
            fields={fields}
            countries={countries}
            problems={problems}
            advice=""
            onCheck={(field, value) => show(field, problemWith(field, value))}
            onFix={(field, value) => problems[field.name] && show(field, problemWith(field, value))}
          />
        </AddressSearchContext>
        <div className={styles.buttons}>
          <Button type="submit" name="save_address" value="1">
            Save address
          </Button>
          <a href={back_url}>Back to your addresses</a>
        </div>
      </form>
    </div>
  );
}
