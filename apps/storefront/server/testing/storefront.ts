import { afterEach } from '@jest/globals';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, get as getOverHttp, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Renderer } from '../first-view/first-views.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A storefront over a tiny build, and an API that knows what is given; `answers` may change while it runs. */
export async function storefront({
  answers = {},
  origin = 'http://shop.test',
  renderView = () => Promise.resolve('<p>rendered</p>'),
  trustedProxies = 0,
  securityContact = null,
  arrival,
}: {
  answers?: Record<string, unknown>;
  origin?: string;
  renderView?: Renderer['renderView'];
  trustedProxies?: number;
  securityContact?: string | null;
  arrival?: Parameters<typeof createServer>[0]['arrival'];
} = {}) {
  const files = mkdtempSync(join(tmpdir(), 'keyturn-storefront-'));
  mkdirSync(join(files, '.vite'));
  mkdirSync(join(files, 'assets'));
  writeFileSync(
    join(files, 'index.html'),
    '<html><head><!--head--><script type="module" crossorigin src="/assets/index-1.js"></script></head><body><div id="root"><!--view--></div><noscript><!--text--></noscript><!--answers--></body></html>',
  );
  writeFileSync(
    join(files, '.vite/manifest.json'),
    JSON.stringify({
      'index.html': { file: 'assets/index-1.js', isEntry: true, imports: ['_shop.js'] },
      'src/start.ts': { file: 'assets/start-1.js', isEntry: true },
      '_shop.js': { file: 'assets/shop-1.js' },
      'src/features/product/product-pages.ts': { file: 'assets/product-1.js', css: ['assets/product-1.css'], imports: ['_shop.js'] },
    }),
  );
  writeFileSync(join(files, 'assets/index-1.js'), 'plain');
  writeFileSync(join(files, 'assets/index-1.js.br'), 'small');
  const asked: string[] = [];
  /** The visitors that the API was told of. */
  const visitors = new Set<unknown>();
  const api: Server = createHttpServer((request, response) => {
    // Polled by the storefront, independent of visitors.
    if (request.url !== '/blocker/ips') {
      asked.push(request.url ?? '');
      visitors.add(request.headers['x-visitor-address']);
    }
    const body = answers[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const apiOrigin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const stopApi = () =>
    new Promise((resolve) => {
      api.close(resolve);
      api.closeAllConnections();
    });
  const app: FastifyInstance = await createServer({
    files,
    arrival,
    renderer: { renderWithSettings: () => undefined, renderView },
    config: {
      ...readConfig({ SOCIAL_TIKTOK_URL: 'https://www.tiktok.com/@keyturn?a=1&b="' }),
      port: 0,
      trustedProxies,
      securityContact,
      storefrontOrigin: origin,
      apiOrigin: 'https://api.test',
      apiInternalOrigin: apiOrigin,
    },
  });
  closing.push(
    () => app.close(),
    stopApi,
    () => rmSync(files, { recursive: true }),
  );
  const listening = async () => {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  };
  /** The status of an address as it is sent: `inject` and `fetch` resolve its dots. */
  const statusOf = async (path: string) => {
    const { port } = (await listening()).address() as AddressInfo;
    return new Promise<number | undefined>((resolve, reject) => {
      getOverHttp({ port, host: '127.0.0.1', path }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    });
  };
  return {
    listening,
    statusOf,
    /** A body of JSON, whether it is any or not. */
    post: (url: string, payload: string) => app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } }),
    get: (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => app.inject({ url, headers, remoteAddress }),
    asked,
    visitors,
    stopApi,
  };
}
