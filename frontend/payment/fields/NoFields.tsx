import { useEffect } from 'react';
import styles from './NoFields.module.css';

interface Props {
  text: string;
  onMeans: (means: null | undefined) => void;
}

/** Says why there is nothing to enter, and that nothing will come. */
export function NoFields({ text, onMeans }: Props) {
  useEffect(() => {
    onMeans(null);
    return () => onMeans(undefined);
  }, [onMeans]);
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}
