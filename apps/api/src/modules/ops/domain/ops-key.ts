import { DomainError } from '../../../shared/domain-error.ts';
import type { OpsRole } from './roles.ts';

export interface OpsKey {
  readonly id: string;
  readonly name: string;
  readonly role: OpsRole;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
}

/** Told to whoever holds the whole key only, so the sentence may be plain. @throws OpsKeyRevoked, OpsKeyExpired */
export function assertUsable(key: OpsKey, at: Date): void {
  if (key.revokedAt !== null) throw new OpsKeyRevoked(key.revokedAt);
  if (key.expiresAt <= at) throw new OpsKeyExpired(key.expiresAt);
}

export class OpsKeyNotSent extends DomainError {
  readonly kind = 'unauthenticated';
  constructor() {
    super('This needs an ops key in the header X-Ops-Key; in Swagger UI, press Authorize.');
  }
}

export class OpsKeyUnknown extends DomainError {
  readonly kind = 'unauthenticated';
  constructor() {
    super('This ops key is not known.');
  }
}

export class OpsKeyExpired extends DomainError {
  readonly kind = 'unauthenticated';
  constructor(at: Date) {
    super(`This ops key expired on ${at.toISOString().slice(0, 10)}. An owner makes a new one with npm run ops:key.`);
  }
}

export class OpsKeyRevoked extends DomainError {
  readonly kind = 'unauthenticated';
  constructor(at: Date) {
    super(`This ops key was revoked on ${at.toISOString().slice(0, 10)}.`);
  }
}

export class OpsKeyNameTaken extends DomainError {
  readonly kind = 'conflict';
  constructor(name: string) {
    super(`There is a key named ${name} already: revoke it first, or choose another name.`);
  }
}

export class NoSuchOpsKey extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such ops key that could be revoked.');
  }
}
