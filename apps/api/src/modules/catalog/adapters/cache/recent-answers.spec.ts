import { expect, jest, test } from '@jest/globals';
import type { Config } from '../../../../platform/config/config.ts';
import type { CatalogueChanges } from './catalogue-changes.ts';
import { RecentAnswers } from './recent-answers.ts';

function answersFor(listCacheMs: number) {
  let change = () => undefined as void;
  const listen = (listener: (isStockAlone: boolean) => void) => {
    change = () => listener(false);
  };
  const answers = new RecentAnswers({ listCacheMs } as Config, { listen } as CatalogueChanges);
  answers.onModuleInit();
  let asked = 0;
  return { ask: (key: string) => answers.get(key, () => Promise.resolve(`${key} ${(asked += 1)}`)), change: () => change(), answers };
}

test('concurrent calls with one key share one fetch, another key has its own', async () => {
  const { ask } = answersFor(60_000);
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a 1', 'a 1', 'b 2']);
});

test('a change of the catalogue clears the cache', async () => {
  const { ask, change } = answersFor(60_000);
  await ask('a');
  change();
  expect(await ask('a')).toBe('a 2');
});

test('an answer expires, and with 0 ms nothing is cached', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(1);
  const { ask } = answersFor(900);
  expect(await ask('a')).toBe('a 1');
  now.mockReturnValue(901);
  expect(await ask('a')).toBe('a 1');
  now.mockReturnValue(902);
  expect(await ask('a')).toBe('a 2');
  now.mockRestore();
  const without = answersFor(0);
  expect([await without.ask('a'), await without.ask('a')]).toEqual(['a 1', 'a 2']);
});

test('a failure rejects for all callers and the next call fetches again', async () => {
  const { answers } = answersFor(60_000);
  const failing = () => Promise.reject(new Error('away'));
  await expect(answers.get('a', failing)).rejects.toThrow('away');
  expect(await answers.get('a', () => Promise.resolve('back'))).toBe('back');
});
