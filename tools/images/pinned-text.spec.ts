import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../shared/paths.ts';
import { imagesIn, pinnedText } from './pinned-text.ts';

const [old, fresh] = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`) as [string, string];

const dockerfile = `FROM node:24-slim AS packages
RUN npm ci
FROM packages AS build
FROM node:24-slim@${old}
`;
const compose = `services:
  api:
    image: keyturn
  redis:
    image: redis:8-alpine # fast
  mailpit:
    image: axllent/mailpit:v1.27
`;

test('images with a tag are found once, and neither stages nor the image that is built here', () => {
  expect(imagesIn(dockerfile)).toEqual(['node:24-slim']);
  expect(imagesIn(compose)).toEqual(['redis:8-alpine', 'axllent/mailpit:v1.27']);
});

test('each gets its digest, in place of an older one, and the rest of the file stays', () => {
  expect(pinnedText(dockerfile, new Map([['node:24-slim', fresh]]))).toBe(
    dockerfile.replace('node:24-slim AS', `node:24-slim@${fresh} AS`).replace(old, fresh),
  );
  const digests = new Map(imagesIn(compose).map((image) => [image, fresh]));
  const pinned = pinnedText(compose, digests);
  expect(pinned).toContain(`image: redis:8-alpine@${fresh} # fast`);
  expect(pinned.replaceAll(`@${fresh}`, '')).toBe(compose);
  expect(pinnedText(pinned, digests)).toBe(pinned);
});

test.each([undefined, '', 'sha256:abc', 'no such manifest'])('the digest %s pins nothing', (digest) => {
  const digests = new Map(digest === undefined ? [] : [['node:24-slim', digest]]);
  expect(() => pinnedText(dockerfile, digests)).toThrow('node:24-slim has no digest.');
});

test('the files of the shop name images that can be pinned', () => {
  const found = ['Dockerfile', 'docker-compose.yml'].flatMap((file) => imagesIn(readFileSync(join(root, file), 'utf8')));
  expect(found.map((image) => image.split(':')[0])).toEqual(['node', 'postgres', 'redis', 'axllent/mailpit', 'caddy']);
});
