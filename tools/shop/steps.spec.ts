import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { runSteps } from './steps.ts';

let printed: string;
beforeEach(() => {
  printed = '';
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      printed += stripVTControlCharacters(String(text));
      return true;
    });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const never = new Promise<void>(() => undefined);

/** No time is shown of what takes none. */
async function clockMovesOn(): Promise<void> {
  const start = Date.now();
  while (Date.now() - start < 2) await new Promise(setImmediate);
}

test('each step is shown with its time and what it came to, and those of an inner list run side by side', async () => {
  const inner = Promise.withResolvers<void>();
  const steps = [
    { name: 'build', work: () => clockMovesOn().then(() => 'unchanged') },
    [
      { name: 'seed', work: () => inner.promise },
      { name: 'stand-ins', work: () => clockMovesOn().then(inner.resolve) },
    ],
  ];
  expect(await runSteps(steps, never)).toBe(true);
  expect(printed).toMatch(/build: unchanged \[\d+\.\d s\]\n[\s\S]+seed \[\d+\.\d s\]\n/);
});

test('the error of a step that fails is thrown as it is, the list names the step, and no later step runs', async () => {
  const error = new Error('The build failed.');
  const later = jest.fn(async () => undefined);
  const failing = { name: 'build', work: () => Promise.reject(error) };
  await expect(runSteps([failing, { name: 'start', work: later }], never)).rejects.toBe(error);
  expect(printed).toMatch(/build \[FAILED: the reason is below\]\n$/);
  expect(later).not.toHaveBeenCalled();
});

test('an interruption ends the list though its step goes on, and what that step fails with afterwards is nobody’s error', async () => {
  const interruption = Promise.withResolvers<void>();
  const work = Promise.withResolvers<void>();
  const later = jest.fn(async () => undefined);
  const list = runSteps(
    [
      { name: 'build', work: () => work.promise },
      { name: 'start', work: later },
    ],
    interruption.promise,
  );
  interruption.resolve();
  expect(await list).toBe(false);
  work.reject(new Error('ended'));
  await new Promise(setImmediate);
  expect(later).not.toHaveBeenCalled();
});
