import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asForm } from '../http/form.ts';
import { admitOwnPages } from '../http/guards.ts';
import { commonRoutes, sendPage } from '../http/pages.ts';
import type { Mail, Mails } from '../store/mails.ts';
import type { Settings } from '../store/settings.ts';
import { StripeRefusal } from '../stripe/error.ts';
import { integer, list, oneOf, optional, shape, text } from '../stripe/params.ts';
import { listPage, mailPage, views } from './pages.ts';
import { attachmentOf } from './parse.ts';
import { setSmtpBehaviour, smtpBehaviour, smtpModes } from './smtp.ts';

const ON_THE_PAGE = 200;
const DEFAULT_LIMIT = 1000;

/** The mail may style itself and show pictures; it can neither run nor send anything. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data: http: https:; form-action 'none'; base-uri 'none'; " +
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const harmlessPictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

const listParams = shape({ to: optional(text()), subject: optional(text()), limit: optional(integer({ min: 1, max: 10_000 })) });
const viewParams = shape({ view: optional(oneOf(...views)) });
const smtpParams = shape({
  mode: oneOf(...smtpModes),
  recipients: optional(list(text())),
  times: optional(integer({ min: 1 })),
  delayMs: optional(integer({ min: 0, max: 120_000 })),
});

/** A form sends a field that nobody filled in as an empty text: every address. */
const addresses = (value: unknown): string[] =>
  (typeof value === 'string' ? value : '').split(/[\s,]+/).filter((address) => address !== '');
const smtpFormParams = shape({ mode: oneOf(...smtpModes), recipients: addresses });

class MailMissing extends StripeRefusal {
  constructor(id: string) {
    super(`There is no mail ${id}.`, { status: 404 });
  }
}

/** Pages for people and `GET /api/email` for tests. */
export async function mailboxRoutes(app: FastifyInstance, { mails, settings }: { mails: Mails; settings: Settings }): Promise<void> {
  app.addHook('onRequest', admitOwnPages);
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof StripeRefusal ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
    return reply.code(status).send({ error: error instanceof Error ? error.message : 'Something went wrong.' });
  });
  commonRoutes(app);

  app.get('/api/email', (request) => {
    const { to, subject, limit = DEFAULT_LIMIT } = listParams(request.query, '');
    return mails.list({ to, subject, limit });
  });
  app.get('/api/email/:id', (request) => mailOf(request));
  app.delete('/api/email', () => {
    mails.clear();
    return { deleted: true };
  });
  app.delete('/api/email/:id', (request) => {
    mails.remove(mailOf(request).id);
    return { deleted: true };
  });
  app.get('/api/smtp', () => smtpBehaviour(settings));
  app.put('/api/smtp', (request) => {
    const { mode, recipients = null, times = null, delayMs = 0 } = smtpParams(asForm(request.body), '');
    return setSmtpBehaviour(settings, { mode, recipients, times, delayMs });
  });

  app.get('/', (_request, reply) =>
    sendPage(reply, { title: 'Mailbox', body: listPage(mails.list({ limit: ON_THE_PAGE }), smtpBehaviour(settings)) }),
  );
  app.post('/delete-all', (_request, reply) => {
    mails.clear();
    return reply.redirect('/', 303);
  });
  app.post('/smtp', (request, reply) => {
    const { mode, recipients } = smtpFormParams(request.body, '');
    setSmtpBehaviour(settings, { mode, recipients: recipients.length === 0 ? null : recipients });
    return reply.redirect('/', 303);
  });
  app.get('/mail/:id', (request, reply) => {
    const mail = mailOf(request);
    const { view = mail.html === '' ? 'text' : 'html' } = viewParams(request.query, '');
    const source = view === 'source' ? Buffer.from(mails.source(mail.id) ?? []).toString('utf8') : '';
    return sendPage(reply, { title: mail.subject, body: mailPage(mail, view, source) });
  });
  app.get('/mail/:id/html', (request, reply) => {
    const mail = mailOf(request);
    return reply
      .headers({ 'Content-Security-Policy': mailPolicy, 'X-Content-Type-Options': 'nosniff' })
      .type('text/html; charset=utf-8')
      .send(withPictures(mail));
  });
  app.get('/mail/:id/attachments/:index', (request, reply) => sendAttachment(request, reply));

  function mailOf(request: FastifyRequest): Mail {
    const { id } = request.params as { id: string };
    const mail = mails.find(id);
    if (!mail) throw new MailMissing(id);
    return mail;
  }

  async function sendAttachment(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const mail = mailOf(request);
    const { index } = request.params as { index: string };
    const attachment = await attachmentOf(mails.source(mail.id) ?? new Uint8Array(), Number(index));
    if (!attachment) throw new MailMissing(`${mail.id} with attachment ${index}`);
    const isPicture = harmlessPictures.has(attachment.mimeType);
    const name = encodeURIComponent(attachment.filename ?? `attachment-${index}`);
    return reply
      .headers({
        'Content-Disposition': `${isPicture ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
      })
      .type(isPicture ? attachment.mimeType : 'application/octet-stream')
      .send(attachment.content);
  }
}

/** Links open beside the mailbox, and pictures inside the message are found. */
function withPictures(mail: Mail): string {
  const markup = mail.html.replace(/\bcid:([^"')\s>]+)/gi, (whole, id: string) => {
    const index = mail.attachments.findIndex(({ contentId }) => contentId === decodeURIComponent(id));
    return index < 0 ? whole : `/mail/${mail.id}/attachments/${index}`;
  });
  return `<base target="_blank">${markup}`;
}
