import type { Product } from '@keyturn/api-client';
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { Picture } from '../../../shop/product/picture.tsx';
import { Slider } from '../../../ui/slider/slider.tsx';
import { ScreenshotDialog } from './screenshot-dialog.tsx';
import styles from './screenshots.module.css';

const SIZES = '(min-width: 1320px) calc(min(100vw - 96px, 1720px) - 820px), 92vw';

/** Fades from one to the next every four seconds; each can be looked at in full size. */
export function Screenshots({ of }: { of: Product }) {
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const { screenshots } = of.images;
  if (screenshots.length === 0) return null;
  const pictures = screenshots.map(({ url }, position) => ({
    url,
    words: `${of.name}, screenshot ${position + 1} of ${screenshots.length}`,
  }));
  return (
    <div>
      <Slider
        label="Screenshots"
        heading={<h2 className={styles.heading}>Screenshots</h2>}
        className={styles.slider}
        autoplayMs={4000}
        speedMs={500}
        isFading
        hasDots
        isHeld={enlarged !== null}
        slides={pictures.map(({ url, words }, position) => ({
          key: url,
          content: (
            <button
              type="button"
              className={styles.enlarge}
              aria-label={`Enlarge ${words}`}
              onClick={({ currentTarget }) => {
                // Swiper prevents focus on a mouse press; the dialog must return the focus here.
                currentTarget.focus({ preventScroll: true });
                setEnlarged(position);
              }}
            >
              <Picture path={url} shape="wide" sizes={SIZES} alt={words} className={styles.picture} />
              <span className={styles.hint}>
                <Maximize2 size={18} aria-hidden="true" />
              </span>
            </button>
          ),
          thumbnail: <Picture path={url} shape="wide" sizes="112px" className={styles.thumbnail} />,
        }))}
      />
      <ScreenshotDialog pictures={pictures} at={enlarged} onShow={setEnlarged} onClose={() => setEnlarged(null)} />
    </div>
  );
}
