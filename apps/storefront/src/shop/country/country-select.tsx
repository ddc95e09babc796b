import { ChevronDown } from 'lucide-react';
import { useServed } from '../../lib/use-served.ts';
import { allCountries } from './countries.ts';
import styles from './country-select.module.css';

interface CountrySelectProps {
  label: string;
  /** Two letters; null: none. */
  value: string | null;
  onChange: (code: string) => void;
}

/** A list of countries with an invisible label. A page as it is served has no names in it: they would be most of its text. */
export function CountrySelect({ label, value, onChange }: CountrySelectProps) {
  const isServed = useServed();
  return (
    <span className={styles.select}>
      <select aria-label={label} value={value ?? ''} onChange={(event) => event.target.value !== '' && onChange(event.target.value)}>
        {value === null && <option value="">Choose a country…</option>}
        {!isServed &&
          allCountries().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </select>
      <ChevronDown size={18} aria-hidden="true" />
    </span>
  );
}
