import 'reflect-metadata';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { RefreshDuePrices, RunCatalogueJobs } from '../../modules/catalog/index.ts';
import { FetchPictures } from '../../modules/catalog/application/fetch-pictures.ts';
import { PaymentEvents, type ProviderEvent } from '../../modules/payments/application/ports.ts';
import { ProcessEvent } from '../../modules/payments/application/events/process-event.ts';
import { RefundPayment } from '../../modules/payments/application/refunds/refund-payment.ts';
import { SendRefund } from '../../modules/payments/application/refunds/send-refund.ts';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { PrepareRefund } from '../../modules/payments/application/refunds/prepare-refund.ts';
import { AddKeys, QuarantineKeys } from '../../modules/stock/index.ts';
import { Vault } from '../../modules/stock/application/ports.ts';
import { AesVault } from '../../modules/stock/adapters/aes-vault.ts';
import { ShopFigures } from '../../platform/metrics/shop-figures.ts';
import { SendMail } from '../../platform/mail/sending/send-mail.ts';
import { OutboxRelay } from '../../platform/outbox/outbox-relay.ts';
import { RecurringTasks } from '../../platform/scheduler/recurring-tasks.ts';
import { Transaction } from '../../shared/ports.ts';
import { operator } from '../operators.ts';
import { addProducts } from '../products.ts';
import { buy } from '../sales.ts';
import { salesShop } from '../sales-shop.ts';
import type { TestShop } from '../test-shop.ts';
import { grow } from './long-history.ts';
import { type OnPurpose, recorded, wholeReads } from './statement-plans.ts';

const HOUR_MS = 3_600_000;
const material = (character: string) => Buffer.alloc(32, character).toString('base64');
const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
const provider = new InMemoryPaymentProvider();
const NOTHING = { type: 'other', sessionId: null, intentId: null, signal: null, isAboutRefunds: false, payload: {} } as const;
/** What the jobs make only when they find work. */
const DONE = [
  'update stock_key set ciphertext',
  'update stock_key set normalised_fingerprint',
  'update key_rotation set finished_at',
  'update price set',
  'update feed_picture set state',
  'insert into catalog_job_chunk',
  'delete from catalog_job_chunk',
  'update order_refund set done_at',
  'delete from key_wait',
  'update outbox set relayed_at',
];
let shop: TestShop;

beforeAll(async () => {
  shop = await salesShop({ provider, environment: { KEY_ENCRYPTION_KEYS: `1:${material('a')},2:${material('b')}` } });
});
afterAll(() => shop.close());

/** Work for each job: expired, waiting and overdue rows. Answers an order whose keys never come. */
async function leaveWork(): Promise<string> {
  const [first = '', second = ''] = await addProducts(shop, [
    { kinguinId: 1, keys: 30 },
    { kinguinId: 2, keys: 2 },
  ]);
  const late = [];
  for (const email of ['late-1@example.com', 'late-2@example.com'])
    late.push(await buy(shop, provider, { kinguinId: 2, email, isPaid: false }));
  await buy(shop, provider, { isPaid: false });
  shop.clock.advance(HOUR_MS);
  await buy(shop, provider, { kinguinId: 2, quantity: 2 });
  for (const id of late) {
    provider.become(`session-${id}`, { outcome: 'paid' });
    await receiveEvent(`late-${id}`, { sessionId: `session-${id}` });
  }
  await shop.get(AddKeys).run([{ productId: second, secret: { kind: 'text', key: 'NEW' } }], 'test');
  await oldKey(first);
  await buy(shop, provider, { isDelivered: false });
  const intentId = `intent-session-${await buy(shop, provider)}`;
  provider.disputes.set(intentId, { outcome: 'open', reason: 'fraudulent', lost: [] });
  await receiveEvent('dispute', { intentId, signal: { kind: 'dispute', reason: 'fraudulent' } });
  await shop.get(PrepareRefund).run(await buy(shop, provider), null, { by, reason: 'a test' });
  const owner = await operator(shop, 'owner');
  const images = { cover: { url: 'http://127.0.0.1/' } };
  const feed = JSON.stringify({ kinguinId: 9, name: 'Game 9', platform: 'Steam', price: 10, productId: '9', images });
  const endsAt = new Date(shop.clock.now().getTime() + HOUR_MS).toISOString();
  for (const { status, text } of [
    await owner.upload('/ops/imports', [['file', feed, 'feed.jsonl']]),
    await owner.call('PUT', '/ops/pricing', { margin: 0.5, usd: 2, pln: 4, gbp: 0.8 }),
    await owner.call('POST', '/ops/keys/rotation'),
    await owner.call('POST', '/ops/products/1/sales', { percent: 10, endsAt, belowCost: true }),
  ])
    if (status >= 300) throw new Error(text);
  await buy(shop, provider, { isPaid: false });
  shop.clock.advance(HOUR_MS + 60_000);
  await shop.get(PaymentEvents).add({ ...NOTHING, id: 'overdue' }, 'stripe');
  shop.clock.advance(HOUR_MS);
  return late[1] ?? '';
}

/** An event of the provider, dealt with. */
async function receiveEvent(id: string, about: Partial<ProviderEvent>): Promise<void> {
  await shop.get(Transaction).run(() => shop.get(PaymentEvents).add({ ...NOTHING, ...about, id }, 'stripe'));
  await shop.get(ProcessEvent).run(id);
}

/** A key as it was before version 2 was in the environment, and before keys had a hash of their normalised form. */
async function oldKey(productId: string): Promise<void> {
  const vault = shop.get(Vault);
  const seal = jest
    .spyOn(vault, 'seal')
    .mockImplementation((...given) => new AesVault({ ...shop.config, keyEncryptionVersion: 1 }).seal(...given));
  await shop.get(AddKeys).run([{ productId, secret: { kind: 'text', key: 'OLD' } }], 'test');
  seal.mockRestore();
  await shop.database.query('update stock_key set normalised_fingerprint = null where key_version = 1');
}

const ON_PURPOSE: OnPurpose = [
  [
    'a small table is read faster than its index by ranges; `risk-plans` shows it at its size',
    /delete from risk_fact .* where at < \S+ limit/,
  ],
  ['keys on sale are summed up once a minute', /sum\(stock\)/],
  ['every key is counted when a rotation starts', /from stock_key group by key_version/],
];

test('no statement of a job has to read a table that grows from end to end', async () => {
  const asked = await recorded(shop, async () => {
    const neverFilled = await leaveWork();
    for (const task of shop.get(RecurringTasks).all()) await task.run();
    await shop.get(RefreshDuePrices).run();
    // Two jobs of the catalogue: one at a time.
    await shop.get(RunCatalogueJobs).run();
    await shop.get(FetchPictures).run();
    await shop.get(RefundPayment).run(neverFilled);
    const refunds = await shop.database.query<{ id: string }>('select id from order_refund where done_at is null');
    for (const { id } of refunds.rows) await shop.get(SendRefund).run(id);
    const mails = await shop.database.query<{ id: string }>(`select id from letter where state = 'waiting'`);
    for (const { id } of mails.rows) await shop.get(SendMail).run(id);
    await shop.get(OutboxRelay).relayAll();
    await shop.get(ShopFigures).refresh();
    await shop.get(QuarantineKeys).run(shop.clock.now(), by);
  });
  // That there was something to do.
  for (const part of DONE) expect([part, asked.some(({ text }) => text.replaceAll(/\s+/g, ' ').includes(part))]).toEqual([part, true]);
  await grow(shop);
  expect(await wholeReads(shop, asked, ON_PURPOSE)).toEqual([]);
}, 120_000);
