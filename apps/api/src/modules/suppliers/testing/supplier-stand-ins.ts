import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import type { SupplierMessage } from '../application/messages.ts';
import type { SupplierName } from '../application/ports.ts';

export interface SupplierStandIns {
  readonly origin: string;
  /** What a shop sets to use them. */
  readonly environment: Readonly<Record<string, string>>;
  /** A control of a stand-in; throws what it refuses. */
  control<T>(supplier: SupplierName, method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
  /** The next webhooks of a stand-in. */
  nextWebhooks(supplier: SupplierName, count: number): Promise<SupplierMessage[]>;
  close(): Promise<void>;
}

/** The stand-ins as a process of their own. */
export async function supplierStandIns(): Promise<SupplierStandIns> {
  const listeners = new Map<string, (message: SupplierMessage) => void>();
  const shop = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      listeners.get(request.url?.split('/').at(-1) ?? '')?.({
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    SANDBOX_PORT: port,
    SANDBOX_DATA: ':memory:',
    SANDBOX_SUPPLIERS: 'on',
    SANDBOX_STRIPE: 'off',
    SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
    SANDBOX_IDENTITIES: 'off',
    SANDBOX_MAILBOX: 'off',
  };
  const main = resolve(import.meta.dirname, '../../../../../sandbox/src/main.ts');
  const sandbox = spawn(process.execPath, [main], { env: env as never, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(sandbox.stdout, 'data');
  return {
    origin,
    environment: {
      KINGUIN_API_KEY: 'kinguin-stand-in-key',
      KINGUIN_API_URL: `${origin}/suppliers/kinguin`,
      KINGUIN_WEBHOOK_SECRET: 'kinguin-stand-in-secret',
      CODESWHOLESALE_CLIENT_ID: 'codeswholesale-stand-in',
      CODESWHOLESALE_CLIENT_SECRET: 'codeswholesale-stand-in-secret',
      CODESWHOLESALE_SIGNATURE: 'codeswholesale-stand-in-signature',
      CODESWHOLESALE_API_URL: `${origin}/suppliers/codeswholesale`,
    },
    async control<T>(supplier: SupplierName, method: string, path: string, body?: object) {
      const answer = await fetch(`${origin}/sandbox/suppliers/${supplier}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return (await answer.json()) as T;
    },
    nextWebhooks: (supplier, count) =>
      new Promise((done) => {
        const heard: SupplierMessage[] = [];
        listeners.set(supplier, (message) => {
          heard.push(message);
          if (heard.length === count) done(heard);
        });
      }),
    async close() {
      shop.closeAllConnections();
      shop.close();
      sandbox.kill('SIGTERM');
      await once(sandbox, 'exit');
    },
  };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return String(port);
}
