import { expect, test } from '@jest/globals';
import type { MailRows } from '../../../platform/mail/ports.ts';
import type { KeyReturns, KeyStock } from '../../stock/index.ts';
import type { KeyReveals } from '../application/views/key-reveals.ts';
import type { Piece } from '../domain/pieces.ts';

interface Made {
  reveals: KeyReveals;
  stock: KeyStock;
  returns: KeyReturns;
  mails: MailRows;
  /** Two orders that are there. */
  orderIds: readonly [string, string];
  product: string;
  /** The mails of an order have a link instead of its keys from now on. */
  deliverByLink(orderId: string): Promise<void>;
  /** A mail with the keys of an order was handed to a mail server; no record of it is left. */
  mailed(orderId: string, as: 'tried' | 'sent'): Promise<void>;
  /** The staff looks at the key of a piece, or finds it by its text. */
  look(orderId: string, piece: Piece, action: 'keys.look' | 'orders.find-by-key'): Promise<void>;
  inTransaction<T>(work: () => Promise<T>): Promise<T>;
}

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute));
const ONE: Piece = { line: 0, slot: 0 };
const TWO: Piece = { line: 0, slot: 1 };
const THREE: Piece = { line: 1, slot: 0 };
const ALL = [ONE, TWO, THREE];

/** What every KeyReveals must do. `make` gives a shop with orders that have no keys yet, and a product without any. */
export function keyRevealsContract(make: () => Promise<Made>): void {
  let count = 0;

  /** The first order has three keys that nobody has seen, the second has one, and one is left. */
  async function delivered() {
    const made = await make();
    const { stock, product, orderIds, inTransaction, reveals, mails } = made;
    const [id, other] = orderIds;
    const keys = Array.from({ length: 5 }, () => ({ productId: product, secret: { kind: 'text', key: `SEEN-${(count += 1)}` } as const }));
    await inTransaction(() => stock.add(keys, { actor: 'test' }));
    const lines = [
      { line: 0, productId: product, quantity: 2 },
      { line: 1, productId: product, quantity: 1 },
    ];
    await inTransaction(() => stock.allocate(id, lines));
    await inTransaction(() => stock.allocate(other, lines.slice(1)));
    const seen = async (orderId = id) => {
      const pieces = await reveals.piecesSeen(orderId);
      expect(await reveals.wasRevealed(orderId)).toBe(pieces.length > 0);
      return pieces.toSorted((a, b) => a.line - b.line || a.slot - b.slot);
    };
    const plan = async (kind: 'keys' | 'waiting' = 'keys') => {
      const mail = { id: `${id}-${kind}-${(count += 1)}`, kind, about: id };
      await inTransaction(() => mails.add(mail));
      return mail.id;
    };
    const view = (orderId = id, minute = 0, viewer = 'guest') => reveals.add({ orderId, viewer, address: '192.0.2.1', at: at(minute) });
    return { ...made, id, other, seen, plan, view, claim: (mailId: string) => inTransaction(() => mails.claim(mailId)) };
  }

  test('views are listed by order, oldest first, each with an id of its own, and counted after a moment', async () => {
    const { reveals, id, other, view } = await delivered();
    const [late, early, foreign] = [await view(id, 2, 'user ada'), await view(id, 1), await view(other, 3)];
    expect(new Set([late, early, foreign]).size).toBe(3);
    expect(await reveals.ofOrder(id)).toEqual([
      { id: early, viewer: 'guest', address: '192.0.2.1', at: at(1) },
      { id: late, viewer: 'user ada', address: '192.0.2.1', at: at(2) },
    ]);
    expect([await reveals.countSince(id, at(0)), await reveals.countSince(id, at(1)), await reveals.countSince(id, at(2))]).toEqual([
      2, 1, 0,
    ]);
    expect([await reveals.ofOrder('nobody'), await reveals.countSince('nobody', at(0))]).toEqual([[], 0]);
  });

  test('a view in a transaction that fails was none', async () => {
    const { reveals, seen, view, inTransaction, id } = await delivered();
    await expect(inTransaction(() => view().then(() => Promise.reject(new Error('undone'))))).rejects.toThrow('undone');
    expect([await reveals.ofOrder(id), await seen()]).toEqual([[], []]);
  });

  test('before anybody looks no key is seen; a view by the buyer shows all keys of the order, and of no other', async () => {
    const { seen, view, other } = await delivered();
    expect([await seen(), await seen('nobody')]).toEqual([[], []]);
    await view();
    expect([await seen(), await seen(other)]).toEqual([ALL, []]);
  });

  test('a mail with keys shows them once it was handed to the mail server, whatever became of it', async () => {
    for (const end of ['claimed', 'put back', 'sent', 'refused', 'dropped'] as const) {
      const { seen, plan, claim, mails, inTransaction, other } = await delivered();
      const mailId = await plan();
      expect(await seen()).toEqual([]);
      await claim(mailId);
      if (end === 'put back') await inTransaction(() => mails.putBack(mailId, 'away', at(0)));
      else if (end !== 'claimed') await inTransaction(() => mails.settle(mailId, end));
      expect([end, await seen(), await seen(other)]).toEqual([end, ALL, []]);
    }
  });

  test('a mail that was withdrawn before it was tried, and one of another kind, show no key', async () => {
    const { seen, plan, claim, mails, inTransaction, id } = await delivered();
    await plan();
    await inTransaction(() => mails.withdraw(id, 'keys'));
    await claim(await plan('waiting'));
    expect(await seen()).toEqual([]);
  });

  test('a mail that has a link instead of the keys shows none; a view does', async () => {
    const { seen, plan, claim, deliverByLink, view, id } = await delivered();
    await deliverByLink(id);
    await claim(await plan());
    expect(await seen()).toEqual([]);
    await view();
    expect(await seen()).toEqual(ALL);
  });

  test.each(['tried', 'sent'] as const)('a mail that was %s is not forgotten with its record, nor by a link after it', async (as) => {
    const { seen, mailed, deliverByLink, id, other } = await delivered();
    await mailed(id, as);
    expect([await seen(), await seen(other)]).toEqual([ALL, []]);
    await deliverByLink(id);
    expect(await seen()).toEqual(ALL);
  });

  test.each(['keys.look', 'orders.find-by-key'] as const)('staff sees one key of an order by %s', async (action) => {
    const { seen, look, id, other } = await delivered();
    await look(id, TWO, action);
    expect([await seen(), await seen(other)]).toEqual([[TWO], []]);
  });

  test('a burnt key keeps its piece; one that went back into stock has none any more', async () => {
    const { seen, view, returns, inTransaction, id } = await delivered();
    await view();
    await inTransaction(() => returns.takeBack(id, [ONE], 'burnt'));
    expect(await seen()).toEqual(ALL);
    await inTransaction(() => returns.takeBack(id, [THREE], 'available'));
    expect(await seen()).toEqual([ONE, TWO]);
  });

  test('of a piece whose key was replaced the new key counts', async () => {
    const { seen, look, view, returns, inTransaction, id } = await delivered();
    await look(id, ONE, 'keys.look');
    expect(await inTransaction(() => returns.replace(id, ONE))).toMatchObject({ keyId: expect.any(String) });
    expect(await seen()).toEqual([]);
    await view();
    expect(await seen()).toEqual(ALL);
  });
}
