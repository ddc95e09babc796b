import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { operator } from '../testing/operators.ts';
import { type TestShop, testShop } from '../testing/test-shop.ts';
import { Suppliers } from '../modules/suppliers/application/ports.ts';
import { InMemorySupplier } from '../modules/suppliers/testing/in-memory-supplier.ts';
import { syncSupplier } from './sync-supplier.ts';

/** What `npm run suppliers:sync` does once the application stands. */
export function syncSupplierCases(): void {
  let shop: TestShop;
  const kinguin = new InMemorySupplier();
  beforeAll(async () => {
    shop = await testShop({ fakes: [{ provide: Suppliers, useValue: new Suppliers([kinguin]) }] });
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    const offer = (id: number) => ({ offerId: `o${id}`, supplierProductId: String(id), kinguinId: id, name: `Game ${id}` });
    Object.assign(kinguin, { isAway: false, offered: [1, 2, 3].map((id) => ({ ...offer(id), priceMinor: 500, quantity: 2 })) });
    await shop.database.query('delete from supplier; delete from supplier_offer; delete from supplier_sync');
  });
  const sync = (...args: string[]) => syncSupplier(shop.app, args);

  test('all offers are read before it ends, it says how many, and the audit log names it', async () => {
    expect(await sync('kinguin')).toEqual({
      exitCode: 0,
      says: '3 products, 3 offers: 0 created, 0 updated, 0 repriced, 0 offers removed, 0 skipped',
    });
    kinguin.offered = kinguin.offered.slice(1);
    shop.clock.advance(1000);
    expect(await sync('kinguin')).toMatchObject({ exitCode: 0, says: expect.stringContaining('1 offers removed') });
    const { rows } = await shop.database.query('select offer_id from supplier_offer order by offer_id');
    expect(rows).toEqual([{ offer_id: 'o2' }, { offer_id: 'o3' }]);
    const lines = await shop.database.query('select key_name, action, reason from audit_line order by id limit 1');
    expect(lines.rows).toEqual([
      { key_name: 'command:suppliers-sync', action: 'suppliers.sync', reason: 'npm run suppliers:sync -- kinguin' },
    ]);
  });

  test('of a supplier that lists nothing more it removes all offers only where that is accepted', async () => {
    await sync('kinguin');
    kinguin.offered = [];
    shop.clock.advance(1000);
    expect(await sync('kinguin')).toMatchObject({ exitCode: 1, says: expect.stringContaining('It lists 0 of the 3 products') });
    expect(await sync('kinguin', '--accept-fewer=0')).toMatchObject({ exitCode: 0, says: expect.stringContaining('3 offers removed') });
  });

  test.each([
    ['no supplier', undefined, 'Name the supplier: npm run suppliers:sync -- kinguin'],
    [
      'one that is not known',
      'steam',
      'There is no supplier "steam". Name one of kinguin, codeswholesale: npm run suppliers:sync -- kinguin',
    ],
    ['one without credentials', 'codeswholesale', 'This supplier is off: its credentials are not set.'],
  ])('called for %s it ends with 1 and says what to do, and nothing is asked for', async (_what, name, says) => {
    expect(await sync(...(name === undefined ? [] : [name]))).toEqual({ exitCode: 1, says });
    expect((await shop.database.query('select from supplier_sync')).rowCount).toBe(0);
  });

  test('of a supplier that is paused, or does not answer, it says so and ends with 1', async () => {
    kinguin.isAway = true;
    expect(await sync('kinguin')).toEqual({ exitCode: 1, says: 'It cannot be reached.' });
    const staff = await operator(shop, 'catalogue');
    await staff.call('POST', '/ops/suppliers/kinguin/pause', {});
    expect(await sync('kinguin')).toEqual({ exitCode: 1, says: 'This supplier is paused. Resume it first.' });
  });
}
