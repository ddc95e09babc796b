import { buyersCountry } from '@keyturn/shop-rules';
import type { Clock } from '../../../shared/ports.ts';
import { PlainStorage, type Storage } from '../../../testing/storage/storage.ts';
import { type ChangedOrder, type OpenOrders, Orders, type PurchasedOrder } from '../application/ports.ts';
import type { Order, OrderEvent } from '../domain/order.ts';
import { networkRange } from '../domain/network-range.ts';
import { OrderNumberTaken } from '../domain/order-errors.ts';

export class InMemoryOrders extends Orders {
  readonly all: Map<string, Order>;
  private readonly happened: Map<string, OrderEvent & { readonly orderId: string }>;
  private readonly reconciled: Map<string, { readonly at: number }>;
  private readonly notified: Map<string, { readonly at: number }>;

  private eventCount = 0;

  constructor(
    private readonly clock: Clock,
    private readonly storage: Storage = new PlainStorage(),
  ) {
    super();
    this.all = storage.table();
    this.happened = storage.table();
    this.reconciled = storage.table();
    this.notified = storage.table();
  }

  get events(): (OrderEvent & { readonly orderId: string })[] {
    return [...this.happened.values()];
  }

  override async save(order: Order, events: readonly OrderEvent[]): Promise<void> {
    await this.storage.lock(order.id);
    if (!this.all.has(order.id) && this.find(({ number }) => number === order.number).length > 0) throw new OrderNumberTaken();
    this.all.set(order.id, order);
    for (const event of events) this.happened.set(String((this.eventCount += 1)), { ...event, orderId: order.id });
  }

  override async saveAll(changed: readonly ChangedOrder[]): Promise<void> {
    for (const { order, events } of changed) await this.save(order, events);
  }

  override async unlockedForUpdate(ids: readonly string[]): Promise<ReadonlyMap<string, Order>> {
    const unlocked = ids.filter((id) => this.storage.tryLock(id));
    return new Map(unlocked.flatMap((id) => [this.all.get(id) ?? []].flat().map((order) => [id, order] as const)));
  }

  override async forUpdate(id: string): Promise<Order | null> {
    await this.storage.lock(id);
    return this.all.get(id) ?? null;
  }

  override async ofId(id: string): Promise<Order | null> {
    return this.all.get(id) ?? null;
  }

  override async purchased(ids: readonly string[]): Promise<ReadonlyMap<string, PurchasedOrder>> {
    const orders = ids.flatMap((id) => [this.all.get(id) ?? []].flat());
    return new Map(
      orders.map(({ id, currency, lines, customer, fromCountry }) => {
        return [id, { currency, lines, country: buyersCountry(customer.country, fromCountry) }];
      }),
    );
  }

  override async noteSession(id: string, session: { id: string; url: string }): Promise<boolean> {
    await this.storage.lock(id);
    const order = this.all.get(id);
    if (!order?.isPending()) return false;
    this.all.set(id, Object.assign(order, { sessionId: session.id, sessionUrl: session.url }));
    return true;
  }

  override async ofSession(sessionId: string, provider: string): Promise<Order | null> {
    return this.find((order) => order.sessionId === sessionId && order.paymentProvider === provider)[0] ?? null;
  }

  override async ofCheckout(sessionId: string, browserId: string): Promise<Order | null> {
    return this.find((order) => order.sessionId === sessionId && order.browserId === browserId)[0] ?? null;
  }

  override async ofPayment(intentId: string, provider: string): Promise<Order | null> {
    return this.find((order) => order.paymentIntentId === intentId && order.paymentProvider === provider)[0] ?? null;
  }

  override async hasEvent(orderId: string, kind: string): Promise<boolean> {
    return this.events.some((event) => event.orderId === orderId && event.kind === kind);
  }

  override async ofIdempotencyKey(key: string): Promise<Order | null> {
    return this.find((order) => order.idempotencyKey === key)[0] ?? null;
  }

  override async openOfBrowser(browserId: string): Promise<Order[]> {
    return this.find((order) => order.browserId === browserId && order.isPending());
  }

