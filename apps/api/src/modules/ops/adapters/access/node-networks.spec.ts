import { expect, test } from '@jest/globals';
import { NodeNetworks } from './node-networks.ts';

const networks = new NodeNetworks();

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  [' 203.0.113.0/24 ', '203.0.113.0/24'],
  ['2001:DB8::/32', '2001:db8::/32'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['0.0.0.0/0', null],
  ['203.0.113.0/33', null],
  ['203.0.113.0/', null],
  ['203.0.113.0/24/24', null],
  ['fe80::1%eth0', null],
  ['everywhere', null],
  ['', null],
])('"%s" is the network %s', (text, network) => {
  expect(networks.from(text)).toBe(network);
});

test.each([
  ['203.0.113.9', true],
  ['::ffff:203.0.113.9', true],
  ['203.0.114.9', false],
  ['2001:db8:1::5', true],
  ['2001:db9::5', false],
  ['unknown', false],
])('%s lies within: %s', (address, isIn) => {
  expect(networks.hold(['203.0.113.7/24', '2001:db8::/32'], address)).toBe(isIn);
});
