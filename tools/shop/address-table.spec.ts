import { expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';
import { addressTable } from './address-table.ts';

test('the demo login is shown where the shop has it, and only there', () => {
  const settings = readSettings({}, '.data');
  expect(addressTable(settings, 'embedded', true)).toContain('Demo login');
  expect(addressTable(settings, 'embedded', false)).not.toContain('Demo login');
});

test('Swagger UI is shown at the port of the staff, where they have one', () => {
  expect(addressTable(readSettings({}, '.data'), 'embedded', false)).toContain('http://localhost:3000/docs');
  const table = addressTable(readSettings({ OPS_PORT: '3001' }, '.data'), 'embedded', false);
  expect(table).toContain('http://localhost:3001/docs');
  expect(table).not.toContain('http://localhost:3000/docs');
});
