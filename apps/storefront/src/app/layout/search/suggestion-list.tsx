import type { ListedProduct } from '@keyturn/api-client';
import { productPath } from '@keyturn/shop-rules';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { matchParts } from '../../../lib/match-parts.ts';
import { Cover } from '../../../shop/product/cover.tsx';
import { paths } from '../../../shop/paths.ts';
import { PlatformChip } from '../../../shop/platform/platform-chip.tsx';
import { PriceTag } from '../../../shop/product/price-tag.tsx';
import { lineId } from '../../../shop/product/product.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/feedback/states.tsx';
import styles from './suggestion-list.module.css';
import type { Suggestions } from './use-suggestions.ts';

const NOTHING = 'No Product Found ! ';

interface SuggestionListProps {
  id: string;
  typed: string;
  suggestions: Suggestions;
  /** Position of the row that the arrow keys have reached; -1 for none. */
  active: number;
  onChosen: () => void;
}

export const optionId = (listId: string, position: number) => `${listId}-${position}`;

/** The list below the search box. The focus stays in the box: rows cannot be tabbed to, but clicked. */
export function SuggestionList({ id, typed, suggestions, active, onChosen }: SuggestionListProps) {
  if (suggestions.state === 'none') return null;
  return (
    // A press must not move the focus from the box, or blur would close the list before the click.
    <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
      {suggestions.state === 'loading' && <Waiting />}
      {suggestions.state === 'failed' && (
        <div className={styles.words}>
          <p>{NOTHING}</p>
          <p>Suggestions could not be loaded.</p>
          <Button variant="secondary" size="small" tabIndex={-1} onClick={suggestions.retry}>
            Try again
          </Button>
        </div>
      )}
      {suggestions.state === 'found' && suggestions.products.length === 0 && <p className={styles.words}>{NOTHING}</p>}
      {suggestions.state === 'found' && suggestions.products.length > 0 && (
        <>
          <div role="listbox" id={id} aria-label="Suggested products">
            {suggestions.products.map((product, position) => (
              <Suggestion
                key={lineId(product)}
                id={optionId(id, position)}
                product={product}
                typed={typed}
                isActive={position === active}
                onChosen={onChosen}
              />
            ))}
          </div>
          <Link to={paths.search(typed)} tabIndex={-1} className={styles.all} onClick={onChosen}>
            All results <ArrowRight size={16} aria-hidden="true" />
          </Link>
        </>
      )}
    </div>
  );
}

interface SuggestionProps {
  id: string;
  product: ListedProduct;
  typed: string;
  isActive: boolean;
  onChosen: () => void;
}

function Suggestion({ id, product, typed, isActive, onChosen }: SuggestionProps) {
  return (
    <Link id={id} role="option" aria-selected={isActive} tabIndex={-1} to={productPath(product)} className={styles.row} onClick={onChosen}>
      <Cover path={product.mainImage} name={product.name} sizes="40px" isEager className={styles.cover} />
      <span className={styles.what}>
        <span className={styles.name}>
          {matchParts(product.name, typed).map(({ text, isMatch }, position) =>
            isMatch ? <mark key={position}>{text}</mark> : <span key={position}>{text}</span>,
          )}
        </span>{' '}
        {product.platform !== '' && <PlatformChip platform={product.platform} />}
      </span>{' '}
      <PriceTag of={product} />
    </Link>
  );
}

/** Three skeleton rows of the final size; shown only after a noticeable wait. */
function Waiting() {
  return (
    <div className={styles.late} aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton className={styles.skeletonCover} />
          <span className={styles.what}>
            <Skeleton className={styles.skeletonName} />
            <Skeleton className={styles.skeletonPlatform} />
          </span>
        </div>
      ))}
    </div>
  );
}
