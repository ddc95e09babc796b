import { COVER_WIDTHS } from '@keyturn/shop-rules';
import { Gamepad2 } from 'lucide-react';
import { useState } from 'react';
import styles from './cover.module.css';
import { pictureSet, pictureUrl } from './product.ts';

interface CoverProps {
  path: string;
  name: string;
  /** The `sizes` of the picture, in CSS. */
  sizes: string;
  /** Only for the largest picture of the first view. */
  isFirst?: boolean;
  isEager?: boolean;
  className?: string | undefined;
}

/** A cover of 3:4: shimmers until it is there, and shows the name's initials where it never comes. Decoration beside the product's name. */
export function Cover({ path, name, sizes, isFirst = false, isEager = false, className }: CoverProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>(path === '' ? 'failed' : 'loading');
  return (
    <div className={`${styles.cover} ${className ?? ''}`} data-state={state} aria-busy={state === 'loading'}>
      {state === 'failed' ? (
        <div className={styles.stand} aria-hidden="true">
          <Gamepad2 size={32} />
          <span>{initials(name)}</span>
        </div>
      ) : (
        <img
          src={pictureUrl(path, 320)}
          srcSet={pictureSet(path, COVER_WIDTHS)}
          sizes={sizes}
          width={320}
          height={427}
          alt=""
          decoding="async"
          loading={isFirst || isEager ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0) setState('shown');
          }}
        />
      )}
    </div>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');
}
