import { readListQuery, withParameters } from '@keyturn/shop-rules';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { KEEP_POSITION } from '../../lib/keep-position.ts';

/** The URL is the only state of a list. A change starts at the first page and is a history entry. */
export function useListAddress() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return {
    search,
    query: readListQuery(search),
    // A change is applied to the browser's current URL: the rendered one may be older, and would undo a quick first change.
    change: (changes: Record<string, string | null>) =>
      void navigate(withParameters(new URLSearchParams(window.location.search), { ...changes, page: null }), { state: KEEP_POSITION }),
  };
}
