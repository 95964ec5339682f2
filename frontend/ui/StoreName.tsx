import styles from './StoreName.module.css';

/** The name of the store, as the link home that a header begins with. `className` gives it its place there. */
export function StoreName({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <a className={className ? `${styles.name} ${className}` : styles.name} href="/">
      {name}
    </a>
  );
}
