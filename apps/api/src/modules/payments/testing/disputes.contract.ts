import { expect, test } from '@jest/globals';
import type { Disputes } from '../application/disputes/disputes.ts';
import { type NewDispute, openDispute } from '../domain/dispute.ts';
import { EVIDENCE_TEXTS, type EvidenceTexts } from '../domain/evidence-texts.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 25, hour));
const texts = Object.fromEntries(Object.keys(EVIDENCE_TEXTS).map((name) => [name, `of ${name}`])) as EvidenceTexts;

/** What every Disputes must do. `make` gives a store without disputes, and an order to refer to. */
export function disputesContract(
  make: () => Promise<{ disputes: Disputes; orderId: string; inTransaction<T>(work: () => Promise<T>): Promise<T> }>,
): void {
  const dispute = (orderId: string, change: Partial<NewDispute> = {}): NewDispute => ({
    id: 'du_1',
    provider: 'stripe',
    idAtProvider: 'du_1',
    orderId,
    paymentId: 'pi_1',
    reason: 'fraudulent',
    amountMinor: 3600,
    currency: 'EUR',
    dueAt: at(20),
    openedAt: at(10),
    ...change,
  });

  async function noted(...changes: Partial<NewDispute>[]) {
    const given = await make();
    for (const change of changes) await given.inTransaction(() => given.disputes.note(dispute(given.orderId, change)));
    return given;
  }

  test('a dispute is new once, and follows the amount and the due date that it has now', async () => {
    const { disputes, orderId, inTransaction } = await make();
    const note = (change: Partial<NewDispute>) => inTransaction(() => disputes.note(dispute(orderId, change)));
    expect([await note({}), await note({ amountMinor: 700, dueAt: at(22), openedAt: at(11) })]).toEqual([true, false]);
    expect(await disputes.ofId('du_1')).toEqual({ ...openDispute(dispute(orderId)), amountMinor: 700, dueAt: at(22) });
    expect(await disputes.ofId('du_2')).toBeNull();
  });

  test('what is saved is what is read', async () => {
    const { disputes, orderId, inTransaction } = await noted({});
    const proof = {
      ...{ orderNumber: 'K2', paymentId: 'pi_2', paidAt: at(1).toISOString(), description: 'x' },
      ...{ email: 'a@b.co', accountId: null, address: '192.0.2.1', deviceId: 'd' },
    };
    const prior = { disputed: proof, earlier: [proof, proof], matches: ['address', 'email'] } as const;
    const change = {
      state: 'submitted',
      version: 3,
      evidence: { texts, prior },
      assembledAt: at(11),
      submittedAt: at(12),
      submittedBy: 'ada',
      outcome: 'won',
      endedAt: at(13),
      closedBy: 'bob',
    } as const;
    await inTransaction(async () => {
      const known = await disputes.forUpdate('du_1');
      if (known) await disputes.save({ ...known, ...change });
    });
    expect(await disputes.ofId('du_1')).toEqual({ ...openDispute(dispute(orderId)), ...change });
    expect(await disputes.ofOrder(orderId)).toHaveLength(1);
    expect(await disputes.ofOrder('nobody')).toEqual([]);
  });

  test('of each payment the latest dispute is found', async () => {
    const { disputes } = await noted({ id: 'du_2', openedAt: at(12) }, { id: 'du_1' }, { id: 'du_3', provider: 'other', openedAt: at(14) });
    const found = await disputes.latestOf([
      { provider: 'stripe', paymentId: null },
      { provider: 'stripe', paymentId: 'pi_1' },
      { provider: 'other', paymentId: 'pi_2' },
      { provider: 'other', paymentId: 'pi_1' },
    ]);
    expect(found.map((one) => one?.id ?? null)).toEqual([null, 'du_2', null, 'du_3']);
  });

  test('disputes whose evidence is missing are found until it is assembled', async () => {
    const { disputes, inTransaction } = await noted({ id: 'du_2', openedAt: at(9) }, { id: 'du_1' }, { id: 'du_3', openedAt: at(12) });
    expect(await disputes.unassembled(at(12))).toEqual(['du_2', 'du_1']);
    await inTransaction(async () => {
      const known = await disputes.forUpdate('du_2');
      if (known) await disputes.save({ ...known, state: 'assembled', evidence: { texts, prior: null } });
    });
    expect(await disputes.unassembled(at(12))).toEqual(['du_1']);
  });

  test('disputes that must be answered are found by their due date until they are', async () => {
    const { disputes, inTransaction } = await noted(
      { id: 'du_1', dueAt: at(20) },
      { id: 'du_2', dueAt: at(18) },
      { id: 'du_3', dueAt: at(21) },
      { id: 'du_4', dueAt: null },
      { id: 'du_5', dueAt: at(10) },
    );
    const due = async () => (await disputes.dueBetween(at(10), at(20))).map(({ id }) => id);
    expect(await due()).toEqual(['du_2', 'du_1']);
    await inTransaction(async () => {
      const known = await disputes.forUpdate('du_2');
      if (known) await disputes.save({ ...known, state: 'submitted' });
    });
    expect(await due()).toEqual(['du_1']);
  });
}
