import type { ListedProduct } from '@keyturn/api-client';
import { Slider } from '../ui/slider/slider.tsx';
import { lineId } from './product.ts';
import { ProductCard, ProductCardBone } from './product-card.tsx';
import styles from './product-slider.module.css';

interface ProductSliderProps {
  title: string;
  products: readonly ListedProduct[];
  autoplayMs: number;
  /** 2, 3, 4, 5 in view (specification §9); `narrow` is 2, 3 for similar products. */
  measure?: 'wide' | 'narrow';
  isEager?: boolean;
}

export function ProductSlider({ title, products, autoplayMs, measure = 'wide', isEager = false }: ProductSliderProps) {
  const slides = products.map((product) => ({ key: lineId(product), content: <ProductCard product={product} isEager={isEager} /> }));
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

export function ProductSliderBones() {
  return (
    <div className={styles.bones}>
      {Array.from({ length: 5 }, (_, position) => (
        <ProductCardBone key={position} />
      ))}
    </div>
  );
}
