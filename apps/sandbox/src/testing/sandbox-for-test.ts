import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import type { SandboxConfig } from '../config.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';

export const WEBHOOK_SECRET = 'whsec_test';

const quick: SandboxConfig = {
  host: '127.0.0.1',
  hasStripe: true,
  hasIdentities: true,
  hasSuppliers: true,
  supplierCatalogue: null,
  hasMailbox: true,
  stripePort: 0,
  stripeOrigin: null,
  mailboxPort: 0,
  smtpPort: 0,
  dataFile: ':memory:',
  webhookUrl: 'http://127.0.0.1:9/nobody-listens',
  webhookSecret: WEBHOOK_SECRET,
  transferAfterMs: 20,
  retryDelaysMs: [20],
};

type ControlMethod = 'POST' | 'PUT' | 'GET' | 'DELETE';

export interface TestSandbox extends Sandbox {
  readonly stripe: Stripe;
  /** POSTs a control as JSON, or with another method; throws what it refuses. */
  control<T>(path: string, body?: unknown, method?: ControlMethod): Promise<T>;
}

/** A whole stand-in on free ports, with the real SDK pointed at it. */
export async function sandboxForTest(change: Partial<SandboxConfig> = {}): Promise<TestSandbox> {
  const sandbox = await startSandbox({ ...quick, ...change });
  const port = Number(new URL(sandbox.stripeOrigin).port);
  return {
    ...sandbox,
    stripe: stripeClient(port),
    async control<T>(path: string, body?: unknown, method: ControlMethod = 'POST') {
      const response = await fetch(`http://127.0.0.1:${port}/sandbox${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const answer = (await response.json()) as T & { error?: string };
      if (!response.ok) throw new Error(answer.error);
      return answer;
    },
  };
}

export function stripeClient(port: number, key = 'sk_test_sandbox'): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
}

/** What a shop asks for; one line of €12.50 twice. */
export function order(change: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    success_url: 'http://localhost:4200/success?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:4200/checkout',
    customer_email: 'buyer@example.org',
    metadata: { orderId: 'K1' },
    line_items: [line()],
    ...change,
  };
}

export function line(unitAmount = 1250, quantity = 2, currency = 'eur'): Stripe.Checkout.SessionCreateParams.LineItem {
  return { quantity, price_data: { currency, unit_amount: unitAmount, product_data: { name: 'Elden Ring <key>' } } };
}

export interface Received {
  readonly payload: string;
  readonly signature: string;
  readonly event: Stripe.Event;
}

export interface Endpoint {
  readonly url: string;
  readonly received: Received[];
  /** Waits until this many webhooks of the type have come. */
  until(type: string, count?: number): Promise<Received[]>;
  /** The status of the next answers; then 200 again. */
  answerWith(...statuses: number[]): void;
  close(): Promise<void>;
}

/** A shop's webhook endpoint that keeps what it gets. */
export async function endpointForTest(port = 0): Promise<Endpoint> {
  const received: Received[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const payload = Buffer.concat(chunks).toString('utf8');
      received.push({ payload, signature: String(request.headers['stripe-signature']), event: JSON.parse(payload) as Stripe.Event });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`,
    received,
    async until(type, count = 1) {
      const of = () => received.filter(({ event }) => event.type === type);
      await eventually(() => of().length >= count);
      return of();
    },
    answerWith: (...next) => void statuses.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const PATIENCE_MS = 20_000;

/** Waits for a fact. How long that takes is not what is tested: the patience only ends a test that would never end. */
export async function eventually(fact: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await fact())) {
    if (Date.now() > end) throw new Error(`Never came true: ${fact.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
