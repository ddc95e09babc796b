import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { type BuyerOfShop, checkOut, control, eventually, gamesInStock, mails } from './buyer.ts';
import { type ShopOfMany, startShopOfMany } from './shop-of-many.ts';

const LONGEST_MS = 60_000;

let shop: ShopOfMany;
let database: pg.Client;
let collector: Server;
/** Data received by an OpenTelemetry collector. Names are plain text in it, whatever the encoding. */
let traces = '';
let orderId = '';

beforeAll(async () => {
  collector = createServer((request, response) => {
    request.setEncoding('latin1').on('data', (chunk: string) => (traces += chunk));
    request.on('end', () => response.writeHead(200, { 'content-type': request.headers['content-type'] ?? '' }).end());
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  shop = await startShopOfMany({ apis: 1, workers: 1, environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
  database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
  const { sandbox, mailbox } = shop.settings.origins;
  const buyer: BuyerOfShop = { api: shop.apis[0] ?? '', sandbox, mailbox };
  const [game] = await gamesInStock(buyer);
  const session = await checkOut(buyer, { kinguinId: game?.kinguinId ?? 0, email: 'seen@example.com' });
  await control(buyer, `sessions/${session}/pay`);
  await eventually(
    () => mails(buyer),
    (sent) => sent.length === 1,
    LONGEST_MS,
  );
  orderId = (await database.query<{ id: string }>('select id from shop_order')).rows[0]?.id ?? '';
}, 3 * LONGEST_MS);
afterAll(async () => {
  await database?.end();
  await shop?.stop();
  collector?.close();
}, LONGEST_MS);

/** The figure's value on the page that Prometheus reads of this process, of the lines whose labels fit; 0 where it has none. */
async function figure(origin: string | undefined, name: string, labels = ''): Promise<number> {
  const page = await (await fetch(`${origin}/metrics`)).text();
  const lines = page.split('\n').filter((line) => line.startsWith(name) && line.includes(labels));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

const isOne = (value: number) => value === 1;
const isSome = (value: number) => value > 0;

test(
  'the API process counts its requests, and the worker the seconds from payment to mail',
  async () => {
    const { apis, workers } = shop.figures;
    expect(await figure(apis[0], 'keyturn_http_request_duration_seconds_count', 'payment_checkout')).toBe(1);
    await eventually(() => figure(workers[0], 'keyturn_payment_to_mail_seconds_count'), isOne, LONGEST_MS);
    expect(await figure(workers[0], 'keyturn_payment_to_mail_seconds_sum')).toBeGreaterThan(0);
  },
  LONGEST_MS,
);

test.each(['release-lapsed', 'go-on-rotating', 'run-catalogue-jobs'])(
  'the worker does the job %s by itself',
  async (job) => {
    await eventually(() => figure(shop.figures.workers[0], 'keyturn_job_duration_seconds_count', `name="${job}"`), isSome, LONGEST_MS);
  },
  LONGEST_MS,
);

test(
  'API and worker send traces',
  async () => {
    const senders = async () => ['keyturn-api', 'keyturn-worker'].filter((name) => traces.includes(name));
    expect(await eventually(senders, (found) => found.length === 2, LONGEST_MS)).toEqual(['keyturn-api', 'keyturn-worker']);
  },
  LONGEST_MS,
);

test(
  'each line of the jobs that settled and delivered an order names the order and the job',
  async () => {
    const lines = () =>
      shop
        .logOf('worker-0')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ message, orderId: about }) => message === 'done' && about === orderId);
    const exported = await eventually(
      async () => lines(),
      (all) => new Set(all.map(({ queue }) => queue)).size === 2,
      LONGEST_MS,
    );
    expect(exported.map(({ jobId }) => typeof jobId)).toEqual(exported.map(() => 'string'));
    expect(new Set(exported.map(({ queue }) => queue))).toEqual(new Set(['payments', 'delivery']));
  },
  LONGEST_MS,
);
