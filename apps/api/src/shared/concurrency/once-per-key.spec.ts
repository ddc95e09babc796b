import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { OncePerKey } from './once-per-key.ts';

test('a key that is slow or fails holds up no other, and is passed over until its work has ended', async () => {
  const done: string[] = [];
  const slow = Promise.withResolvers<void>();
  const each = new OncePerKey<string>();
  const work = async (key: string) => {
    if (key === 'slow') await slow.promise;
    done.push(key);
    if (key === 'failing') throw new Error('It failed.');
  };
  const first = each.run(['slow', 'failing', 'fast'], work);
  await setImmediate();
  await each.run(['slow', 'fast'], async (key) => void done.push(`${key} again`));
  expect(done.toSorted()).toEqual(['failing', 'fast', 'fast again']);
  slow.resolve();
  await expect(first).rejects.toThrow('It failed.');
  await each.run(['slow', 'failing'], async (key) => void done.push(`${key} again`));
  expect(done.slice(-3)).toEqual(['slow', 'slow again', 'failing again']);
});
