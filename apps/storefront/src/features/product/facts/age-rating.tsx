import styles from './age-rating.module.css';

const DESCRIPTIONS: Record<string, string> = {
  'PEGI 3': 'Suitable for all ages.',
  'PEGI 7': 'Suitable for ages 7 and over.',
  'PEGI 12': 'Suitable for ages 12 and over.',
  'PEGI 16': 'Suitable for ages 16 and over.',
  'PEGI 18': 'Suitable for adults only.',
  EveryOne: 'Content is suitable for all ages.',
  'EveryOne 10+': 'Content is suitable for ages 10 and up.',
  TEEN: 'Content is suitable for ages 13 and up.',
  'Mature 17+': 'Content is suitable for ages 17 and up.',
  'Adults Only 18+': 'Content is suitable for adults only.',
};

/** A tile drawn by us (the logos are trademarks), and what it means. */
export function AgeRating({ rating }: { rating: string }) {
  const level = /(\d+)\+?$/.exec(rating)?.[1] ?? rating.charAt(0).toUpperCase();
  const age = Number(level);
  return (
    <span className={styles.rating}>
      <span className={styles.tile} data-for={age >= 17 ? 'adults' : age >= 12 || level === 'T' ? 'teens' : 'all'} aria-hidden="true">
        {level}
      </span>
      <span>
        {rating}
        {DESCRIPTIONS[rating] && <small>{DESCRIPTIONS[rating]}</small>}
      </span>
    </span>
  );
}
