import type { Migration } from '@mikro-orm/migrations';
import { Catalog20261121 } from './catalog-20261121.ts';
import { People20261121 } from './people-20261121.ts';
import { Platform20261121 } from './platform-20261121.ts';
import { Sales20261121 } from './sales-20261121.ts';

/** In the order in which they run. Only ever add: a migration that has run somewhere is not changed. */
export const migrations: (new (...args: ConstructorParameters<typeof Migration>) => Migration)[] = [
  Platform20261121,
  Catalog20261121,
  People20261121,
  Sales20261121,
];
