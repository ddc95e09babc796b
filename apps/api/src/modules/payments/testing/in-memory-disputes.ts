import { PlainStorage, type Storage } from '../../../testing/storage/storage.ts';
import { Disputes } from '../application/disputes/disputes.ts';
import { type Dispute, type NewDispute, openDispute } from '../domain/dispute.ts';

export class InMemoryDisputes extends Disputes {
  private readonly rows: Map<string, Dispute>;

  constructor(private readonly storage: Storage = new PlainStorage()) {
    super();
    this.rows = storage.table();
  }

  override async note(dispute: NewDispute): Promise<boolean> {
    const known = await this.forUpdate(dispute.id);
    const { amountMinor, dueAt } = dispute;
    this.rows.set(dispute.id, known ? { ...known, amountMinor, dueAt } : openDispute(dispute));
    return known === null;
  }

  override async ofId(id: string): Promise<Dispute | null> {
    return this.rows.get(id) ?? null;
  }

  override async forUpdate(id: string): Promise<Dispute | null> {
    await this.storage.lock(`dispute ${id}`);
    return this.ofId(id);
  }

  override async save(dispute: Dispute): Promise<void> {
    const known = this.rows.get(dispute.id);
    if (known) this.rows.set(dispute.id, { ...known, ...dispute });
  }

  override async ofOrder(orderId: string): Promise<Dispute[]> {
    return this.oldestFirst().filter((dispute) => dispute.orderId === orderId);
  }

  override async latestOf(payments: readonly { provider: string; paymentId: string | null }[]): Promise<(Dispute | null)[]> {
    return payments.map(
      ({ provider, paymentId }) =>
        this.oldestFirst().findLast((dispute) => dispute.provider === provider && dispute.paymentId === paymentId) ?? null,
    );
  }

  override async unassembled(before: Date): Promise<string[]> {
    return this.oldestFirst()
      .filter(({ state, openedAt }) => state === 'waiting' && openedAt < before)
      .map(({ id }) => id);
  }

  override async dueBetween(after: Date, until: Date): Promise<Dispute[]> {
    const timeOf = ({ dueAt }: Dispute) => dueAt?.getTime() ?? 0;
    return [...this.rows.values()]
      .filter(({ state }) => state !== 'submitted' && state !== 'closed')
      .filter((dispute) => timeOf(dispute) > after.getTime() && timeOf(dispute) <= until.getTime())
      .toSorted((one, other) => timeOf(one) - timeOf(other));
  }

  private oldestFirst(): Dispute[] {
    return [...this.rows.values()].toSorted((one, other) => one.openedAt.getTime() - other.openedAt.getTime());
  }
}
