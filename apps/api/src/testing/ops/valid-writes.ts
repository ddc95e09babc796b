import { getQueueToken } from '@nestjs/bullmq';
import { type Queue, Worker } from 'bullmq';
import { PaymentEvents, PaymentProvider } from '../../modules/payments/application/ports.ts';
import { Settle } from '../../modules/payments/application/settle.ts';
import { DEFAULT_POLICY } from '../../modules/risk/domain/policy.ts';
import type { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { OrderKeys } from '../../modules/stock/index.ts';
import { SupplierOffers } from '../../modules/suppliers/index.ts';
import { PrepareRefund } from '../../modules/payments/application/refunds/prepare-refund.ts';
import { queueConnection } from '../../platform/queues/backend.ts';
import { buy } from '../sales.ts';
import type { TestShop } from '../test-shop.ts';
import { catalogueWrites } from './valid-catalogue-writes.ts';
import { customerWrites } from './valid-customer-writes.ts';
import { disputeWrites } from './valid-dispute-writes.ts';
import type { ValidWrite } from './valid-write.ts';
import { peopleWrites } from './valid-people-writes.ts';
import { opsKey } from './staff.ts';

const reason = 'the walk over all calls';
let count = 0;
const providerOf = (shop: TestShop) => shop.get(PaymentProvider) as InMemoryPaymentProvider;

async function failedJob(shop: TestShop): Promise<string> {
  const queue = shop.app.get<Queue>(getQueueToken('payments'));
  const jobId = `refund-good-${(count += 1)}`;
  const job = await queue.add('refund', { orderId: 'order-1' }, { jobId, attempts: 1 });
  const worker = new Worker('payments', () => Promise.reject(new Error('no')), { connection: queueConnection(shop.config) as never });
  while (!(await job.isFailed())) await new Promise((wait) => setTimeout(wait, 20));
  await worker.close();
  return jobId;
}

async function deadLetter(shop: TestShop): Promise<string> {
  const id = `dead-${(count += 1)}`;
  await shop.database.query(
    `insert into letter (id, about, kind, state, created_at, closed_at) values ($1, 'order-1', 'keys', 'dead', $2, $2)`,
    [id, shop.clock.now()],
  );
  return id;
}

async function held(shop: TestShop): Promise<string> {
  const id = await buy(shop, providerOf(shop), { isPaid: false });
  providerOf(shop).become(`session-${id}`, { outcome: 'paid', amountMinor: 1 });
  await shop.get(Settle).run(`session-${id}`, 'stripe', 'stripe');
  return id;
}

/**
 * One call that succeeds for every ops operation that writes, by operation id. The walk over all of them asks for a new one here:
 * it shows that each leaves its line in the audit log.
 */
export const validWrites: Readonly<Record<string, (shop: TestShop) => Promise<ValidWrite>>> = {
  createOpsKey: async () => ({ body: { name: `made by a call ${(count += 1)}`, role: 'viewer', reason } }),
  limitOpsKey: async (shop) => ({ path: { id: (await opsKey(shop, 'support')).id }, body: { role: 'viewer', reason } }),
  revokeOpsKey: async (shop) => ({ path: { id: (await opsKey(shop, 'viewer')).id }, body: { reason } }),
  findOrdersByKey: async () => ({ body: { key: 'KEY-1-1', reason } }),
  changeOrderEmail: async (shop) => ({
    path: { order: await buy(shop, providerOf(shop)) },
    body: { email: 'corrected@example.com', reason },
  }),
  sendOrderAgain: async (shop) => ({ path: { order: await buy(shop, providerOf(shop)) }, body: { reason } }),
  buyKeyAgain: async (shop) => {
    const order = await buy(shop, providerOf(shop));
    const { rows } = await shop.database.query<{ id: string }>('select id from product where kinguin_id = 1');
    const offer = {
      offerId: `again-${(count += 1)}`,
      supplierProductId: '1',
      kinguinId: 1,
      name: 'Game',
      priceMinor: 1,
      quantity: 9,
      productId: rows[0]?.id ?? '',
    };
    await shop.get(SupplierOffers).put('kinguin', [offer], shop.clock.now());
    const [key] = await shop.get(OrderKeys).of(order);
    return { path: { order, line: '1', slot: '1' }, body: { keyId: key?.keyId, reason } };
  },
  replaceOrderKey: async (shop) => ({ path: { order: await buy(shop, providerOf(shop)), line: '1', slot: '1' }, body: { reason } }),
  releaseOrder: async (shop) => ({ path: { order: await held(shop) }, body: { reason } }),
  cancelOrder: async (shop) => ({ path: { order: await held(shop) }, body: { reason } }),
  replayPaymentEvent: async (shop) => {
    const id = `evt_good_${(count += 1)}`;
    const event = { id, type: 'other', sessionId: null, intentId: null, signal: null, isAboutRefunds: false, payload: {} };
    await shop.get(PaymentEvents).add(event, 'stripe');
    return { path: { event: event.id }, body: { reason } };
  },
  settleOrder: async (shop) => ({ path: { order: await buy(shop, providerOf(shop), { isPaid: false }) }, body: { reason } }),
  setRiskPolicy: async () => ({ body: { policy: DEFAULT_POLICY, reason } }),
  tryRiskPolicy: async () => ({ body: { policy: DEFAULT_POLICY, reason } }),
  retryJob: async (shop) => ({ path: { queue: 'payments', job: await failedJob(shop) }, body: { reason } }),
  replayDeadLetter: async (shop) => ({ path: { letter: await deadLetter(shop) }, body: { reason } }),
  closeDeadLetter: async (shop) => ({ path: { letter: await deadLetter(shop) }, body: { reason } }),
  refundOrder: async (shop) => ({ path: { order: await buy(shop, providerOf(shop)) }, body: { everything: true, reason } }),
  giveUpRefund: async (shop) => {
    const order = await buy(shop, providerOf(shop));
    const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
    const { refund } = await shop.get(PrepareRefund).run(order, null, { by, reason });
    return { path: { order, refund: refund.id }, body: { reason } };
  },
  noteOnOrder: async (shop) => ({ path: { order: await buy(shop, providerOf(shop)) }, body: { text: 'Waits for the bank', reason } }),
  ...catalogueWrites,
  ...customerWrites,
  ...disputeWrites,
  ...peopleWrites,
};
