import type { Product } from '@keyturn/api-client';
import { SCREENSHOT_WIDTHS } from '@keyturn/shop-rules';
import { pictureSet, pictureUrl } from '../../shop/product.ts';
import { Slider } from '../../ui/slider/slider.tsx';
import styles from './screenshots.module.css';

/** Fades from one to the next every four seconds (specification §9). */
export function Screenshots({ of }: { of: Product }) {
  const { screenshots } = of.images;
  if (screenshots.length === 0) return null;
  return (
    <Slider
      label="Screenshots"
      heading={<h2 className={styles.heading}>Screenshots</h2>}
      className={styles.slider}
      autoplayMs={4000}
      speedMs={500}
      isFading
      hasDots
      slides={screenshots.map(({ url }, position) => ({
        key: url,
        content: (
          <img
            className={styles.picture}
            src={pictureUrl(url, 640)}
            srcSet={pictureSet(url, SCREENSHOT_WIDTHS)}
            sizes="(min-width: 1320px) 720px, 92vw"
            width={1280}
            height={720}
            alt={`${of.name}, screenshot ${position + 1} of ${screenshots.length}`}
            loading="lazy"
            decoding="async"
          />
        ),
      }))}
    />
  );
}
