import type { Clock } from '../../../shared/ports.ts';
import { LEASE_MS } from '../../../shared/concurrency/lease.ts';
import { PlainStorage, type Storage } from '../../../testing/storage/storage.ts';
import { type NewRefund, type Refund, Refunds } from '../application/refunds.ts';

export class InMemoryRefunds extends Refunds {
  readonly all: Map<string, Refund>;

  constructor(
    private readonly clock: Clock,
    private readonly storage: Storage = new PlainStorage(),
  ) {
    super();
    this.all = storage.table();
  }

  override async add(refund: NewRefund): Promise<void> {
    const askedAt = this.clock.now();
    await this.lock(refund.id);
    if (this.all.has(refund.id)) throw new Error(`There is a refund ${refund.id}.`);
    this.all.set(refund.id, { ...refund, askedAt, state: 'asked', isOpen: true, tries: 0, attemptedAt: null, refusal: null });
  }

  override async askAnew(refund: NewRefund): Promise<void> {
    await this.lock(refund.id);
    if (this.all.get(refund.id)?.state !== 'given-up') return;
    this.change(refund.id, { ...refund, askedAt: this.clock.now(), state: 'asked', isOpen: true, attemptedAt: null, refusal: null });
  }

  override async begin(id: string): Promise<number | null> {
    await this.lock(id);
    const refund = this.all.get(id);
    const now = this.clock.now();
    if (refund?.state !== 'asked') return null;
    const { attemptedAt } = refund;
    if (attemptedAt !== null && attemptedAt.getTime() > now.getTime() - LEASE_MS) return null;
    this.change(id, { attemptedAt: now });
    return refund.tries;
  }

  override async renewAttempt(id: string): Promise<void> {
    await this.lock(id);
    const refund = this.all.get(id);
    if (refund && refund.attemptedAt !== null) this.change(id, { attemptedAt: this.clock.now() });
  }

  override async refused(id: string, attempt: number, refusal: string, isFinal: boolean): Promise<void> {
    await this.lock(id);
    if (this.all.get(id)?.tries === attempt) this.change(id, { attemptedAt: null, refusal, tries: attempt + (isFinal ? 1 : 0) });
  }

  override async done(id: string, amountMinor: number, attempt?: number): Promise<boolean> {
    await this.lock(id);
    const refund = this.all.get(id);
    if (!refund || refund.state === 'done' || refund.state === 'failed' || refund.tries !== (attempt ?? refund.tries)) return false;
    this.change(id, { amountMinor, state: 'done', isOpen: false, attemptedAt: null });
    return true;
  }

  override async giveUp({ id, tries, attemptedAt }: Refund): Promise<boolean> {
    await this.lock(id);
    const now = this.all.get(id);
    if (now?.state !== 'asked' || now.tries !== tries || now.attemptedAt?.getTime() !== attemptedAt?.getTime()) return false;
    this.change(id, { state: 'given-up', isOpen: false });
    return true;
  }

  override async fail(id: string, refusal: string): Promise<boolean> {
    await this.lock(id);
    if (this.all.get(id)?.state !== 'done') return false;
    this.change(id, { state: 'failed', isOpen: true, refusal });
    return true;
  }

  override async limitToAmounts(orderId: string): Promise<void> {
    for (const { id } of await this.ofOrder(orderId)) {
      await this.lock(id);
      if (this.all.get(id)?.state === 'asked') this.change(id, { isWhole: false });
    }
  }

  override async close(id: string): Promise<void> {
    await this.lock(id);
    if (this.all.get(id)?.state === 'failed') this.change(id, { isOpen: false });
  }

  override async ofId(id: string): Promise<Refund | null> {
    return this.all.get(id) ?? null;
  }

  override async ofOrder(orderId: string): Promise<Refund[]> {
    return this.oldestFirst().filter((refund) => refund.orderId === orderId);
  }

  override async overdue(before: Date): Promise<Refund[]> {
    return this.oldestFirst().filter(({ state, askedAt }) => state === 'asked' && askedAt < before);
  }

  /** One that was asked anew is as young as that. */
  private oldestFirst(): Refund[] {
    return [...this.all.values()].toSorted(
      (one, other) => one.askedAt.getTime() - other.askedAt.getTime() || one.id.localeCompare(other.id, 'en'),
    );
  }

  private lock(id: string): Promise<void> {
    return this.storage.lock(`refund ${id}`);
  }

  private change(id: string, change: Partial<Refund>): void {
    const refund = this.all.get(id);
    if (refund) this.all.set(id, { ...refund, ...change });
  }
}