  override async openOf(address: string, email: string): Promise<OpenOrders> {
    const { from, to } = networkRange(address);
    for (const name of [`network ${from}`, `email ${email}`].toSorted()) await this.storage.lock(name);
    const open = this.find((order) => order.isPending());
    return {
      ofAddress: open.filter((order) => order.clientAddress === address).length,
      ofEmail: open.filter((order) => order.email === email).length,
      ofNetwork: open.filter(({ clientAddress }) => clientAddress >= from && clientAddress < to),
    };
  }

  override async lockBuyer(address: string, email: string): Promise<void> {
    for (const name of [`address ${address}`, `email ${email}`].toSorted()) await this.storage.lock(name);
  }

  override async takeForReconciling(placedBefore: Date, endedAfter: Date, limit: number): Promise<string[]> {
    const inTurn = (orders: Order[], step: number) =>
      orders.toSorted((a, b) => this.askedAt(a) - this.askedAt(b)).map(({ id }, place) => ({ id, turn: (place + 1) * step }));
    const due = [
      ...inTurn(
        this.find((order) => order.isPending() && order.createdAt < placedBefore),
        1,
      ),
      ...inTurn(
        this.find((order) => !order.isPending() && order.awaitsPayment() && order.expiresAt > endedAfter),
        4,
      ),
    ];
    const ids = due.toSorted((a, b) => a.turn - b.turn).map(({ id }) => id);
    return this.noteReconciled(ids.filter((id) => this.storage.tryLock(id)).slice(0, limit));
  }

  override async takeDisputed(before: Date, limit: number) {
    const due = this.find((order) => order.status === 'disputed' && this.askedAt(order) < before.getTime());
    const taken = due
      .toSorted((a, b) => this.askedAt(a) - this.askedAt(b))
      .filter(({ id }) => this.storage.tryLock(id))
      .slice(0, limit);
    this.noteReconciled(taken.map(({ id }) => id));
    return taken.flatMap(({ paymentIntentId, paymentProvider }) =>
      paymentIntentId === null ? [] : [{ intentId: paymentIntentId, provider: paymentProvider }],
    );
  }

  override async takeDisputedNext(id: string): Promise<void> {
    this.reconciled.delete(id);
  }

  override async refundsDue(before: Date): Promise<string[]> {
    const now = this.clock.now();
    const isDue = ({ waitingUntil, paidAt }: Order) => (waitingUntil === null ? paidAt !== null && paidAt < before : waitingUntil <= now);
    return this.find((order) => order.status === 'paid' && isDue(order)).map(({ id }) => id);
  }

  override async unnotified(until: Date, after: string | null): Promise<string[]> {
    const inTurn = this.find((order) => order.id === after || (order.waitsForKeys() && order.paidAt !== null && order.paidAt <= until))
      .toSorted((one, other) => (one.paidAt?.getTime() ?? 0) - (other.paidAt?.getTime() ?? 0) || (one.id < other.id ? -1 : 1))
      .map(({ id }) => id);
    return inTurn
      .slice(after === null ? 0 : inTurn.indexOf(after) + 1)
      .filter((id) => !this.notified.has(id))
      .slice(0, 500);
  }

  override async noteNotified(id: string): Promise<void> {
    this.notified.set(id, { at: this.clock.now().getTime() });
  }

  override async heldSince(reason: string, before: Date): Promise<string[]> {
    return this.find(
      ({ status, holdReason, paidAt }) => status === 'on_hold' && holdReason === reason && paidAt !== null && paidAt < before,
    )
      .toSorted((one, other) => (one.paidAt?.getTime() ?? 0) - (other.paidAt?.getTime() ?? 0))
      .map(({ id }) => id);
  }

  private askedAt(order: Order): number {
    return this.reconciled.get(order.id)?.at ?? 0;
  }

  private noteReconciled(ids: string[]): string[] {
    for (const id of ids) this.reconciled.set(id, { at: this.clock.now().getTime() });
    return ids;
  }

  private find(isWanted: (order: Order) => boolean): Order[] {
    return [...this.all.values()].filter(isWanted).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  }
}
