import type { Refund } from '../../../modules/orders/index.ts';
import type { PaymentProvider } from '../../../modules/payments/application/ports.ts';
import type { Plant } from '../world.ts';
import {
  addingUnlocked,
  claimingAnything,
  closedWhenRead,
  forUseCase,
  freeingUnlocked,
  notAwaited,
  notingAnything,
  readingOnce,
  refundingAnew,
  refundingInAnyCase,
  replaced,
  reservingUnlocked,
  savedAsRead,
  savingDue,
  takingBack,
  withoutLocks,
  withoutTransactions,
  withoutRefunds,
} from './broken-ports.ts';

/** Use cases of the simulator in which no mistake is planted, and why. */
export const WITHOUT_PLANT: Readonly<Record<string, string>> = {
  Settle: 'it asks the provider and calls TakePayment, AwaitTransfer or EndUnpaidOrder; these lock the order, decide, and have plants',
  EndOpenCheckouts: 'a session that it leaves open ends by itself; Settle and EndUnpaidOrder decide about one that it ends',
  RefundPayment: 'it calls CancelBackorder and SendRefund, and both have plants',
  RevokeKeys: 'it runs in the transaction and under the lock of PrepareRefund, and the plants there take both away',
  CheckCart: 'it reads without locks; PlaceOrder takes the keys, and has a plant',
  ChooseThreeDSecure: 'what it chooses changes nothing in a world',
  ReplanFreedKeys: 'it is about keys that a dispute has frozen, and no world has disputes',
};

/** Use cases whose planted mistakes are no races, and why. */
export const WITHOUT_RACE: Readonly<Record<string, string>> = {
  GiveUpRefund: `AbandonRefund decides under the order's lock, and its plants are races; what the provider makes after it was asked, its event
    records in SettleRefunds, which has a race, too`,
  ReceiveUndelivered: 'ReceiveEvent stores an event once, whoever is told of it; what one run leaves out the next is told of again',
};

const notDone = (all: readonly Refund[]) => all.filter(({ state }) => state !== 'done');

