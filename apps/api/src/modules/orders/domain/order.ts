import { type Currency, type ProductRef, totalMinor } from '@keyturn/shop-rules';
import { isStep, type OrderStatus } from './order-status.ts';

/** A line as it was bought: a snapshot that no later change of the product touches. */
export interface OrderLine {
  readonly productId: string;
  readonly ref: ProductRef;
  readonly name: string;
  readonly platform: string;
  readonly coverImage: string;
  readonly listMinor: number;
  readonly unitMinor: number;
  readonly quantity: number;
}

export interface Customer {
  readonly fullName: string;
  readonly phone: string | null;
  readonly company: string | null;
  readonly taxNumber: string | null;
  readonly zipCode: string | null;
  readonly country: string | null;
  readonly notes: string | null;
}

export interface OrderDraft {
  readonly email: string;
  readonly userId: string | null;
  readonly currency: Currency;
  readonly lines: readonly OrderLine[];
  readonly customer: Customer;
  readonly termsAcceptedAt: Date | null;
  readonly clientAddress: string;
  readonly browserId: string;
  readonly idempotencyKey: string | null;
  /** Tells whether a repeat under the same idempotency key asks for the same. */
  readonly requestHash: string;
  /** When the payment session ends. */
  readonly expiresAt: Date;
}

export interface OrderEvent {
  readonly kind: string;
  /** Who caused it: `buyer`, `stripe`, `worker`, an ops key's name. */
  readonly actor: string;
  readonly data: Readonly<Record<string, string | number | null>>;
  readonly at: Date;
}

export interface Step {
  readonly at: Date;
  readonly actor: string;
}

export class Order {
  readonly id!: string;
  readonly number!: string;
  readonly status!: OrderStatus;
  readonly email!: string;
  readonly userId!: string | null;
  readonly currency!: Currency;
  readonly totalMinor!: number;
  readonly lines!: OrderLine[];
  readonly customer!: Customer;
  readonly termsAcceptedAt!: Date | null;
  readonly clientAddress!: string;
  readonly browserId!: string;
  readonly idempotencyKey!: string | null;
  readonly requestHash!: string;
  readonly sessionId!: string | null;
  readonly sessionUrl!: string | null;
  readonly paymentIntentId!: string | null;
  readonly refundedMinor!: number;
  readonly holdReason!: string | null;
  readonly createdAt!: Date;
  readonly expiresAt!: Date;
  readonly paidAt!: Date | null;
  readonly completedAt!: Date | null;

  constructor(draft: OrderDraft & { id: string; number: string; at: Date }) {
    const { at, ...fields } = draft;
    Object.assign(this, {
      ...fields,
      lines: [...draft.lines],
      status: 'pending',
      totalMinor: totalMinor(draft.lines),
      sessionId: null,
      sessionUrl: null,
      paymentIntentId: null,
      refundedMinor: 0,
      holdReason: null,
      createdAt: at,
      paidAt: null,
      completedAt: null,
    } satisfies Omit<Order, keyof OrderBehaviour>);
  }

  isPending(): boolean {
    return this.status === 'pending';
  }

  /** Whether the payment may still arrive, late or not. */
  awaitsPayment(): boolean {
    return this.status === 'pending' || this.status === 'expired' || this.status === 'payment_failed';
  }

  openSession(session: { id: string; url: string }): void {
    Object.assign(this, { sessionId: session.id, sessionUrl: session.url } satisfies Partial<Order>);
  }

  /** The same checkout goes on in another browser, or in the same one under a new name. */
  moveToBrowser(browserId: string): void {
    Object.assign(this, { browserId } satisfies Partial<Order>);
  }

  /** A bank transfer is on its way: the order waits for it. */
  waitUntil(end: Date): void {
    Object.assign(this, { expiresAt: end } satisfies Partial<Order>);
  }

  /** Payment events repeat: a second call changes nothing and says so. */
  pay(payment: { intentId: string | null }, step: Step): OrderEvent[] {
    if (!this.awaitsPayment()) return [];
    return this.moveTo('paid', step, { paidAt: step.at, paymentIntentId: payment.intentId });
  }

  hold(reason: string, step: Step): OrderEvent[] {
    return this.moveTo('on_hold', step, { holdReason: reason }, { reason });
  }

  beginFulfilment(step: Step): OrderEvent[] {
    return this.moveTo('fulfilling', step);
  }

  complete(step: Step): OrderEvent[] {
    return this.moveTo('completed', step, { completedAt: step.at });
  }

  /** The session ended without a payment. A paid order stays as it is. */
  end(as: 'expired' | 'cancelled' | 'payment_failed', step: Step): OrderEvent[] {
    // The key is free again: the same cart may be tried anew under it.
    return this.isPending() ? this.moveTo(as, step, { idempotencyKey: null }) : [];
  }

  refundFully(step: Step): OrderEvent[] {
    return this.moveTo('refunded', step, { refundedMinor: this.totalMinor }, { amountMinor: this.totalMinor });
  }

  private moveTo(status: OrderStatus, { at, actor }: Step, change: Partial<Order> = {}, data: OrderEvent['data'] = {}): OrderEvent[] {
    if (!isStep(this.status, status)) return [];
    Object.assign(this, { ...change, status } satisfies Partial<Order>);
    return [{ kind: status, actor, data, at }];
  }
}

type OrderBehaviour = Pick<
  Order,
  | 'isPending'
  | 'awaitsPayment'
  | 'openSession'
  | 'moveToBrowser'
  | 'waitUntil'
  | 'pay'
  | 'hold'
  | 'beginFulfilment'
  | 'complete'
  | 'end'
  | 'refundFully'
>;
