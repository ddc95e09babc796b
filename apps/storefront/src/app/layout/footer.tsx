import { useListPagesQuery } from '@keyturn/api-client';
import { NAVIGATION_PLATFORMS } from '@keyturn/shop-rules';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PaymentChips } from '../../shop/payment-chips.tsx';
import { paths } from '../../shop/paths.ts';
import { useShop } from '../../shop/shop-state.ts';
import { Glyph } from '../../ui/glyph.tsx';
import styles from './footer.module.css';
import { Logo } from './logo.tsx';

const SOCIAL = [
  { name: 'Facebook', glyph: 'facebook', href: 'https://www.facebook.com/' },
  { name: 'Instagram', glyph: 'instagram', href: 'https://www.instagram.com/' },
  { name: 'TikTok', glyph: 'tiktok', href: 'https://www.tiktok.com/' },
  { name: 'X', glyph: 'x', href: 'https://x.com/' },
] as const;

export function Footer() {
  const { data: pages = [] } = useListPagesQuery();
  const { pathname } = useLocation();
  const hasItems = useShop((state) => state.cart.lines.length > 0);
  const pagesOf = (type: string) =>
    pages
      .filter((page) => page.type === type)
      .map(({ name }) => (
        <li key={name}>
          <Link to={`/about/${encodeURIComponent(name)}`}>{name}</Link>
        </li>
      ));

  return (
    // Room for the cart's fixed bar on narrow screens (specification §2).
    <footer className={styles.footer} data-room-for-bar={pathname === paths.cart && hasItems ? '' : undefined}>
      <div className="page">
        <div className={styles.groups}>
          <div className={styles.about}>
            <Logo />
            <p>Keys, gift cards and software, delivered by e-mail seconds after the payment.</p>
            <ul className={styles.social}>
              {SOCIAL.map(({ name, glyph, href }) => (
                <li key={name}>
                  <a href={href} target="_blank" rel="noopener noreferrer" aria-label={name}>
                    <Glyph name={glyph} size={18} />
                  </a>
                </li>
              ))}
            </ul>
          </div>
          <Group title="Company">{pagesOf('Company')}</Group>
          <Group title="Categories">
            {NAVIGATION_PLATFORMS.map((platform) => (
              <li key={platform}>
                <Link to={paths.platform(platform)}>{platform}</Link>
              </li>
            ))}
            <li>
              <Link to={paths.software}>Software</Link>
            </li>
          </Group>
          <Group title="Resources">
            {pagesOf('Resources')}
            <li>
              <Link to={paths.guide}>Activation guide</Link>
            </li>
          </Group>
        </div>
        <div className={styles.bottom}>
          <PaymentChips />
          <p>© 2024 Keyturn. All rights reserved.</p>
        </div>
      </div>
    </footer>
  );
}

/** Opens and closes on click; wide screens start with it open. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(() => window.matchMedia('(min-width: 1000px)').matches);
  const id = useId();
  return (
    <div className={styles.group}>
      <h2>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {title} <ChevronDown size={18} aria-hidden="true" />
        </button>
      </h2>
      <ul id={id} hidden={!isOpen}>
        {children}
      </ul>
    </div>
  );
}
