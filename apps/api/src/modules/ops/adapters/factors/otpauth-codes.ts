import { Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import { OneTimeCodes } from '../../application/second-factor.ts';
import { ONE_TIME_CODE } from '../../domain/ops-key.ts';

const ISSUER = 'Keyturn';
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the current one. */
const WINDOW = 1;

@Injectable()
export class OtpauthCodes extends OneTimeCodes {
  override newSecret(): string {
    return new Secret({ size: SECRET_BYTES }).base32;
  }

  override addressOf(secret: string, name: string): string {
    return totp(secret, name).toString();
  }

  override stepOf(secret: string, code: string, at: Date): number | null {
    if (!ONE_TIME_CODE.test(code)) return null;
    const delta = totp(secret).validate({ token: code, timestamp: at.getTime(), window: WINDOW });
    return delta === null ? null : Math.floor(at.getTime() / 1000 / PERIOD_SECONDS) + delta;
  }
}

function totp(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: DIGITS, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) });
}
