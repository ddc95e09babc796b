import { expect, test } from '@jest/globals';
import { networkOf } from '../../../platform/http/security/browser-id.ts';
import { networkRange } from './network-range.ts';

test.each([
  ['192.0.2.7', '192.0.2.255', true],
  ['192.0.2.7', '192.0.20.7', false],
  ['192.0.2.7', '192.0.3.7', false],
  ['2001:db8:1:2::1', '2001:db8:1:2::2', true],
  ['2001:db8:1:2::1', '2001:db8:1:ff02::1', true],
  ['2001:db8:1::1', '2001:db8:1:0:1::', true],
  ['2001:db8:1:2::1', '2001:db8:10:2::1', false],
  ['2001:db8:1:2::1', '2001:db8:2:2::1', false],
  ['::1', '::2', true],
  ['unknown', 'unknown', true],
  ['unknown', 'unknown2', false],
])('whether %s is of one network with %s: %s', (one, other, isSame) => {
  const { from, to } = networkRange(networkOf(one));
  expect(networkOf(other) >= from && networkOf(other) < to).toBe(isSame);
});

test.each([
  ['192.168.178.23', '192.168.178.'],
  ['10.0.0.1', '10.0.0.'],
  ['2001:db8:abcd:12::', '2001:db8:abcd:'],
  ['x192.168.178.23', 'x192.168.178.23'],
  ['192.168.178.23.5', '192.168.178.23.5'],
  ['x:2001:db8:abcd:12::', 'x:2001:db8:abcd:12::'],
])('the network of %s begins with %s', (address, from) => {
  expect(networkRange(address).from).toBe(from);
});
