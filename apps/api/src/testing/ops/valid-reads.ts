import { PaymentEvents, PaymentProvider } from '../../modules/payments/application/ports.ts';
import type { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { addUser } from '../people.ts';
import { buy } from '../sales.ts';
import type { TestShop } from '../test-shop.ts';
import { callOps, sendForm } from './staff.ts';
import { disputed } from './valid-dispute-writes.ts';
import { addMessage } from './valid-people-writes.ts';
import { validWrites } from './valid-writes.ts';

type Address = Readonly<Record<string, string>>;

/** What stands in the addresses of the ops calls that read one thing, by operation id: the thing is made here. The others need nothing. */
export const validReads: Readonly<Record<string, (shop: TestShop, key: string) => Promise<Address>>> = {
  getMessageFile: async (shop) => ({ id: await addMessage(shop) }),
  getCustomer: async (shop) => ({ customer: (await addUser(shop, 'somebody-to-read')).id }),
  getImport: async (shop, key) => {
    const { query, form = [] } = (await validWrites.startImport?.(shop)) ?? {};
    const answer = await sendForm(shop, key, 'POST', `/ops/imports?${new URLSearchParams(query).toString()}`, form);
    return { id: answer.json<{ id: string }>().id };
  },
  getOpsOrder: async (shop) => ({ order: await buy(shop, shop.get(PaymentProvider) as InMemoryPaymentProvider) }),
  getDispute: (shop) => disputed(shop),
  getEvidenceDocument: async (shop) => ({ ...(await disputed(shop)), file: 'receipt' }),
  getPaymentEvent: async (shop) => {
    const event = { id: 'evt_read', type: 'other', sessionId: null, intentId: null, signal: null, isAboutRefunds: false, payload: {} };
    await shop.get(PaymentEvents).add(event, 'stripe');
    return { event: event.id };
  },
  opsGetPost: async (shop, key) => {
    const { body } = (await validWrites.addPost?.(shop)) ?? {};
    return { id: (await callOps(shop, key, 'POST', '/ops/posts', body)).json<{ id: string }>().id };
  },
  opsGetProduct: async () => ({ product: '1' }),
  listPrices: async () => ({ product: '1' }),
  listPurchases: async () => ({ name: 'kinguin' }),
  listSupplierOffers: async () => ({ name: 'kinguin' }),
  listSyncs: async () => ({ name: 'kinguin' }),
  listJobs: async () => ({ queue: 'payments' }),
};
