import { FixedClock, CountingIds, PlainTransaction, RecordingMailOutbox, RecordingOutbox } from '../../../testing/fakes.ts';
import type { Audit, Operator } from '../../ops/index.ts';
import { keysMail, type KeyReveals, type Order, type Piece } from '../../orders/index.ts';
import { InMemoryOrders } from '../../orders/testing/in-memory-orders.ts';
import { InMemoryRefunds } from '../../orders/testing/in-memory-refunds.ts';
import { orderLine, unpaidOrder } from '../../orders/testing/order-builder.ts';
import { InMemoryKeyReturns } from '../../stock/testing/in-memory-key-returns.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { PaymentProviders } from '../application/payment-providers.ts';
import type { ProviderRefund } from '../application/ports.ts';
import { AbandonRefund } from '../application/refunds/abandon-refund.ts';
import { CancelBackorder } from '../application/refunds/cancel-backorder.ts';
import { FinishRefund } from '../application/refunds/finish-refund.ts';
import { GiveUpRefund } from '../application/refunds/give-up-refund.ts';
import { MarkRefundFailed } from '../application/refunds/from-provider/mark-refund-failed.ts';
import { PrepareRefund } from '../application/refunds/prepare-refund.ts';
import { type ProviderMadeRefund, RecordProviderRefund } from '../application/refunds/from-provider/record-provider-refund.ts';
import { RefundPayment } from '../application/refunds/refund-payment.ts';
import { RevokeKeys } from '../application/refunds/revoke-keys.ts';
import { SendRefund } from '../application/refunds/send-refund.ts';
import { SettleRefunds } from '../application/refunds/from-provider/settle-refunds.ts';
import { InMemoryPaymentProvider } from './in-memory-payments.ts';

export const ada = { id: 'key-1', name: 'ada', role: 'owner' } as unknown as Operator;
export const INTENT = 'intent-1';
/** Of the fixture's order. */
export const EVERY_PIECE = [
  { line: 0, slot: 0 },
  { line: 0, slot: 1 },
  { line: 1, slot: 0 },
];

/** A refund at the provider's dashboard, of the fixture's order. */
export const madeElsewhere = (amountMinor: number, change: Partial<ProviderMadeRefund> = {}): ProviderMadeRefund => ({
  id: 're_1',
  refundId: null,
  amountMinor,
  paidMinor: 2700,
  ...change,
});

class Returns extends InMemoryKeyReturns {
  /** Calls of `giveBack`, and whether there are keys for it. */
  readonly givenBack: unknown[] = [];
  hasKeys = true;

  override async giveBack(...call: Parameters<InMemoryKeyReturns['giveBack']>): Promise<boolean> {
    this.givenBack.push(call);
    return this.hasKeys && super.giveBack(...call);
  }
}

/** An order of two pieces for 10 and one for 7 euros, and the use cases of refunds on fakes. */
export async function refundFixture(as: 'unpaid' | 'paid' | 'fulfilling' | 'completed' = 'completed') {
  const clock = new FixedClock();
  const transaction = new PlainTransaction();
  const orders = new InMemoryOrders(clock);
  const refunds = new InMemoryRefunds(clock);
  const stock = new InMemoryKeyStock(clock);
  const returns = new Returns(stock.keys);
  const mails = new RecordingMailOutbox(clock);
  const outbox = new RecordingOutbox();
  const provider = new InMemoryPaymentProvider();
  const providers = new PaymentProviders(provider);
  const audited: Parameters<Audit['record']>[0][] = [];
  const seen: Piece[] = [];
  const audit: Audit = { record: async (entry) => void audited.push(entry), linesOf: async () => [] };
  const reveals = { piecesSeen: async () => seen, wasRevealed: async () => seen.length > 0 } as unknown as KeyReveals;
  const revokeKeys = new RevokeKeys(stock, returns, reveals, mails);
  const finish = new FinishRefund(orders, refunds, revokeKeys, mails, transaction, clock);
  const markFailed = new MarkRefundFailed(orders, refunds, mails, transaction, clock);
  const record = new RecordProviderRefund(orders, refunds, stock, revokeKeys, reveals, mails, transaction, clock);
  const settle = new SettleRefunds(orders, refunds, providers, finish, markFailed, record);
  const send = new SendRefund(orders, refunds, providers, finish, settle);
  const abandon = new AbandonRefund(orders, refunds, returns, mails, audit, transaction, clock);

  const order = unpaidOrder({
    lines: [orderLine({ unitMinor: 1000, quantity: 2 }), orderLine({ productId: 'product-2', name: 'Moon Two', unitMinor: 700 })],
  });
  await stock.add(
    ['product-1', 'product-1', 'product-2'].map((productId, index) => ({
      productId,
      secret: { kind: 'text', key: `KEY-${index}` } as const,
    })),
  );
  const step = { at: clock.now(), actor: 'stripe' };
  if (as !== 'unpaid') order.pay({ intentId: INTENT, provider: 'stripe' }, step);
  if (as === 'fulfilling' || as === 'completed') {
    await stock.allocate(order.id, order.paidLines());
    order.beginFulfilment(step);
    await mails.plan(keysMail(order.id, 1));
  }
  if (as === 'completed') {
    order.complete(step);
    mails.closed.add(`${order.id}-keys-1`);
  }
  await orders.save(order, []);
  provider.sessions.set('1', { id: '1', url: '', orderId: order.id, outcome: 'paid', amountMinor: order.totalMinor, currency: 'Eur' });

  return {
    clock,
    step,
    orders,
    refunds,
    stock,
    returns,
    mails,
    outbox,
    provider,
    audited,
    seen,
    order: order as Order,
    prepare: new PrepareRefund(orders, refunds, reveals, revokeKeys, outbox, audit, transaction, clock, new CountingIds()),
    send,
    finish,
    markFailed,
    record,
    abandon,
    giveUp: new GiveUpRefund(orders, refunds, providers, finish, abandon),
    settle,
    cancelBackorder: new CancelBackorder(orders, refunds, stock, transaction, clock),
    refundPayment: new RefundPayment(new CancelBackorder(orders, refunds, stock, transaction, clock), send),
    /** What the provider says of this payment's refunds, newest first. */
    theirs: (...all: readonly ProviderRefund[]) => {
      provider.refundsOf = async () => [...all];
    },
    /** A stored refund of these pieces, or of everything. */
    asked: (change: Partial<Parameters<InMemoryRefunds['add']>[0]> = {}) =>
      refunds.add({
        id: 'refund-1',
        orderId: order.id,
        kind: 'pieces',
        pieces: [{ line: 0, slot: 1 }],
        amountMinor: 1000,
        isWhole: false,
        askedBy: 'ada',
        reason: 'broken',
        keyIds: [],
        ...change,
      }),
    kinds: () => orders.events.map(({ kind }) => kind),
    planned: () => mails.planned.map(({ id }) => id),
    /** How many keys are in each state. */
    keys: () => Object.fromEntries([...Map.groupBy(stock.keys.all(), ({ state }) => state)].map(([state, rows]) => [state, rows.length])),
  };
}
