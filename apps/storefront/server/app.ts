import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiReader } from './api-reader.ts';
import { chunkHints, type Manifest } from './chunk-hints.ts';
import type { StorefrontConfig } from './config.ts';
import { renderHead } from './head-tags.ts';
import { answerPage, rightPath } from './page-answers.ts';
import { securityHeaders } from './security-headers.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Fast enough for every answer; files are compressed at full strength when they are built. */
const BROTLI_QUALITY = 5;
const HEAD_MARK = '<!--head-->';
const HEAD_END = '</head>';

/** The storefront's server over the files that Vite built. @throws ENOENT where nothing is built */
export async function createServer({ config, files }: { config: StorefrontConfig; files: string }): Promise<FastifyInstance> {
  const shell = await readFile(join(files, 'index.html'), 'utf8');
  const manifest = JSON.parse(await readFile(join(files, '.vite/manifest.json'), 'utf8')) as Manifest;
  const api = new ApiReader(config.apiInternalOrigin);
  const headers = securityHeaders(config);
  const app = fastify({
    logger: false,
    forceCloseConnections: 'idle',
    // An address that cannot even be decoded is one that the shop does not have.
    frameworkErrors: (_error, request, reply) => void sendPage(request, reply.headers(headers)),
  });

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
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
      reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });

  app.get('/health', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/', async (request, reply) => reply.redirect(`/home${request.url.slice(1)}`, 302));
  app.get('/*', sendPage);

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const path = request.url.split('?', 1)[0] ?? '/';
    // A file that is not there is no page: a stale tab asking for an old chunk must not get HTML.
    if (path.startsWith('/assets/')) return reply.code(404).header('Cache-Control', 'no-store').type('text/plain').send('Not found');
    const right = rightPath(path);
    if (right !== null) return reply.redirect(right + request.url.slice(path.length), 308);
    const { status, tags, chunk } = await answerPage({ path, api, apiOrigin: config.apiOrigin, storefrontOrigin: config.storefrontOrigin });
    // A page's own styles come last: they refine those that all pages share.
    const html = shell
      .replace(HEAD_MARK, () => renderHead(tags, config))
      .replace(HEAD_END, (end) => (chunk ? `${chunkHints(manifest, chunk)}\n  ${end}` : end));

    reply.code(status).type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').header('Vary', 'Accept-Encoding');
    const accepted = request.headers['accept-encoding'] ?? '';
    if (/\bbr\b/.test(accepted)) {
      return reply
        .header('Content-Encoding', 'br')
        .send(await brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }));
    }
    return /\bgzip\b/.test(accepted) ? reply.header('Content-Encoding', 'gzip').send(await gzipped(html)) : reply.send(html);
  }

  return app;
}
