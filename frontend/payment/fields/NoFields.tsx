import { useEffect } from 'react';
import styles from './NoFields.module.css';

interface Props {
  text: string;
  onInput: (input: null | undefined) => void;
}

/** Shows why there are no fields, and reports that none will be loaded. */
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
