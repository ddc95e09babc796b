import { NAVIGATION_PLATFORMS } from '@keyturn/shop-rules';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths, platformGlyphs } from '../../shop/paths.ts';
import { Glyph } from '../../ui/icons/glyph.tsx';
import inView from '../../shop/styles/slides-in-view.module.css';
import { Slider } from '../../ui/slider/slider.tsx';
import styles from './platform-tiles.module.css';

const AUTOPLAY_MS = 3000;

/** The first five platforms of the navigation as pictures. */
export function PlatformTiles() {
  return (
    <Slider
      label="Explore By Platform"
      heading={<h2>Explore By Platform</h2>}
      className={inView.products}
      autoplayMs={AUTOPLAY_MS}
      slides={NAVIGATION_PLATFORMS.slice(0, 5).map((platform) => ({
        key: platform,
        content: (
          <Link to={paths.platform(platform)} className={styles.tile} data-platform={platformGlyphs[platform]}>
            <Glyph name={platformGlyphs[platform]} size={160} className={styles.ghost} />
            <Glyph name={platformGlyphs[platform]} size={36} className={styles.mark} />
            <span className={styles.name}>
              {platform} <ArrowRight size={18} aria-hidden="true" />
            </span>
          </Link>
        ),
      }))}
    />
  );
}
