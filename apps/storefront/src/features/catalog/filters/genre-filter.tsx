import { type Genre, GENRES, inShopOrder } from '@keyturn/shop-rules';
import { startTransition, useId, useOptimistic, useState } from 'react';
import tick from '../../../ui/forms/tick.module.css';
import styles from './list-filters.module.css';
import { useListAddress } from '../use-list-address.ts';

const FIRST = 10;

/** Any number of genres; each applies at once. Selected genres stay in their place. */
export function GenreFilter() {
  const id = useId();
  const { query, change } = useListAddress();
  // The state changes before the URL: two quick clicks select two genres.
  const [chosen, setChosen] = useOptimistic(query.genres);
  const [touched, setTouched] = useState<readonly Genre[]>([]);
  const [typed, setTyped] = useState('');
  const [isWhole, setWhole] = useState(false);

  const word = typed.trim().toLowerCase();
  const isListed = (genre: Genre, position: number) =>
    word !== '' ? genre.toLowerCase().includes(word) : isWhole || position < FIRST || chosen.includes(genre) || touched.includes(genre);
  const listed = GENRES.filter(isListed);

  const toggle = (genre: Genre) => {
    const next = chosen.includes(genre) ? chosen.filter((other) => other !== genre) : inShopOrder([...chosen, genre]);
    setTouched([...touched, genre]);
    startTransition(() => {
      setChosen(next);
      change({ genres: next.join(',') || null });
    });
  };

  return (
    <fieldset className={styles.group}>
      <legend>Genres</legend>
      <input
        type="search"
        className={styles.find}
        aria-label="Find a genre"
        placeholder="Find a genre"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className={styles.genres} id={`${id}-list`}>
        {listed.map((genre) => (
          <li key={genre}>
            <label>
              <input type="checkbox" className={tick.tick} checked={chosen.includes(genre)} onChange={() => toggle(genre)} />
              {genre}
            </label>
          </li>
        ))}
      </ul>
      <p className={styles.none} role="status">
        {listed.length === 0 && 'No such genre.'}
      </p>
      {word === '' && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isWhole}
          aria-controls={`${id}-list`}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${GENRES.length}`}
        </button>
      )}
    </fieldset>
  );
}
