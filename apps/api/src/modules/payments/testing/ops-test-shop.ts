import { afterAll, beforeAll } from '@jest/globals';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { callOps, opsKey } from '../../../testing/ops/staff.ts';
import { addProducts } from '../../../testing/products.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import type { OpsOrderStory } from '../../orders/ops/orders-ops.dto.ts';
import { Bank } from './bank.ts';
import { InMemoryPaymentProvider } from './in-memory-payments.ts';

const reason = 'a test';

/** A shop with 40 keys of one product, its buyers' bank, and ops calls of support. For the tests of one `describe`. */
export function opsTestShop() {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  let shop: TestShop;
  let bank: Bank;
  let support: string;

  beforeAll(async () => {
    shop = await salesShop({ provider, mailer, environment: { FRAUD_WARNING_REFUNDS: 'false' } });
    bank = new Bank(shop, provider);
    await addProducts(shop, [{ kinguinId: 1, keys: 40 }]);
    support = (await opsKey(shop, 'support')).text;
  });
  afterAll(() => shop.close());

  return {
    provider,
    mailer,
    get shop() {
      return shop;
    },
    get bank() {
      return bank;
    },
    get: <T>(url: string) => callOps(shop, support, 'GET', `/ops/payments${url}`).then((answer) => answer.json<T>()),
    story: (orderId: string) => callOps(shop, support, 'GET', `/ops/orders/${orderId}`).then((answer) => answer.json<OpsOrderStory>()),
    post: (url: string, body: object = { reason }) => callOps(shop, support, 'POST', `/ops${url}`, body),
    statusOf: async (id: string) =>
      (await shop.database.query<{ status: string }>('select status from shop_order where id = $1', [id])).rows[0]?.status,
  };
}
