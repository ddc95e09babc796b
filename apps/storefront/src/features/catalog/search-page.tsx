import { useSearchProductsQuery } from '@keyturn/api-client';
import { PAGE_SIZES } from '@keyturn/shop-rules';
import { useParams, useSearchParams } from 'react-router-dom';
import { usePageHead } from '../../lib/page-head.ts';
import { useCurrency } from '../../shop/shop-state.ts';
import { callArguments, readListQuery } from './list-address.ts';
import { ProductList } from './product-list.tsx';

export function SearchPage() {
  const query = useParams().query ?? '';
  usePageHead({ title: `Search: ${query}`, description: `Keys found for ${query}.`, isPrivate: true });
  const [search] = useSearchParams();
  const currency = useCurrency();
  const { data, isFetching, isError, refetch } = useSearchProductsQuery({
    query,
    ...callArguments(readListQuery(search), currency, PAGE_SIZES.search),
  });
  return (
    <ProductList
      title={`Results for “${query}”`}
      answer={data}
      isFetching={isFetching}
      isError={isError}
      onRetry={refetch}
      pageSize={PAGE_SIZES.search}
    />
  );
}
