import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../../config/config.ts';

/** Browsers take such a cookie from this very host by https only, for all of its paths: a page of a neighbouring host cannot set it. */
const OF_HOST = '__Host-';

type Origin = Pick<Config, 'apiOrigin'>;

/** SameSite=Lax and HttpOnly: sent with the storefront's calls and when another site redirects the browser back, and read by no script. */
export function setOwnCookie(reply: FastifyReply, name: string, value: string, maxAge: number, config: Origin): void {
  void reply.setCookie(sentName(name, config), value, { ...options(config), maxAge });
}

export function clearOwnCookie(reply: FastifyReply, name: string, config: Origin): void {
  void reply.clearCookie(sentName(name, config), options(config));
}

/** On https `request.cookies` has the cookies of this host alone, by their names without the prefix. */
export function readOwnCookies(server: FastifyInstance, config: Origin): void {
  if (!isHttps(config)) return;
  server.addHook('onRequest', (request, _reply, done) => {
    request.cookies = Object.fromEntries(
      Object.entries(request.cookies).flatMap(([name, value]) => (name.startsWith(OF_HOST) ? [[name.slice(OF_HOST.length), value]] : [])),
    );
    done();
  });
}

function sentName(name: string, config: Origin): string {
  return isHttps(config) ? `${OF_HOST}${name}` : name;
}

function options(config: Origin) {
  return { httpOnly: true, sameSite: 'lax', secure: isHttps(config), path: '/' } as const;
}

function isHttps({ apiOrigin }: Origin): boolean {
  return apiOrigin.startsWith('https:');
}
