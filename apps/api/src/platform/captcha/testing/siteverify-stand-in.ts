import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SiteverifyStandIn {
  readonly url: string;
  /** The fields of each request. */
  readonly asked: Record<string, string>[];
  /** Sets the next answers. */
  answer: { status: number; body: string } | null;
  close(): Promise<void>;
}

/** Answers as reCAPTCHA, hCaptcha and Turnstile do: yes to an answer that starts with `good`, once. */
export async function siteverifyStandIn(secret: string, hostname: string): Promise<SiteverifyStandIn> {
  const asked: Record<string, string>[] = [];
  const used = new Set<string>();
  const answer = (text: string, response: ServerResponse) => {
    const form = Object.fromEntries(new URLSearchParams(text));
    asked.push(form);
    const value = form.response ?? '';
    const problem =
      form.secret !== secret
        ? 'invalid-input-secret'
        : !value.startsWith('good')
          ? 'invalid-input-response'
          : used.has(value)
            ? 'timeout-or-duplicate'
            : null;
    used.add(value);
    const body = problem === null ? { success: true, hostname } : { success: false, 'error-codes': [problem] };
    response
      .writeHead(standIn.answer?.status ?? 200, { 'content-type': 'application/json' })
      .end(standIn.answer?.body ?? JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(Buffer.concat(chunks).toString('utf8'), response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: SiteverifyStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    asked,
    answer: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}
