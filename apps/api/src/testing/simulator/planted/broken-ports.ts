import type { Orders, Refund, Refunds } from '../../../modules/orders/index.ts';
import type { PaymentEvents, PaymentProvider } from '../../../modules/payments/application/ports.ts';
import { RefundRefused } from '../../../modules/payments/domain/payment-errors.ts';
import type { KeyStock } from '../../../modules/stock/index.ts';
import type { Repeat } from '../../../modules/stock/application/ports.ts';
import { canonicalSecret } from '../../../modules/stock/domain/key-secret.ts';
import { FREE } from '../../../modules/stock/testing/in-memory-keys.ts';
import type { MailRows } from '../../../platform/mail/ports.ts';
import type { Clock, Transaction } from '../../../shared/ports.ts';
import type { Plant, World } from '../world.ts';

type Change = (ports: Parameters<Plant>[1], world: World) => Partial<Parameters<Plant>[1]>;

export function forUseCase(wanted: string, change: Change): Plant {
  return (useCase, ports, world) => (useCase === wanted ? { ...ports, ...change(ports, world) } : ports);
}

export function withoutLocks(orders: Orders): Orders {
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

export function withoutTransactions(transaction: Transaction): Transaction {
  return replaced(transaction, { run: <T>(work: () => Promise<T>) => work() });
}

export function withoutRefunds(provider: PaymentProvider): PaymentProvider {
  return replaced(provider, { refundsOf: async () => [] });
}

/** What a run of `SettleRefunds` asks for again is what it has read before: not what others have written meanwhile. */
export function readingOnce(orders: Orders, refunds: Refunds) {
  const read = new Map<string, readonly Refund[]>();
  return {
    orders: replaced(orders, {
      // A run begins.
      ofPayment: async (...given: Parameters<Orders['ofPayment']>) => {
        const order = await orders.ofPayment(...given);
        if (order) read.delete(order.id);
        return order;
      },
    }),
    refunds: replaced(refunds, {
      ofOrder: async (orderId: string) => {
        const rows = read.get(orderId) ?? (await refunds.ofOrder(orderId));
        read.set(orderId, rows);
        return rows;
      },
    }),
  };
}

/** Whatever becomes of the work, its caller goes on as if it was done. */
export function notAwaited(transaction: Transaction): Transaction {
  return replaced(transaction, { run: async (work: () => Promise<unknown>) => void transaction.run(work).catch(() => undefined) });
}

export function closedWhenRead(events: PaymentEvents): PaymentEvents {
  return replaced(events, {
    waiting: async (id: string) => {
      const event = await events.waiting(id);
      if (event) await events.done(id, 'settled');
      return event;
    },
  });
}

export function notingAnything(orders: Orders): Orders {
  return replaced(orders, {
    noteSession: async (...given: Parameters<Orders['noteSession']>) => (await orders.noteSession(...given)) || true,
  });
}

export function reservingUnlocked(stock: KeyStock, world: World): KeyStock {
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
export function addingUnlocked(stock: KeyStock, world: World): KeyStock {
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
      return new Map<number, Repeat>();
    },
  });
}

export function freeingUnlocked(stock: KeyStock, world: World): KeyStock {
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

export function claimingAnything(rows: MailRows, world: World): MailRows {
  return replaced(rows, {
    claim: async (id: string) => {
      const claimed = await rows.claim(id);
      const row = world.mailRows.all.get(id);
      return claimed === 'busy' && row ? { ...row.mail, tries: row.tries } : claimed;
    },
  });
}

export function takingBack(rows: MailRows, clock: Clock): MailRows {
  return replaced(rows, {
    overdue: async (before: Date) => {
      const overdue = await rows.overdue(before);
      for (const id of overdue) await rows.putBack(id, 'overdue', clock.now());
      return overdue;
    },
  });
}

export async function savedAsRead(orders: Orders, id: string) {
  const order = await orders.ofId(id);
  if (order) await orders.save(order, []);
  return order;
}

export function savingDue(orders: Orders): Orders {
  return replaced(orders, {
    refundsDue: async (before: Date) => {
      const due = await orders.refundsDue(before);
      for (const id of due) await savedAsRead(orders, id);
      return due;
    },
  });
}

/** Under its own id the first time, so that only what is asked for again is made twice. */
export function refundingAnew(provider: PaymentProvider, world: World): PaymentProvider {
  return replaced(provider, {
    refund: async (refund: Parameters<PaymentProvider['refund']>[0]) => {
      const before = await provider.refundsOf(refund.intentId);
      const isAgain = before.some(({ refundId }) => refundId === refund.id);
      return provider.refund(isAgain ? { ...refund, id: `${refund.id} ${world.scheduler.steps}` } : refund);
    },
  });
}

export function refundingInAnyCase(provider: PaymentProvider): PaymentProvider {
  return replaced(provider, {
    refund: async (...given: Parameters<PaymentProvider['refund']>) => {
      try {
        return await provider.refund(...given);
      } catch (error) {
        if (error instanceof RefundRefused) return given[0].amountMinor ?? (await provider.received(given[0].intentId));
        throw error;
      }
    },
  });
}

export function replaced<Port extends object>(port: Port, methods: Partial<Record<keyof Port, unknown>>): Port {
  return new Proxy(port, {
    get: (target, name, self) => (name in methods ? methods[name as keyof Port] : (Reflect.get(target, name, self) as unknown)),
  });
}
