import { expect, test } from '@jest/globals';
import { networkOf, widerNetworksOf } from './browser-id.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::2', '2001:db8:0:0'],
  ['2001:db8::a:b:c:1', '2001:db8:0:0'],
  ['2001:0DB8:0000:0000:a::', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['2001:db8:1:2ab::1', '2001:db8:1:200/56', '2001:db8:1/48'],
  ['2001:0DB8:1:02FF:9:9:9:9', '2001:db8:1:200/56', '2001:db8:1/48'],
  ['2001:db8::1', '2001:db8:0:0/56', '2001:db8:0/48'],
])('%s belongs to the wider networks %s and %s', (address, in56, in48) => {
  expect(widerNetworksOf(address)).toEqual({ in56, in48 });
});

test.each(['192.0.2.7', '::ffff:192.0.2.7'])('%s belongs to no wider network', (address) => {
  expect(widerNetworksOf(address)).toBeNull();
});
