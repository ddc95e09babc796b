import type { Clock } from '../../../shared/ports.ts';
import { PlainStorage, type Storage } from '../../../testing/storage/storage.ts';
import { PaymentEvents, type ProviderEvent, type WaitingEvent } from '../application/ports.ts';

interface StoredEvent extends ProviderEvent {
  readonly provider: string;
  /** Null while it is pending. */
  readonly outcome: string | null;
  readonly receivedAt: number;
}

export class InMemoryPaymentEvents extends PaymentEvents {
  readonly all: Map<string, StoredEvent>;

  constructor(
    private readonly clock: Clock,
    private readonly storage: Storage = new PlainStorage(),
  ) {
    super();
    this.all = storage.table();
  }

  override async add(event: ProviderEvent, provider: string): Promise<boolean> {
    await this.storage.lock(`event ${event.id}`);
    if (this.all.has(event.id)) return false;
    this.all.set(event.id, { ...event, provider, outcome: null, receivedAt: this.clock.now().getTime() });
    return true;
  }

  override async known(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(ids.filter((id) => this.all.has(id)));
  }

  override async waiting(id: string): Promise<WaitingEvent | null> {
    const event = this.all.get(id);
    if (!event || event.outcome !== null) return null;
    const { provider, sessionId, intentId, signal, isAboutRefunds } = event;
    return { provider, sessionId, intentId, signal, isAboutRefunds, receivedAt: new Date(event.receivedAt) };
  }

  override async reopen(id: string): Promise<boolean> {
    return this.end(id, null);
  }

  override async done(id: string, outcome: string): Promise<void> {
    await this.end(id, outcome);
  }

  override async overdue(before: Date): Promise<string[]> {
    return [...this.all.values()]
      .filter(({ outcome, receivedAt }) => outcome === null && receivedAt < before.getTime())
      .map(({ id }) => id);
  }

  private async end(id: string, outcome: string | null): Promise<boolean> {
    await this.storage.lock(`event ${id}`);
    const event = this.all.get(id);
    if (event) this.all.set(id, { ...event, outcome });
    return event !== undefined;
  }
}
