import { useSearchProductsQuery } from '@keyturn/api-client';
import { callArguments, LONGEST_SEARCH, PAGE_SIZES, pageHeads, searchPart } from '@keyturn/shop-rules';
import { useLocation } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { searchedText } from '../../lib/searched-text.ts';
import { useCurrency } from '../../shop/shop-state.ts';
import { ProductList } from './product-list.tsx';
import { useListAddress } from './use-list-address.ts';

/** Results of a search. A longer text than the API takes is cut, not refused. */
export function SearchPage() {
  const part = searchPart(searchedText(useLocation().pathname) ?? '', LONGEST_SEARCH);
  const text = part.trim();
  const { query } = useListAddress();
  usePageHead(pageHeads.search(text, query.page));
  const call = useSearchProductsQuery({ query: part, ...callArguments(query, useCurrency(), PAGE_SIZES.search) });
  return (
    <ProductList
      title={`Results for “${text}”`}
      answer={call.data}
      call={call}
      pageSize={PAGE_SIZES.search}
      usualSort="relevance"
      hint="Check the spelling, or try fewer or other words."
    />
  );
}
