import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { demoSuppliers } from '../../apps/api/src/demo/index.ts';
import { startThrowAwayShop, type ThrowAwayShop } from '../shop/throw-away-shop.ts';
import { type BuyerOfShop, checkOut, control, eventually, mails } from './buyer.ts';

const LONGEST_MS = 60_000;
const OPS_KEY = 'demo-key-of-the-staff-of-this-shop';

/** What `npm start` shows: the demo with both stand-ins of suppliers. */
let shop: ThrowAwayShop;
let buyer: BuyerOfShop;
beforeAll(async () => {
  shop = await startThrowAwayShop({ SANDBOX_SUPPLIERS: 'on', OPS_DEVELOPMENT_KEY: OPS_KEY });
  buyer = shop.settings.origins;
}, 2 * LONGEST_MS);
afterAll(() => shop?.stop(), LONGEST_MS);

const ask = async <T>(path: string, headers = {}) => (await (await fetch(`${buyer.api}${path}`, { headers })).json()) as T;
const ops = <T>(path: string) => ask<T>(`/ops${path}`, { 'x-ops-key': OPS_KEY });
const pieces = async (kinguinId: number) => (await ask<{ qty: number }>(`/products/kinguinId/${kinguinId}`)).qty;

test(
  'products of which the shop has no key are on sale, and one that is bought comes from its supplier',
  async () => {
    const { kinguin, codeswholesale, links } = demoSuppliers();
    const offered = [...kinguin.map(({ id }) => Number(id)), ...codeswholesale.map(({ id }) => Number(links[id]))];
    for (const kinguinId of offered)
      await eventually(
        async () => ({ kinguinId, qty: await pieces(kinguinId) }),
        ({ qty }) => qty > 0,
        LONGEST_MS,
      );
    // Both suppliers have it: the pieces of one may be on sale before the offer of the other is read.
    await eventually(
      () => pieces(37547),
      (qty) => qty === 13,
      LONGEST_MS,
    );
    for (const kinguinId of [25765, 24121]) {
      const email = `buyer-of-${kinguinId}@example.com`;
      await control(buyer, `sessions/${await checkOut(buyer, { kinguinId, email })}/pay`);
      const isTheirs = ({ to, subject }: { to: readonly { address: string }[]; subject: string }) =>
        to.some(({ address }) => address === email) && subject.startsWith('Your keys are ready');
      await eventually(
        () => mails(buyer),
        (all) => all.some(isTheirs),
        LONGEST_MS,
      );
      const { items } = await ops<{ items: { order: string; id: string }[] }>(`/orders?email=${email}`);
      const { timeline } = await ops<{ timeline: { source: string; what: string; data: object }[] }>(`/orders/${items[0]?.id}`);
      expect(
        timeline.filter(({ source }) => source === 'supplier').map(({ what, data }) => [what, Object.keys(data).includes('supplierOrder')]),
      ).toEqual([
        ['keys_ordered', true],
        ['purchase_complete', true],
      ]);
    }
  },
  4 * LONGEST_MS,
);
