import { expect, test } from '@jest/globals';
import { wrongIn } from './judge.ts';

const REFUSAL = 'HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nRetry-After: 2';
const heard = (head: string, isLate = false) => ({ head, isLate });

test('an attack may be refused or cut, but meets no error of the server', () => {
  expect(wrongIn([heard(''), heard('HTTP/1.1 400 Bad Request'), heard(REFUSAL)])).toEqual([]);
  const errors = ['HTTP/1.1 500 Internal Server Error', 'HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain'];
  expect(wrongIn(errors.map((head) => heard(head)))).toEqual(errors);
});

test('a connection that is neither answered nor ended is wrong, and so is one that stays open after its answer', () => {
  expect(wrongIn([heard('', true), heard('HTTP/1.1 200 OK', true)])).toHaveLength(2);
});
