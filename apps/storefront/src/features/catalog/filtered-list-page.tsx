import { useListFilteredProductsQuery } from '@keyturn/api-client';
import { PAGE_SIZES } from '@keyturn/shop-rules';
import { useSearchParams } from 'react-router-dom';
import { usePageHead } from '../../lib/page-head.ts';
import { useCurrency } from '../../shop/shop-state.ts';
import { callArguments, readListQuery } from './list-address.ts';
import { ProductList } from './product-list.tsx';

/** All games; home's genre and price tiles lead here. */
export function FilteredListPage() {
  usePageHead({ title: 'All games', description: 'All game keys by genre and price, delivered by e-mail seconds after the payment.' });
  const [search] = useSearchParams();
  const currency = useCurrency();
  const { data, isFetching, isError, refetch } = useListFilteredProductsQuery(
    callArguments(readListQuery(search), currency, PAGE_SIZES.filtered),
  );
  return (
    <ProductList
      title="All games"
      answer={data}
      isFetching={isFetching}
      isError={isError}
      onRetry={refetch}
      pageSize={PAGE_SIZES.filtered}
    />
  );
}
