import { randomInt } from 'node:crypto';
import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { SingleUse } from '../../shared/ports.ts';
import { Captcha, type CaptchaChallenge } from './ports.ts';

/** Together a second or two of work in a browser; the server derives one key per challenge and none per answer. */
const COST = 5_000;
const LEAST_TRIES = 500;
const MOST_TRIES = 1_000;
const LIFETIME_MS = 10 * 60_000;

/** Self-hosted proof of work: no external service, no cookie, and no data about the visitor leaves the shop. */
export class AltchaCaptcha extends Captcha {
  private readonly secrets;

  constructor(
    signatureSecret: string,
    keySecret: string,
    private readonly singleUse: SingleUse,
    private readonly work = { cost: COST, leastTries: LEAST_TRIES, mostTries: MOST_TRIES },
  ) {
    super();
    this.secrets = { hmacSignatureSecret: signatureSecret, hmacKeySignatureSecret: keySecret };
  }

  override async challenge(): Promise<CaptchaChallenge> {
    const { parameters, signature } = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: this.work.cost,
      counter: randomInt(this.work.leastTries, this.work.mostTries),
      // The widget and the library read the computer's clock, so this one does, too.
      expiresAt: new Date(Date.now() + LIFETIME_MS),
      deriveKey,
      ...this.secrets,
    });
    return { provider: 'altcha', parameters: { ...parameters }, ...(signature !== undefined && { signature }) };
  }

  override async isSolved(value: string): Promise<boolean> {
    const payload = payloadIn(value);
    if (payload === null || !(await this.isRight(payload))) return false;
    const { nonce, expiresAt } = payload.challenge.parameters;
    return this.singleUse.note(`altcha ${nonce}`, new Date((expiresAt ?? 0) * 1000));
  }

  private async isRight({ challenge, solution }: Payload): Promise<boolean> {
    try {
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...this.secrets });
      // Both are part of the signed data: a challenge without them was not created here.
      return verified && typeof challenge.parameters.keySignature === 'string' && typeof challenge.parameters.expiresAt === 'number';
    } catch {
      return false;
    }
  }
}

/** The widget's answer: JSON in base64. */
function payloadIn(value: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(value, 'base64').toString('utf8')) as Partial<Payload> | null;
    const isWhole =
      typeof payload?.challenge?.parameters === 'object' &&
      payload.challenge.parameters !== null &&
      typeof payload.challenge.signature === 'string' &&
      typeof payload.solution === 'object';
    return isWhole ? (payload as Payload) : null;
  } catch {
    return null;
  }
}
