import { COVER_WIDTHS, SCREENSHOT_WIDTHS } from '@keyturn/shop-rules';
import { Gamepad2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './picture.module.css';
import { pictureSet, pictureUrl } from './product.ts';
import { useShop } from '../shop-state.ts';

const SHAPES = {
  cover: { widths: COVER_WIDTHS, width: 320, height: 427 },
  wide: { widths: SCREENSHOT_WIDTHS, width: 640, height: 360 },
} as const;

export interface PictureProps {
  path: string;
  /** A cover is 3:4, everything else 16:9; the space is reserved before the picture is loaded. */
  shape: keyof typeof SHAPES;
  /** The `sizes` of the picture, in CSS. */
  sizes: string;
  alt?: string;
  /** Text of the tile shown instead of a missing picture. */
  initials?: string;
  /** Only for the largest picture of the first view. */
  isFirst?: boolean;
  isEager?: boolean;
  className?: string | undefined;
}

/** A picture of the shop: a shimmer while loading, and a drawn tile if it fails. A failed one is retried when a lost connection is back. */
export function Picture({ path, shape, sizes, alt = '', initials = '', isFirst = false, isEager = false, className }: PictureProps) {
  const { widths, width, height } = SHAPES[shape];
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>(path === '' ? 'failed' : 'loading');
  // Loaded or failed before the script: later its events report it.
  const look = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete) setState(image.naturalWidth > 0 ? 'shown' : 'failed');
  }, []);
  return (
    // A span: a picture also stands in buttons.
    <span className={classNames(styles.picture, className)} data-shape={shape} data-state={state} aria-busy={state === 'loading'}>
      {state === 'failed' ? (
        <Stand alt={alt} initials={initials} onReturn={() => path !== '' && setState('loading')} />
      ) : (
        <img
          src={pictureUrl(path, width)}
          srcSet={pictureSet(path, widths)}
          sizes={sizes}
          width={width}
          height={height}
          alt={alt}
          decoding="async"
          loading={isFirst || isEager ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
          ref={look}
        />
      )}
    </span>
  );
}

/** The tile. Only it subscribes to the connection state: loaded pictures do not. */
function Stand({ alt, initials, onReturn }: { alt: string; initials: string; onReturn: () => void }) {
  const isLost = useShop((state) => state.connection.status === 'lost');
  const wasLost = useRef(isLost);
  useEffect(() => {
    if (wasLost.current && !isLost) onReturn();
    wasLost.current = isLost;
  });
  return (
    <span className={styles.stand} {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}>
      <Gamepad2 size={32} aria-hidden="true" />
      <span aria-hidden="true">{initials}</span>
    </span>
  );
}
