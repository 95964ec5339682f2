import type { AgeGate } from '../generated/pages';
import { Button } from '../ui/Button';
import styles from './AgeQuestion.module.css';

interface Props extends AgeGate {
  /** The question's own id; its text has the same with '-text' behind. */
  id: string;
  storeName: string;
  /** Why an answer could not be saved. */
  fault: string;
}

/**
 * The question of the age gate and its answers. The form leads back to the page it stands on, or away from the store.
 */
export function AgeQuestion({ id, storeName, question, text, yes, no, back, fault }: Props) {
  return (
    <form className={styles.panel} method="post" action="/age/">
      <p className={styles.name}>{storeName}</p>
      <h2 id={id} className={styles.question}>
        {question}
      </h2>
      <p id={`${id}-text`} className={styles.text}>
        {text}
      </p>
      <input type="hidden" name="back" value={back} />
      <div className={styles.answers}>
        <Button type="submit" name="answer" value="yes" look={no ? 'main' : 'quiet'} wide>
          {yes}
        </Button>
        {no && (
          <Button type="submit" name="answer" value="no" look="quiet" wide>
            {no}
          </Button>
        )}
      </div>
      <p className={styles.fault} role="alert">
        {fault}
      </p>
    </form>
  );
}
