import { pricesDisagree } from '@keyturn/shop-rules';
import { SlidersHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { CloseButton } from '../../../ui/buttons/close-button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { appliedFilters, NO_FILTERS } from './applied-filters.tsx';
import { CountryFilter } from './country-filter.tsx';
import styles from './filter-sheet.module.css';
import { GenreFilter } from './genre-filter.tsx';
import { PriceFilter } from './price-filter.tsx';
import { useListAddress } from '../use-list-address.ts';

/** The filters of narrow screens: a button, and a sheet over the list that it opens. The list behind it follows at once. */
export function FilterSheet() {
  const [isOpen, setOpen] = useState(false);
  const [hasProblem, setHasProblem] = useState(false);
  const prices = useRef<HTMLDivElement>(null);
  const { query, change } = useListAddress();
  const count = appliedFilters(query).length;
  const open = () => {
    setHasProblem(pricesDisagree(query));
    setOpen(true);
  };
  const close = () => setOpen(false);

  return (
    <>
      <Button variant="secondary" className={styles.open} aria-haspopup="dialog" onClick={open}>
        <SlidersHorizontal size={18} aria-hidden="true" /> {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} label="Filters" className={styles.sheet}>
        <div className={styles.top}>
          <h2>Filters</h2>
          <CloseButton label="Close filters" onClick={close} />
        </div>
        <div ref={prices}>
          <PriceFilter onProblem={setHasProblem} />
        </div>
        <CountryFilter />
        <GenreFilter />
        <div className={styles.end}>
          <Button variant="quiet" aria-disabled={count === 0} onClick={() => count > 0 && change(NO_FILTERS)}>
            Clear all
          </Button>
          <Button
            className={styles.show}
            onClick={() => {
              // An invalid range must be corrected first.
              if (hasProblem) prices.current?.querySelector('input')?.focus();
              else close();
            }}
          >
            Show results
          </Button>
        </div>
      </Dialog>
    </>
  );
}
