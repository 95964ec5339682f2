import { type FormEvent, useState } from 'react';
import { classes } from '../lib/classes';
import { Hidden } from '../ui/Hidden';
import styles from './FavouriteButton.module.css';
import { setFavourite, useFavourite } from './favourites';

interface Props {
  productId: number;
  /** The name with producer and vintage, for screen readers. */
  bottle: string;
  /** Whether the word stands beside the heart. */
  labelled?: boolean;
  /** Whether the server knows that the wine is in the visitor's list. Pages for everybody do not. */
  initially?: boolean | undefined;
  className?: string | undefined;
}

/** Keeps a wine in the visitor's list. Without JavaScript it is a form that comes back to the page. */
export function FavouriteButton({ productId, bottle, labelled = false, initially = false, className }: Props) {
  const isOn = useFavourite(productId, initially);
  const [problem, setProblem] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem('');
    setProblem(await setFavourite(productId, !isOn));
  };
  return (
    <form className={classes(styles.form, className)} method="post" action="/favorites/change/" onSubmit={submit}>
      {isOn && <input type="hidden" name="status" value="inactive" />}
      <button
        type="submit"
        name="postid"
        value={productId}
        className={classes(styles.button, labelled && styles.labelled)}
        title={isOn ? 'Remove from Favorites' : 'Add to Favorites'}
        aria-pressed={isOn}
      >
        {labelled && 'Favorite'}
        <Hidden>
          {labelled || 'Favorite'}: {bottle}
        </Hidden>
      </button>
      {problem && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
