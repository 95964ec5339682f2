import { AccountMenu } from '../../account/AccountMenu';
import styles from '../../account/AccountStep.module.css';
import type { EraseAccountPage as Props, RetentionEntry } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';
import own from './EraseAccountPage.module.css';

/** What goes and what stays when the account is erased, and the form that asks for it. */
export default function EraseAccountPage(props: Props) {
  const { menu, csrf_token, paragraphs, error, goes, stays, obstacles, fields, back_url } = props;
  return (
    <div className={styles.page}>
      <h1>Erase your account</h1>
      <AccountMenu links={menu} token={csrf_token} />
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Entries title="What is erased" entries={goes} />
      <Entries title="What stays, and why" entries={stays} />
      {obstacles.length > 0 && (
        <section className={own.obstacles}>
          <h2>It cannot be erased now</h2>
          <ul>
            {obstacles.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p>Please try again once this is resolved.</p>
        </section>
      )}
      {fields.length > 0 && (
        <form className={styles.form} method="post">
          <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
          {fields.map((field) => (
            <Field key={field.name} field={field} error={field.error} />
          ))}
          <Button type="submit">Close and erase my account</Button>
        </form>
      )}
      <p>
        <a href={back_url}>Back to privacy</a>
      </p>
    </div>
  );
}

function Entries({ title, entries }: { title: string; entries: RetentionEntry[] }) {
  return (
    <section className={own.part}>
      <h2>{title}</h2>
      <dl className={own.entries}>
        {entries.map(({ data, outcome }) => (
          <div key={data}>
            <dt>{data}</dt>
            <dd>{outcome}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
