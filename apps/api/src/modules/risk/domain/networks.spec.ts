import { expect, test } from '@jest/globals';
import { networksOf } from './networks.ts';

test.each([
  ['203.0.113.77', { network24: '203.0.113' }],
  ['2001:db8:12ab:34cd', { network64: '2001:db8:12ab:34cd', network56: '2001:db8:12ab:3400', network48: '2001:db8:12ab' }],
  ['172.32.0.1', { network24: '172.32.0' }],
  ['127.0.0.1', {}],
  ['10.1.2.3', {}],
  ['172.31.255.1', {}],
  ['192.168.0.9', {}],
  ['100.64.0.1', {}],
  ['0:0:0:0', {}],
  ['fd00:1:2:3', {}],
  ['not an address', {}],
])('the networks of %s, none where it is not public', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});
