import type { Product } from '@keyturn/api-client';
import { useState } from 'react';
import styles from './requirements.module.css';

/** System requirements: one table per system; a switch where there are several. Software brings its own rows. */
export function Requirements({ product }: { product: Product }) {
  const systems = [
    ...product.systemRequirements.map(({ system, requirement }) => ({ system, rows: requirement.map(splitLine) })),
    ...(product.customSystem.length > 0
      ? [{ system: 'System', rows: product.customSystem.map(({ title, value }) => ({ label: title, value })) }]
      : []),
  ].filter(({ rows }) => rows.length > 0);
  const [chosen, setChosen] = useState(0);
  const current = systems[chosen] ?? systems[0];
  if (!current) return null;

  return (
    <section aria-labelledby="requirements">
      <h2 id="requirements" className={styles.heading}>
        System requirements
      </h2>
      {systems.length > 1 && (
        <div className={styles.systems} role="group" aria-label="System">
          {systems.map(({ system }, position) => (
            <button key={system} type="button" aria-pressed={position === chosen} onClick={() => setChosen(position)}>
              {system}
            </button>
          ))}
        </div>
      )}
      <dl className={styles.rows}>
        {current.rows.map(({ label, value }) => (
          <div key={label + value} className={label === '' ? styles.plain : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** "Label: value"; a line without a colon is shown as it is. */
function splitLine(line: string): { label: string; value: string } {
  const colon = line.indexOf(':');
  return colon > 0 && colon < 40
    ? { label: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }
    : { label: '', value: line.trim() };
}
