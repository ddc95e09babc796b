import { expect, test } from '@jest/globals';
import { CountingIds, FixedClock, PlainTransaction } from '../../../../testing/fakes.ts';
import { InMemorySupplier } from '../../testing/in-memory-supplier.ts';
import type { ProductHints } from '../hints.ts';
import { type SupplierOffers, type SupplierStates, Suppliers } from '../ports.ts';
import type { PriceByOffers } from '../price-by-offers.ts';
import { SyncOffers } from './sync-offers.ts';
import type { Sync, SyncRules, Syncs } from './syncs.ts';
import type { TakeInOffers } from './take-in-offers.ts';
import type { TakeInProducts } from './take-in-products.ts';

interface Dropped {
  readonly supplierProductId: string;
  readonly productId: string | null;
}

/** About which products a synchronisation asks at whose end these offers are removed. */
async function askedAfter(dropped: readonly Dropped[]): Promise<readonly string[]> {
  const clock = new FixedClock();
  const sync: Sync = { id: 'sync', supplier: 'kinguin', cursor: null, startedAt: clock.now(), tries: 0, renewedAt: clock.now() };
  const asked: string[] = [];
  const rest = [dropped];
  const syncs = { take: async () => sync, progress: async () => sync, removed: async () => sync, done: async () => undefined };
  const offers = { dropUnseen: async () => rest.shift() ?? [], countProducts: async () => ({ products: 0, seen: 0 }) };
  const hints = { add: async (_supplier: string, ids: readonly string[]) => void asked.push(...ids) };
  const work = new SyncOffers(
    new Suppliers([new InMemorySupplier()]),
    offers as unknown as SupplierOffers,
    {} as SupplierStates,
    syncs as unknown as Syncs,
    hints as unknown as ProductHints,
    { run: async () => [] } as unknown as TakeInOffers,
    { run: async () => ({ created: 0, updated: 0, rejected: 0 }) } as unknown as TakeInProducts,
    { run: async () => 0 } as unknown as PriceByOffers,
    { raise: async () => undefined },
    new PlainTransaction(),
    clock,
    new CountingIds(),
    {} as SyncRules,
  );
  await work.one(['kinguin']);
  return asked;
}
const offer = (id: number, productId: string | null): Dropped => ({ supplierProductId: `${id}`, productId });
const offers = (count: number, productId: string | null) => Array.from({ length: count }, (_, index) => offer(index + 1000, productId));

test('products that are not seen are asked about, and not those that the shop does not have', async () => {
  expect(await askedAfter([offer(1, 'product-1'), offer(2, null), offer(1, 'product-1'), offer(3, 'product-3')])).toEqual(['1', '3']);
});

test('what the shop does not have keeps its products from being asked about by no number', async () => {
  expect(await askedAfter([offer(1, 'product-1'), ...offers(500, null)])).toEqual(['1']);
});

test('more than 200 products of the shop are not asked about one by one', async () => {
  expect(await askedAfter(offers(200, 'product'))).toHaveLength(200);
  expect(await askedAfter(offers(201, 'product'))).toEqual([]);
});
