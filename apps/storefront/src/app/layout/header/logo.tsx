import styles from './logo.module.css';

/** `isLink`: it leads home, and says so. */
export function Logo({ isLink = false }: { isLink?: boolean }) {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect className={styles.plate} width="32" height="32" rx="9" />
        <g className={styles.key} fill="none" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
          <circle cx="11.500" cy="16" r="4.500" />
          <path d="M16 16h10M22 16v4.500M26 16v3" />
        </g>
      </svg>
      <span>Keyturn{isLink && <span className="visually-hidden"> Home</span>}</span>
    </span>
  );
}