/** Mistakes that somebody could make in a use case; its name comes first. The simulator must find each of them. */
export const PLANTED: Readonly<Record<string, Plant>> = {
  'TakePayment reads the order without its lock': forUseCase('TakePayment', ({ orders }) => ({ orders: withoutLocks(orders) })),
  'TakePayment has no transaction': forUseCase('TakePayment', ({ transaction }) => ({ transaction: withoutTransactions(transaction) })),
  'TakePayment refunds an order whose keys it holds': forUseCase('TakePayment', ({ stock }) => ({
    stock: replaced(stock, { allocate: async () => false, allocateReserved: async () => new Set() }),
  })),
  'EndUnpaidOrder reads the order without its lock': forUseCase('EndUnpaidOrder', ({ orders }) => ({ orders: withoutLocks(orders) })),
  'EndUnpaidOrder has no transaction': forUseCase('EndUnpaidOrder', ({ transaction }) => ({
    transaction: withoutTransactions(transaction),
  })),
  'AwaitTransfer reads the order without its lock': forUseCase('AwaitTransfer', ({ orders }) => ({ orders: withoutLocks(orders) })),
  'AwaitTransfer has no transaction': forUseCase('AwaitTransfer', ({ transaction }) => ({ transaction: withoutTransactions(transaction) })),
  'FulfilBackorders reads the order without its lock': forUseCase('FulfilBackorders', ({ orders }) => ({ orders: withoutLocks(orders) })),
  // Found where the staff's refund is made after it has read the order: the money is sent back twice.
  'CancelBackorder reads the order without its lock': forUseCase('CancelBackorder', ({ orders }) => ({ orders: withoutLocks(orders) })),
  'FinishRefund reads the order without its lock': forUseCase('FinishRefund', ({ orders }) => ({ orders: withoutLocks(orders) })),
  'PrepareRefund reads the order without its lock': forUseCase('PrepareRefund', ({ orders }) => ({ orders: withoutLocks(orders) })),
  // Found by pieces whose money went back twice.
  'PrepareRefund does not know what went back before': forUseCase('PrepareRefund', ({ refunds }) => ({
    refunds: replaced(refunds, { ofOrder: async (orderId: string) => notDone(await refunds.ofOrder(orderId)) }),
  })),
  'PrepareRefund has no transaction': forUseCase('PrepareRefund', ({ transaction }) => ({ transaction: withoutTransactions(transaction) })),
  'FinishRefund has no transaction': forUseCase('FinishRefund', ({ transaction }) => ({ transaction: withoutTransactions(transaction) })),
  'FinishRefund leaves the keys where a part has become the rest': forUseCase('FinishRefund', ({ keyReturns }) => ({
    keyReturns: replaced(keyReturns, { takeBack: async () => [] }),
  })),
  // Found where the bank has returned what that attempt had made.
  'FinishRefund takes the answer to an attempt that another one has followed': forUseCase('FinishRefund', ({ refunds }) => ({
    refunds: replaced(refunds, { done: (id: string, amountMinor: number) => refunds.done(id, amountMinor) }),
  })),
  'NoteOrderMail reads the order without its lock': forUseCase('NoteOrderMail', ({ orders }) => ({ orders: withoutLocks(orders) })),
  // Found by the audit log: the order is cancelled, and a crash has left out who did it.
  'CancelOrder has no transaction': forUseCase('CancelOrder', ({ transaction }) => ({ transaction: withoutTransactions(transaction) })),
  'SettleRefunds sees no refund of the provider': forUseCase('SettleRefunds', ({ provider }) => ({ provider: withoutRefunds(provider) })),
  // Found where the staff gives a refund up after the first reading: its event is closed, and the buyer has money and keys.
  'SettleRefunds reads the refunds once': forUseCase('SettleRefunds', ({ orders, refunds }) => readingOnce(orders, refunds)),
  'SettleRefunds sends anew by the attempt whose refund came back': forUseCase('SettleRefunds', ({ refunds }) => ({
    refunds: replaced(refunds, {
      refused: (id: string, attempt: number, refusal: string) => refunds.refused(id, attempt, refusal, false),
    }),
  })),
  'MarkRefundFailed reads the order without its lock': forUseCase('MarkRefundFailed', ({ orders }) => ({ orders: withoutLocks(orders) })),
  'MarkRefundFailed has no transaction': forUseCase('MarkRefundFailed', ({ transaction }) => ({
    transaction: withoutTransactions(transaction),
  })),
  // Found where the whole was sent while the event was on its way: the order is cancelled, and all its money has gone back.
  'MarkRefundFailed does not see that the money went back with the whole': forUseCase('MarkRefundFailed', ({ refunds }) => ({
    refunds: replaced(refunds, { ofOrder: async (orderId: string) => (await refunds.ofOrder(orderId)).filter(({ isWhole }) => !isWhole) }),
  })),
  'RecordProviderRefund reads the order without its lock': forUseCase('RecordProviderRefund', ({ orders }) => ({
    orders: withoutLocks(orders),
  })),
  'RecordProviderRefund has no transaction': forUseCase('RecordProviderRefund', ({ transaction }) => ({
    transaction: withoutTransactions(transaction),
  })),
  'RecordProviderRefund leaves the keys of what was refunded': forUseCase('RecordProviderRefund', ({ keyReturns }) => ({
    keyReturns: replaced(keyReturns, { takeBack: async () => [] }),
  })),
  'GiveUpRefund does not ask whether the provider has made it': forUseCase('GiveUpRefund', ({ provider }) => ({
    provider: withoutRefunds(provider),
  })),
  'AbandonRefund reads the order without its lock': forUseCase('AbandonRefund', ({ orders }) => ({ orders: withoutLocks(orders) })),
  'AbandonRefund gives back keys of pieces that went back in another way': forUseCase('AbandonRefund', ({ refunds }) => ({
    refunds: replaced(refunds, { piecesGone: async () => [] }),
  })),
  'AbandonRefund has no transaction': forUseCase('AbandonRefund', ({ transaction }) => ({ transaction: withoutTransactions(transaction) })),
  'ResendKeys reads the order without its lock': forUseCase('ResendKeys', ({ orders }) => ({ orders: withoutLocks(orders) })),
  'ReceiveUndelivered takes what it is told of for known': forUseCase('ReceiveUndelivered', ({ events }) => ({
    events: replaced(events, { known: async (ids: readonly string[]) => new Set(ids) }),
  })),
  'OpenCheckout counts open checkouts without a lock': forUseCase('OpenCheckout', ({ transaction }) => ({
    transaction: withoutTransactions(transaction),
  })),
  'OpenSession does not look whether the order has ended': forUseCase('OpenSession', ({ orders }) => ({ orders: notingAnything(orders) })),
  'PlaceOrder takes keys that it has not locked': forUseCase('PlaceOrder', ({ stock }, world) => ({
    stock: reservingUnlocked(stock, world),
  })),
  'EndUnpaidOrder leaves what suppliers have promised': forUseCase('EndUnpaidOrder', ({ stock }, world) => ({
    stock: replaced(stock, { release: (orderId: string) => world.stock.release(orderId) }),
  })),
  'SendRefund asks under another id at each try': forUseCase('SendRefund', ({ provider }, world) => ({
    provider: refundingAnew(provider, world),
  })),
  'SendRefund sends all that is left for a part': forUseCase('SendRefund', ({ provider }) => ({
    provider: replaced(provider, {
      refund: (refund: Parameters<PaymentProvider['refund']>[0]) => provider.refund({ ...refund, amountMinor: null }),
    }),
  })),
  'SendRefund counts a refund that was refused as made': forUseCase('SendRefund', ({ provider }) => ({
    provider: refundingInAnyCase(provider),
  })),
  'Reconcile saves orders that it has not locked': forUseCase('Reconcile', ({ orders }) => ({
    orders: replaced(orders, { ofId: (id: string) => savedAsRead(orders, id) }),
  })),
  'Reconcile compares no order with the provider': forUseCase('Reconcile', ({ orders }) => ({
    orders: replaced(orders, { takeForReconciling: async () => [] }),
  })),
  'RequeueOverdueJobs saves orders that it has not locked': forUseCase('RequeueOverdueJobs', ({ orders }) => ({
    orders: savingDue(orders),
  })),
  'RequeueOverdueJobs sees no refund that is due': forUseCase('RequeueOverdueJobs', ({ orders, refunds }) => ({
    orders: replaced(orders, { refundsDue: async () => [] }),
    refunds: replaced(refunds, { overdue: async () => [] }),
  })),
  'RequeueOverdueJobs refunds an order that is still to wait for keys': forUseCase('RequeueOverdueJobs', ({ orders }, world) => ({
    orders: replaced(orders, {
      refundsDue: async () => [...world.orders.all.values()].flatMap((one) => (one.waitsForKeys() ? one.id : [])),
    }),
  })),
  'SendOverdueMails takes a mail from whoever is sending it': forUseCase('SendOverdueMails', ({ mailRows, clock }) => ({
    mailRows: takingBack(mailRows, clock),
  })),
  'SendOverdueMails sees no mail that is overdue': forUseCase('SendOverdueMails', ({ mailRows }) => ({
    mailRows: replaced(mailRows, { overdue: async () => [] }),
  })),
  'ReleaseLapsed frees keys that it has not locked': forUseCase('ReleaseLapsed', ({ stock }, world) => ({
    stock: freeingUnlocked(stock, world),
  })),
  'ReceiveEvent answers before the event is stored': forUseCase('ReceiveEvent', ({ transaction }) => ({
    transaction: notAwaited(transaction),
  })),
  'ProcessEvent closes an event before it is settled': forUseCase('ProcessEvent', ({ events }) => ({ events: closedWhenRead(events) })),
  'AddKeys adds what another call is adding': forUseCase('AddKeys', ({ stock }, world) => ({ stock: addingUnlocked(stock, world) })),
  'SendMail has no transaction': forUseCase('SendMail', ({ transaction }) => ({ transaction: withoutTransactions(transaction) })),
  'SendMail sends what somebody else is sending': forUseCase('SendMail', ({ mailRows }, world) => ({
    mailRows: claimingAnything(mailRows, world),
  })),
};
