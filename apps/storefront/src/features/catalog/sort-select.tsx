import type { Sort } from '@keyturn/shop-rules';
import { ChevronDown } from 'lucide-react';
import { startTransition, useOptimistic } from 'react';
import styles from './sort-select.module.css';
import { useListAddress } from './use-list-address.ts';

const NAMES: Record<Sort, string> = {
  relevance: 'Relevance',
  popular: 'Most popular',
  newest: 'Newest',
  priceAsc: 'Price up',
  priceDesc: 'Price down',
  nameAsc: 'Name',
};
const ORDERS = Object.keys(NAMES) as Sort[];

/** The order of a list. Its default order (`usual`) is not in the URL. */
export function SortSelect({ usual }: { usual: 'popular' | 'relevance' }) {
  const { query, change } = useListAddress();
  const offered = ORDERS.filter((sort) => sort !== 'relevance' || usual === 'relevance');
  const asked = query.sort !== null && offered.includes(query.sort) ? query.sort : usual;
  const [chosen, setChosen] = useOptimistic(asked);
  return (
    <label className={styles.sort}>
      <span>Sort by</span>
      <span>
        <select
          value={chosen}
          onChange={(event) => {
            const sort = offered.find((one) => one === event.target.value) ?? usual;
            startTransition(() => {
              setChosen(sort);
              change({ sort: sort === usual ? null : sort });
            });
          }}
        >
          {offered.map((sort) => (
            <option key={sort} value={sort}>
              {NAMES[sort]}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden="true" />
      </span>
    </label>
  );
}
