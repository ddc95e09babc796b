import { afterAll, beforeAll, describe } from '@jest/globals';
import { until } from '../../testing/until.ts';
import { syncSupplierCases } from '../../commands/sync-supplier.db.cases.ts';
import { readConfig } from '../../platform/config/config.ts';
import { CodesWholesaleSupplier } from './adapters/codeswholesale/codeswholesale-supplier.ts';
import { KinguinSupplier } from './adapters/kinguin/kinguin-supplier.ts';
import type { Supplier, SupplierName } from './application/ports.ts';
import { USUAL_LIMITS } from './adapters/http/supplier-http.ts';
import { accountKeys } from './adapters/account-keys.db.cases.ts';
import { sharedTurns } from './adapters/http/shared-turns.db.cases.ts';
import { badDeliveries } from './adapters/bad-deliveries.db.cases.ts';
import { changesCases } from './adapters/offers/changes.db.cases.ts';
import { feedCases } from './adapters/offers/feeds.db.cases.ts';
import { offerChanges } from './adapters/offers/offer-changes.db.cases.ts';
import { offersOnSale } from './adapters/offers/offers-on-sale.db.cases.ts';
import { hintedLookCases } from './adapters/hinted-looks.db.cases.ts';
import { hintCases } from './adapters/offers/hints.db.cases.ts';
import { planning } from './adapters/planning.db.cases.ts';
import { purchaseAmounts } from './adapters/purchase-amounts.db.cases.ts';
import { purchaseDeaths } from './adapters/purchase-deaths.db.cases.ts';
import { purchaseCases } from './adapters/purchases.db.cases.ts';
import { lateOrders } from './adapters/late-orders.db.cases.ts';
import { unclearOrders } from './adapters/unclear-orders.db.cases.ts';
import { looksAtOnce } from './adapters/looks-at-once.db.cases.ts';
import { refundedOrders } from './adapters/refunded-orders.db.cases.ts';
import { withdrawnKeys } from './adapters/withdrawn-keys.db.cases.ts';
import { regionsAfterSale } from './adapters/regions-after-sale.db.cases.ts';
import { secondSends } from './adapters/second-sends.db.cases.ts';
import { singleFailures } from './adapters/single-failures.db.cases.ts';
import { buyAgainCases } from './ops/buy-again.db.cases.ts';
import { slowSuppliers } from './adapters/slow-suppliers.db.cases.ts';
import { supplierNumbers } from './adapters/supplier-numbers.db.cases.ts';
import { returnCases } from './ops/returns/returns.db.cases.ts';
import { notMade } from './ops/not-made.db.cases.ts';
import { returnsByHand } from './ops/returns/returns-by-hand.db.cases.ts';
import { returningKeys } from './ops/returns/returning-keys.db.cases.ts';
import { marginReports } from './ops/margin-reports.db.cases.ts';
import { supplierAlerts } from './ops/supplier-alerts.db.cases.ts';
import { suppliersOps } from './ops/suppliers-ops.db.cases.ts';
import { takenSyncs } from './adapters/offers/syncs.db.cases.ts';
import { InMemorySupplier } from './testing/in-memory-supplier.ts';
import { type SupplierStandIns, supplierStandIns } from './testing/supplier-stand-ins.ts';
import { supplierContract } from './testing/supplier.contract.ts';
import type { SupplierUnderTest } from './testing/supplier-under-test.ts';

/** The answers that get lost are waited for so long. A busy machine must not be late by as much. */
const limits = { ...USUAL_LIMITS, timeoutMs: 2000, perSecond: 1000, breakAfter: 3, breakForMs: 50 };

describe('a supplier in memory', () => supplierContract(inMemory));

describe('adapters of suppliers', () => {
  let standIns: SupplierStandIns;
  beforeAll(async () => {
    standIns = await supplierStandIns();
  });
  afterAll(() => standIns.close());
  const settings = () => readConfig(standIns.environment).suppliers;
  const made: Record<SupplierName, () => Supplier> = {
    kinguin: () => new KinguinSupplier(settings().kinguin ?? { apiKey: '', apiUrl: '', webhookSecret: null }, limits),
    codeswholesale: () =>
      new CodesWholesaleSupplier(settings().codesWholesale ?? { clientId: '', clientSecret: '', apiUrl: '', signature: null }, limits),
  };
  for (const name of ['kinguin', 'codeswholesale'] as const)
    describe(name, () => supplierContract(async () => onStandIn(standIns, name, made[name]())));
});

describe('turns of all processes', sharedTurns);

describe('suppliers for staff', suppliersOps);
describe('alerts about suppliers', supplierAlerts);

describe('feeds of suppliers', feedCases);

describe('changes at suppliers', changesCases);

describe('synchronisations that two workers have', takenSyncs);

describe('the command that reads the offers of a supplier', syncSupplierCases);

describe('offers on sale', offersOnSale);
describe('changes of offers', offerChanges);
describe('hints of suppliers', hintCases);
describe('orders that suppliers hint at', hintedLookCases);

describe('purchases', purchaseCases);

describe('planning of purchases', planning);

describe('purchases of processes that die', purchaseDeaths);

describe('purchases of accounts', accountKeys);

describe('purchases that bring no good keys', badDeliveries);

describe('purchases and their amounts', purchaseAmounts);

describe('purchases that may be sent twice', secondSends);

describe('regions that change after the sale', regionsAfterSale);

describe('orders that arrive after the shop gave them up', lateOrders);

