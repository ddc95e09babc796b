import { expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';
import { addressTable } from './address-table.ts';

test('the demo login is shown where the shop has it, and only there', () => {
  const settings = readSettings({}, '.data');
  expect(addressTable(settings, 'embedded', true)).toContain('Demo login');
  expect(addressTable(settings, 'embedded', false)).not.toContain('Demo login');
});
