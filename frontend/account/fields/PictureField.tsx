import { type ChangeEvent, useRef, useState } from 'react';
import type { ProfileField } from '../../generated/pages';
import { announce } from '../../lib/announce';
import { useHydrated } from '../../lib/hydrated';
import { Button } from '../../ui/Button';
import fields from '../../ui/fields/Field.module.css';
import styles from './PictureField.module.css';
import { problemWithPicture } from './pictureRules';

/**
 * The profile picture: the one that is set with a check, a file to choose in its place once it is removed. Without
 * JavaScript a box removes it.
 */
export function PictureField({ field, error }: { field: ProfileField; error: string }) {
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [removed, setRemoved] = useState(false);
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState(error);
  const stored = removed ? null : field.picture;
  const source = chosen || stored?.url;

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    const wrong = file ? problemWithPicture(file) : '';
    setProblem(wrong);
    if (wrong) target.value = '';
    setChosen(file && !wrong ? await readPicture(file) : '');
  };
  const remove = () => {
    if (input.current) input.current.value = '';
    setChosen('');
    setRemoved(true);
    announce('The picture is removed once you save.');
    requestAnimationFrame(() => input.current?.focus());
  };

  const describedBy = problem ? `${field.name}-error` : undefined;
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={stored && hydrated ? undefined : field.name}>
        {field.label}
        {!field.required && <span className={fields.optional}> (optional)</span>}
      </label>
      <div className={styles.row}>
        <span className={styles.frame}>
          {source ? <img className={styles.picture} src={source} alt="" width={96} height={96} /> : <Nobody />}
          {source && <Check />}
        </span>
        <div className={styles.controls}>
          {stored && hydrated ? null : (
            <input
              ref={input}
              id={field.name}
              name={field.name}
              className={styles.file}
              type="file"
              accept=".png,.jpg,.jpeg,image/png,image/jpeg"
              required={field.required && !stored}
              aria-invalid={problem ? true : undefined}
              aria-describedby={[describedBy, `${field.name}-hint`].filter(Boolean).join(' ')}
              onChange={choose}
            />
          )}
          {source && hydrated && (
            <Button look="quiet" onClick={remove}>
              Remove picture
            </Button>
          )}
          {field.picture && !hydrated && (
            <label className={styles.box}>
              <input type="checkbox" name={`${field.name}_remove`} value={field.picture.name} /> Remove this picture
            </label>
          )}
          {field.picture && removed && <input type="hidden" name={`${field.name}_remove`} value={field.picture.name} />}
          <span id={`${field.name}-hint`} className={styles.hint}>
            {field.hint || 'PNG or JPG, smaller than 2 MB. Only you and our staff see it.'}
          </span>
        </div>
      </div>
      {problem && (
        <span id={`${field.name}-error`} className={fields.error} role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

/** The page's policy allows pictures as data, not by reference. */
function readPicture(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve('');
    reader.readAsDataURL(file);
  });
}

function Nobody() {
  return (
    <svg className={styles.nobody} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="9" r="4" />
      <path d="M4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />
    </svg>
  );
}

function Check() {
  return (
    <svg className={styles.check} viewBox="0 0 24 24" role="img" aria-label="A picture is set">
      <path d="m6.5 12.5 3.5 3.5 7.5-8" />
    </svg>
  );
}
