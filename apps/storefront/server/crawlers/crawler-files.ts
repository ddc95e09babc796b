import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SAME_FOR_AN_HOUR, STORED_BY_NONE } from '../cache/cache-headers.ts';
import type { StorefrontConfig } from '../config.ts';
import { Sitemap } from './sitemap.ts';

/** Each combination of filters is another URL of products that the plain lists also have. */
const ENDLESS = ['genres', 'minPrice', 'maxPrice', 'sort'];

/**
 * robots.txt and the sitemap. Pages of one visitor are not forbidden here: a crawler must be able to read that they say noindex,
 * and a forbidden address can still be listed.
 */
export function addCrawlerFiles(app: FastifyInstance, config: StorefrontConfig): void {
  const sitemap = new Sitemap(config);
  const robots = [
    'User-agent: *',
    ...ENDLESS.flatMap((name) => [`Disallow: /*?${name}=`, `Disallow: /*&${name}=`]),
    'Allow: /',
    '',
    `Sitemap: ${config.storefrontOrigin}/sitemap.xml`,
    '',
  ].join('\n');

  app.get('/robots.txt', async (_request, reply) => reply.headers(SAME_FOR_AN_HOUR).type('text/plain; charset=utf-8').send(robots));
  app.get('/sitemap.xml', sendSitemap);
  app.get('/sitemap/*', sendSitemap);

  async function sendSitemap(request: FastifyRequest, reply: FastifyReply) {
    try {
      const file = await sitemap.file(request.url.split('?', 1)[0] ?? '');
      if (file === null) return await reply.code(404).type('text/plain').send('Not found');
      reply.headers(SAME_FOR_AN_HOUR).header('Vary', 'Accept-Encoding').type('application/xml; charset=utf-8');
      const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      return await (takesGzip ? reply.header('Content-Encoding', 'gzip').send(file) : reply.send(Sitemap.unpacked(file)));
    } catch {
      // A crawler retries a missing file; an empty one would mean an empty shop.
      return reply
        .code(503)
        .headers({ ...STORED_BY_NONE, 'Retry-After': '120' })
        .type('text/plain')
        .send('Not available now');
    }
  }
}
