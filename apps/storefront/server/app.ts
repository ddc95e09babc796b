import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { endUnread, limitConnections } from '@keyturn/http-server';
import type { Currency } from '@keyturn/shop-rules';
import { ApiReader } from './api/api-reader.ts';
import { BLOCKED, BlockedVisitors } from './security/blocked-visitors.ts';
import { currencyIn } from './pages/chosen-currency.ts';
import { chunkHints, type Manifest, startScript } from './first-view/chunk-hints.ts';
import type { StorefrontConfig } from './config.ts';
import { addCrawlerFiles } from './crawlers/crawler-files.ts';
import { renderHead } from './head/head-tags.ts';
import { FirstViews, type Renderer } from './first-view/first-views.ts';
import { withLateScripts } from './first-view/late-scripts.ts';
import { answerPage, rightPath } from './pages/page-answers.ts';
import { renderText } from './pages/page-text.ts';
import type { PageAnswer } from './pages/page-answer.ts';
import { addSecurityTxt } from './security/security-txt.ts';
import { securityHeaders } from './security/security-headers.ts';
import { cacheHeadersOf, NEVER_CHANGES, SAME_FOR_AN_HOUR, STORED_BY_NONE } from './cache/cache-headers.ts';
import { CompressedPage, PageCache } from './cache/page-cache.ts';
import { socialSettings, socialTags } from './head/social.ts';

/** Node looks for requests that are too slow each `checkedEveryMs`: one ends so much later at most. */
const ARRIVAL = { withinMs: 30_000, checkedEveryMs: 5000 } as const;
const MB = 1_048_576;
const TOKEN = /[?&]token=/;
const HEAD_MARK = '<!--head-->';
const TEXT_MARK = '<!--text-->';
const VIEW_MARK = '<!--view-->';
const ANSWERS_MARK = '<!--answers-->';
const HEAD_END = '</head>';
const BODY = '<body>';

interface Parts {
  config: StorefrontConfig;
  /** The folder of files for the browser. */
  files: string;
  renderer: Renderer;
  /** Once true, readiness and `Connection: close` tell proxies and clients to leave; requests are still served. */
  ending?: { isAnnounced: boolean };
  /** How long a request may take to arrive. */
  arrival?: { readonly withinMs: number; readonly checkedEveryMs: number };
}

