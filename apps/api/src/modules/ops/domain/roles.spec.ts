import { expect, test } from '@jest/globals';
import { mayActAs, OPS_ROLES } from './roles.ts';

test.each([
  ['viewer', ['viewer']],
  ['support', ['viewer', 'support']],
  ['catalogue', ['viewer', 'catalogue']],
  ['owner', ['viewer', 'support', 'catalogue', 'owner']],
] as const)('a key with the role %s may act as %j and as nothing else', (role, may) => {
  expect(OPS_ROLES.filter((needed) => mayActAs(role, needed))).toEqual(may);
});
