import { isEncryptedOrLocal } from '@keyturn/shop-rules';
import type { Variables } from './environment.ts';

/**
 * Browsers send the cookies of a host to all its ports: where API and storefront share a name, each gets those of the other.
 * @param data undefined where another variable is wrong already
 */
export function hostNameProblems(data: Variables | undefined, isProduction: boolean): string[] {
  if (data === undefined || !isProduction) return [];
  const { hostname } = new URL(data.API_ORIGIN);
  const isShared = hostname === new URL(data.STOREFRONT_ORIGIN).hostname && !isEncryptedOrLocal(`http://${hostname}`);
  return isShared ? ['API_ORIGIN must have another host name than STOREFRONT_ORIGIN in production, except on localhost.'] : [];
}
