import { expect, test } from '@jest/globals';
import { OPS_KEY_NAME } from '../../../ops/index.ts';
import { SUPPLIER_NAMES } from '../ports.ts';
import { askedByItself } from './returns.ts';

test('what a supplier takes back by itself is told from what an operator asked for, whatever the operator is called', () => {
  for (const name of SUPPLIER_NAMES) expect(OPS_KEY_NAME.test(askedByItself(name))).toBe(false);
});
