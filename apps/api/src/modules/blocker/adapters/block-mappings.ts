import { EntitySchema } from '@mikro-orm/core';
import { BlockedCountry, BlockedNetwork } from '../domain/block.ts';

const block = { reason: { type: 'text' }, createdAt: { type: 'datetime' }, changedBy: { type: 'string' } } as const;

export const blockedNetworkMapping = new EntitySchema<BlockedNetwork>({
  class: BlockedNetwork,
  tableName: 'blocked_network',
  properties: { network: { type: 'string', primary: true }, ...block },
});

export const blockedCountryMapping = new EntitySchema<BlockedCountry>({
  class: BlockedCountry,
  tableName: 'blocked_country',
  properties: { code: { type: 'string', primary: true }, ...block },
});
