import { expect, test } from '@jest/globals';
import type { PlannedMail } from '../../../shared/ports.ts';
import type { FixedClock } from '../../../testing/fakes.ts';
import type { MailRows } from '../ports.ts';

const MINUTE = 60_000;
const first = { tries: 0, isTakenOver: false };
const mail: PlannedMail = { id: 'letter-1', kind: 'keys', about: 'order-1' };

/** Contract of every MailRows. `make` returns an empty one. */
export function mailRowsContract(
  make: () => Promise<{ rows: MailRows; clock: FixedClock; inTransaction<T>(work: () => Promise<T>): Promise<T> }>,
): void {
  async function planned() {
    const made = await make();
    await made.inTransaction(() => made.rows.add(mail));
    return { ...made, claim: () => made.inTransaction(() => made.rows.claim('letter-1')) };
  }

  test('a planned mail is claimed by one caller, and the next gets `busy`', async () => {
    const { claim } = await planned();
    expect(await claim()).toEqual({ ...mail, ...first });
    expect(await claim()).toBe('busy');
  });

  test('a mail planned twice is one mail', async () => {
    const { rows, inTransaction, clock } = await planned();
    await inTransaction(() => rows.add(mail));
    expect(await rows.overdue(new Date(clock.now().getTime() + 1))).toEqual(['letter-1']);
  });

  test('many mails are planned, claimed and settled at once, each once', async () => {
    const { rows, inTransaction } = await make();
    const ids = ['letter-1', 'letter-2', 'letter-3'];
    await inTransaction(() => rows.add(...ids.map((id) => ({ ...mail, id, about: id }))));
    const claimed = await Promise.all([...ids, 'letter-2', 'letter-4'].map((id) => rows.claim(id)));
    expect(claimed.slice(0, 3)).toEqual(ids.map((id) => ({ ...mail, id, about: id, ...first })));
    expect(claimed.slice(3)).toEqual(['busy', 'closed']);
    expect(await Promise.all(ids.map((id) => rows.claim(id)))).toEqual(['busy', 'busy', 'busy']);
    expect(await inTransaction(() => rows.settle(['letter-1', 'letter-3'], 'sent'))).toBe(2);
    expect(await inTransaction(() => rows.settle(['letter-1', 'letter-3'], 'sent'))).toBe(0);
    expect(await inTransaction(() => rows.settle([], 'sent'))).toBe(0);
    expect(await Promise.all(ids.map((id) => rows.claim(id)))).toEqual(['closed', 'busy', 'closed']);
    const open = await Promise.all(ids.map(async (id) => (await rows.about(id, 'keys')).map(({ isOpen }) => isOpen)));
    expect(open).toEqual([[false], [true], [false]]);
  });

  test('a mail that was never planned is as good as closed', async () => {
    const { rows, inTransaction } = await planned();
    expect(await inTransaction(() => rows.claim('letter-2'))).toBe('closed');
  });

  test('a released mail can be claimed at once, one whose claim is not renewed after ten seconds', async () => {
    const { rows, claim, inTransaction, clock } = await planned();
    await claim();
    await inTransaction(() => rows.putBack('letter-1', 'away', clock.now()));
    expect(await claim()).toEqual({ ...mail, tries: 1, isTakenOver: false });
    clock.advance(10_001);
    expect(await claim()).toEqual({ ...mail, tries: 2, isTakenOver: true });
  });

  test('each attempt whose process died is counted', async () => {
    const { rows, claim, clock } = await planned();
    for (const tries of [0, 1, 2]) {
      expect(await rows.claim('letter-1')).toEqual({ ...mail, tries, isTakenOver: tries > 0 });
      clock.advance(10_001);
    }
    expect(await claim()).toEqual({ ...mail, tries: 3, isTakenOver: true });
  });

  test('a mail that waits for its next try is claimed by nobody before its time', async () => {
    const { rows, claim, inTransaction, clock } = await planned();
    await claim();
    await inTransaction(() => rows.putBack('letter-1', 'away', new Date(clock.now().getTime() + MINUTE)));
    clock.advance(MINUTE / 2);
    expect([await claim(), await rows.claim('letter-1')]).toEqual(['not due', 'not due']);
    clock.advance(MINUTE / 2);
    expect(await claim()).toEqual({ ...mail, tries: 1, isTakenOver: false });
  });

  test('a renewed claim stays valid, and a late renewal does not reopen a settled mail', async () => {
    const { rows, claim, inTransaction, clock } = await planned();
    await claim();
    clock.advance(9000);
    await rows.renewClaim('letter-1');
    clock.advance(9000);
    expect(await claim()).toBe('busy');
    await inTransaction(() => rows.settle('letter-1', 'sent'));
    await rows.renewClaim('letter-1');
    clock.advance(10_001);
    expect(await claim()).toBe('closed');
  });

  test.each(['sent', 'refused', 'dropped', 'dead'] as const)('a mail that is %s is closed for good', async (as) => {
    const { rows, claim, inTransaction, clock } = await planned();
    await claim();
    await inTransaction(() => rows.settle('letter-1', as));
    await inTransaction(() => rows.putBack('letter-1', 'away', clock.now()));
    clock.advance(60 * MINUTE);
    expect(await claim()).toBe('closed');
    expect(await rows.overdue(clock.now())).toEqual([]);
  });

  test('mails that wait longer than they should are found', async () => {
    const { rows, clock } = await planned();
    expect(await rows.overdue(clock.now())).toEqual([]);
    clock.advance(MINUTE);
    expect(await rows.overdue(clock.now())).toEqual(['letter-1']);
  });

  test('a mail that waits for its next try is overdue only once that was due', async () => {
    const { rows, claim, inTransaction, clock } = await planned();
    await claim();
    await inTransaction(() => rows.putBack('letter-1', 'away', new Date(clock.now().getTime() + 60 * MINUTE)));
    clock.advance(30 * MINUTE);
    expect(await rows.overdue(clock.now())).toEqual([]);
    clock.advance(31 * MINUTE);
    expect(await rows.overdue(clock.now())).toEqual(['letter-1']);
  });

  test.each(['refused', 'dead'] as const)(
    'a mail that is %s is listed with its reason, and can be reopened with all its attempts',
    async (as) => {
      const { rows, claim, inTransaction, clock } = await planned();
      await claim();
      await inTransaction(() => rows.putBack('letter-1', 'away', clock.now()));
      await claim();
      await inTransaction(() => rows.settle('letter-1', as, 'no such mailbox'));
      const closedAt = clock.now();
      expect(await rows.undelivered(closedAt, 10)).toEqual([{ ...mail, state: as, reason: 'no such mailbox', closedAt }]);
      expect(await rows.undelivered(new Date(closedAt.getTime() + 1), 10)).toHaveLength(as === 'dead' ? 1 : 0);
      const one = () => inTransaction(() => rows.findUndelivered('letter-1'));
      expect(await one()).toEqual({ ...mail, state: as, reason: 'no such mailbox', closedAt });
      expect(await inTransaction(() => rows.reopen('letter-1'))).toBe(true);
      expect(await one()).toBeNull();
      expect(await rows.undelivered(closedAt, 10)).toEqual([]);
      expect(await claim()).toEqual({ ...mail, ...first });
    },
  );

  test.each(['refused', 'dead'] as const)(
    'a mail that is %s can be dismissed, once, and is then not listed and not reopened',
    async (as) => {
      const { rows, claim, inTransaction, clock } = await planned();
      expect(await inTransaction(() => rows.dismiss('letter-1'))).toBe(false);
      await claim();
      await inTransaction(() => rows.settle('letter-1', as, 'no such mailbox'));
      expect(await inTransaction(() => rows.dismiss('letter-1'))).toBe(true);
      expect(await rows.undelivered(clock.now(), 10)).toEqual([]);
      expect(await inTransaction(() => rows.dismiss('letter-1'))).toBe(false);
      expect(await inTransaction(() => rows.reopen('letter-1'))).toBe(false);
    },
  );

  test('a mail is withdrawn while it waits, tried before or not, and not while it is being sent', async () => {
    const { rows, claim, inTransaction, clock } = await planned();
    await inTransaction(() => rows.add({ ...mail, id: 'letter-2' }));
    await claim();
    expect(await inTransaction(() => rows.withdraw('order-1', 'keys'))).toBe(1);
    expect(await inTransaction(() => rows.claim('letter-2'))).toBe('closed');
    await inTransaction(() => rows.putBack('letter-1', 'away', clock.now()));
    expect(await inTransaction(() => rows.withdraw('order-1', 'keys'))).toBe(1);
    expect(await claim()).toBe('closed');
  });

  test('a mail that was sent, or never planned, cannot be opened again', async () => {
    const { rows, claim, inTransaction } = await planned();
    await claim();
    await inTransaction(() => rows.settle('letter-1', 'sent'));
    expect(await inTransaction(() => rows.reopen('letter-1'))).toBe(false);
    expect(await inTransaction(() => rows.reopen('letter-2'))).toBe(false);
  });

  test('of each kind the latest undelivered mail is listed, and none if a later one was sent', async () => {
    const { rows, inTransaction, clock } = await planned();
    const ended = async (id: string, kind: 'keys' | 'refund' | 'waiting', as: 'refused' | 'dead' | 'sent', about = 'order-1') => {
      clock.advance(MINUTE);
      await inTransaction(() => rows.add({ id, kind, about }));
      await inTransaction(() => rows.claim(id));
      await inTransaction(() => rows.settle(id, as));
    };
    expect(await rows.latestUndelivered('order-1')).toEqual([]);
    await ended('keys-1', 'keys', 'dead');
    await ended('keys-2', 'keys', 'refused');
    await ended('refund-1', 'refund', 'dead');
    await ended('refund-2', 'refund', 'sent');
    await ended('waiting-1', 'waiting', 'dead');
    await ended('keys-3', 'keys', 'dead', 'order-2');
    expect(await rows.latestUndelivered('order-1')).toEqual(['keys-2', 'waiting-1']);
  });

  test('mails about one subject are listed by kind, oldest first, with whether they are open and were sent', async () => {
    const { rows, claim, inTransaction, clock } = await planned();
    await claim();
    await inTransaction(() => rows.settle('letter-1', 'sent'));
    const plannedAt = clock.now();
    clock.advance(MINUTE);
    await inTransaction(() => rows.add({ ...mail, id: 'letter-0' }));
    await inTransaction(() => rows.add({ ...mail, id: 'letter-2', kind: 'refund' }));
    await inTransaction(() => rows.add({ ...mail, id: 'letter-3', about: 'order-2' }));
    expect(await rows.about('order-1', 'keys')).toEqual([
      { id: 'letter-1', plannedAt, isOpen: false, hasLeft: true },
      { id: 'letter-0', plannedAt: clock.now(), isOpen: true, hasLeft: false },
    ]);
    await inTransaction(() => rows.claim('letter-0'));
    expect((await rows.about('order-1', 'keys'))[1]).toMatchObject({ isOpen: true, hasLeft: true });
  });
}
