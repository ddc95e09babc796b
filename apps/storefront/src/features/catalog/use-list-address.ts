import { readListQuery, withParameters } from '@keyturn/shop-rules';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { KEEP_POSITION } from '../../lib/keep-position.ts';

/** The address is the only home of a list's state. A change starts at the first page again and can be gone back from. */
export function useListAddress() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return {
    search,
    query: readListQuery(search),
    // A change builds on the browser's own address: what is rendered may still be the one before, and would take back a quick first change.
    change: (changes: Record<string, string | null>) =>
      void navigate(withParameters(new URLSearchParams(window.location.search), { ...changes, page: null }), { state: KEEP_POSITION }),
  };
}
