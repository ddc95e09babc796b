import { expect, test } from '@jest/globals';
import { addUser } from '../../../testing/people.ts';
import { purchaseShopOfTests } from '../testing/purchase-shop.ts';

const ACCOUNT = { login: 'half-moon-owner', password: 'correct horse', mail: 'half-moon@example.com' };

/** No API of a supplier has such keys by now. An adapter that reads one gives the shop this. */
export function accountKeys(): void {
  const made = purchaseShopOfTests();
  const { kinguin } = made;

  test('a key that is an account lies in the vault encrypted, and its buyer gets login, password and mail', async () => {
    const id = await made.undelivered();
    kinguin.deliver(made.supplierOrderId(), 1, { kind: 'account', ...ACCOUNT });
    await made.work(10);
    const { rows } = await made.shop.database.query<{ kind: string; state: string; ciphertext: Buffer; email: string }>(
      `select stock_key.kind, stock_key.state, ciphertext, shop_order.email
        from allocation join stock_key on stock_key.id = key_id join shop_order on shop_order.id = allocation.order_id
        where allocation.order_id = $1`,
      [id],
    );
    expect(rows).toMatchObject([{ kind: 'account', state: 'sold' }]);
    for (const secret of Object.values(ACCOUNT)) expect(rows[0]?.ciphertext.includes(secret)).toBe(false);
    const { token } = await addUser(made.shop, rows[0]?.email.split('@')[0] ?? '');
    const answer = await made.shop.app.inject({ method: 'GET', url: `/order/${id}/keys`, headers: { authorization: token } });
    expect(answer.json()).toMatchObject({ keys: [{ kind: 'account', ...ACCOUNT }] });
  });
}
