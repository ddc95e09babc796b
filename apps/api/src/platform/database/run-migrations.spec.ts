import { expect, test } from '@jest/globals';
import { runMigrations } from './run-migrations.ts';

/** Fails with these codes, one after the other, before it succeeds. */
function migrator(...codes: readonly string[]) {
  const left = [...codes];
  return {
    calls: 0,
    getPending: async () => [{ name: 'First' }, { name: 'Second' }],
    async up() {
      this.calls += 1;
      const code = left.shift();
      if (code !== undefined) throw Object.assign(new Error('failed'), { cause: Object.assign(new Error('the statement'), { code }) });
      return [];
    },
  };
}

test('a migration that met a locked table or a deadlock runs again, and all that were to run are counted', async () => {
  const three = migrator('40P01', '55P03');
  expect(await runMigrations(three)).toBe(2);
  expect(three.calls).toBe(3);
});

test('a migration that fails by itself runs once', async () => {
  const one = migrator('42P01');
  await expect(runMigrations(one)).rejects.toThrow('failed');
  expect(one.calls).toBe(1);
});
