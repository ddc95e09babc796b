import { countItems, NAVIGATION_PLATFORMS } from '@keyturn/shop-rules';
import { Heart, Menu, ShoppingCart } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '../../../shop/paths.ts';
import { hasPlatformStrip } from '../../../shop/platform/platform-strip.tsx';
import { useShop } from '../../../shop/shop-state.ts';
import { AccountMenu } from './account-menu.tsx';
import { CurrencySelect } from './currency-select.tsx';
import styles from './header.module.css';
import { Logo } from './logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { SearchForm } from '../search/search-form.tsx';

/** 100 px at every width. It is not part of the flow: the body's padding reserves its place, so nothing moves when it becomes fixed. */
export function Header() {
  const [isFixed, setFixed] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const sentinel = useRef<HTMLDivElement>(null);
  const isAboveStrip = hasPlatformStrip(useLocation().pathname);
  const cartCount = useShop((state) => countItems(state.cart.lines));
  const wishCount = useShop((state) => state.wishlist.entries.length);

  useLayoutEffect(() => {
    document.body.classList.add('with-header');
    return () => document.body.classList.remove('with-header');
  }, []);

  useEffect(() => {
    const mark = sentinel.current;
    if (!mark) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return;
      const isPast = !entry.isIntersecting && entry.boundingClientRect.top < 0;
      setFixed(isPast);
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, []);

  return (
    <>
      <div ref={sentinel} className={styles.sentinel} aria-hidden="true" />
      <header className={styles.header} data-fixed={isFixed ? '' : undefined} data-above-strip={isAboveStrip ? '' : undefined}>
        <div className={`page ${styles.grid}`}>
          <button
            type="button"
            className={`${styles.icon} ${styles.menu}`}
            aria-label="Menu"
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
          >
            <Menu size={22} aria-hidden="true" />
          </button>
          <Link to={paths.home} className={styles.logo}>
            <Logo isLink />
          </Link>
          <div className={styles.search}>
            <SearchForm />
          </div>
          <div className={styles.currency}>
            <CurrencySelect />
          </div>
          <div className={styles.actions}>
            <AccountMenu />
            <Link to={paths.wishlist} className={styles.icon} aria-label={`Wishlist, ${wishCount} ${wishCount === 1 ? 'item' : 'items'}`}>
              <Heart size={22} aria-hidden="true" />
              <Badge count={wishCount} />
            </Link>
            <Link to={paths.cart} className={styles.icon} aria-label={`Cart, ${cartCount} ${cartCount === 1 ? 'item' : 'items'}`}>
              <ShoppingCart size={22} aria-hidden="true" />
              <Badge count={cartCount} />
            </Link>
          </div>
          <nav className={styles.platforms} aria-label="Platforms">
            {NAVIGATION_PLATFORMS.map((platform) => (
              <NavLink key={platform} to={paths.platform(platform)}>
                {platform}
              </NavLink>
            ))}
            <NavLink to={paths.software}>Software</NavLink>
          </nav>
        </div>
      </header>
      <MobileMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
    </>
  );
}

function Badge({ count }: { count: number }) {
  return count > 0 ? (
    // A new count gets a new element, so that its animation runs once.
    <span key={count} className={styles.badge} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  ) : null;
}
