import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import Stripe from 'stripe';
import { FixedClock } from '../../../testing/fakes.ts';
import { until } from '../../../testing/until.ts';

/** More than a busy machine takes between the calls of a test. */
const TRANSFER_MS = 120_000;

export interface StripeStandIn {
  readonly origin: string;
  /** Of its mail server. */
  readonly smtpUrl: string;
  /** Where the mails that came by it can be read. */
  readonly mailboxOrigin: string;
  /** The real SDK, as staff of the provider would use it. */
  readonly stripe: Stripe;
  /** POSTs a control of the stand-in, or PUTs it; throws what it refuses. */
  control(path: string, body?: object, method?: 'POST' | 'PUT'): Promise<unknown>;
  /** Completes pending refunds. */
  endRefunds(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The clock of a shop beside the stand-in, whose own goes on: a session must end in 30 minutes at the earliest, and a shop whose time
 * stands still asks for 31. Ten minutes ahead, it may take as long to test it.
 */
export const clockBesideStandIn = () => new FixedClock(new Date(Date.now() + 600_000).toISOString());

/** The stand-in as a process of its own. Its webhooks are not delivered: specs read its state, or pass its events on. */
export async function stripeStandIn(): Promise<StripeStandIn> {
  const [port = '', mailbox, smtp] = await freePorts(3);
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    SANDBOX_PORT: port,
    MAILBOX_PORT: mailbox,
    SMTP_PORT: smtp,
    SANDBOX_DATA: ':memory:',
    // A refund that is to fail does so when a spec lets that time go by.
    SANDBOX_TRANSFER_SECONDS: String(TRANSFER_MS / 1000),
    SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/',
  };
  const sandbox = spawn(process.execPath, [resolve(import.meta.dirname, '../../../../../sandbox/src/main.ts')], {
    env: env as never,
    stdio: 'ignore',
  });
  while (
    !(await fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((wait) => setTimeout(wait, 50));
  async function control(path: string, body: object = {}, method: 'POST' | 'PUT' = 'POST'): Promise<unknown> {
    const answer = await fetch(`${origin}/sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  }
  const stripe = new Stripe('sk_test_sandbox', { host: '127.0.0.1', port, protocol: 'http', telemetry: false });
  return {
    origin,
    smtpUrl: `smtp://127.0.0.1:${smtp}`,
    mailboxOrigin: `http://127.0.0.1:${mailbox}`,
    stripe,
    control,
    async endRefunds() {
      await control('clock', { advanceMs: TRANSFER_MS });
      await until(async () => (await stripe.refunds.list({ limit: 100 })).data.every(({ status }) => status !== 'pending'));
      await control('clock', { reset: true });
    },
    async close() {
      sandbox.kill('SIGTERM');
      await once(sandbox, 'exit');
    },
  };
}

async function freePorts(count: number): Promise<string[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => String((server.address() as { port: number }).port));
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}
