/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { PageCache } from './page-cache.ts';

const KB = 1024;

/** A cache for three pages of 100 kB, and how often each was made. */
function cache() {
  const pages = new PageCache(100, 350 * KB);
  const made: string[] = [];
  const html = 'é'.repeat(50 * KB);
  const ask = (url: string, { isWhole = true } = {}) => {
    return pages.of(url, [], async () => {
      made.push(url);
      return { html, isWhole };
    });
  };
  return { ask, made };
}

test('pages are kept until their bytes are used up, and the one asked for longest ago goes first', async () => {
  const { ask, made } = cache();
  for (const url of ['/1', '/2', '/3', '/1', '/2', '/3']) await ask(url);
  expect(made).toEqual(['/1', '/2', '/3']);
  await ask('/1');
  await ask('/4');
  await ask('/1');
  expect(made).toEqual(['/1', '/2', '/3', '/4']);
  await ask('/2');
  expect(made).toEqual(['/1', '/2', '/3', '/4', '/2']);
});

test('pages that are being made are known, and count when they are', async () => {
  const { ask, made } = cache();
  await Promise.all(['/1', '/2', '/3', '/4', '/4'].map((url) => ask(url)));
  expect(made).toEqual(['/1', '/2', '/3', '/4']);
  await ask('/4');
  await ask('/1');
  expect(made).toEqual(['/1', '/2', '/3', '/4', '/1']);
});

test('a page that is not whole is made again', async () => {
  const { ask, made } = cache();
  await ask('/1', { isWhole: false });
  await ask('/1');
  await ask('/1');
  expect(made).toEqual(['/1', '/1']);
});
