import { LANGUAGE_FLAGS, shownLanguages } from '@keyturn/shop-rules';
import { useState } from 'react';
import styles from './languages.module.css';

/** The first four, then +N, which opens the rest. */
const SHOWN_AT_FIRST = 4;

export function Languages({ languages }: { languages: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const all = shownLanguages(languages);
  const shown = isOpen ? all : all.slice(0, SHOWN_AT_FIRST);
  const others = all.length - shown.length;

  return (
    <ul className={styles.languages}>
      {shown.map((language) => {
        const code = LANGUAGE_FLAGS[language];
        return (
          <li key={language}>
            {code && <img src={`/flags/${code.toLowerCase()}.svg`} width={20} height={15} alt="" loading="lazy" />}
            {language}
          </li>
        );
      })}
      {others > 0 && (
        <li>
          <button type="button" aria-label={`Show ${others} more languages`} onClick={() => setOpen(true)}>
            +{others}
          </button>
        </li>
      )}
    </ul>
  );
}
