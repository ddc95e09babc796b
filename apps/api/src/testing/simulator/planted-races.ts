import type { Orders } from '../../modules/orders/index.ts';
import type { PaymentEvents, PaymentProvider } from '../../modules/payments/application/ports.ts';
import { RefundRefused } from '../../modules/payments/domain/payment-errors.ts';
import type { KeyStock } from '../../modules/stock/index.ts';
import { canonicalSecret } from '../../modules/stock/domain/key-secret.ts';
import { FREE } from '../../modules/stock/testing/in-memory-keys.ts';
import type { MailRows } from '../../platform/mail/ports.ts';
import type { Clock, Transaction } from '../../shared/ports.ts';
import type { Ports } from './shop.ts';
import type { Plant, World } from './world.ts';

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
  'PrepareRefund has no transaction': forUseCase('PrepareRefund', ({ transaction }) => ({ transaction: withoutTransactions(transaction) })),
  'FinishRefund has no transaction': forUseCase('FinishRefund', ({ transaction }) => ({ transaction: withoutTransactions(transaction) })),
  'NoteOrderMail reads the order without its lock': forUseCase('NoteOrderMail', ({ orders }) => ({ orders: withoutLocks(orders) })),
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

function forUseCase(wanted: string, change: (ports: Ports, world: World) => Partial<Ports>): Plant {
  return (useCase, ports, world) => (useCase === wanted ? { ...ports, ...change(ports, world) } : ports);
}

function withoutLocks(orders: Orders): Orders {
  return replaced(orders, {
    forUpdate: (id: string) => orders.ofId(id),
    unlockedForUpdate: async (ids: readonly string[]) => {
      const found = new Map<string, NonNullable<Awaited<ReturnType<Orders['ofId']>>>>();
      for (const id of ids) {
        const order = await orders.ofId(id);
        if (order) found.set(id, order);
      }
      return found;
    },
  });
}

function withoutTransactions(transaction: Transaction): Transaction {
  return replaced(transaction, { run: <T>(work: () => Promise<T>) => work() });
}

/** Whatever becomes of the work, its caller goes on as if it was done. */
function notAwaited(transaction: Transaction): Transaction {
  return replaced(transaction, { run: async (work: () => Promise<unknown>) => void transaction.run(work).catch(() => undefined) });
}

function closedWhenRead(events: PaymentEvents): PaymentEvents {
  return replaced(events, {
    waiting: async (id: string) => {
      const event = await events.waiting(id);
      if (event) await events.done(id, 'settled');
      return event;
    },
  });
}

function notingAnything(orders: Orders): Orders {
  return replaced(orders, {
    noteSession: async (...given: Parameters<Orders['noteSession']>) => (await orders.noteSession(...given)) || true,
  });
}

function reservingUnlocked(stock: KeyStock, world: World): KeyStock {
  return replaced(stock, {
    reserve: async (orderId: string, wanted: Parameters<KeyStock['reserve']>[1], until: Date) => {
      const free = [...world.stock.keys.all()].filter(({ state }) => state === 'available');
      const taken = wanted.flatMap(({ productId, quantity }) => free.filter((key) => key.productId === productId).slice(0, quantity));
      await world.scheduler.pause('takes keys');
      for (const key of taken) {
        await world.storage.lock(key.id);
        world.stock.keys.rows.set(key.id, { ...key, state: 'reserved', orderId, until: until.getTime() });
      }
      return new Map<string, number>();
    },
  });
}

/** As if keys were not unique in their table. */
function addingUnlocked(stock: KeyStock, world: World): KeyStock {
  const { keys } = world.stock;
  return replaced(stock, {
    add: async (added: Parameters<KeyStock['add']>[0]) => {
      const known = new Set(keys.all().map(({ secret }) => canonicalSecret(secret)));
      await world.scheduler.pause('looks for known keys');
      for (const key of added) {
        const text = canonicalSecret(key.secret);
        const id = `${text} ${keys.rows.size}`;
        if (!known.has(text)) keys.rows.set(id, { ...key, id, ...FREE });
      }
      return new Map();
    },
  });
}

function freeingUnlocked(stock: KeyStock, world: World): KeyStock {
  return replaced(stock, {
    releaseLapsed: async () => {
      const lapsed = world.stock.keys.all().filter((key) => world.stock.keys.hasLapsed(key));
      await world.scheduler.pause('takes keys');
      for (const key of lapsed) {
        await world.storage.lock(key.id);
        world.stock.keys.change(key, FREE);
      }
      return lapsed.length;
    },
  });
}

function claimingAnything(rows: MailRows, world: World): MailRows {
  return replaced(rows, {
    claim: async (id: string) => {
      const claimed = await rows.claim(id);
      const row = world.mailRows.all.get(id);
      return claimed === 'busy' && row ? { ...row.mail, tries: row.tries } : claimed;
    },
  });
}

function takingBack(rows: MailRows, clock: Clock): MailRows {
  return replaced(rows, {
    overdue: async (before: Date) => {
      const overdue = await rows.overdue(before);
      for (const id of overdue) await rows.putBack(id, 'overdue', clock.now());
      return overdue;
    },
  });
}

async function savedAsRead(orders: Orders, id: string) {
  const order = await orders.ofId(id);
  if (order) await orders.save(order, []);
  return order;
}

function savingDue(orders: Orders): Orders {
  return replaced(orders, {
    refundsDue: async (before: Date) => {
      const due = await orders.refundsDue(before);
      for (const id of due) await savedAsRead(orders, id);
      return due;
    },
  });
}

/** With the amount: for what is left, the provider would send nothing the second time. */
function refundingAnew(provider: PaymentProvider, world: World): PaymentProvider {
  return replaced(provider, {
    refund: async (refund: Parameters<PaymentProvider['refund']>[0]) => {
      const amountMinor = await provider.received(refund.intentId);
      return provider.refund({ ...refund, id: `${refund.id} ${world.scheduler.steps}`, amountMinor });
    },
  });
}

function refundingInAnyCase(provider: PaymentProvider): PaymentProvider {
  return replaced(provider, {
    refund: async (...given: Parameters<PaymentProvider['refund']>) => {
      try {
        return await provider.refund(...given);
      } catch (error) {
        if (error instanceof RefundRefused) return null;
        throw error;
      }
    },
  });
}

function replaced<Port extends object>(port: Port, methods: Partial<Record<keyof Port, unknown>>): Port {
  return new Proxy(port, {
    get: (target, name, self) => (name in methods ? methods[name as keyof Port] : (Reflect.get(target, name, self) as unknown)),
  });
}
