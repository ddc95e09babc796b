import { expect, test } from '@jest/globals';
import { excessIn, faultsIn, refusedIn, wrongIn } from './judge.ts';

const OK = 'HTTP/1.1 200 OK';
const REFUSAL = 'HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nRetry-After: 2';
const heard = (head: string, isLate = false) => ({ head, isLate });
const times = (count: number, head: string) => Array.from({ length: count }, () => heard(head));

test('an attack may be refused or cut, but meets no error of the server', () => {
  expect(wrongIn('hostile', [heard(''), heard('HTTP/1.1 400 Bad Request'), heard(REFUSAL)])).toEqual([]);
  const errors = ['HTTP/1.1 500 Internal Server Error', 'HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain'];
  expect(
    wrongIn(
      'hostile',
      errors.map((head) => heard(head)),
    ),
  ).toEqual(errors.map((head) => `wrong answer: ${head}`));
});

test.each(['hostile', 'wellFormed'] as const)(
  'a %s connection that is neither answered nor ended is wrong, and so is one that stays open after its answer',
  (kind) => {
    expect(wrongIn(kind, [...times(198, OK), heard('', true), heard(OK, true)])).toHaveLength(2);
  },
);

test.each(['', 'HTTP/1.1 302 Found', 'HTTP/1.1 404 Not Found', 'HTTP/1.1 429 Too Many Requests', 'HTTP/1.1 500 Internal Server Error'])(
  'one well-formed request that is answered by "%s" is wrong',
  (head) => {
    expect(wrongIn('wellFormed', [...times(199, OK), heard(head)])).toEqual([`wrong answer: ${head}`]);
  },
);

test('of well-formed requests one in a hundred may be told to come back later, and two of a few', () => {
  expect(wrongIn('wellFormed', [...times(396, OK), ...times(4, REFUSAL)])).toEqual([]);
  expect(wrongIn('wellFormed', [...times(395, OK), ...times(5, REFUSAL)])).toEqual(['baseline not served: only 395 of 400']);
  expect(wrongIn('wellFormed', [...times(58, OK), ...times(2, REFUSAL)])).toEqual([]);
  expect(wrongIn('wellFormed', [...times(57, OK), ...times(3, REFUSAL)])).toEqual(['baseline not served: only 57 of 60']);
});

const waits = (p99: number, shareRefused = 0) => ({ p99, shareRefused });

test('visitors wait at most twice as long beside an attack', () => {
  expect(excessIn(waits(160), waits(80))).toEqual([]);
  expect(excessIn(waits(161), waits(80))).toEqual(['p99 of visitors 161 ms, 0.0 % refused, 160 ms allowed']);
});

test('beside a load that is answered in a few milliseconds, an attack has a bound of its own', () => {
  expect(excessIn(waits(60), waits(5))).toEqual([]);
  expect(excessIn(waits(61), waits(5))).toEqual(['p99 of visitors 61 ms, 0.0 % refused, 60 ms allowed']);
});

test('fewer than one visitor in a hundred is told to come back later beside an attack', () => {
  expect(excessIn(waits(20, 0.009), waits(20))).toEqual([]);
  expect(excessIn(waits(20, 0.01), waits(20))).toHaveLength(1);
});

test.each([waits(401), waits(20, 0.01)])(
  'an attack is compared with nothing where visitors met %j beside well-formed requests',
  (compared) => {
    expect(excessIn(waits(20), compared)).toEqual([expect.stringMatching(/^baseline not served: /)]);
  },
);

test('refusals are counted that name a time, and nothing else', () => {
  expect(refusedIn([heard(REFUSAL), heard(OK), heard(''), heard('HTTP/1.1 503 Service Unavailable'), heard(REFUSAL)])).toBe(2);
});

test('a fuzzed request whose connection is cut has a fault, as has one without an answer or with an error of the server', () => {
  const sent = (status: number, canBeRepeated = false) => ({ status, canBeRepeated, what: 'GET /home' });
  expect(faultsIn([200, 302, 400, 404, 431].map((status) => sent(status)).concat(sent(503, true)))).toEqual([]);
  expect(faultsIn([sent(0), sent(-1), sent(500), sent(503)])).toEqual(['0 GET /home', '-1 GET /home', '500 GET /home', '503 GET /home']);
});
