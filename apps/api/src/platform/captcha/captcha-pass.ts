import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../shared/domain-error.ts';
import { CaptchaGate, Clock, Ids, SingleUse } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';
import { setOwnCookie } from '../http/security/own-cookies.ts';

export const CAPTCHA_COOKIE = 'captcha';
const LIFETIME_SECONDS = 600;
const wellFormed = /^[\w-]{43}$/;

/** A captcha pass is missing or used. The storefront resets its captcha on this error. */
class CaptchaMissing extends DomainError {
  readonly kind = 'forbidden';
  override readonly extra = { succes: false, captchaNeeded: true, captcha: true };

  constructor() {
    super('Please verify the captcha.');
  }
}

/** Passes given for a solved captcha, valid for ten minutes and one use. */
@Injectable()
export class CaptchaPasses extends CaptchaGate {
  constructor(
    private readonly singleUse: SingleUse,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super();
  }

  async issue(): Promise<string> {
    const pass = this.ids.token();
    await this.singleUse.note(`captcha pass ${pass}`, new Date(this.clock.now().getTime() + LIFETIME_SECONDS * 1000));
    return pass;
  }

  /** @throws CaptchaMissing */
  override async spend(pass: string | null): Promise<void> {
    if (pass === null || !(await this.singleUse.take(`captcha pass ${pass}`))) throw new CaptchaMissing();
  }
}

/** `string | null`: the pass that the browser sent along, not checked yet. */
export const CaptchaPass = createParamDecorator((_data: unknown, context: ExecutionContext): string | null => {
  const value = context.switchToHttp().getRequest<FastifyRequest>().cookies[CAPTCHA_COOKIE];
  return value !== undefined && wellFormed.test(value) ? value : null;
});

export function handOutPass(reply: FastifyReply, pass: string, config: Config): void {
  setOwnCookie(reply, CAPTCHA_COOKIE, pass, LIFETIME_SECONDS, config);
}