/** The storefront's server over what Vite built. @throws ENOENT where nothing is built */
export async function createServer({
  config,
  files,
  renderer,
  ending = { isAnnounced: false },
  arrival = ARRIVAL,
}: Parts): Promise<FastifyInstance> {
  const shell = await readFile(join(files, 'index.html'), 'utf8');
  const manifest = JSON.parse(await readFile(join(files, '.vite/manifest.json'), 'utf8')) as Manifest;
  const start = startScript(manifest);
  const api = new ApiReader(config);
  renderer.renderWithSettings({ 'api-origin': config.apiOrigin, ...socialSettings(config.social) });
  const views = new FirstViews(renderer);
  const pages = new PageCache(300, 48 * MB);
  // Filters and searches have unlimited URLs: they must not evict popular pages from the cache.
  const rarePages = new PageCache(100, 16 * MB);
  const blocked = new BlockedVisitors(api);
  const headers = { ...securityHeaders(config), ...STORED_BY_NONE };
  const app = fastify({
    logger: false,
    forceCloseConnections: 'idle',
    requestTimeout: arrival.withinMs,
    http: { headersTimeout: arrival.withinMs, connectionsCheckingInterval: arrival.checkedEveryMs },
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    // A URL that cannot be decoded is a 404.
    frameworkErrors: (_error, request, reply) => void (blocked.has(request.ip) ? sendBlocked : sendPage)(request, reply.headers(headers)),
  });

  limitConnections(app.server);
  endUnread(app.server);

  // Pages are asked for without a body. One that comes is not read: to read deep JSON takes five times as long as to answer.
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    // Where a social login comes back to, also while it is redirected.
    if (TOKEN.test(request.url)) reply.header('Referrer-Policy', 'no-referrer');
    const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers;
    if (ending.isAnnounced || hasBody) reply.header('Connection', 'close');
  });

  await app.register(fastifyStatic, {
    root: files,
    serve: true,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '.vite/**'],
    setHeaders: (reply, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      reply.headers(isHashed ? NEVER_CHANGES : SAME_FOR_AN_HOUR);
    },
  });

  addSecurityTxt(app, config);
  app.get('/health', async (_request, reply) => {
    reply.code(ending.isAnnounced ? 503 : 200);
    return { status: ending.isAnnounced ? 'stopping' : 'ok' };
  });
  // A blocked visitor gets only the page that says so, and its files.
  await app.register(async (pages) => {
    pages.addHook('onRequest', async (request, reply) => (blocked.has(request.ip) ? sendBlocked(request, reply) : undefined));
    addCrawlerFiles(pages, config);
    pages.get('/', async (request, reply) => reply.redirect(`/home${request.url.slice(1)}`, 302));
    pages.get<{ Querystring: { query?: unknown } }>('/search', async ({ query: { query } }, reply) => {
      const typed = typeof query === 'string' ? query.trim() : '';
      return reply.redirect(typed === '' ? '/home' : `/search/${encodeURIComponent(typed)}`, 302);
    });
    pages.get('/*', sendPage);
  });
  app.addHook('onClose', async () => blocked.stop());
  await blocked.start();

  async function sendBlocked(_request: FastifyRequest, reply: FastifyReply) {
    const { html } = await write(BLOCKED, 'Eur');
    return reply.code(BLOCKED.status).type('text/html; charset=utf-8').send(html);
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const path = request.url.split('?', 1)[0] ?? '/';
    const query = new URLSearchParams(request.url.slice(path.length + 1));
    // A missing file is a 404: a stale tab requesting an old chunk must not get HTML.
    if (path.startsWith('/assets/')) return reply.code(404).type('text/plain').send('Not found');
    const right = rightPath(path);
    if (right !== null) return reply.redirect(right + request.url.slice(path.length), 301);
    const currency = currencyIn(request.headers.cookie);
    const page = await answerPage({ path, query, api: api.forVisitor(request.ip), currency, ...config });
    const compressed = page.view
      ? await (page.isRare ? rarePages : pages).of(
          `${currency} ${page.view.url}`,
          page.view.answers.map(({ value }) => value),
          () => write(page, currency),
        )
      : new CompressedPage((await write(page, currency)).html);
    // Links of mails, and the address that a social login comes back to.
    const isSecret = page.hasSecretAddress || query.has('token');
    reply
      .code(page.status)
      .headers(cacheHeadersOf({ status: page.status, currency, isPlain: page.isPlain === true, isSecret }))
      .header('ETag', compressed.etag);
    if (isSecret) reply.header('Referrer-Policy', 'no-referrer');
    if (page.status === 200 && compressed.isNamedIn(request.headers['if-none-match'])) return reply.code(304).send();
    const { body, encoding } = await compressed.send(request.headers['accept-encoding'] ?? '');
    reply.type('text/html; charset=utf-8');
    if (encoding !== null) reply.header('Content-Encoding', encoding);
    return reply.send(body);
  }

  /** The page as HTML; `isWhole` unless its first view could not be rendered this time. */
  async function write({ tags, text, chunk, view }: PageAnswer, currency: Currency): Promise<{ html: string; isWhole: boolean }> {
    const shown = view ? await views.render(view, currency) : null;
    // A page's own styles come last: they refine those that all pages share.
    const page = shell.replace(HEAD_END, (end) => (chunk ? `${chunkHints(manifest, chunk)}\n  ${end}` : end));
    // Data embedded in the page are not fetched again.
    const head = shown ? { ...tags, calls: [] } : tags;
    const html = (shown ? withLateScripts(page, start) : page)
      .replace(HEAD_MARK, () => `${renderHead(head, config)}\n    ${socialTags(config.social)}`)
      .replace(TEXT_MARK, () => (text && !shown ? renderText(text) : ''))
      .replace(BODY, (body) => (shown ? '<body class="with-header">' : body))
      .replace(ANSWERS_MARK, () => shown?.data ?? '')
      .replace(VIEW_MARK, () => shown?.html ?? '');
    return { html, isWhole: shown !== null };
  }

  return app;
}
