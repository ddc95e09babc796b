import { NAVIGATION_PLATFORMS } from '@keyturn/shop-rules';
import { Link } from 'react-router-dom';
import { paths, platformGlyphs } from '../../../shop/paths.ts';
import { CloseButton } from '../../../ui/buttons/close-button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Glyph } from '../../../ui/icons/glyph.tsx';
import { CurrencySelect } from './currency-select.tsx';
import { Logo } from './logo.tsx';
import styles from './mobile-menu.module.css';

/** Slides in from the side; the page behind it does not scroll. */
export function MobileMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label="Menu" className={styles.drawer}>
      <div className={styles.top}>
        <Logo />
        <CloseButton label="Close menu" onClick={onClose} />
      </div>
      <nav
        aria-label="Menu"
        className={styles.links}
        onClick={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}
      >
        {NAVIGATION_PLATFORMS.map((platform) => (
          <Link key={platform} to={paths.platform(platform)}>
            <Glyph name={platformGlyphs[platform]} size={20} /> {platform}
          </Link>
        ))}
        <Link to={paths.software}>
          <Glyph name="software" size={20} /> Software
        </Link>
        <Link to={paths.about} className={styles.minor}>
          About us
        </Link>
        <Link to={paths.contact} className={styles.minor}>
          Contact us
        </Link>
      </nav>
      <div className={styles.currency}>
        <span>Currency</span>
        <CurrencySelect />
      </div>
    </Dialog>
  );
}
