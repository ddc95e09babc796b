import { type Answer, isNamed } from './sending.ts';
import type { Attack } from './wrong-values.ts';

/** What is wrong with an answer to an attack; null when nothing is. */
export function fault({ place, field, mustBeRefused }: Attack, { status, named, location }: Answer): string | null {
  if (status >= 500) return 'broke the shop';
  if (status === 400 && named.length === 0) return 'was refused without a word of where';
  if (!mustBeRefused) return null;
  // A browser is redirected back, but never logged in.
  if (status < 400) return location !== null && !location.includes('token=') ? null : 'was taken';
  const refused = `was refused with ${status}`;
  if (place === 'type') return status === 400 || status === 415 ? null : refused;
  // Every call here has a valid token: 401 is allowed only if the token is the attack.
  if (place === 'header' && field === 'Authorization') return status === 401 ? null : refused;
  if (status !== 400) return place === 'path' && status !== 401 ? null : refused;
  const isTold = place === 'whole' ? named.includes('body') : isNamed(field, named);
  return isTold ? null : `was refused without naming ${field}, but ${named.join()}`;
}
