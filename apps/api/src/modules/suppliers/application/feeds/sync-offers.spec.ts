import { expect, test } from '@jest/globals';
import { CountingIds, FixedClock, PlainTransaction } from '../../../../testing/fakes.ts';
import { InMemorySupplier } from '../../testing/in-memory-supplier.ts';
import type { ProductHints } from '../hints.ts';
import { type SupplierOffers, type SupplierStates, Suppliers } from '../ports.ts';
import type { PriceByOffers } from './price-by-offers.ts';
import { SyncOffers } from './sync-offers.ts';
import type { Sync, SyncProgress, SyncRules, Syncs } from './syncs.ts';
import type { TakeInOffers } from './take-in-offers.ts';
import type { TakeInProducts } from './take-in-products.ts';

interface Dropped {
  readonly supplierProductId: string;
  readonly productId: string | null;
}

/** About which products a synchronisation asks at whose end these offers are removed. */
async function askedAfter(dropped: readonly Dropped[]): Promise<readonly string[]> {
  return (await ending(dropped)).asked;
}

/** A synchronisation that a worker takes at `cursor`: what it asks about, which cursors it stores, and what it reads and removes. */
async function ending(dropped: readonly Dropped[], cursor: string | null = null) {
  const clock = new FixedClock();
  const sync: Sync = { id: 'sync', supplier: 'kinguin', cursor, startedAt: clock.now(), tries: 0, renewedAt: clock.now() };
  const asked: string[] = [];
  const stored: string[] = [];
  const kinguin = new InMemorySupplier();
  let [removed, ended] = [0, 0];
  const rest = [dropped];
  const syncs = {
    take: async () => sync,
    progress: async (_sync: Sync, { next }: SyncProgress) => (stored.push(next), { ...sync, cursor: next }),
    removed: async (taken: Sync, offersRemoved: number) => ((removed += offersRemoved), taken),
    done: async () => void (ended += 1),
  };
  const offers = { dropUnseen: async () => rest.shift() ?? [], countProducts: async () => ({ products: 0, seen: 0 }) };
  const hints = { add: async (_supplier: string, ids: readonly string[]) => void asked.push(...ids) };
  const work = new SyncOffers(
    new Suppliers([kinguin]),
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
  const pages: (string | null)[] = [];
  kinguin.onPage = (page) => void pages.push(page);
  await work.one(['kinguin']);
  return { asked, stored, pages, removed, ended };
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

test('a worker that takes over a synchronisation whose pages are all read removes what is left, and reads nothing again', async () => {
  const first = await ending([offer(1, 'product-1')]);
  expect(first).toMatchObject({ pages: [null], removed: 1, ended: 1 });
  const [end = null] = first.stored;
  expect(await ending([offer(2, 'product-2')], end)).toEqual({ asked: ['2'], stored: [], pages: [], removed: 1, ended: 1 });
});
