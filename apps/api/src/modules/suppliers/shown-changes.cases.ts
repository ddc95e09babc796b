import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { report } from '../../testing/campaigns/campaign.ts';
import { operator } from '../../testing/operators.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { OfferLoop } from './adapters/offer-loop.ts';
import { SyncOffers } from './application/feeds/sync-offers.ts';
import { FollowHints } from './application/follow-hints.ts';
import { type LargeSupplier, WATCHED_GENRE } from './testing/large-supplier.ts';

const SHOWN_WITHIN_MS = 5000;
/** As the worker's task does it. */
const HINTS_EVERY_MS = 2000;
/** Buyers are other processes: the one of this test has the worker's work to do. */
const LOOKED_EVERY_MS = 100;
const STORED_EVERY_MS = 20;
const LONGEST_MS = 600_000;

/** How soon buyers see what changes the sum of a product: in a list, and on its page. */
export function shownChanges(made: () => { shop: TestShop; supplier: LargeSupplier }): void {
  let staff: Awaited<ReturnType<typeof operator>>;
  const hints = { isOn: true };
  let following: Promise<void>;
  beforeAll(async () => {
    const { shop } = made();
    staff = await operator(shop, 'catalogue');
    shop.get(OfferLoop).start();
    following = (async () => {
      while (hints.isOn) {
        await shop.get(FollowHints).run();
        await setTimeout(HINTS_EVERY_MS);
      }
    })();
    await allCounted();
  }, LONGEST_MS);
  afterAll(async () => {
    hints.isOn = false;
    await following;
    await made().shop.get(OfferLoop).beforeApplicationShutdown();
  });

  const get = async <T>(url: string) => (await made().shop.app.inject({ method: 'GET', url })).json<T>();
  const inList = async () => {
    const { products } = await get<{ products: { kinguinId: number; qty: number }[] }>(
      `/products/getAllProductsFiltred?genres=${WATCHED_GENRE}&limit=16`,
    );
    return new Map(products.map(({ kinguinId, qty }) => [kinguinId, qty]));
  };
  const onPage = async (id: number) => (await get<{ qty: number }>(`/products/kinguinId/${id}`)).qty;
  const allCounted = () => until(async () => (await made().shop.database.query('select from offer_change limit 1')).rowCount === 0);

  /** Until list and page have the quantity that is expected of these products. */
  async function shownAfter(expected: ReadonlyMap<number, number>, change: () => Promise<unknown>): Promise<number> {
    await change();
    const changed = performance.now();
    await until(async () => {
      await setTimeout(LOOKED_EVERY_MS);
      const list = await inList();
      if ([...expected].some(([id, quantity]) => list.get(id) !== quantity)) return false;
      for (const [id, quantity] of expected) if ((await onPage(id)) !== quantity) return false;
      return true;
    });
    return performance.now() - changed;
  }

  function judge(what: string, took: readonly number[]): void {
    report(`${what}: shown after ${took.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}`);
    expect(Math.max(...took)).toBeLessThan(SHOWN_WITHIN_MS);
  }

  const all = (quantity: number) => new Map(made().supplier.watched.map((id) => [id, quantity]));
  const set = async (path: string, margin: number | null) => {
    const { status } = await staff.call('PUT', `/ops/suppliers/margins/${path}`, margin === null ? {} : { margin });
    expect(status).toBe(204);
  };
  const steer = async (act: 'pause' | 'resume') => {
    expect((await staff.call('POST', `/ops/suppliers/kinguin/${act}`)).status).toBeLessThan(300);
  };

  test(
    'another quantity that a webhook hints at is shown within five seconds',
    async () => {
      const { shop, supplier } = made();
      const took: number[] = [];
      for (const [index, id] of supplier.watched.slice(0, 5).entries()) {
        supplier.quantities.set(id, 50 + index);
        const hint = { kind: 'product', supplierProductId: String(id), kinguinId: id };
        const hear = () => shop.app.inject({ method: 'POST', url: '/webhooks/suppliers/kinguin', payload: { hints: [hint] } });
        took.push(await shownAfter(new Map([[id, 50 + index]]), hear));
      }
      judge('quantity of a hint', took);
    },
    LONGEST_MS,
  );

  test(
    'another quantity that a synchronisation reads is shown within five seconds of its page',
    async () => {
      const { shop, supplier } = made();
      const quantities = new Map(supplier.watched.map((id, index) => [id, 70 + index]));
      for (const [id, quantity] of quantities) supplier.quantities.set(id, quantity);
      shop.clock.advance(3_600_000);
      const reading = { isDone: false };
      const sync = shop
        .get(SyncOffers)
        .run()
        .finally(() => (reading.isDone = true));
      const stored = async () => {
        const ids = [...quantities.keys()];
        const { rows } = await shop.database.query<{ id: number }>(
          `select id from unnest($1::integer[], $2::integer[]) as watched (id, quantity)
            join supplier_offer on offer_id = 'offer-' || id and supplier_offer.quantity = watched.quantity`,
          [ids, [...quantities.values()]],
        );
        return rows.map(({ id }) => id);
      };
      // Each is watched from its page on, beside the others: a time that begins when the one before is shown would be too short.
      const shown = new Map<number, Promise<number>>();
      for (let isLast = false; !isLast && shown.size < quantities.size; await setTimeout(STORED_EVERY_MS)) {
        isLast = reading.isDone;
        for (const id of await stored())
          if (!shown.has(id))
            shown.set(
              id,
              shownAfter(new Map([[id, quantities.get(id) ?? 0]]), async () => undefined),
            );
      }
      const took = await Promise.all(shown.values());
      await sync;
      expect(took).toHaveLength(quantities.size);
      await allCounted();
      judge('quantity of a synchronisation', took);
    },
    LONGEST_MS,
  );

  test(
    'a supplier that is paused is off sale within five seconds, and on sale as soon when it is resumed',
    async () => {
      const { supplier } = made();
      const before = await inList();
      expect(before.size).toBe(supplier.watched.length);
      const off = await shownAfter(all(0), () => steer('pause'));
      await allCounted();
      const on = await shownAfter(before, () => steer('resume'));
      await allCounted();
      judge('supplier paused, and resumed', [off, on]);
    },
    LONGEST_MS,
  );

  test.each([
    ['product', () => `product/${made().supplier.watched.at(-1)}`],
    ['genre', () => `genre/${WATCHED_GENRE}`],
    ['supplier', () => 'supplier/kinguin'],
  ])(
    'what no longer keeps the margin of its %s is off sale within five seconds, and on sale as soon without that rule',
    async (kind, path) => {
      const { supplier } = made();
      const before = await inList();
      const [last = 0] = supplier.watched.slice(-1);
      const expected = kind === 'product' ? new Map([[last, 0]]) : all(0);
      const off = await shownAfter(expected, () => set(path(), 0.9));
      await allCounted();
      const on = await shownAfter(before, () => set(path(), null));
      await allCounted();
      judge(`margin of a ${kind} set, and removed`, [off, on]);
    },
    LONGEST_MS,
  );
}
