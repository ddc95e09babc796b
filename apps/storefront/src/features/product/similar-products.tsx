import { type Product, useListSimilarProductsQuery } from '@keyturn/api-client';
import { lineId } from '../../shop/product/product.ts';
import { ProductSlider, ProductSliderSkeleton } from '../../shop/product/product-slider.tsx';
import { useTryAgain } from '../../shop/connection/try-again.ts';
import { Failed, Loading } from '../../ui/feedback/states.tsx';

const AUTOPLAY_MS = 3000;

export function SimilarProducts({ to }: { to: Product }) {
  const call = useListSimilarProductsQuery({
    similarProductsRequest: { id: lineId(to), genres: to.genres, platform: to.platform },
  });
  const { currentData, isError } = call;
  const tryAgain = useTryAgain(call);
  if (isError) return <Failed what="Similar products" onRetry={() => void tryAgain()} />;
  if (!currentData) {
    return (
      <Loading what="similar products" onRetry={() => void tryAgain()}>
        <ProductSliderSkeleton measure="similar" />
      </Loading>
    );
  }
  if (currentData.products.length === 0) return null;
  return <ProductSlider title="Similar products" products={currentData.products} autoplayMs={AUTOPLAY_MS} measure="similar" />;
}
