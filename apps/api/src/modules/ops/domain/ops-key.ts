import { DomainError, TooManyTries } from '../../../shared/domain-error.ts';
import type { OpsRole } from './roles.ts';

export const LONGEST_DAYS = 366;
/** The name of a person or a machine. */
export const OPS_KEY_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

export interface OpsKeyLimits {
  readonly role: OpsRole;
  readonly expiresAt: Date;
  /** Allowed networks in CIDR notation; none allows all. */
  readonly networks: readonly string[];
}

export interface OpsKeyDraft extends OpsKeyLimits {
  /** Whether sensitive calls ask for a code of an authenticator app. */
  readonly hasFactor: boolean;
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** The credential of a staff member or machine for ops calls. */
export class OpsKey implements OpsKeyDraft {
  readonly id: string;
  readonly name: string;
  readonly role: OpsRole;
  /** SHA-256 of the secret part. */
  readonly secretHash: Uint8Array;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
  readonly networks: readonly string[];
  readonly hasFactor: boolean;
  readonly revokedAt: Date | null;
  /** To the minute. */
  readonly lastUsedAt: Date | null;

  constructor(init: OpsKeyDraft & { secretHash: Uint8Array }) {
    this.id = init.id;
    this.name = init.name;
    this.role = init.role;
    this.secretHash = init.secretHash;
    this.createdAt = init.createdAt;
    this.createdBy = init.createdBy;
    this.expiresAt = init.expiresAt;
    this.networks = init.networks;
    this.hasFactor = init.hasFactor;
    this.revokedAt = null;
    this.lastUsedAt = null;
  }

  limit({ role, expiresAt, networks }: OpsKeyLimits): void {
    Object.assign(this, { role, expiresAt, networks } satisfies Partial<OpsKey>);
  }

  revoke(at: Date): void {
    Object.assign(this, { revokedAt: at } satisfies Partial<OpsKey>);
  }
}

/** Shown only to the holder of the whole key, so the message can be specific. @throws OpsKeyRevoked, OpsKeyExpired */
export function assertUsable(key: OpsKey, at: Date): void {
  if (key.revokedAt !== null) throw new OpsKeyRevoked(key.id, key.revokedAt);
  if (key.expiresAt <= at) throw new OpsKeyExpired(key.id, key.expiresAt);
}

/** A key that is known, and refused all the same: an attempt of which owners are told. */
export abstract class KnownKeyRefused extends DomainError {
  abstract readonly reason: 'revoked' | 'expired' | 'elsewhere';

  constructor(
    readonly keyId: string,
    message: string,
  ) {
    super(message);
  }
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

class OpsKeyExpired extends KnownKeyRefused {
  readonly kind = 'unauthenticated';
  readonly reason = 'expired';
  constructor(keyId: string, at: Date) {
    super(keyId, `This ops key expired on ${at.toISOString().slice(0, 10)}. An owner makes a new one, in /docs or with npm run ops:key.`);
  }
}

class OpsKeyRevoked extends KnownKeyRefused {
  readonly kind = 'unauthenticated';
  readonly reason = 'revoked';
  constructor(keyId: string, at: Date) {
    super(keyId, `This ops key was revoked on ${at.toISOString().slice(0, 10)}.`);
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
    super('There is no such ops key, or it was revoked.');
  }
}

export class OpsKeyElsewhere extends KnownKeyRefused {
  readonly kind = 'forbidden';
  readonly reason = 'elsewhere';
  constructor(keyId: string, address: string) {
    super(keyId, `This ops key is limited to other networks than that of ${address}.`);
  }
}

/** A code of an authenticator app. */
export const ONE_TIME_CODE = /^\d{6}$/;

/** `codeRequired` in the answer: the client asks its user for a code, and calls again. */
const CODE_REQUIRED = { codeRequired: true } as const;

export class CodeMalformed extends DomainError {
  readonly kind = 'invalid';
  override readonly details: DomainError['details'];
  constructor(header: string) {
    const message = 'A code is the six digits of your authenticator app.';
    super(message);
    this.details = [{ field: header, message }];
  }
}

export class CodeMissing extends DomainError {
  readonly kind = 'forbidden';
  override readonly extra = CODE_REQUIRED;
  /** `isElsewhere`: the last code of the key came from another network, or none was used. */
  constructor(readonly isElsewhere = false) {
    super(
      'A code is required: send the six digits of your authenticator app in the header X-Ops-Code. It opens ten minutes for your network.',
    );
  }
}

export class CodeWrong extends DomainError {
  readonly kind = 'forbidden';
  override readonly extra = CODE_REQUIRED;
  constructor() {
    super('This code is wrong, or was used before. A code is required: wait for the next one of your authenticator app.');
  }
}

/** The key was made without one, and `OPS_SECOND_FACTOR` requires it. */
export class FactorMissing extends DomainError {
  readonly kind = 'forbidden';
  override readonly extra = CODE_REQUIRED;
  constructor() {
    super(
      'A code is required, and this ops key has no authenticator app: an owner makes one with `totp`, in /docs or with npm run ops:key.',
    );
  }
}

export class TooManyCodes extends TooManyTries {
  constructor(retryAfterSeconds: number) {
    super('Too many wrong codes. Please wait a few minutes and try again.', retryAfterSeconds);
  }
}

/** Revoking or restricting it would leave no key that can create keys. */
export class LastOwnerKey extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This is the last key of an owner: make another one first, or use npm run ops:key on the server.');
  }
}

/** An invalid restriction; `field` is its name in the call. */
export class OpsKeyUnfit extends DomainError {
  readonly kind = 'invalid';
  override readonly details: DomainError['details'];
  constructor(field: 'expiresAt' | 'networks', message: string) {
    super(message);
    this.details = [{ field, message }];
  }
}
