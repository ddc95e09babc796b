import type { CheckedLine } from '@keyturn/api-client';
import { countryName } from '@keyturn/shop-rules';
import { TriangleAlert } from 'lucide-react';
import styles from './activation-warning.module.css';

/** Says at a line that its key does not, or may not, activate in the visitor's country. */
export function ActivationWarning({ line, country }: { line: CheckedLine | undefined; country: string | null }) {
  const { activation, activatesIn } = line ?? {};
  if (activation === undefined || activation === 'yes') return null;
  return (
    <p className={styles.warning} data-activation={activation}>
      <TriangleAlert size={16} aria-hidden="true" /> {sentence(activation, country)} It activates: {activatesIn}.
    </p>
  );
}

function sentence(activation: 'no' | 'unknown', country: string | null): string {
  if (country === null) return 'Not for every country.';
  return activation === 'no' ? `Does not activate in ${countryName(country)}.` : `May not activate in ${countryName(country)}.`;
}
