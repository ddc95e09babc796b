import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../shared/paths.ts';

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** As its package.json says; null where that says nothing. */
  readonly license: string | null;
  /** Of what the registry sends: `sha512-…` in base64; null where the lock file has none. */
  readonly integrity: string | null;
}

interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Packages of others that a production install brings, by the lock file. */
export function shippedPackages(): readonly LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> };
  return Object.entries(packages).flatMap(([path, { version, license, integrity, dev, link }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    const isOther = path.includes('node_modules/') && version !== undefined && !dev && !link;
    return isOther ? [{ name, version, license: license ?? null, integrity: integrity ?? null }] : [];
  });
}
