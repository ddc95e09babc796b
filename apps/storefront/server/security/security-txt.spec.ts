/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { readConfig } from '../config.ts';
import { storefront } from '../testing/storefront.ts';

const PATH = '/.well-known/security.txt';
afterEach(() => void jest.useRealTimers());

test.each([
  ['security@shop.example', 'mailto:security@shop.example'],
  ['https://shop.example/report', 'https://shop.example/report'],
])('security.txt names the contact %s, and expires in half a year', async (set, contact) => {
  const { securityContact } = readConfig({ SECURITY_CONTACT: set });
  const shop = await storefront({ securityContact });
  jest.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z'), doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'] });
  const { statusCode, headers, body } = await shop.get(PATH);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body.split('\n')).toEqual([
    `Contact: ${contact}`,
    'Expires: 2026-08-28T12:00:00.000Z',
    'Preferred-Languages: en',
    `Canonical: http://shop.test${PATH}`,
    '',
  ]);
});

test('a shop without a contact has no security.txt', async () => {
  expect((await (await storefront()).get(PATH)).statusCode).toBe(404);
});

test.each(['nobody', 'http://shop.example/report', 'a@b.example\r\nContact: x'])('the contact %j is refused by name', (contact) => {
  expect(() => readConfig({ SECURITY_CONTACT: contact })).toThrow('SECURITY_CONTACT');
});
