import { useListSoftwareQuery } from '@keyturn/api-client';
import { callArguments, PAGE_SIZES, pageHeads } from '@keyturn/shop-rules';
import { usePageHead } from '../../shop/head/page-head.ts';
import { PlatformStrip } from '../../shop/platform/platform-strip.tsx';
import { useCurrency } from '../../shop/shop-state.ts';
import { ProductList } from './product-list.tsx';
import { useListAddress } from './use-list-address.ts';

export function SoftwareListPage() {
  const { query } = useListAddress();
  usePageHead(pageHeads.software(query.page));
  const call = useListSoftwareQuery(callArguments(query, useCurrency(), PAGE_SIZES.software));
  const answer = call.data && { products: call.data.games, totalPages: call.data.totalPages };
  return (
    <>
      <PlatformStrip />
      <ProductList title="Software" answer={answer} call={call} pageSize={PAGE_SIZES.software} />
    </>
  );
}
