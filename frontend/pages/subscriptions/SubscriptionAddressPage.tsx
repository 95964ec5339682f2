import { useRef, useState } from 'react';
import { AccountMenu } from '../../account/AccountMenu';
import styles from '../../account/AddressBook.module.css';
import { AddressFields } from '../../checkout/address/AddressFields';
import { AddressSearchContext } from '../../checkout/address/addressSearchContext';
import { problemWith } from '../../checkout/fieldRules';
import type { FormField, SubscriptionAddressPage as Props } from '../../generated/pages';
import { useHydrated } from '../../lib/hydrated';
import { Button } from '../../ui/Button';
import { useErrorFocus } from '../../ui/fields/useErrorFocus';
import own from './SubscriptionAddressPage.module.css';

/** Where the boxes go, or who is billed: an address of the book, or one that is typed. */
export default function SubscriptionAddressPage(props: Props) {
  const { csrf_token, menu, current, choices, choice_error, fields, countries, address_search } = props;
  const [chosen, choose] = useState(() => choices.find((each) => each.chosen)?.id ?? NEW);
  const [problems, setProblems] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.error])),
  );
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  useErrorFocus(form);
  const show = (field: FormField, problem: string) => setProblems((known) => ({ ...known, [field.name]: problem }));
  return (
    <div className={styles.page}>
      <h1>{props.title}</h1>
      <AccountMenu links={menu} token={csrf_token} />
      {props.error && (
        <p className={styles.error} role="alert">
          {props.error}
        </p>
      )}
      <section aria-labelledby="current">
        <h2 id="current">{props.heading}</h2>
        <address className={own.address}>
          {current.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      </section>
      <form ref={form} className={styles.form} method="post" noValidate>
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        <input type="hidden" name="kind" value={props.kind} />
        {choices.length > 0 && (
          <fieldset className={own.choices} aria-describedby={choice_error ? 'choice-error' : undefined}>
            <legend>{props.legend}</legend>
            {choices.map(({ id, text }) => (
              <label key={id} className={own.choice}>
                <input
                  type="radio"
                  name="address"
                  value={id}
                  checked={chosen === id}
                  onChange={() => choose(id)}
                  data-refused={(choice_error !== '' && chosen === id) || undefined}
                />
                <span>{text}</span>
              </label>
            ))}
            {choice_error && (
              <p id="choice-error" className={own.bad} role="alert">
                {choice_error}
              </p>
            )}
          </fieldset>
        )}
        <div hidden={hydrated && chosen !== NEW}>
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
        </div>
        <div className={styles.buttons}>
          <Button type="submit">Use this address</Button>
          <a href={props.back_url}>Back to the subscription</a>
        </div>
      </form>
    </div>
  );
}

const NEW = 'new';
