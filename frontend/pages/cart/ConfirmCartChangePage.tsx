import type { ConfirmCartChangePage as Props } from '../../generated/pages';
import { Button } from '../../ui/Button';
import { buttonClass } from '../../ui/buttonClass';
import styles from './ConfirmCartChangePage.module.css';

/** A link changes no cart by itself: this page needs a confirmation, and its form posts. It works without a script. */
export default function ConfirmCartChangePage({ csrf_token, heading, text, action, fields, button, instead }: Props) {
  return (
    <div className={styles.page}>
      <h1>{heading}</h1>
      <p className={styles.text}>{text}</p>
      <form className={styles.form} method="post" action={action}>
        <input type="hidden" name="csrfmiddlewaretoken" value={csrf_token} />
        {fields.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">{button}</Button>
        <a className={buttonClass('quiet')} href={instead.url}>
          {instead.label}
        </a>
      </form>
    </div>
  );
}
