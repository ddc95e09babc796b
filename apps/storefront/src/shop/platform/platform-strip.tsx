import { NAVIGATION_PLATFORMS } from '@keyturn/shop-rules';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { matchPath, NavLink, useLocation } from 'react-router-dom';
import { Glyph } from '../../ui/icons/glyph.tsx';
import { paths, platformGlyphs } from '../paths.ts';
import styles from './platform-strip.module.css';

const TABS = [
  ...NAVIGATION_PLATFORMS.map((platform) => ({ name: platform as string, to: paths.platform(platform), glyph: platformGlyphs[platform] })),
  { name: 'Softwares', to: paths.software, glyph: 'software' },
];

/** The pages that begin with the strip. */
export function hasPlatformStrip(pathname: string): boolean {
  return ['/home', '/products/:platform', '/softwares'].some((route) => matchPath(route, pathname) !== null);
}

/** Six platforms and softwares. It scrolls by itself (touch, wheel, focus); 6, 5 or 6 are in view. */
export function PlatformStrip() {
  const row = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();

  // Scrolls the tab of this page into view, without moving the page.
  useEffect(() => {
    const list = row.current;
    const tab = list?.querySelector('[aria-current="page"]')?.parentElement;
    if (!list || !tab) return;
    list.scrollTo?.({ left: tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.clientWidth) / 2, behavior: 'instant' });
  }, [pathname]);

  const scroll = (direction: 1 | -1) => row.current?.scrollBy({ left: (direction * row.current.clientWidth) / 3 });

  return (
    <nav aria-label="Platforms and software" className={styles.strip}>
      <div className={`page ${styles.inner}`}>
        <button type="button" className={styles.arrow} aria-label="Scroll platforms back" onClick={() => scroll(-1)}>
          <ChevronLeft size={18} aria-hidden="true" />
        </button>
        <ul ref={row}>
          {TABS.map(({ name, to, glyph }) => (
            <li key={name}>
              <NavLink to={to}>
                <Glyph name={glyph} size={22} />
                <span>{name}</span>
              </NavLink>
            </li>
          ))}
        </ul>
        <button type="button" className={styles.arrow} aria-label="Scroll platforms on" onClick={() => scroll(1)}>
          <ChevronRight size={18} aria-hidden="true" />
        </button>
      </div>
    </nav>
  );
}
