import type { ListedProduct } from '@keyturn/api-client';
import { classNames } from '../lib/class-names.ts';
import { Slider } from '../ui/slider/slider.tsx';
import { lineId } from './product.ts';
import { ProductCard, ProductCardBone } from './product-card.tsx';
import styles from './product-slider.module.css';

interface ProductSliderProps {
  title: string;
  products: readonly ListedProduct[];
  autoplayMs: number;
  /** 2, 3, 4, 5 in view (specification §9); `narrow` is 2, 3 for similar products. */
  measure?: keyof typeof COVER_SIZES;
}

/** How wide a cover is at each number of cards in view, for the browser's choice of picture. */
const COVER_SIZES = {
  wide: '(min-width: 1590px) calc((min(100vw - 96px, 1720px) - 64px) / 5), (min-width: 1220px) 23vw, (min-width: 960px) 30vw, calc(46vw - 8px)',
  narrow: '(min-width: 1320px) calc((min(100vw - 96px, 1720px) - 452px) / 3), (min-width: 850px) 30vw, calc(46vw - 8px)',
} as const;

/** For a slider of the wide measure that is far from the view (ui/when-near.tsx). */
export const PRODUCT_SLIDER_ROOM = classNames(styles.wide, styles.room);

export function ProductSlider({ title, products, autoplayMs, measure = 'wide' }: ProductSliderProps) {
  const slides = products.map((product) => ({
    key: lineId(product),
    content: <ProductCard product={product} sizes={COVER_SIZES[measure]} />,
  }));
  return (
    <Slider
      // Another list is another slider: while it runs, the order of its elements is not React's.
      key={slides.map(({ key }) => key).join()}
      label={title}
      heading={<h2>{title}</h2>}
      slides={slides}
      autoplayMs={autoplayMs}
      className={styles[measure]}
    />
  );
}

/** The same boxes, still empty. */
export function ProductSliderBones({ measure = 'wide' }: Pick<ProductSliderProps, 'measure'>) {
  return (
    <div>
      <div className={styles.boneBar} />
      <div className={classNames(styles[measure], styles.bones)}>
        {Array.from({ length: 5 }, (_, position) => (
          <ProductCardBone key={position} />
        ))}
      </div>
    </div>
  );
}
