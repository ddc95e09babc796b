import { hkdfSync } from 'node:crypto';
import type { Config } from './config.ts';

/** A secret for one purpose, made from `JWT_SECRET`, so that a signature for one purpose is not valid for another. Hexadecimal. */
export function derivedSecret(config: Pick<Config, 'jwtSecret'>, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', config.jwtSecret, 'keyturn', purpose, 32)).toString('hex');
}
