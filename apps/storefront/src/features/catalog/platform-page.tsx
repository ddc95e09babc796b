import { useListPlatformProductsQuery } from '@keyturn/api-client';
import { findPlatform, PAGE_SIZES } from '@keyturn/shop-rules';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { usePageHead } from '../../lib/page-head.ts';
import { paths } from '../../shop/paths.ts';
import { PlatformStrip } from '../../shop/platform-strip.tsx';
import { useCurrency } from '../../shop/shop-state.ts';
import { callArguments, readListQuery } from './list-address.ts';
import { ProductList } from './product-list.tsx';

/** A platform outside the list leads to /404; another letter case to the right spelling. */
export function PlatformPage() {
  const typed = useParams().platform ?? '';
  const platform = findPlatform(typed);
  if (platform === null) return <Navigate replace to="/404" />;
  if (platform !== typed) return <Navigate replace to={paths.platform(platform)} />;
  return <PlatformList platform={platform} />;
}

function PlatformList({ platform }: { platform: string }) {
  usePageHead({ title: `${platform} keys`, description: `Game keys for ${platform}, delivered by e-mail seconds after the payment.` });
  const [search] = useSearchParams();
  const currency = useCurrency();
  const { data, isFetching, isError, refetch } = useListPlatformProductsQuery({
    platform,
    ...callArguments(readListQuery(search), currency, PAGE_SIZES.platform),
  });
  return (
    <>
      <PlatformStrip />
      <ProductList
        title={platform}
        answer={data}
        isFetching={isFetching}
        isError={isError}
        onRetry={refetch}
        pageSize={PAGE_SIZES.platform}
      />
    </>
  );
}
