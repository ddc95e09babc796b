import { createHash } from 'node:crypto';
import { randomText } from '../ids.ts';
import type { Person } from './people.ts';

const LIFETIME_MS = 10 * 60_000;

/** Grants that were issued and not redeemed. In memory: lost on restart. */
export class Grants<T> {
  private readonly issued = new Map<string, { value: T; endsAt: number }>();

  keep(value: T): string {
    const now = Date.now();
    for (const [name, { endsAt }] of this.issued) if (endsAt <= now) this.issued.delete(name);
    const name = randomText(32);
    this.issued.set(name, { value, endsAt: now + LIFETIME_MS });
    return name;
  }

  look(name: unknown): T | null {
    const grant = typeof name === 'string' ? this.issued.get(name) : undefined;
    return grant && grant.endsAt > Date.now() ? grant.value : null;
  }

  take(name: unknown): T | null {
    const value = this.look(name);
    if (typeof name === 'string') this.issued.delete(name);
    return value;
  }
}

export interface CodeGrant {
  readonly person: Person;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

export function isVerifierOf(challenge: string, verifier: unknown): boolean {
  return typeof verifier === 'string' && challenge !== '' && createHash('sha256').update(verifier).digest('base64url') === challenge;
}
