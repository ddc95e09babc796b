import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../shared/paths.ts';
import { type LockedPackage, shippedPackages } from './lock-file.ts';

/**
 * A bill of materials in CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/). Made from the lock file: `npm sbom --omit dev` leaves out what
 * packages of development need as well, such as React.
 */
export function billOf(shop: { name: string; version: string }, packages: readonly LockedPackage[]) {
  // A version that is there twice is one component.
  const components = new Map(packages.map((one) => [purlOf(one), componentOf(one)]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': shop.name, name: shop.name, version: shop.version } },
    components: [...components].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, component]) => component),
  };
}

function componentOf(one: LockedPackage) {
  const [group, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name];
  const [algorithm, digest] = one.integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    ...(group !== undefined && { group }),
    name,
    version: one.version,
    purl: purlOf(one),
    ...(one.license !== null && { licenses: [{ expression: one.license }] }),
    ...(algorithm === 'sha512' &&
      digest !== undefined && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
  };
}

function purlOf({ name, version }: LockedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

if (import.meta.main) {
  const shop = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; version: string };
  process.stdout.write(`${JSON.stringify(billOf(shop, shippedPackages()), null, 2)}\n`);
}
