import { expect, test } from '@jest/globals';
import { isConnectionLost, isDatabaseAway } from './database-away.ts';

const error = (code: string | undefined, message = 'said by the driver') => Object.assign(new Error(message), { code });

test.each([
  ['a server that starts', error('57P03')],
  ['a server that stops', error('57P01')],
  ['a server that crashed', error('57P02')],
  ['too many connections', error('53300')],
  ['a lost connection', error('08006')],
  ['a deadlock', error('40P01')],
  ['a lock that was waited for too long', error('55P03')],
  ['a statement that took too long', error('57014')],
  ['nobody at the port', error('ECONNREFUSED')],
  ['a connection that was reset', error('ECONNRESET')],
  ['a statement after the end', error(undefined, 'Client was closed and is not queryable')],
  ['a connection that was not made in time', error(undefined, 'timeout exceeded when trying to connect')],
  ['an end in the middle', error(undefined, 'Connection terminated unexpectedly')],
  ['the same, wrapped by the ORM', new Error('wrapped', { cause: error('57P03') })],
])('%s passes by itself', (_what, one) => {
  expect(isDatabaseAway(one)).toBe(true);
});

test.each([
  ['a broken constraint', error('23505')],
  ['a mistake in a statement', error('42601')],
  ['an error of ours', new Error('something else')],
  ['what is no error', 'Connection terminated'],
])('%s does not', (_what, one) => {
  expect(isDatabaseAway(one)).toBe(false);
});

test('a statement that failed on its connection is no lost connection, and one without a connection is', () => {
  expect([error('40P01'), error('57014'), error('23505')].filter(isConnectionLost)).toEqual([]);
  expect(isConnectionLost(new Error('wrapped', { cause: error('57P03') }))).toBe(true);
});
