import { type Product, useListSimilarProductsQuery } from '@keyturn/api-client';
import { lineId } from '../../shop/product.ts';
import { ProductSlider, ProductSliderBones } from '../../shop/product-slider.tsx';
import { Failed, Loading } from '../../ui/states.tsx';

const AUTOPLAY_MS = 3000;

export function SimilarProducts({ to }: { to: Product }) {
  const { currentData, isError, refetch } = useListSimilarProductsQuery({
    similarProductsRequest: { id: lineId(to), genres: to.genres, platform: to.platform },
  });
  if (isError) return <Failed what="Similar products" onRetry={refetch} />;
  if (!currentData) {
    return (
      <Loading what="similar products" onRetry={refetch}>
        <ProductSliderBones />
      </Loading>
    );
  }
  if (currentData.products.length === 0) return null;
  return <ProductSlider title="Similar products" products={currentData.products} autoplayMs={AUTOPLAY_MS} measure="narrow" />;
}
