import { expect, test } from '@jest/globals';
import { JsonLogger } from './json-logger.ts';
import { addLogFields, withLogFields } from './log-fields.ts';

function logger(level: 'debug' | 'info' = 'info') {
  const lines: string[] = [];
  const log = new JsonLogger(level, { write: (line: string) => void lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? 'null') as Record<string, unknown> };
}

test('a line is one JSON object with level, time, context and message', () => {
  const { log, last } = logger();
  log.log('worker ready', 'worker');
  expect(last()).toMatchObject({ level: 'info', context: 'worker', message: 'worker ready', time: expect.stringMatching(/^20.*Z$/) });
});

test('an object becomes fields of the line beside its message', () => {
  const { log, last } = logger();
  log.warn({ message: 'A mail could not be sent.', tries: 3 }, 'mails');
  expect(last()).toMatchObject({ level: 'warn', context: 'mails', message: 'A mail could not be sent.', tries: 3 });
});

test('every line of a request or job carries its ids, across awaits, and the next one has none of them', async () => {
  const { log, lines, last } = logger();
  await withLogFields({ requestId: 'request-1' }, async () => {
    await Promise.resolve();
    addLogFields({ orderId: 'order-1' });
    log.log('paid');
  });
  expect(last()).toMatchObject({ requestId: 'request-1', orderId: 'order-1' });
  log.log('later');
  expect(lines.at(-1)).not.toContain('order-1');
});

test('two jobs at a time do not mix their ids', async () => {
  const { log, lines } = logger();
  const job = (orderId: string) =>
    withLogFields({ jobId: `job of ${orderId}` }, async () => {
      addLogFields({ orderId });
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.log('done');
    });
  await Promise.all([job('order-1'), job('order-2')]);
  const logged = lines.map((line) => JSON.parse(line) as { jobId: string; orderId: string });
  expect(logged.map(({ jobId, orderId }) => jobId === `job of ${orderId}`)).toEqual([true, true]);
});

test('a secret in an object that is logged by mistake is redacted', () => {
  const { log, lines } = logger();
  log.error({ message: 'oops', key: 'AAAAA-BBBBB', request: { authorization: 'Bearer CANARY', email: 'ada@example.com' } }, 'http');
  expect(lines.at(-1)).not.toMatch(/AAAAA|CANARY|ada@/);
});

test("Nest's messages about its start are not logged, and neither are those below the level", () => {
  const { log, lines } = logger();
  log.log('AppModule dependencies initialized', 'InstanceLoader');
  log.debug('GET /home', 'http');
  expect(lines).toEqual([]);
});
