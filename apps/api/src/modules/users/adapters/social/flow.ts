import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Provider } from '../../application/ports.ts';

/** A social login from the click to the site's answer. */
export interface Flow {
  readonly provider: Provider;
  /** Binds the answer to the browser that started the login. */
  readonly state: string;
  /** The PKCE code verifier. Empty for OpenID. */
  verifier: string;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/** A query with one value per name; a name that comes twice is left out. */
export type Query = Readonly<Record<string, string>>;

/** The request as passed to Passport: only the site's answer. */
export interface SocialAttempt {
  /** Empty at the start of the login. */
  readonly query: Query;
  readonly flow: Flow;
}

const LONGEST_NAME = 100;

/** A name for an account: one line of limited length. */
export function cleanName(text: unknown, fallback: string): string {
  const clean = typeof text === 'string' && text.isWellFormed() ? text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim() : '';
  return clean.slice(0, LONGEST_NAME).toWellFormed().trim() || fallback;
}

/** Encodes a flow as a signed cookie and back: readable by the browser, but not changeable. */
export class FlowSigner {
  private readonly secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  seal(flow: Flow): string {
    const text = Buffer.from(JSON.stringify(flow)).toString('base64url');
    return `${text}.${this.sign(text).toString('base64url')}`;
  }

  /** Null if it is forged or expired. */
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
