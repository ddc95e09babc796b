/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { ApiReader } from './api-reader.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** A reader with a fake clock and a fake API. */
function reader() {
  let now = 0;
  let status = 200;
  const asked = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (status === 0) throw new Error('refused');
    return Response.json({ at: now }, { status, headers: { etag: `"at-${now}"` } });
  });
  const api = new ApiReader({ apiInternalOrigin: 'http://api.test', storefrontSecret: 'secret' }, () => now);
  return {
    asked,
    read: (path = '/x') => api.read({ path }),
    visit: (address: string) => api.forVisitor(address).read({ path: '/x' }),
    readWords: () => api.read({ path: '/words', body: {} }),
    pass: (ms: number) => (now += ms),
    answerWith: (next: number) => (status = next),
  };
}

test('after half a second a thing is asked for again, by GET and by POST', async () => {
  const { read, readWords, pass, asked } = reader();
  const both = () => Promise.all([read(), readWords()]);
  await both();
  pass(499);
  expect(await both()).toEqual(Array(2).fill({ kind: 'found', body: { at: 0 } }));
  expect(asked).toHaveBeenCalledTimes(2);
  pass(1);
  expect(await both()).toEqual(Array(2).fill({ kind: 'found', body: { at: 500 } }));
});

test('however many visit, the API is asked for a thing twice a second', async () => {
  const { read, pass, asked } = reader();
  for (let visit = 0; visit < 10_000; visit += 1) {
    await read();
    pass(1);
  }
  expect(asked).toHaveBeenCalledTimes(20);
});

test('what has not changed is the very same answer, and the API is asked by its ETag', async () => {
  const { read, pass, asked } = reader();
  const first = await read();
  asked.mockImplementation(async (_address, options) => {
    expect(options).toMatchObject({ headers: { 'If-None-Match': '"at-0"' } });
    return new Response(null, { status: 304 });
  });
  for (let second = 0; second < 3; second += 1) {
    pass(1000);
    expect(await read()).toBe(first);
  }
  expect(asked).toHaveBeenCalledTimes(4);
});

test('an answer without an ETag that says the same is the very same, too', async () => {
  const { read, pass, asked } = reader();
  asked.mockImplementation(async () => Response.json({ words: 'the same' }));
  const first = await read();
  pass(1000);
  expect(await read()).toBe(first);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('while the API is silent, what it said last stands in for an hour, and it is asked every three seconds', async () => {
  const { read, pass, answerWith, asked } = reader();
  await read();
  answerWith(0);
  for (let second = 0; second < 60; second += 1) {
    pass(1000);
    expect(await read()).toEqual({ kind: 'found', body: { at: 0 }, isOld: true });
  }
  expect(asked.mock.calls.length).toBe(1 + 20);
  pass(3_600_000);
  expect(await read()).toEqual({ kind: 'silent' });
  answerWith(200);
  pass(3000);
  expect((await read()).kind).toBe('found');
});

test('a thing that is gone is gone, whatever was said of it before', async () => {
  const { read, pass, answerWith } = reader();
  await read();
  answerWith(404);
  pass(1000);
  expect(await read()).toEqual({ kind: 'missing' });
});

test('an error of the API is no answer', async () => {
  const { read, answerWith } = reader();
  answerWith(503);
  expect(await read()).toEqual({ kind: 'silent' });
});

test('a thousand answers are kept, and the one asked for longest ago goes first', async () => {
  const { read, asked } = reader();
  for (let number = 0; number < 1000; number += 1) await read(`/${number}`);
  await read('/0');
  await read('/new');
  await read('/0');
  expect(asked).toHaveBeenCalledTimes(1001);
  await read('/1');
  expect(asked).toHaveBeenCalledTimes(1002);
});

test('answers are kept until their texts have 48 million characters together, however few they are', async () => {
  const { read, asked } = reader();
  const body = JSON.stringify('x'.repeat(1_048_576));
  asked.mockImplementation(async () => new Response(body));
  for (let number = 0; number < 48; number += 1) await read(`/${number}`);
  expect(asked).toHaveBeenCalledTimes(48);
  await read('/47');
  await read('/1');
  expect(asked).toHaveBeenCalledTimes(48);
  await read('/0');
  expect(asked).toHaveBeenCalledTimes(49);
});

test('the API is told for whom it is asked, and asked for nobody by the server itself', async () => {
  const { read, visit, pass, asked } = reader();
  await visit('203.0.113.7');
  pass(1000);
  await read();
  expect(
    asked.mock.calls
      .map(([, options]) => new Headers(options?.headers))
      .map((sent) => [sent.get('x-visitor-address'), sent.get('x-storefront-secret')]),
  ).toEqual([
    ['203.0.113.7', 'secret'],
    [null, null],
  ]);
});

test('a visitor who calls too often gets no answer, and all others get theirs, also those who wait for the same', async () => {
  const { visit, asked } = reader();
  asked.mockImplementation(async (_address, options) => {
    const isTooMuch = new Headers(options?.headers).get('x-visitor-address') === '203.0.113.7';
    return Response.json({}, { status: isTooMuch ? 429 : 200 });
  });
  const together = await Promise.all(['203.0.113.7', '198.51.100.1', '198.51.100.2', '203.0.113.7'].map(visit));
  expect(together.map(({ kind }) => kind)).toEqual(['silent', 'found', 'found', 'found']);
  expect(asked).toHaveBeenCalledTimes(2);
});
