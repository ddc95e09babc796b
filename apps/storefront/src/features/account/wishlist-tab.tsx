import { pageHeads, productPath } from '@keyturn/shop-rules';
import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { Cover } from '../../shop/product/cover.tsx';
import { paths } from '../../shop/paths.ts';
import { PriceTag } from '../../shop/product/price-tag.tsx';
import { useShop, useShopDispatch } from '../../shop/shop-state.ts';
import { type WishlistEntry, wishToggled } from '../../shop/wishlist/wishlist-slice.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Empty } from '../../ui/feedback/states.tsx';
import styles from './wishlist-tab.module.css';

/** The wishlist: stored in this browser and in the account. */
export function WishlistTab() {
  usePageHead(pageHeads.wishlist);
  const entries = useShop((state) => state.wishlist.entries);
  return (
    <>
      <h1 tabIndex={-1}>Wishlist</h1>
      {entries.length === 0 ? (
        <Empty title="No WishList items">
          <Link to={paths.home} className={buttonClass()}>
            Browse games
          </Link>
        </Empty>
      ) : (
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <Entry key={entry._id} entry={entry} />
          ))}
        </ul>
      )}
    </>
  );
}

function Entry({ entry }: { entry: WishlistEntry }) {
  const dispatch = useShopDispatch();
  const { usdNewPrice, plnNewPrice, gbpNewPrice, ...rest } = entry;
  const prices = { ...rest, usdPriceDiscounted: usdNewPrice, plnPriceDiscounted: plnNewPrice, gbpPriceDiscounted: gbpNewPrice };
  const address = productPath(
    entry.type === 'game' ? { name: entry.name, kinguinId: Number(entry._id) } : { productName: entry.name, _id: entry._id },
  );
  return (
    <li className={styles.entry}>
      <Cover path={entry.mainImage} name={entry.name} sizes="72px" className={styles.cover} />
      <div>
        <Link to={address}>{entry.name}</Link>
        <p>
          <PriceTag of={prices} />
        </p>
      </div>
      <button type="button" aria-label={`Remove From Wishlist: ${entry.name}`} onClick={() => dispatch(wishToggled(entry))}>
        <X size={20} aria-hidden="true" />
      </button>
    </li>
  );
}
