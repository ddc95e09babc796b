import type { Clock } from '../../../shared/ports.ts';
import { type OpenOrders, type OrderMailKind, OrderMails, Orders } from '../application/ports.ts';
import type { Order, OrderEvent } from '../domain/order.ts';

export class InMemoryOrders extends Orders {
  readonly all = new Map<string, Order>();
  readonly events: (OrderEvent & { orderId: string })[] = [];
  private readonly reconciledAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {
    super();
  }

  override async save(order: Order, events: readonly OrderEvent[]): Promise<void> {
    this.all.set(order.id, order);
    this.events.push(...events.map((event) => ({ ...event, orderId: order.id })));
  }

  override async forUpdate(id: string): Promise<Order | null> {
    return this.all.get(id) ?? null;
  }

  override async ofId(id: string): Promise<Order | null> {
    return this.all.get(id) ?? null;
  }

  override async ofSession(sessionId: string): Promise<Order | null> {
    return this.find((order) => order.sessionId === sessionId)[0] ?? null;
  }

  override async ofIdempotencyKey(key: string): Promise<Order | null> {
    return this.find((order) => order.idempotencyKey === key)[0] ?? null;
  }

  override async openOfBrowser(browserId: string): Promise<Order[]> {
    return this.find((order) => order.browserId === browserId && order.isPending());
  }

  override async openOf(address: string, email: string): Promise<OpenOrders> {
    const open = this.find((order) => order.isPending() && (order.clientAddress === address || order.email === email));
    const pieces = new Map<string, number>();
    for (const { productId, quantity } of open.flatMap(({ lines }) => lines))
      pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
    return {
      ofAddress: open.filter((order) => order.clientAddress === address).length,
      ofEmail: open.filter((order) => order.email === email).length,
      pieces,
    };
  }

  override async takeForReconciling(placedBefore: Date, endedAfter: Date, limit: number): Promise<string[]> {
    const due = this.find((order) =>
      order.isPending() ? order.createdAt < placedBefore : order.awaitsPayment() && order.expiresAt > endedAfter,
    );
    const rank = (order: Order) => [order.isPending() ? 0 : 1, this.reconciledAt.get(order.id) ?? 0] as const;
    const ids = due.toSorted((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1]).map(({ id }) => id);
    for (const id of ids.slice(0, limit)) this.reconciledAt.set(id, this.clock.now().getTime());
    return ids.slice(0, limit);
  }

  override async refundsDue(before: Date): Promise<string[]> {
    return this.find((order) => order.status === 'paid' && order.paidAt !== null && order.paidAt < before).map(({ id }) => id);
  }

  private find(isWanted: (order: Order) => boolean): Order[] {
    return [...this.all.values()].filter(isWanted).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  }
}

const STALE_CLAIM_MS = 120_000;

export class InMemoryOrderMails extends OrderMails {
  readonly all = new Map<
    string,
    { orderId: string; kind: OrderMailKind; state: 'waiting' | 'sending' | 'sent' | 'refused'; claimedAt: number; createdAt: number }
  >();

  constructor(private readonly clock: Clock) {
    super();
  }

  override async plan(id: string, orderId: string, kind: OrderMailKind): Promise<void> {
    if (!this.all.has(id)) this.all.set(id, { orderId, kind, state: 'waiting', claimedAt: 0, createdAt: this.clock.now().getTime() });
  }

  override async claim(id: string): Promise<{ orderId: string; kind: OrderMailKind } | 'busy' | 'closed'> {
    const mail = this.all.get(id);
    const now = this.clock.now().getTime();
    if (!mail || mail.state === 'sent' || mail.state === 'refused') return 'closed';
    if (mail.state === 'sending' && mail.claimedAt >= now - STALE_CLAIM_MS) return 'busy';
    Object.assign(mail, { state: 'sending', claimedAt: now });
    return { orderId: mail.orderId, kind: mail.kind };
  }

  override async putBack(id: string): Promise<void> {
    const mail = this.all.get(id);
    if (mail?.state === 'sending') mail.state = 'waiting';
  }

  override async settle(id: string, as: 'sent' | 'refused'): Promise<void> {
    const mail = this.all.get(id);
    if (mail) mail.state = as;
  }

  override async overdue(before: Date): Promise<string[]> {
    return [...this.all]
      .filter(([, { state, createdAt }]) => (state === 'waiting' || state === 'sending') && createdAt < before.getTime())
      .map(([id]) => id);
  }
}
