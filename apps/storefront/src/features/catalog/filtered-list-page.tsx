import { useListFilteredProductsQuery } from '@keyturn/api-client';
import { callArguments, PAGE_SIZES, pageHeads } from '@keyturn/shop-rules';
import { usePageHead } from '../../shop/head/page-head.ts';
import { useCurrency } from '../../shop/shop-state.ts';
import { ProductList } from './product-list.tsx';
import { useListAddress } from './use-list-address.ts';

/** All games; home's genre and price tiles lead here. */
export function FilteredListPage() {
  const { query } = useListAddress();
  usePageHead(pageHeads.allGames(query.page));
  const call = useListFilteredProductsQuery(callArguments(query, useCurrency(), PAGE_SIZES.filtered));
  return <ProductList title="All games" answer={call.data} call={call} pageSize={PAGE_SIZES.filtered} />;
}
