import { expect, test } from '@jest/globals';
import { fault } from './fault.ts';
import type { Attack } from './wrong-values.ts';

const attack = (place: Attack['place'], field: string): Attack => ({ place, field, what: 'wrong', value: 1, mustBeRefused: true });
const answer = (status: number, ...named: string[]) => ({ status, named, text: '', etag: null, location: null, headers: {} });

test.each([
  ['body', 'email', 401],
  ['body', 'email', 403],
  ['whole', 'body', 401],
  ['query', 'page', 401],
  ['path', 'id', 401],
  ['type', 'content-type', 401],
  ['header', 'Idempotency-Key', 401],
  ['header', 'Authorization', 400],
] as const)('an attack on %s %s that is answered with %i is a fault, whatever the answer names', (place, field, status) => {
  expect(fault(attack(place, field), answer(status, field))).toBe(`was refused with ${status}`);
});

test('an attack is refused by a 400 that names its field, and one on the token by a 401', () => {
  expect(fault(attack('body', 'email'), answer(400, 'email'))).toBeNull();
  expect(fault(attack('body', 'email'), answer(400, 'password'))).toBe('was refused without naming email, but password');
  expect(fault(attack('body', 'email'), answer(400))).toBe('was refused without a word of where');
  expect(fault(attack('header', 'Authorization'), answer(401))).toBeNull();
  expect(fault(attack('header', 'Authorization'), answer(200))).toBe('was taken');
  expect(fault(attack('path', 'id'), answer(404))).toBeNull();
});

test('a visit with something wrong in it may lead anywhere but into an account', () => {
  const led = (location: string) => ({ ...answer(302), location });
  expect(fault(attack('query', 'state'), led('https://shop.example/auth/login?error=expired'))).toBeNull();
  expect(fault(attack('query', 'state'), led('https://shop.example/home?token=a.b.c&name=Ada'))).toBe('was taken');
});