describe('orders that their supplier may have', unclearOrders);
describe('orders that their supplier says it does not have', notMade);

describe('orders that their supplier refunds', refundedOrders);

describe('keys that their supplier withdraws', withdrawnKeys);

describe('two workers that look at an order at the same moment', looksAtOnce);

describe('keys that are bought again', buyAgainCases);
describe('purchases beside slow suppliers', slowSuppliers);
describe('numbers of suppliers’ orders', supplierNumbers);

describe('rows that fail', singleFailures);

describe('keys that go back to a supplier', returnCases);
describe('keys that staff say went back to a supplier', returnsByHand);
describe('keys on their way back', returningKeys);
describe('margins of purchases', marginReports);

async function inMemory(): Promise<SupplierUnderTest> {
  const supplier = new InMemorySupplier();
  return {
    supplier,
    async offer(products) {
      supplier.offered = Array.from({ length: products }, (_, index) => ({
        offerId: `offer-${index + 1}`,
        supplierProductId: String(index + 1),
        kinguinId: index + 1,
        name: `Game ${index + 1}`,
        priceMinor: 579,
        quantity: 4,
      }));
    },
    async setBalance(minor) {
      supplier.balanceMinor = minor;
    },
    async deliverAtOnce(keys) {
      supplier.keysAtOnce = { all: Infinity, one: 1, none: 0 }[keys];
    },
    async settle(orderId, how) {
      const waiting = 2 - (supplier.ordered.find(({ order }) => order.orderId === orderId)?.keys.length ?? 0);
      if (how === 'delivered') supplier.deliver(orderId, waiting);
      else supplier.end(orderId);
      supplier.showsReturns = true;
    },
    async returnLate() {
      supplier.showsReturns = false;
    },
    async loseAnswer(when) {
      supplier.trouble = `lost ${when}`;
    },
    async deliverPictures() {
      supplier.delivers = 'pictures';
    },
    orderCount: async () => supplier.ordered.length,
    async spoilAnswer(how, to) {
      // A read that is asked again does not show that an answer was spoilt.
      if (to === 'orders') supplier.trouble = how === 'too many' ? 'not sent' : 'lost after';
    },
    async empty(supplierProductId) {
      supplier.offered = supplier.offered.filter((offer) => offer.supplierProductId !== supplierProductId);
      const at = new Date(1_000_000 + 1000 * (supplier.changedAt?.size ?? 0));
      supplier.changedAt = new Map([...(supplier.changedAt ?? []), [supplierProductId, at]]);
      return at;
    },
    async raisePrices() {
      supplier.offered = supplier.offered.map((offer) => ({ ...offer, priceMinor: Math.round(offer.priceMinor * 1.1) }));
    },
    async hear(_webhooks, act) {
      await act();
      const orders = supplier.ordered.map(({ order }) => ({ kind: 'order', supplierOrderId: order.orderId }));
      const product = { kind: 'product', supplierProductId: '1', kinguinId: 1 };
      return [product, ...orders, ...orders, product].map((hint) => ({ headers: {}, body: { hints: [hint] } }));
    },
    async setAway(isAway) {
      supplier.isAway = isAway;
    },
  };
}

async function onStandIn({ control, nextWebhooks }: SupplierStandIns, name: SupplierName, supplier: Supplier): Promise<SupplierUnderTest> {
  await control(name, 'POST', '/reset');
  return {
    supplier,
    async offer(count) {
      const products = Array.from({ length: count }, (_, index) => ({
        id: String(index + 1),
        name: `Game ${index + 1}`,
        offers: [{ offerId: `offer-${index + 1}`, cents: 579, quantity: 4 }],
      }));
      if (count > 0) await control(name, 'PUT', '/products', { products });
    },
    setBalance: (cents) => control(name, 'PUT', '/balance', { cents }),
    deliverAtOnce: (keys) => control(name, 'PUT', '/delivery', { keys: ({ all: 'now', one: 'half', none: 'late' } as const)[keys] }),
    settle: (orderId, how) =>
      control(name, 'POST', `/orders/${orderId}/${how === 'delivered' ? 'deliver' : 'end'}`, how === 'delivered' ? {} : { how }),
    returnLate: () => control(name, 'PUT', '/delivery', { returns: 'late' }),
    loseAnswer: (when) => control(name, 'PUT', '/weather', { failure: `timeout-${when}`, of: 'orders' }),
    deliverPictures: () => control(name, 'PUT', '/delivery', { as: 'image' }),
    orderCount: async () => (await control<unknown[]>(name, 'GET', '/orders')).length,
    spoilAnswer: (how, of) => control(name, 'PUT', '/weather', { failure: how === 'too many' ? 'rate-limit' : 'invalid-json', of }),
    async empty(id) {
      const before = new Date();
      // Both processes have the clock of this computer, in whole milliseconds.
      await until(() => new Date() > before);
      const since = new Date();
      await control(name, 'PUT', '/products', { products: [{ id, name: `Game ${id}`, offers: [] }] });
      return since;
    },
    raisePrices: () => control(name, 'POST', '/prices', { percent: 10 }),
    async hear(webhooks, act) {
      await control(name, 'PUT', '/webhooks', { mode: 'mixed' });
      const heard = nextWebhooks(name, webhooks);
      await act();
      return heard;
    },
    setAway: (isAway) => control(name, 'PUT', '/weather', isAway ? { failure: 'error', percent: 100 } : {}),
  };
}
