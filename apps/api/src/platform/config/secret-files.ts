import { readFileSync } from 'node:fs';
import type { Environment } from './variables.ts';

/** Settings that may be given as the path of a file instead, in a variable of the same name with `_FILE` behind it. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'DATABASE_APP_PASSWORD',
  'REDIS_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'KEY_ENCRYPTION_KEYS',
  'KEY_FINGERPRINT_SECRET',
  'JWT_SECRET',
  'STOREFRONT_SECRET',
  'METRICS_TOKEN',
  'CAPTCHA_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_APP_SECRET',
  'STEAM_API_KEY',
  'KINGUIN_API_KEY',
  'KINGUIN_WEBHOOK_SECRET',
  'CODESWHOLESALE_CLIENT_SECRET',
  'CODESWHOLESALE_SIGNATURE',
  'S3_SECRET_ACCESS_KEY',
] as const;

/**
 * The environment with the contents of secret files in the place of their paths, and what is wrong with them, one sentence each.
 * @param set trimmed values; no empty ones
 */
export function withSecretFiles(set: Environment): { readonly environment: Environment; readonly problems: readonly string[] } {
  const environment: Record<string, string | undefined> = { ...set };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const path = set[`${name}_FILE`];
    if (path === undefined) continue;
    const text = contentOf(path);
    if (set[name] !== undefined) problems.push(`${name} and ${name}_FILE must not be set both.`);
    else if (text === null) problems.push(`${name}_FILE must be the path of a file that this process may read and that is not empty.`);
    else environment[name] = text;
  }
  return { environment, problems };
}

/** Without the line end that editors add; null where there is nothing to read. */
function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch {
    return null;
  }
}
