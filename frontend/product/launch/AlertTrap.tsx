import styles from './LaunchForm.module.css';

/** A field that people do not see. A form in which it is filled in comes from a program. */
export function AlertTrap() {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label htmlFor="alert-topic">Leave this empty</label>
      <input id="alert-topic" name="topic" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
