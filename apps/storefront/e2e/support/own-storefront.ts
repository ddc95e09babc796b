import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { loadRenderer } from '../../server/first-view/first-views.ts';
import { origins } from './origins.ts';

type Condition = 'answers' | 'refuses' | 'hangs';

const built = (name: string) => join(import.meta.dirname, '../../../../dist', name);
const portOf = (address: AddressInfo | string | null) => (address as AddressInfo).port;

/**
 * A second storefront server, with an API that can be stopped for it and its browsers without affecting the running shop: a proxy to that
 * API.
 */
export async function ownStorefront(environment: Readonly<Record<string, string>> = {}) {
  let condition: Condition = 'answers';
  let origin = '';

  const waiting: (() => void)[] = [];
  const relay = createHttpServer((asked, answer) => {
    const goOn = () => passOn(asked, answer, origin);
    if (condition === 'refuses') asked.socket.destroy();
    else if (condition === 'hangs') waiting.push(goOn);
    else goOn();
  });
  await new Promise<void>((resolve) => relay.listen(0, 'localhost', resolve));

  const config = { ...readConfig(environment), host: 'localhost', port: 0, apiOrigin: `http://localhost:${portOf(relay.address())}` };
  const server = await createServer({
    config: { ...config, apiInternalOrigin: config.apiOrigin },
    files: built('storefront'),
    renderer: await loadRenderer(built('storefront-server')),
  });
  await server.listen({ host: config.host, port: 0 });
  origin = `http://localhost:${portOf(server.server.address())}`;

  return {
    origin,
    letApi(next: Condition) {
      condition = next;
      if (next === 'refuses') relay.closeAllConnections();
      if (next === 'answers') waiting.splice(0).forEach((goOn) => goOn());
    },
    async stop() {
      relay.close();
      relay.closeAllConnections();
      await server.close();
    },
  };
}

/** The running shop's API allows CORS only for its own storefront: the proxy sends that origin. */
function passOn(asked: IncomingMessage, answer: ServerResponse, origin: string): void {
  const headers = { ...asked.headers, host: new URL(origins.api).host, ...(asked.headers.origin && { origin: origins.storefront }) };
  const onward = request(origins.api + (asked.url ?? '/'), { method: asked.method, headers }, (said) => {
    const allowed = said.headers['access-control-allow-origin'] && { 'access-control-allow-origin': origin };
    answer.writeHead(said.statusCode ?? 502, { ...said.headers, ...allowed });
    said.pipe(answer);
  });
  onward.on('error', () => asked.socket.destroy());
  asked.pipe(onward);
}
