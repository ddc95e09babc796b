import { Injectable } from '@nestjs/common';
import { Clock, Throttle } from '../../../shared/ports.ts';
import { CodeMissing, CodeWrong, FactorMissing, type OpsKey, TooManyCodes } from '../domain/ops-key.ts';
import type { Operator } from '../domain/roles.ts';
import { Audit } from './ports.ts';

const MINUTE_MS = 60_000;
const OPEN_MS = 10 * MINUTE_MS;
const MOST_WRONG_CODES = 5;
const WRONG_CODES_WINDOW_MS = 15 * MINUTE_MS;

/** Time-based codes of RFC 6238: six digits, 30 seconds, SHA-1, which every authenticator app takes. */
export abstract class OneTimeCodes {
  /** A random secret of 160 bits, in base32. */
  abstract newSecret(): string;
  /** The `otpauth://` address that an authenticator app reads; it holds the secret. */
  abstract addressOf(secret: string, name: string): string;
  /** The time step of a code: the current one, the one before or the next, as clocks differ. Null for a wrong code. */
  abstract stepOf(secret: string, code: string, at: Date): number | null;
}

/** What a code opens: its key, for the network that sent it. */
export interface Opening {
  readonly until: Date;
  /** As in `Place`. */
  readonly network: string;
}

export interface OpsFactor {
  readonly secret: string;
  /** By the last code, past or not; null if none was used. */
  readonly opening: Opening | null;
}

/** Second factors of ops keys. Secrets are encrypted at rest. */
export abstract class OpsFactors {
  abstract add(keyId: string, secret: string): Promise<void>;
  abstract find(keyId: string): Promise<OpsFactor | null>;
  /** Uses up the code of a time step, for one network. False if that or a later one was used: safe for concurrent calls. */
  abstract open(keyId: string, step: number, { until, network }: Opening): Promise<boolean>;
  /** Encrypts at most `most` secrets again that an older version encrypts; returns how many. */
  abstract encryptAnew(most: number): Promise<number>;
}

/** Whether keys without a second factor are refused at sensitive calls (`OPS_SECOND_FACTOR`). */
export abstract class FactorRule {
  abstract readonly isRequired: boolean;
}

/**
 * Asks the holder of a key for a code before a sensitive call. One code opens ten minutes for its key and the network that sent it, and works
 * once: otherwise the owner's code would let in whoever has stolen the key. A code from another network replaces the opening.
 */
@Injectable()
export class RequireCode {
  constructor(
    private readonly factors: OpsFactors,
    private readonly codes: OneTimeCodes,
    private readonly rule: FactorRule,
    private readonly throttle: Throttle,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** `sent.code`: null if there was none. @throws CodeMissing, CodeWrong, FactorMissing, TooManyCodes */
  async run(
    { id, hasFactor }: Pick<OpsKey, 'id' | 'hasFactor'>,
    { code, network }: { readonly code: string | null; readonly network: string },
    by: Operator,
  ): Promise<void> {
    const factor = hasFactor ? await this.factors.find(id) : null;
    if (factor === null) {
      if (this.rule.isRequired || hasFactor) throw new FactorMissing();
      return;
    }
    const at = this.clock.now();
    const isElsewhere = factor.opening?.network !== network;
    // Swagger UI sends the same code again: it is not looked at while the key is open.
    if (factor.opening !== null && factor.opening.until > at && !isElsewhere) return;
    if (code === null) throw new CodeMissing(isElsewhere);
    // Counted before the check: otherwise concurrent guesses would bypass the limit.
    const guesses = `wrong ops codes ${id}`;
    const seconds = await this.throttle.hit(guesses, MOST_WRONG_CODES, WRONG_CODES_WINDOW_MS, 'account');
    if (seconds !== null) throw new TooManyCodes(seconds);
    const step = this.codes.stepOf(factor.secret, code, at);
    const until = new Date(at.getTime() + OPEN_MS);
    const isRight = step !== null && (await this.factors.open(id, step, { until, network }));
    await this.audit.record({ by, action: isRight ? 'access.code' : 'access.code-refused', subject: { type: 'ops-key', id } });
    if (!isRight) throw new CodeWrong();
    await this.throttle.forget(guesses);
  }
}

const BATCH = 100;

/** After a rotation of the key-encryption key. */
@Injectable()
export class EncryptFactorsAnew {
  constructor(private readonly factors: OpsFactors) {}

  async run(): Promise<void> {
    while ((await this.factors.encryptAnew(BATCH)) === BATCH);
  }
}
