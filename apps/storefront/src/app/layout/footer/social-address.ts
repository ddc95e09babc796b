import { servedSetting } from '@keyturn/api-client';

/** Where a social network's icon leads. `home` without a server, as in tests. */
export function socialAddress(network: string, home: string): string {
  return servedSetting(`social-${network}`) || home;
}
