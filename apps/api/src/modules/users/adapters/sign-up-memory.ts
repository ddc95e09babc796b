import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../../platform/config/config.ts';
import { derivedSecret } from '../../../platform/config/derived-secret.ts';
import { setOwnCookie } from '../../../platform/http/security/own-cookies.ts';

const COOKIE = 'signup';
/** As long as the link in the mail is valid. */
const MAX_AGE_SECONDS = 48 * 3600;

/** The account that this browser signed up, in a signed cookie. A taken address gets one too, with an id of no account. */
@Injectable()
export class SignUpMemory {
  private readonly secret: string;

  constructor(private readonly config: Config) {
    this.secret = derivedSecret(config, 'sign-up memory');
  }

  keep(reply: FastifyReply, userId: string): void {
    setOwnCookie(reply, COOKIE, `${userId}.${this.sign(userId)}`, MAX_AGE_SECONDS, this.config);
  }

  of(request: FastifyRequest): string | null {
    const [, userId, given] = /^([0-9a-z]{1,40})\.([\w-]{43})$/.exec(request.cookies[COOKIE] ?? '') ?? [];
    if (userId === undefined || given === undefined) return null;
    return timingSafeEqual(Buffer.from(given), Buffer.from(this.sign(userId))) ? userId : null;
  }

  private sign(userId: string): string {
    return createHmac('sha256', this.secret).update(userId).digest('base64url');
  }
}
