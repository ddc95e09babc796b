import { findPlatform, platformFamily } from '@keyturn/shop-rules';
import { Glyph } from '../../ui/icons/glyph.tsx';
import { platformGlyphs } from '../paths.ts';
import styles from './platform-chip.module.css';

const otherGlyphs: Record<string, string> = {
  'Battle.net': 'battlenet',
  'GOG.com': 'gog',
  'Origin / EA app': 'ea',
  Android: 'android',
  'Meta Quest': 'meta',
  'Meta Quest 2': 'meta',
};

export function platformGlyph(platform: string): string {
  const family = platformFamily(platform);
  return family ? platformGlyphs[family] : (otherGlyphs[findPlatform(platform) ?? ''] ?? 'other');
}

/** A platform as icon and word, in its tint: the word carries the meaning. */
export function PlatformChip({ platform, size = 'small' }: { platform: string; size?: 'small' | 'medium' }) {
  const glyph = platformGlyph(platform);
  return (
    <span className={`${styles.chip} ${styles[size]}`} data-platform={glyph}>
      <Glyph name={glyph} size={size === 'small' ? 12 : 18} />
      {platform}
    </span>
  );
}
