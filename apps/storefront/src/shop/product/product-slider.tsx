import type { ListedProduct } from '@keyturn/api-client';
import { classNames } from '../../lib/class-names.ts';
import { Slider } from '../../ui/slider/slider.tsx';
import { SliderSkeleton } from '../../ui/slider/slider-skeleton.tsx';
import { lineId } from './product.ts';
import { ProductCard, ProductCardSkeleton } from './product-card.tsx';
import styles from './product-slider.module.css';
import inView from '../styles/slides-in-view.module.css';

interface ProductSliderProps {
  title: string;
  products: readonly ListedProduct[];
  autoplayMs: number;
  /** 2, 3, 4, 5 in view; `similar` is 2, 3. */
  measure?: keyof typeof COVER_SIZES;
}

/** How wide a cover is at each number of cards in view, for the browser's choice of picture. */
const COVER_SIZES = {
  products:
    '(min-width: 1590px) calc((min(100vw - 96px, 1720px) - 64px) / 5), (min-width: 1220px) 23vw, (min-width: 960px) 30vw, calc(46vw - 8px)',
  similar: '(min-width: 1320px) calc((min(100vw - 96px, 1720px) - 452px) / 3), (min-width: 850px) 30vw, calc(46vw - 8px)',
} as const;

/** For a slider of the usual measure that is far from the view (ui/when-near.tsx). */
export const PRODUCT_SLIDER_ROOM = classNames(inView.products, styles.room);

export function ProductSlider({ title, products, autoplayMs, measure = 'products' }: ProductSliderProps) {
  const slides = products.map((product) => ({
    key: lineId(product),
    content: <ProductCard product={product} sizes={COVER_SIZES[measure]} />,
  }));
  return (
    <Slider
      // Another list gets a new slider: while running, it reorders its elements outside of React.
      key={slides.map(({ key }) => key).join()}
      label={title}
      heading={<h2>{title}</h2>}
      slides={slides}
      autoplayMs={autoplayMs}
      className={inView[measure]}
    />
  );
}

/** The skeleton. */
export function ProductSliderSkeleton({ measure = 'products' }: Pick<ProductSliderProps, 'measure'>) {
  return (
    <SliderSkeleton className={inView[measure]}>
      {Array.from({ length: 5 }, (_, position) => (
        <ProductCardSkeleton key={position} />
      ))}
    </SliderSkeleton>
  );
}
