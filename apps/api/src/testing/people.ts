import { Ids, Transaction } from '../shared/ports.ts';
import { Tokens } from '../modules/users/application/ports.ts';
import { User, Users } from '../modules/users/index.ts';
import type { TestShop } from './test-shop.ts';

/** An account and a token of it, without the cost of a password. `id` doubles as the name before the @. */
export async function addUser(
  shop: TestShop,
  id: string,
  { isVerified = true } = {},
): Promise<{ id: string; email: string; token: string }> {
  const email = `${id}@example.com`;
  const at = shop.clock.now();
  await shop.get(Transaction).run(() =>
    shop.get(Users).add(
      new User({
        id,
        email,
        username: id,
        lastname: 'Buyer',
        passwordHash: 'none',
        emailVerifiedAt: isVerified ? at : null,
        at,
        actor: 'test',
      }),
    ),
  );
  return { id, email, token: await shop.get(Tokens).issue({ userId: id, version: 1 }, shop.get(Ids).next()) };
}
