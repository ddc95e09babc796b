import { expect, test } from '@jest/globals';
import type { FixedClock } from '../../../testing/fakes.ts';
import type { BlockListMatches, Blockables } from '../application/ports.ts';
import type { Blockable } from '../domain/signals.ts';

const order = (orderId: string, change: Partial<Blockables> = {}): Blockables => ({
  ...{ orderId, email: 'ada@example.com', card: null, account: null },
  ...change,
});

/** What every BlockListMatches must do. `make` gives empty lists; `block` takes values as the lists have them. */
export function blockListsContract(
  make: () => Promise<{
    lists: BlockListMatches;
    clock: FixedClock;
    block(kind: Blockable, value: string, endsAt?: Date): Promise<void>;
    blockCountry(code: string): Promise<void>;
  }>,
): void {
  const some = async () => {
    const made = await make();
    const of = async (...orders: Blockables[]) => {
      const found = await made.lists.of(orders);
      return orders.map(({ orderId }) => [...(found.get(orderId) ?? [])].sort());
    };
    return { ...made, of };
  };

  test('each order has the kinds by which it is on a list, each once, whatever the other orders have', async () => {
    const { of, block } = await some();
    await block('email', 'eve@gmail.com');
    await block('domain', 'bad.example');
    await block('domain', 'mail.bad.example');
    await block('card', 'Fp1');
    await block('account', 'user-1');
    expect(
      await of(
        order('a', { email: 'eve@gmail.com', card: 'Fp1', account: 'user-1' }),
        order('b'),
        order('c', { email: 'ada@mail.bad.example' }),
        order('d', { card: 'Fp2', account: 'user-1' }),
      ),
    ).toEqual([['account', 'card', 'email'], [], ['domain'], ['account']]);
    expect(await of()).toEqual([]);
  });

  test('a mailbox is on the list in all its spellings, a domain with those below it, a card in its own case alone', async () => {
    const { of, block } = await some();
    await block('email', 'eve@gmail.com');
    await block('domain', 'bad.example');
    await block('card', 'Fp1');
    const emails = ['E.v.e+1@GoogleMail.com', 'ada@Mail.Bad.example', 'ada@notbad.example'].map((email, index) =>
      order(`${index}`, { email }),
    );
    expect(await of(...emails, order('3', { card: 'fp1' }))).toEqual([['email'], ['domain'], [], []]);
  });

  test('what is listed as one kind is not listed as another', async () => {
    const { of, block } = await some();
    await block('account', 'same');
    expect(await of(order('a', { card: 'same' }), order('b', { account: 'same' }))).toEqual([[], ['account']]);
  });

  test('a block counts until it ends', async () => {
    const { of, block, clock } = await some();
    await block('account', 'user-1', new Date(clock.now().getTime() + 1000));
    const blocked = () => of(order('a', { account: 'user-1' }));
    clock.advance(999);
    expect(await blocked()).toEqual([['account']]);
    clock.advance(1);
    expect(await blocked()).toEqual([[]]);
  });

  test('of some countries those are named that are blocked, in one spelling', async () => {
    const { lists, blockCountry } = await some();
    await blockCountry('KP');
    expect(await lists.countries(['DE', 'KP', 'KP', 'kp'])).toEqual(new Set(['KP']));
    expect(await lists.countries([])).toEqual(new Set());
  });
}
