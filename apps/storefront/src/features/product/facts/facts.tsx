import type { Product } from '@keyturn/api-client';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDate } from '../../../lib/format-date.ts';
import { paths } from '../../../shop/paths.ts';
import { AgeRating } from './age-rating.tsx';
import styles from './facts.module.css';
import { Languages } from './languages.tsx';

/** What is known about the product; unknown things have no row. */
export function Facts({ product }: { product: Product }) {
  const rows: [string, ReactNode][] = [
    ['Release date', formatDate(product.releaseDate)],
    ['Languages', product.languages.length > 0 && <Languages languages={product.languages} />],
    ['Genres', product.genres.length > 0 && <Genres genres={product.genres} />],
    ['Developer', product.developers.join(', ')],
    ['Publisher', product.publishers.join(', ')],
    ['Age rating', product.ageRating && <AgeRating rating={product.ageRating} />],
  ];
  const facts = rows.filter(([, value]) => value);
  const shown = new Set(facts.map(([name]) => subjectOf(name)));
  const more = product.overView.filter(({ title, value }) => value && !shown.has(subjectOf(title)));
  const known = [...facts, ...more.map(({ title, value }): [string, ReactNode] => [title, value])];
  return known.length === 0 ? null : (
    <section aria-label="Overview">
      <dl className={styles.facts}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The subject of a row, for different titles: "Publishers:" and "Publisher" are one. */
function subjectOf(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim();
  return /^released?( on)?$/.test(words) ? 'release date' : words.replace(/s$/, '');
}

function Genres({ genres }: { genres: readonly string[] }) {
  return (
    <span className={styles.genres}>
      {genres.map((genre) => (
        <Link key={genre} to={paths.filtered({ genre })}>
          {genre}
        </Link>
      ))}
    </span>
  );
}
