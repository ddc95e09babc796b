import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, type Html } from './html.ts';

const stylesheet = readFileSync(new URL('../pages/style.css', import.meta.url), 'utf8');

/** @param formTargets further origins to which a form may lead: browsers check redirects after a form, too */
export function sendPage(
  reply: FastifyReply,
  page: { title: string; body: Html; status?: number; formTargets?: readonly string[] },
): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    `form-action ${["'self'", ...(page.formTargets ?? [])].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <title>${page.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/style.css" />
      </head>
      <body>
        ${page.body}
      </body>
    </html>`;
  return reply
    .code(page.status ?? 200)
    .headers({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      // Not no-referrer: that would hide the origin from our own forms.
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(document.text);
}

/** What both ports serve besides their own: the style and the health check. */
export function commonRoutes(app: FastifyInstance): void {
  app.get('/assets/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(stylesheet),
  );
  app.get('/health', () => ({ status: 'ok' }));
}
