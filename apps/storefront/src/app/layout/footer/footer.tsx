import { useListPagesQuery } from '@keyturn/api-client';
import { infoPath, NAVIGATION_PLATFORMS } from '@keyturn/shop-rules';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { classNames } from '../../../lib/class-names.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { PaymentChips } from '../../../shop/payment/payment-chips.tsx';
import { paths } from '../../../shop/paths.ts';
import { useShop } from '../../../shop/shop-state.ts';
import { socialAddress } from './social-address.ts';
import { Glyph } from '../../../ui/icons/glyph.tsx';
import styles from './footer.module.css';
import { Logo } from '../header/logo.tsx';
import { NewsletterForm } from './newsletter-form.tsx';

const SOCIAL = [
  { name: 'Facebook', network: 'facebook', home: 'https://www.facebook.com/' },
  { name: 'Instagram', network: 'instagram', home: 'https://www.instagram.com/' },
  { name: 'TikTok', network: 'tiktok', home: 'https://www.tiktok.com/' },
  { name: 'X', network: 'x', home: 'https://x.com/' },
] as const;

/**
 * Called by every page, even with an answer in the first view: it shows at once whether the API is up, and whether this visitor is blocked.
 */
const ASKED_EACH_TIME = { refetchOnMountOrArgChange: true };

export function Footer() {
  const { data: pages = [], isError, refetch } = useListPagesQuery(undefined, ASKED_EACH_TIME);
  const { pathname } = useLocation();
  const hasItems = useShop((state) => state.cart.lines.length > 0);
  const pagesOf = (type: string) =>
    pages
      .filter((page) => page.type === type)
      .map(({ name }) => (
        <li key={name}>
          <Link to={infoPath(name)}>{name}</Link>
        </li>
      ));

  return (
    // Room for the cart's fixed bar on narrow screens.
    <footer className={styles.footer} data-room-for-bar={pathname === paths.cart && hasItems ? '' : undefined}>
      <div className="page">
        <div className={styles.groups}>
          <div className={styles.about}>
            <Logo />
            <p>Keys, gift cards and software, delivered by e-mail seconds after the payment.</p>
            <ul className={styles.social}>
              {SOCIAL.map(({ name, network, home }) => (
                <li key={name}>
                  <a href={socialAddress(network, home)} target="_blank" rel="noopener noreferrer" aria-label={name}>
                    <Glyph name={network} size={18} />
                  </a>
                </li>
              ))}
            </ul>
          </div>
          <Group title="Company">
            {pagesOf('Company')}
            {isError && (
              <li>
                <button type="button" onClick={refetch}>
                  Try again
                </button>
              </li>
            )}
          </Group>
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
              <Link to={paths.blogs}>Blogs</Link>
            </li>
            <li>
              <Link to={paths.contact}>Contact Us</Link>
            </li>
            <li>
              <Link to={paths.guide}>Activation guide</Link>
            </li>
          </Group>
          <Group title="Newsletter" isList={false}>
            <NewsletterForm />
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
function Group({ title, isList = true, children }: { title: string; isList?: boolean; children: ReactNode }) {
  const isWide = useMedia('(min-width: 1000px)');
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isWide;
  const id = useId();
  const Body = isList ? 'ul' : 'div';
  return (
    <div className={styles.group}>
      <h2>
        <button type="button" aria-expanded={isOpen ?? false} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {title} <ChevronDown size={18} aria-hidden="true" />
        </button>
      </h2>
      <Body id={id} hidden={isOpen === false} className={classNames(styles.inside, isOpen === null && styles.ifWide)}>
        {children}
      </Body>
    </div>
  );
}
