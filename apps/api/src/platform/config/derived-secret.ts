import { hkdfSync } from 'node:crypto';
import type { Config } from './config.ts';

/** A secret for one purpose, made from `JWT_SECRET`. */
export function derivedSecret(config: Pick<Config, 'jwtSecret'>, purpose: string): string {
  return secretFrom(config.jwtSecret, purpose);
}

/** Made so that a signature for one purpose is not valid for another. Hexadecimal. */
export function secretFrom(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'keyturn', purpose, 32)).toString('hex');
}
