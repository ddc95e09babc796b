import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendPage } from '../http/pages.ts';
import { type CodeGrant, Grants, isVerifierOf } from './grants.ts';
import { loginPage } from './login-page.ts';
import { type Person, personIn } from './people.ts';

const CLIENT_ID = 'keyturn-development';
const CLIENT_SECRET = 'development-secret';

/** Google and Facebook: OAuth 2 with state and PKCE, as far as a shop sees it. */
export async function oauthRoutes(app: FastifyInstance, { site }: { site: 'google' | 'facebook' }): Promise<void> {
  const codes = new Grants<CodeGrant>();
  const tokens = new Grants<Person>();
  const name = site === 'google' ? 'Google' : 'Facebook';

  app.get(`/identity/${site}/authorize`, (request, reply) => {
    const asked = fieldsOf(request.query);
    const problem = problemOf(asked);
    if (problem !== null) return reply.code(400).type('text/plain; charset=utf-8').send(problem);
    const { host } = new URL(asked.redirect_uri ?? '');
    const { redirect_uri = '', state = '', code_challenge = '' } = asked;
    const hidden = { client_id: CLIENT_ID, redirect_uri, state, code_challenge, code_challenge_method: 'S256', response_type: 'code' };
    const body = loginPage({ site: name, shop: host, action: `/identity/${site}/authorize`, hidden });
    return sendPage(reply, { title: `Log in with ${name}`, body, formTargets: ['*'] });
  });

  app.post(`/identity/${site}/authorize`, (request, reply) => {
    const form = fieldsOf(request.body);
    const problem = problemOf(form);
    if (problem !== null) return reply.code(400).type('text/plain; charset=utf-8').send(problem);
    const back = new URL(form.redirect_uri ?? '');
    const person = form.refuse === undefined ? personIn(form) : null;
    if (person === null) {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'The person refused.');
    } else {
      const grant = { person, clientId: CLIENT_ID, redirectUri: form.redirect_uri ?? '', challenge: form.code_challenge ?? '' };
      back.searchParams.set('code', codes.keep(grant));
    }
    back.searchParams.set('state', form.state ?? '');
    return reply.redirect(back.toString(), 303);
  });

  app.post(`/identity/${site}/token`, (request, reply) => {
    const form = fieldsOf(request.body);
    if (form.client_id !== CLIENT_ID || form.client_secret !== CLIENT_SECRET) return reply.code(401).send({ error: 'invalid_client' });
    const grant = codes.take(form.code);
    const isGood =
      form.grant_type === 'authorization_code' &&
      grant !== null &&
      grant.redirectUri === form.redirect_uri &&
      isVerifierOf(grant.challenge, form.code_verifier);
    if (!isGood)
      return reply.code(400).send({ error: 'invalid_grant', error_description: 'The code is unknown, used, or not for this client.' });
    return reply.send({ access_token: tokens.keep(grant.person), token_type: 'Bearer', expires_in: 3600 });
  });

  app.get(`/identity/${site}/userinfo`, (request, reply) => {
    const query = fieldsOf(request.query);
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? query.access_token ?? '';
    const person = tokens.look(token);
    if (person === null) return reply.code(401).send({ error: 'invalid_token' });
    if (site === 'google') return reply.send(googleProfile(person));
    // Facebook wants a proof from servers that know the secret.
    if (query.appsecret_proof !== createHmac('sha256', CLIENT_SECRET).update(token).digest('hex'))
      return reply.code(400).send({ error: { message: 'Invalid appsecret_proof', type: 'GraphMethodException', code: 100 } });
    return reply.send(facebookProfile(person));
  });
}

function problemOf(asked: Readonly<Record<string, string>>): string | null {
  if (asked.client_id !== CLIENT_ID) return 'The stand-in knows the client keyturn-development only.';
  if (asked.response_type !== 'code') return 'response_type must be code.';
  if (!URL.canParse(asked.redirect_uri ?? '') || !/^https?:$/.test(new URL(asked.redirect_uri ?? '').protocol))
    return 'redirect_uri must be an address.';
  if (!asked.state) return 'state is missing.';
  return asked.code_challenge_method === 'S256' && asked.code_challenge ? null : 'PKCE with S256 is missing.';
}

function googleProfile({ id, givenName, familyName, email, isEmailVerified }: Person): object {
  return {
    sub: id,
    name: fullName(givenName, familyName),
    given_name: givenName,
    family_name: familyName,
    email,
    email_verified: isEmailVerified,
  };
}

function facebookProfile({ id, givenName, familyName, email }: Person): object {
  return { id, name: fullName(givenName, familyName), first_name: givenName, last_name: familyName, email };
}

function fullName(givenName: string, familyName: string): string {
  return `${givenName} ${familyName}`.trim();
}

function fieldsOf(source: FastifyRequest['query']): Record<string, string> {
  if (typeof source !== 'object' || source === null) return {};
  return Object.fromEntries(Object.entries(source).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
