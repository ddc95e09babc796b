import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ApplyStockChanges } from '../../modules/stock/index.ts';
import { PaymentProvider } from '../../modules/payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { MailboxBusy, Mailer, MailRefused } from '../../shared/ports.ts';
import { RecordingMailer } from '../../testing/fakes.ts';
import { operator } from '../../testing/operators.ts';
import { addProducts, buyer, cartLine } from '../../testing/products.ts';
import { buy } from '../../testing/sales.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { ReadDatabase } from '../database/read-database.ts';
import { SendMail } from '../mail/sending/send-mail.ts';
import { JobQueues } from '../queues/job-queues.ts';
import { MetricsServer } from './metrics-server.ts';
import { ShopFigures } from './shop-figures.ts';

const figure = (text: string, name: string) => Number(new RegExp(`^${name.replaceAll(/[{}"]/g, '\\$&')} (.+)$`, 'm').exec(text)?.[1]);

export function metricCases(): void {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  let shop: TestShop;
  let origin: string;
  const scrape = async () => (await fetch(`${origin}/metrics`)).text();

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    shop = await testShop({
      fakes: [
        { provide: PaymentProvider, useValue: provider },
        { provide: Mailer, useValue: mailer },
      ],
      environment: { METRICS_PORT: String(port) },
    });
    await addProducts(shop, [{ kinguinId: 1, keys: 9 }, { kinguinId: 2 }]);
    await shop.get(MetricsServer).start();
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    mailer.failure = null;
    // Without the cache of some seconds.
    Object.assign(shop.get(ShopFigures), { quick: null, slow: null });
  });

  test('requests are counted by route pattern, so that no address and no token becomes a label', async () => {
    await shop.app.inject('/order/guest/1-01hxyzsecrettoken-CANARY');
    await shop.app.inject('/nothing/CANARY');
    const text = await scrape();
    expect(text).toMatch(/keyturn_http_request_duration_seconds_count\{method="GET",route="\/order\/guest\/:token",status="404"\} 1/);
    expect(text).toMatch(/route="unmatched",status="404"\} 1/);
    expect(text).not.toContain('CANARY');
  });

  test('stock, deliveries and their time show in the metrics', async () => {
    await buy(shop, provider);
    expect(figure(await scrape(), 'keyturn_stock_changes_pending')).toBe(1);
    await shop.get(ApplyStockChanges).run();
    Object.assign(shop.get(ShopFigures), { slow: null });
    const text = await scrape();
    expect(figure(text, 'keyturn_stock_keys')).toBe(8);
    expect(figure(text, 'keyturn_stock_products_sold_out')).toBe(1);
    expect(figure(text, 'keyturn_payment_to_mail_seconds_count')).toBe(1);
    expect(figure(text, 'keyturn_letters_total{outcome="sent"}')).toBe(1);
    expect(figure(text, 'keyturn_shop_figures_up')).toBe(1);
  });

  test('a mail that was given up shows as a dead letter, and an order on hold as a mismatch', async () => {
    mailer.failure = new MailRefused('too large', 'mail');
    await buy(shop, provider, { email: 'dead@example.com' });
    await shop.database.query(`update shop_order set status = 'on_hold' where email = 'dead@example.com'`);
    const text = await scrape();
    expect(figure(text, 'keyturn_dead_letters')).toBe(1);
    expect(figure(text, 'keyturn_payment_mismatches{kind="on_hold"}')).toBe(1);
    expect(figure(text, 'keyturn_outbox_waiting')).toBeGreaterThan(0);
  });

  test('a mail that its mailbox defers does not raise the age of the delivery, whatever fails later; a mail that the shop cannot send does', async () => {
    const look = async () => {
      Object.assign(shop.get(ShopFigures), { quick: null, slow: null });
      const text = await scrape();
      return [figure(text, 'keyturn_letters_oldest_seconds'), figure(text, 'keyturn_letters_put_off')];
    };
    await shop.database.query('delete from letter');
    mailer.failure = new MailboxBusy('The mailbox takes no mail for now (452 4.2.2).');
    const order = await buy(shop, provider, { email: 'full@example.com' });
    shop.clock.advance(899_000);
    expect(await look()).toEqual([0, 0]);
    mailer.failure = new Error('The mail server could not be reached.');
    await shop.get(SendMail).run(`${order}-keys-1`);
    shop.clock.advance(1000);
    expect(await look()).toEqual([0, 1]);
    await buy(shop, provider, { email: 'away@example.com' });
    shop.clock.advance(60_000);
    expect(await look()).toEqual([60, 1]);
  });

  test('a mail that was given up and closed by the staff is no dead letter any more', async () => {
    await shop.database.query('delete from letter');
    mailer.failure = new MailRefused('too large', 'mail');
    const order = await buy(shop, provider, { email: 'closed@example.com' });
    expect(figure(await scrape(), 'keyturn_dead_letters')).toBe(1);
    const staff = await operator(shop, 'support');
    const answer = await staff.call('POST', `/ops/queue/dead-letters/${order}-keys-1/close`, { reason: 'Given by telephone' });
    expect(answer.status).toBe(200);
    Object.assign(shop.get(ShopFigures), { quick: null });
    expect(figure(await scrape(), 'keyturn_dead_letters')).toBe(0);
    const { timeline } = (await staff.call('GET', `/ops/orders/${order}`)).json<{ timeline: object[] }>();
    expect(timeline).toContainEqual(
      expect.objectContaining({
        source: 'staff',
        what: 'queue.close-letter',
        data: expect.objectContaining({ mailId: `${order}-keys-1`, reason: 'Given by telephone' }),
      }),
    );
  });

  test('frozen orders show by who has to decide, and an order on hold for a warning of fraud is one of them', async () => {
    const disputed = async () => {
      Object.assign(shop.get(ShopFigures), { quick: null });
      const text = await scrape();
      const kinds = ['dispute', 'fraud_warning', 'won'].map((kind) => figure(text, `keyturn_orders_disputed{kind="${kind}"}`));
      return [...kinds, figure(text, 'keyturn_payment_mismatches{kind="on_hold"}')];
    };
    const [, , , held = 0] = await disputed();
    const id = await buy(shop, provider);
    const stands = async (status: string, reason: string | null) => {
      await shop.database.query('update shop_order set status = $2, hold_reason = $3 where id = $1', [id, status, reason]);
      return disputed();
    };
    expect(await stands('disputed', null)).toEqual([1, 0, 0, held]);
    expect(await stands('disputed', 'amount differs')).toEqual([1, 0, 0, held]);
    expect(await stands('disputed', 'fraud warning')).toEqual([0, 1, 0, held]);
    expect(await stands('on_hold', 'fraud warning')).toEqual([0, 1, 0, held]);
    expect(await stands('disputed', 'won, and too few keys')).toEqual([0, 0, 1, held]);
    expect(await stands('completed', null)).toEqual([0, 0, 0, held]);
  });

  test('a scrape asks the database once in a while, however many scrape', async () => {
    const database = shop.get(ReadDatabase);
    const rows = database.rows.bind(database);
    let asked = 0;
    database.rows = (name, text, values) => {
      asked += 1;
      return rows(name, text, values);
    };
    try {
      await Promise.all(Array.from({ length: 20 }, scrape));
      expect(asked).toBe(2);
    } finally {
      database.rows = rows;
    }
  });

  test('metrics that cannot be read are reported as such instead of failing the scrape', async () => {
    const queues = shop.get(JobQueues);
    const counts = queues.counts.bind(queues);
    queues.counts = () => Promise.reject(new Error('down'));
    try {
      expect(figure(await scrape(), 'keyturn_shop_figures_up')).toBe(0);
    } finally {
      queues.counts = counts;
    }
  });

  test('in production the metrics are not on the port of the API unless a token is set, and then for that token only', async () => {
    const page = (authorization?: string) =>
      shop.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
    expect((await page()).statusCode).toBe(200);
    const { metrics } = shop.config;
    Object.assign(shop.config, { isProduction: true });
    try {
      expect((await page()).statusCode).toBe(404);
      Object.assign(shop.config, { metrics: { ...metrics, token: 'a-token-of-prometheus' } });
      expect((await page()).statusCode).toBe(404);
      expect((await page('Bearer a-token-of-somebody')).statusCode).toBe(404);
      expect((await page('Bearer a-token-of-prometheus')).statusCode).toBe(200);
      expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    } finally {
      Object.assign(shop.config, { isProduction: false, metrics });
    }
  });

  test('readiness names the dependency that is down; without the queue the shop still serves', async () => {
    const ready = async () => {
      const answer = await shop.app.inject('/health/ready');
      return [answer.statusCode, answer.json<object>()];
    };
    expect(await ready()).toEqual([200, { status: 'ok', database: 'ok', queue: 'ok', images: 'ok', mail: 'ok', payments: 'ok' }]);
    const queues = shop.get(JobQueues);
    const database = shop.get(ReadDatabase);
    const [queuePing, databasePing] = [queues.ping.bind(queues), database.ping.bind(database)];
    try {
      queues.ping = () => Promise.reject(new Error('down'));
      expect(await ready()).toEqual([200, { status: 'degraded', database: 'ok', queue: 'down', images: 'ok', mail: 'ok', payments: 'ok' }]);
      database.ping = () => new Promise(() => undefined);
      // Both wait two seconds for it, at the same time.
      const [answer, other] = await Promise.all([ready(), fetch(`${origin}/health/ready`)]);
      expect(answer).toEqual([503, { status: 'down', database: 'down', queue: 'down', images: 'ok', mail: 'ok', payments: 'ok' }]);
      expect(other.status).toBe(503);
    } finally {
      Object.assign(queues, { ping: queuePing });
      Object.assign(database, { ping: databasePing });
    }
  });

  test('jobs and events of an order store the id of their request, and a malformed id is not used', async () => {
    await shop.database.query('delete from outbox');
    const post = (url: string, requestId: string, payload: object) =>
      shop.app.inject({ method: 'POST', url, headers: { 'x-request-id': requestId, 'stripe-signature': 'signed' }, payload });
    const event = (id: string) => ({ id, type: 'checkout.session.completed', sessionId: 'session-1', payload: {} });
    await post('/webhooks/stripe', 'request-of-a-test', event('evt_1'));
    const { headers } = await post('/webhooks/stripe', 'not an id"}', event('evt_2'));
    const cart = { cart: [cartLine(1)], data: { ...buyer, email: 'origin@example.com' }, currency: 'EUR' };
    expect((await post('/products/payment_checkout', 'request-of-checkout', cart)).statusCode).toBe(201);
    const { rows: jobs } = await shop.database.query<{ origin: unknown }>('select origin from outbox order by id');
    expect(jobs.map(({ origin }) => origin)).toEqual([{ requestId: 'request-of-a-test' }, { requestId: headers['x-request-id'] }]);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const { rows: events } = await shop.database.query(
      `select e.kind, e.origin from order_event e join shop_order o on o.id = e.order_id where o.email = 'origin@example.com'`,
    );
    expect(events).toEqual([{ kind: 'placed', origin: { requestId: 'request-of-checkout' } }]);
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
