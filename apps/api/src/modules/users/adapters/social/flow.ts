import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Provider } from '../../application/ports.ts';

/** One visit to another site, from the click to the way back. */
export interface Flow {
  readonly provider: Provider;
  /** Ties the answer to the browser that asked. */
  readonly state: string;
  /** PKCE: proves at the site that the one who brings the code is the one who asked for it. Empty for OpenID. */
  verifier: string;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/** A query with one value per name; a name that comes twice is left out. */
export type Query = Readonly<Record<string, string>>;

/** What Passport sees as the request: nothing of the real one but the site's answer. */
export interface SocialAttempt {
  /** Empty where the visit begins. */
  readonly query: Query;
  readonly flow: Flow;
}

const LONGEST_NAME = 100;

/** A name as an account may hold it: one line, not endless. */
export function cleanName(text: unknown, fallback: string): string {
  const clean = typeof text === 'string' && text.isWellFormed() ? text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim() : '';
  return clean.slice(0, LONGEST_NAME).toWellFormed().trim() || fallback;
}

/** Flow to cookie and back: readable by its owner, changeable by nobody. */
export class FlowSigner {
  private readonly secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  seal(flow: Flow): string {
    const text = Buffer.from(JSON.stringify(flow)).toString('base64url');
    return `${text}.${this.sign(text).toString('base64url')}`;
  }

  /** Null for one that is forged or over. */
  open(sealed: string | undefined, nowMs: number): Flow | null {
    const [text = '', signature = '', ...more] = (sealed ?? '').split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = this.sign(text);
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const flow = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Flow;
    return flow.endsAt > nowMs ? flow : null;
  }

  private sign(text: string): Buffer {
    return createHmac('sha256', this.secret).update(text).digest();
  }
}
