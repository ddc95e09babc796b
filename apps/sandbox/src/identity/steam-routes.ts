import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sendPage } from '../http/pages.ts';
import { loginPage } from './login-page.ts';
import { people, type Person, personIn } from './people.ts';

const NAMESPACE = 'http://specs.openid.net/auth/2.0';
const SIGNED = ['signed', 'op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];

/** Steam: OpenID 2.0 without associations. It verifies its own signatures on request, repeatedly. */
export async function steamRoutes(app: FastifyInstance, { origin }: { origin: () => string }): Promise<void> {
  const secret = randomBytes(32);
  const names = new Map<string, string>(people.map((known) => [known.id, known.givenName]));
  const endpoint = () => `${origin()}/identity/steam/login`;
  const sign = (fields: Readonly<Record<string, string>>) =>
    createHmac('sha256', secret)
      .update(SIGNED.map((name) => `${name}:${fields[`openid.${name}`] ?? ''}\n`).join(''))
      .digest('base64');

  app.get('/identity/steam/login', (request, reply) => {
    const { 'openid.mode': mode, 'openid.return_to': returnTo = '', 'openid.realm': realm = '' } = request.query as Record<string, string>;
    if (mode !== 'checkid_setup' || !isUnder(returnTo, realm))
      return reply
        .code(400)
        .type('text/plain; charset=utf-8')
        .send('The request is no checkid_setup, or return_to lies outside its realm.');
    const body = loginPage({
      site: 'Steam',
      shop: new URL(returnTo).host,
      action: '/identity/steam/choose',
      hidden: { return_to: returnTo },
    });
    return sendPage(reply, { title: 'Log in with Steam', body, formTargets: ['*'] });
  });

  app.post('/identity/steam/choose', (request, reply) => {
    const form = request.body as Record<string, string>;
    if (!URL.canParse(form.return_to ?? '')) return reply.code(400).send({ error: 'return_to is missing.' });
    const back = new URL(form.return_to ?? '');
    const chosen = form.refuse === undefined ? personIn(form) : null;
    const answer = chosen === null ? { 'openid.ns': NAMESPACE, 'openid.mode': 'cancel' } : assertion(chosen, form.return_to ?? '');
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    return reply.redirect(back.toString(), 303);
  });

  app.post('/identity/steam/login', (request, reply) => {
    const fields = request.body as Record<string, string>;
    const given = Buffer.from(fields['openid.sig'] ?? '');
    const expected = Buffer.from(sign(fields));
    const isValid =
      fields['openid.mode'] === 'check_authentication' && given.length === expected.length && timingSafeEqual(given, expected);
    return reply.type('text/plain').send(`ns:${NAMESPACE}\nis_valid:${isValid}\n`);
  });

  app.get('/identity/steam/summaries', (request) => {
    const { steamids = '' } = request.query as Record<string, string>;
    const players = names.has(steamids) ? [{ steamid: steamids, personaname: names.get(steamids) }] : [];
    return { response: { players } };
  });

  function assertion(chosen: Person, returnTo: string): Record<string, string> {
    names.set(chosen.id, chosen.givenName);
    const claimed = `${origin()}/identity/steam/id/${chosen.id}`;
    const fields = {
      'openid.ns': NAMESPACE,
      'openid.mode': 'id_res',
      'openid.op_endpoint': endpoint(),
      'openid.claimed_id': claimed,
      'openid.identity': claimed,
      'openid.return_to': returnTo,
      'openid.response_nonce': `${new Date().toISOString().slice(0, 19)}Z${randomBytes(12).toString('base64url')}`,
      'openid.assoc_handle': '1234567890',
      'openid.signed': SIGNED.join(','),
    };
    return { ...fields, 'openid.sig': sign(fields) };
  }
}

function isUnder(returnTo: string, realm: string): boolean {
  return URL.canParse(returnTo) && URL.canParse(realm) && new URL(returnTo).origin === new URL(realm).origin;
}
