import styles from './OrderHelp.module.css';

/** How to ask about the order: the contact form and the email name it already. */
export function OrderHelp({ number, email }: { number: string; email: string }) {
  return (
    <section className={styles.help} aria-labelledby="help">
      <h2 id="help" className={styles.title}>
        Need help with this order?
      </h2>
      <p>
        <a href={`/contact/?order=${encodeURIComponent(number)}`}>Send us a message</a>, or write to{' '}
        <a href={`mailto:${email}?subject=${encodeURIComponent(`Order ${number}`)}`}>{email}</a> and name order {number}
        . If something arrived broken or is missing, a picture helps.
      </p>
    </section>
  );
}
