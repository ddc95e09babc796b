import { useListPlatformProductsQuery } from '@keyturn/api-client';
import { callArguments, findPlatform, PAGE_SIZES, pageHeads, type Platform } from '@keyturn/shop-rules';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { paths } from '../../shop/paths.ts';
import { PlatformStrip } from '../../shop/platform/platform-strip.tsx';
import { useCurrency } from '../../shop/shop-state.ts';
import { ProductList } from './product-list.tsx';
import { useListAddress } from './use-list-address.ts';

/** A platform outside the list leads to /404; another letter case to the right spelling. */
export function PlatformPage() {
  const typed = useParams().platform ?? '';
  const { search } = useLocation();
  const platform = findPlatform(typed);
  if (platform === null) return <Navigate replace to="/404" />;
  if (platform !== typed) return <Navigate replace to={paths.platform(platform) + search} />;
  return <PlatformList platform={platform} />;
}

/** The same list for every platform: the old grid stays, dimmed, until the other platform's is loaded. */
function PlatformList({ platform }: { platform: Platform }) {
  const { query } = useListAddress();
  usePageHead(pageHeads.platform(platform, query.page));
  const call = useListPlatformProductsQuery({ platform, ...callArguments(query, useCurrency(), PAGE_SIZES.platform) });
  return (
    <>
      <PlatformStrip />
      <ProductList title={platform} answer={call.data} call={call} pageSize={PAGE_SIZES.platform} />
    </>
  );
}
