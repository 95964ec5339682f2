import { Button } from '../../ui/Button';
import { Field } from '../../ui/fields/Field';
import { AlertTrap } from './AlertTrap';
import { EMAIL } from './emailField';
import styles from './LaunchForm.module.css';

interface Props {
  productId: number;
  consent: string;
}

/** Asks for an e-mail address to be told when a wine that is sold out is back. A page answers. */
export function RestockForm({ productId, consent }: Props) {
  return (
    <form className={styles.form} method="post" action={`/alerts/wine/${productId}/`}>
      <h2 className={styles.title}>E-mail me when it is back</h2>
      <input type="hidden" name="about" value="restock" />
      <div className={styles.row}>
        <Field field={EMAIL} error="" />
        <Button type="submit">Notify me</Button>
      </div>
      <p className={styles.consent}>{consent}</p>
      <AlertTrap />
    </form>
  );
}
