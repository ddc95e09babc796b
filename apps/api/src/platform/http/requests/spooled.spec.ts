import { existsSync } from 'node:fs';
import type { ReadStream } from 'node:fs';
import { expect, test } from '@jest/globals';
import { spooled } from './spooled.ts';

test('nothing is processed before the last chunk has arrived, and the file is deleted afterwards', async () => {
  const steps: string[] = [];
  async function* sent() {
    for (const piece of ['first ', 'last']) {
      steps.push(piece);
      yield Buffer.from(piece);
    }
  }
  const result = await spooled(sent(), async (content) => {
    steps.push('begun');
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    return { text: Buffer.concat(pieces).toString(), path: String((content as unknown as ReadStream).path) };
  });
  expect([steps, result.text, existsSync(result.path)]).toEqual([['first ', 'last', 'begun'], 'first last', false]);
});

test('an incomplete body is not processed', async () => {
  let isBegun = false;
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('The sender is gone.');
  }
  await expect(spooled(broken(), async () => void (isBegun = true))).rejects.toThrow('The sender is gone.');
  expect(isBegun).toBe(false);
});
