/** One cookie's decoded value, null when it is not there or cannot be read, and on a server. */
export function readCookie(name: string): string | null {
  if (typeof document === 'undefined') return null;
  const pair = document.cookie.split('; ').find((candidate) => candidate.startsWith(`${name}=`));
  if (pair === undefined) return null;
  try {
    return decodeURIComponent(pair.slice(name.length + 1)) || null;
  } catch {
    return null;
  }
}
