import type { z } from 'zod';
import { type Environment, secret, type Variable } from './variables.ts';

const developmentKeys = `1:${Buffer.from('keyturn-development-key-material').toString('base64')}`;

/** Versioned keys, 32 bytes each. */
export function keyEncryptionKeys(isProduction: boolean): Variable<ReadonlyMap<number, Buffer>> {
  return secret(developmentKeys, { isProduction, minLength: 46 }).transform((text, context) => readKeys(text, isProduction, context));
}

function readKeys(text: string, isProduction: boolean, context: z.RefinementCtx): ReadonlyMap<number, Buffer> {
  const keys = new Map<number, Buffer>();
  for (const entry of text.split(',')) {
    const [, version, material] = /^(\d{1,4}):([A-Za-z0-9+/]{43}=)$/.exec(entry.trim()) ?? [];
    if (version === undefined || material === undefined) {
      context.addIssue('must be a comma list of version:key, each key 32 bytes in base64.');
      break;
    }
    if (keys.has(Number(version))) context.addIssue(`names version ${version} twice.`);
    if (isProduction && developmentKeys.endsWith(`:${material}`)) context.addIssue('must be set to a secret of your own in production.');
    keys.set(Number(version), Buffer.from(material, 'base64'));
  }
  return keys;
}

/** The version that encrypts: the highest, unless another is named. */
export function encryptingVersion(keys: Iterable<number>, named: number | null): number {
  return named ?? Math.max(1, ...keys);
}

export function keyEncryptionProblems({ KEY_ENCRYPTION_KEYS = developmentKeys, KEY_ENCRYPTION_VERSION }: Environment): string[] {
  const versions = [...KEY_ENCRYPTION_KEYS.matchAll(/(?:^|,)\s*(\d{1,4}):/g)].map(([, version]) => Number(version));
  if (KEY_ENCRYPTION_VERSION === undefined || versions.includes(Number(KEY_ENCRYPTION_VERSION))) return [];
  return [`KEY_ENCRYPTION_KEYS lacks version ${KEY_ENCRYPTION_VERSION}, which KEY_ENCRYPTION_VERSION names.`];
}
