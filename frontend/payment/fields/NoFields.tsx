import { useEffect } from 'react';
import styles from './NoFields.module.css';

interface Props {
  text: string;
  onInput: (input: null | undefined) => void;
}

/** Says why there is nothing to enter, and that nothing will come. */
export function NoFields({ text, onInput }: Props) {
  useEffect(() => {
    onInput(null);
    return () => onInput(undefined);
  }, [onInput]);
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}
