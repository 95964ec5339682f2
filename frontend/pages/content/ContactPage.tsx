import { useRef } from 'react';
import type { ContactPage as Props, StoreFooter } from '../../generated/pages';
import { SentNotice } from '../../notices/SentNotice';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';
import { useErrorFocus } from '../../ui/fields/useErrorFocus';
import styles from './ContactPage.module.css';

/** How to reach the store: a form, and its address and telephone number. */
export default function ContactPage({ csrf_token, action, text, fields, problem, was_sent, shared }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useErrorFocus(form);
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <h1>Contact</h1>
        {was_sent ? (
          <SentNotice title="Thank you, we have your message">
            <p>We answer by email, to the address that you gave us.</p>
          </SentNotice>
        ) : (
          text && <p>{text}</p>
        )}
        {!was_sent && (
          <form ref={form} className={styles.form} method="post" action={action}>
            <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
            {fields.map((field) => (
              <Field key={field.name} field={field} error={field.error} />
            ))}
            {problem && (
              <p className={styles.problem} role="alert">
                {problem}
              </p>
            )}
            <Button type="submit">Send message</Button>
          </form>
        )}
      </div>
      <Reach footer={shared.footer} name={shared.store_name} email={shared.store_email} />
    </div>
  );
}

function Reach({ footer, name, email }: { footer: StoreFooter; name: string; email: string }) {
  return (
    <aside className={styles.reach} aria-label="Other ways to reach us">
      {footer.telephone && (
        <section>
          <h2 className={styles.title}>Call</h2>
          <p>
            <a href={footer.telephone.url}>{footer.telephone.label}</a>
          </p>
          {footer.hours && <p className={styles.soft}>{footer.hours}</p>}
        </section>
      )}
      <section>
        <h2 className={styles.title}>Email</h2>
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      </section>
      {footer.address.length > 0 && (
        <section>
          <h2 className={styles.title}>Address</h2>
          <address className={styles.address}>
            {[name, ...footer.address].map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </section>
      )}
    </aside>
  );
}
