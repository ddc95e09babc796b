import styles from './spinner.module.css';

/** Turns inside a pressed button, nowhere else. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
