import { expect, test } from '@jest/globals';
import { BoughtKeys } from '../../modules/suppliers/application/after-sales/bought-keys.ts';
import { Looks } from '../../modules/suppliers/application/after-sales/looks.ts';
import { NoteWithdrawn } from '../../modules/suppliers/application/after-sales/note-withdrawn.ts';
import { MarginRules } from '../../modules/suppliers/application/margins/margin-rules.ts';
import { KeyPurchases } from '../../modules/suppliers/application/purchases.ts';
import { report, SEED, sized } from '../campaigns/campaign.ts';
import { faultsOf } from './supply-faults.ts';
import { type SupplyWorld, supplyWorld } from './supply-world.ts';

const ORDERS = sized({ full: 10_000, sample: 160 });
const PLANTED_ORDERS = 48;
const HOUR_MS = 3_600_000;

async function run(
  orders: number,
  plant: (world: SupplyWorld) => void = () => undefined,
): Promise<{ world: SupplyWorld; faults: string[] }> {
  const world = await supplyWorld(SEED);
  try {
    plant(world);
    while (world.counts.orders < orders) await world.batch();
    await world.end();
    return { world, faults: await faultsOf(world) };
  } finally {
    await world.close();
  }
}

test(
  `${ORDERS} orders in bad weather, with workers that die: nothing is bought twice or under the margin, and each payment has its keys or comes back`,
  async () => {
    const { world, faults } = await run(ORDERS);
    expect(faults).toEqual([]);
    const { counts, processes, suppliers, provider, staff } = world;
    const made = suppliers.flatMap(({ ordered }) => ordered);
    const cost = made.reduce((sum, { order }) => sum + (order.costMinor ?? 0), 0);
    const veryLate = suppliers.reduce((sum, { cameVeryLate }) => sum + cameVeryLate.size, 0);
    const refunded = suppliers.reduce((sum, { refunds }) => sum + refunds, 0);
    const withdrawn = suppliers.reduce((sum, { withdrawals }) => sum + withdrawals, 0);
    report(
      `${counts.orders} orders (${counts.refused} more checkouts sold out), ${staff.counts.replacements} keys replaced, ${staff.counts.returns} purchases given back, ${staff.counts.notMade} recorded as not made, ${counts.hints} webhooks, ${made.length} orders at two suppliers (${veryLate} of them very late, ${refunded} refunded with all their keys, ${withdrawn} keys withdrawn one by one) for ${(cost / 100).toFixed(2)} euros, ${provider.refunds.size} refunds, ${processes.deaths} processes killed, no fault`,
    );
    const happened = [
      provider.refunds.size,
      processes.deaths,
      counts.hints,
      staff.counts.replacements,
      staff.counts.returns,
      refunded,
      withdrawn,
      // A sample may have none of these.
      ...sized({ full: [staff.counts.notMade, veryLate], sample: [] }),
    ];
    expect([made.length > ORDERS / 10, happened.every((times) => times > 0)]).toEqual([true, true]);
  },
  4 * HOUR_MS,
);

test.each<[string, RegExp, (world: SupplyWorld) => void]>([
  [
    'a call without an answer that counts as one that was never made',
    /was ordered \d+ times|an order that the shop does not know/,
    ({ shop }) => {
      const purchases = shop.get(KeyPurchases);
      const real = purchases.postpone.bind(purchases);
      purchases.postpone = (purchase, failure, dueAt) => real(purchase, failure, dueAt, purchase.state === 'sent' ? 'planned' : undefined);
    },
  ],
  [
    'a key that is bought again with each call',
    /a key was bought again/,
    ({ shop }) => void (shop.get(BoughtKeys).replacementOf = async () => null),
  ],
  [
    'an order that nobody looks at again',
    /an order that the shop does not know|keys of purchase \S+ back/,
    ({ shop }) => void Object.assign(shop.get(Looks), { add: async () => undefined, hear: async () => undefined }),
  ],
  [
    'an unclear order that counts as refused',
    /keys were bought for \d+ pieces/,
    ({ shop, suppliers }) => {
      for (const supplier of suppliers) supplier.isOftenVeryLate = true;
      const purchases = shop.get(KeyPurchases);
      const real = purchases.close.bind(purchases);
      purchases.close = (purchase, end, at) => real(purchase, end.state === 'unclear' ? { ...end, state: 'refused' } : end, at);
    },
  ],
  [
    'a key that goes alone and is left on sale',
    /keys of purchase \S+ back/,
    ({ shop }) => void (shop.get(NoteWithdrawn).run = async () => undefined),
  ],
  ['a margin that nobody asks for', /under the margin/, ({ shop }) => void (shop.get(MarginRules).of = async () => () => -1)],
])(
  'a mistake that is planted is found: %s',
  async (_what, fault, plant) => {
    const { faults } = await run(PLANTED_ORDERS, plant);
    expect(faults.join('\n')).toMatch(fault);
  },
  HOUR_MS,
);
