const SEARCH_PATH = '/search/';

/**
 * What `/search/{query}` searches for, null on other pages. It is read from the path itself: the router's own
 * parameter would turn a typed `%2F` into a slash.
 */
export function searchedText(pathname: string): string | null {
  if (!pathname.startsWith(SEARCH_PATH)) return null;
  try {
    return decodeURIComponent(pathname.slice(SEARCH_PATH.length)).trim();
  } catch {
    return null;
  }
}
