import { useListSoftwareQuery } from '@keyturn/api-client';
import { PAGE_SIZES } from '@keyturn/shop-rules';
import { useSearchParams } from 'react-router-dom';
import { usePageHead } from '../../lib/page-head.ts';
import { PlatformStrip } from '../../shop/platform-strip.tsx';
import { useCurrency } from '../../shop/shop-state.ts';
import { callArguments, readListQuery } from './list-address.ts';
import { ProductList } from './product-list.tsx';

export function SoftwareListPage() {
  usePageHead({ title: 'Software keys', description: 'Software keys, delivered by e-mail seconds after the payment.' });
  const [search] = useSearchParams();
  const currency = useCurrency();
  const { data, isFetching, isError, refetch } = useListSoftwareQuery(callArguments(readListQuery(search), currency, PAGE_SIZES.software));
  return (
    <>
      <PlatformStrip />
      <ProductList
        title="Software"
        answer={data && { products: data.games, totalPages: data.totalPages }}
        isFetching={isFetching}
        isError={isError}
        onRetry={refetch}
        pageSize={PAGE_SIZES.software}
      />
    </>
  );
}
