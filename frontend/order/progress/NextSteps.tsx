import styles from './NextSteps.module.css';

export function NextSteps({ steps }: { steps: string[] }) {
  if (steps.length === 0) return null;
  return (
    <section className={styles.next} aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
