import { Transaction } from '../../../shared/ports.ts';
import type { TestShop } from '../../../testing/test-shop.ts';
import { PaymentEvents, type SignalKind } from '../application/ports.ts';
import { ProcessEvent } from '../application/events/process-event.ts';
import type { InMemoryPaymentProvider } from './in-memory-payments.ts';

/** A fake of a buyer's bank. */
export class Bank {
  lastEvent = '';
  private count = 0;

  constructor(
    private readonly shop: TestShop,
    private readonly provider: InMemoryPaymentProvider,
    /** Begins the ids of its events. */
    private readonly prefix = 'evt',
  ) {}

  /**
   * Sets the state at the provider, and stores and processes an event of it, as webhook and worker do. Returns its outcome. `amountMinor`:
   * amount of a lost dispute; default: all.
   */
  async says(orderId: string, kind: SignalKind, amountMinor?: number): Promise<string | null> {
    this.lastEvent = `${this.prefix}_${(this.count += 1)}`;
    const intentId = `intent-session-${orderId}`;
    const outcome = ({ dispute: 'open', 'dispute-won': 'won', 'dispute-lost': 'lost' } as const)[kind as string];
    const took = {
      id: `dispute-of-${orderId}`,
      amountMinor: amountMinor ?? (await this.provider.received(intentId)),
      currency: 'Eur',
    } as const;
    const claim = { ...took, currency: 'EUR', dueAt: new Date('2026-12-01T23:59:00Z') };
    if (outcome)
      this.provider.disputes.set(intentId, {
        outcome,
        reason: 'fraudulent',
        lost: outcome === 'lost' ? [took] : [],
        ...(outcome === 'open' && { claim }),
      });
    const signal = { kind, reason: 'fraudulent' };
    const isAboutRefunds = kind === 'refund-failed';
    const event = { id: this.lastEvent, type: kind, sessionId: null, intentId, signal, isAboutRefunds, payload: {} };
    await this.shop.get(Transaction).run(() => this.shop.get(PaymentEvents).add(event, 'stripe'));
    await this.shop.get(ProcessEvent).run(event.id);
    const { rows } = await this.shop.database.query<{ outcome: string | null }>('select outcome from payment_event where id = $1', [
      event.id,
    ]);
    return rows[0]?.outcome ?? null;
  }
}
