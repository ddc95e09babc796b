import { DriverException } from '@mikro-orm/core';
import { expect, test } from '@jest/globals';
import { safeError } from './safe-error.ts';

test('an error of the application is logged with its message and where it happened', () => {
  expect(safeError(new Error('No writer.'))).toEqual({ message: 'No writer.', stack: expect.stringMatching(/^No writer\.\n\s+at /) });
});

test.each([
  Object.assign(new Error('invalid input: "ada@example.com"'), { code: '22P02', table: 'shop_order' }),
  new DriverException(Object.assign(new Error(`insert into x values ('ada@example.com')`), { code: '23514', table: 'shop_order' })),
])('an error of the database is logged without the values that it quotes: %#', (error) => {
  const logged = safeError(error);
  expect(logged.message).toContain('shop_order');
  expect(JSON.stringify(logged)).not.toContain('ada@example.com');
});

test('a connection that broke is not taken for the database, whose codes are as long', () => {
  const logged = safeError(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }));
  expect(logged.message).toBe('write EPIPE');
});

test('an error without a message, as of several addresses that refused, is logged by its code', () => {
  expect(safeError(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })).message).toBe('ECONNREFUSED');
  expect(safeError(new AggregateError([])).message).toBe('AggregateError');
});

test('what was thrown without being an error is not quoted', () => {
  expect(safeError('ada@example.com').message).not.toContain('ada');
});
