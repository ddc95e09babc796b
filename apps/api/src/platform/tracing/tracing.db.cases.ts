import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Job } from 'bullmq';
import { PaymentsWorker } from '../../modules/payments/adapters/payments.worker.ts';
import { PaymentProvider } from '../../modules/payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { Mailer } from '../../shared/ports.ts';
import { RecordingMailer } from '../../testing/fakes.ts';
import { addProducts, buyer, cartLine } from '../../testing/products.ts';
import { type TestShop, testShop } from '../../testing/test-shop.ts';
import { MailsWorker } from '../mail/sending/mails.worker.ts';
import { startTracing, stopTracing } from './tracing.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { key: string; value: { stringValue?: string } }[];
  readonly links?: readonly { traceId: string }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const BROWSER_SPAN = 'b7ad6b7169203331';
const spans: Span[] = [];

export function tracing(): void {
  const provider = new InMemoryPaymentProvider();
  const mailer = new RecordingMailer();
  const services = new Set<string>();
  let shop: TestShop;

  /** A collector: takes OTLP in JSON. */
  const collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[];
      };
      for (const { resource, scopeSpans } of resourceSpans) {
        services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '');
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    shop = await testShop({
      fakes: [
        { provide: PaymentProvider, useValue: provider },
        { provide: Mailer, useValue: mailer },
      ],
    });
    await addProducts(shop, [{ kinguinId: 1, keys: 5 }]);
  });
  afterAll(async () => {
    await shop.close();
    collector.closeAllConnections();
    await new Promise((closed) => collector.close(closed));
  });

  /** The next job that the outbox holds, as a queue would hand it over. */
  async function nextJob(name: string): Promise<Job> {
    const { rows } = await shop.database.query<{ job_id: string; queue: string; data: object; origin: object }>(
      'select job_id, queue, data, origin from outbox where job = $1 order by id desc limit 1',
      [name],
    );
    const [row] = rows;
    return { id: row?.job_id, name, queueName: row?.queue, data: { ...row?.data, origin: row?.origin } } as unknown as Job;
  }

  async function sale(): Promise<void> {
    const headers = { traceparent: `00-${TRACE}-${BROWSER_SPAN}-01`, 'x-request-id': 'request-of-checkout' };
    const payload = { cart: [cartLine(1)], data: buyer, currency: 'EUR' };
    const checkout = await shop.app.inject({ method: 'POST', url: '/products/payment_checkout', headers, payload });
    const sessionId = checkout.json<{ id: string }>().id;
    provider.become(sessionId, { outcome: 'paid' });
    await shop.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'stripe-signature': 'signed' },
      payload: { id: `evt_${sessionId}`, type: 'checkout.session.completed', sessionId, payload: {} },
    });
    await shop.get(PaymentsWorker).process(await nextJob('process-event'));
    await shop.get(MailsWorker).process(await nextJob('send-mail'));
  }

  test('without an endpoint a sale leaves no trace', async () => {
    await startTracing({ otlp: null }, 'api');
    await sale();
    expect(mailer.sent).toHaveLength(1);
    const { rows } = await shop.database.query(`select 1 from outbox where origin ? 'traceparent'`);
    expect(rows).toEqual([]);
  });

  test('one trace contains the request of the browser, the payment and the mail, each step a child of the one before', async () => {
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    await startTracing({ otlp: { endpoint, serviceName: null } }, 'worker');
    await sale();
    // Exports the remaining spans at the end.
    await stopTracing();
    expect(mailer.sent).toHaveLength(2);
    const named = (name: string) => spans.find((span) => span.name === name);
    const way = ['POST /products/payment_checkout', 'job process-event', 'job send-mail', 'smtp send'].map(named);
    expect(way.map((span) => span?.traceId)).toEqual([TRACE, TRACE, TRACE, TRACE]);
    expect(way.map((span) => span?.parentSpanId)).toEqual([BROWSER_SPAN, ...way.slice(0, -1).map((span) => span?.spanId)]);
    const webhook = named('POST /webhooks/stripe');
    expect(webhook?.traceId).not.toBe(TRACE);
    expect(named('job process-event')?.links?.map(({ traceId }) => traceId)).toEqual([webhook?.traceId]);
    expect([...services]).toEqual(['keyturn-worker']);
    expect(JSON.stringify(spans)).not.toMatch(/ada@example|KEY-1/);
  });

  test('a traceparent that is none begins a trace of its own', async () => {
    spans.length = 0;
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    await startTracing({ otlp: { endpoint, serviceName: 'shop' } }, 'api');
    for (const traceparent of ['nonsense', `00-${'0'.repeat(32)}-${BROWSER_SPAN}-01`])
      expect((await shop.app.inject({ url: '/health/live', headers: { traceparent } })).statusCode).toBe(200);
    await stopTracing();
    expect(spans.map(({ parentSpanId }) => parentSpanId ?? '')).toEqual(['', '']);
  });
}
