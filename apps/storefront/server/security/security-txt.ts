import type { FastifyInstance } from 'fastify';
import { SAME_FOR_AN_HOUR } from '../cache/cache-headers.ts';

const DAY_MS = 86_400_000;
/** RFC 9116: less than a year. Whoever reads it asks again. */
const VALID_DAYS = 180;

interface SecurityContact {
  storefrontOrigin: string;
  /** An address with its scheme, `mailto:` or `https:`; null: the shop names none. */
  securityContact: string | null;
}

/** Who is told of a weakness (RFC 9116); without a contact there is nothing at this address. */
export function addSecurityTxt(app: FastifyInstance, { storefrontOrigin, securityContact }: SecurityContact): void {
  const path = '/.well-known/security.txt';
  app.get(path, async (_request, reply) => {
    if (securityContact === null) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    const expires = new Date(Date.now() + VALID_DAYS * DAY_MS).toISOString();
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${storefrontOrigin}${path}`,
      '',
    ];
    return reply.headers(SAME_FOR_AN_HOUR).type('text/plain; charset=utf-8').send(lines.join('\n'));
  });
}
