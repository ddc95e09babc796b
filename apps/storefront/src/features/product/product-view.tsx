import type { Product } from '@keyturn/api-client';
import { pageHeads, PRODUCT_COVER_SIZES } from '@keyturn/shop-rules';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { Cover } from '../../shop/product/cover.tsx';
import { HtmlText } from '../../shop/content/html-text.tsx';
import { WhenNear } from '../../ui/layout/when-near.tsx';
import { BuyBar } from './buy/buy-bar.tsx';
import { BuyBox } from './buy/buy-box.tsx';
import { Description } from './description/description.tsx';
import { Facts } from './facts/facts.tsx';
import styles from './product-view.module.css';
import { Requirements } from './description/requirements.tsx';
import { Reviews } from './reviews/reviews.tsx';
import { Screenshots } from './screenshots/screenshots.tsx';
import { SimilarProducts } from './similar-products.tsx';
import { SoftwareDescription } from './description/software-description.tsx';

/** One product, game or software: cover, buy box, facts, description, similar products. */
export function ProductView({ product, canonicalPath }: { product: Product; canonicalPath: string }) {
  usePageHead(pageHeads.product(product));
  const box = useRef<HTMLDivElement>(null);

  // A wrong slug before the id is corrected in the address bar, without the router, as the page stays the same.
  const { pathname } = useLocation();
  useEffect(() => {
    const right = new URL(canonicalPath, window.location.origin).pathname;
    const { search, hash } = window.location;
    // During a navigation the address bar may already show the next page's URL.
    const isHere = window.location.pathname === pathname;
    if (isHere && pathname !== right) window.history.replaceState(window.history.state, '', right + search + hash);
  }, [canonicalPath, pathname]);

  return (
    <>
      <article className={`page ${styles.product}`}>
        <div className={styles.cover}>
          <Cover path={product.mainImage} name={product.name} sizes={PRODUCT_COVER_SIZES} isFirst />
        </div>
        <header className={styles.head}>
          <h1 tabIndex={-1}>{product.name}</h1>
          {product.developers.length > 0 && <p className={styles.by}>by {product.developers.join(', ')}</p>}
        </header>
        <div className={styles.buy} ref={box}>
          <BuyBox product={product} />
        </div>
        <div className={styles.facts}>
          <Facts product={product} />
        </div>
        <div className={styles.body}>
          <Screenshots of={product} />
          {product.notes && (
            <aside className={styles.notice} aria-label="Notice">
              <HtmlText html={product.notes} />
            </aside>
          )}
          {product.description && <Description html={product.description} />}
          <SoftwareDescription blocks={product.descriptions} />
          <Requirements product={product} />
        </div>
      </article>
      <div className={`page ${styles.below}`}>
        <WhenNear>
          <SimilarProducts to={product} />
        </WhenNear>
        <WhenNear>
          <Reviews of={product} />
        </WhenNear>
      </div>
      <BuyBar product={product} box={box} />
    </>
  );
}
