import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Runs with the address of a server on this computer that gives these answers; `undefined`: a JSON `null`. */
export async function answering(answerTo: (path: string) => unknown, run: (apiUrl: string) => Promise<void>, status = 200): Promise<void> {
  const server = createServer((request, answer) => {
    answer.writeHead(status).end(JSON.stringify(answerTo(request.url ?? '') ?? null));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}
