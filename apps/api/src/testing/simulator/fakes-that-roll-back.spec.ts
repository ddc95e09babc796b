import { describe } from '@jest/globals';
import { NoteOrderMail } from '../../modules/orders/application/note-order-mail.ts';
import { ReplanFreedKeys } from '../../modules/orders/application/replan-freed-keys.ts';
import type { Order } from '../../modules/orders/index.ts';
import { InMemoryOrders } from '../../modules/orders/testing/in-memory-orders.ts';
import { InMemoryKeyReveals } from '../../modules/orders/testing/in-memory-key-reveals.ts';
import { InMemoryRefunds } from '../../modules/orders/testing/in-memory-refunds.ts';
import { keyRevealsContract } from '../../modules/orders/testing/key-reveals.contract.ts';
import { orderMailsContract } from '../../modules/orders/testing/order-mails.contract.ts';
import { unpaidOrder } from '../../modules/orders/testing/order-builder.ts';
import { ordersContract } from '../../modules/orders/testing/orders.contract.ts';
import { refundsContract } from '../../modules/orders/testing/refunds.contract.ts';
import { InMemoryPaymentEvents } from '../../modules/payments/testing/in-memory-payment-events.ts';
import { paymentEventsContract } from '../../modules/payments/testing/payment-events.contract.ts';
import { InMemoryRiskRecords } from '../../modules/risk/testing/in-memory-risk-records.ts';
import { riskRecordsContract } from '../../modules/risk/testing/risk-records.contract.ts';
import { StockWithOffers } from '../../modules/stock/application/offers/stock-with-offers.ts';
import { InMemoryKeyOffers } from '../../modules/stock/testing/in-memory-key-offers.ts';
import { InMemoryKeyReturns } from '../../modules/stock/testing/in-memory-key-returns.ts';
import { InMemoryKeyStock } from '../../modules/stock/testing/in-memory-key-stock.ts';
import { keyOffersContract } from '../../modules/stock/testing/key-offers.contract.ts';
import { keyReturnsContract } from '../../modules/stock/testing/key-returns.contract.ts';
import { elsewhereContract, keyStockContract } from '../../modules/stock/testing/key-stock.contract.ts';
import { transactionContract } from '../../platform/database/testing/transaction.contract.ts';
import { alertsContract } from '../../platform/mail/alerts/testing/alerts.contract.ts';
import { InMemoryMailRows } from '../../platform/mail/testing/in-memory-mail-rows.ts';
import { mailRowsContract } from '../../platform/mail/testing/mail-rows.contract.ts';
import { outboxContract, recordingQueues } from '../../platform/outbox/testing/outbox.contract.ts';
import { FixedClock, RecordingMailOutbox } from '../fakes.ts';
import { contractStorage } from './contract-storage.ts';
import { SimulatedMails } from './simulated-mails.ts';
import { SimulatedAlerts, SimulatedOutbox } from './simulated-ports.ts';

// The fakes of the simulator as its worlds have them: each call in a transaction that rolls back.
const some = () => ({ clock: new FixedClock(), ...contractStorage() });

describe('transactions', () =>
  transactionContract(async () => {
    const { storage, transaction, port } = some();
    const rows = storage.table<{ id: string }>();
    return {
      transaction,
      ...port({ write: async (id: string) => void rows.set(id, { id }), read: async () => [...rows.keys()].toSorted() }),
    };
  }));

describe('the outbox and its relay', () =>
  outboxContract(async () => {
    const { storage, clock, port, inTransaction } = some();
    const outbox = new SimulatedOutbox(storage, clock);
    const relay = async (taken?: () => Promise<void>) => {
      const queues = recordingQueues(taken);
      await outbox.relay(queues);
      return queues.handed;
    };
    return { outbox: port(outbox), clock, inTransaction, relay };
  }));

describe('alerts', () =>
  alertsContract(async () => {
    const { storage, clock, port, inTransaction } = some();
    const alerts = new SimulatedAlerts(storage);
    return { alerts: port(alerts), clock, inTransaction, raised: async () => alerts.all() };
  }));

describe('views of keys', () =>
  keyRevealsContract(async () => {
    const { storage, clock, port, inTransaction } = some();
    const orders = new InMemoryOrders(clock, storage);
    const stock = new InMemoryKeyStock(clock, storage);
    const mails = new InMemoryMailRows(clock, storage);
    const reveals = new InMemoryKeyReveals(orders, stock, mails, storage);
    for (const id of ['order-1', 'order-2']) orders.all.set(id, unpaidOrder({ id }));
    const change = (id: string, work: (order: Order) => void) => {
      const order = Object.assign(unpaidOrder({ id }), orders.all.get(id));
      work(order);
      orders.all.set(id, order);
    };
    return {
      reveals: port(reveals),
      stock: port(stock),
      returns: port(new InMemoryKeyReturns(stock.keys)),
      mails: port(mails),
      orderIds: ['order-1', 'order-2'],
      product: 'product-1',
      deliverByLink: async (id) => change(id, (order) => order.deliverByLink()),
      mailed: async (id, as) => change(id, (order) => order.noteKeysMail(as)),
      look: async (orderId, { line, slot }) => {
        const key = stock.keys.all().find((row) => row.orderId === orderId && row.place?.line === line && row.place.slot === slot);
        reveals.looked.add(key?.id ?? '');
      },
      inTransaction,
    };
  }));

describe('orders', () =>
  ordersContract(async () => {
    const { storage, clock, port, inTransaction } = some();
    return { orders: port(new InMemoryOrders(clock, storage)), clock, inTransaction };
  }));

describe('mails about orders', () =>
  orderMailsContract(() => {
    const { storage, clock, port, inTransaction } = some();
    const orders = port(new InMemoryOrders(clock, storage));
    const stock = port(new InMemoryKeyStock(clock, storage));
    const writer = new SimulatedMails(
      orders,
      stock,
      new NoteOrderMail(orders, clock),
      new ReplanFreedKeys(orders, stock, new RecordingMailOutbox()),
    );
    return { writer, orders, stock, inTransaction };
  }));

describe('refunds', () =>
  refundsContract(async () => {
    const { storage, clock, port } = some();
    return { refunds: port(new InMemoryRefunds(clock, storage)), clock };
  }));

describe('stock', () => {
  const products: [string, string] = ['product-1', 'product-2'];
  const orders: [string, string] = ['order-1', 'order-2'];
  const stocked = async () => {
    const { storage, clock, port, inTransaction } = some();
    return { stock: port(new InMemoryKeyStock(clock, storage)), clock, products, orders, inTransaction };
  };
  keyStockContract(stocked);
  elsewhereContract(stocked);
  describe('with offers of suppliers', () =>
    keyStockContract(async () => {
      const { storage, clock, port, inTransaction } = some();
      const stock = new StockWithOffers(port(new InMemoryKeyStock(clock, storage)), port(new InMemoryKeyOffers(clock, storage)));
      return { stock, clock, products, orders, inTransaction };
    }));
  keyReturnsContract(async () => {
    const { storage, clock, port, inTransaction } = some();
    const stock = new InMemoryKeyStock(clock, storage);
    return {
      ...{ stock: port(stock), returns: port(new InMemoryKeyReturns(stock.keys)) },
      ...{ product: 'product-1', orderId: 'order-1', inTransaction },
    };
  });
  keyOffersContract(async () => {
    const { storage, clock, port, inTransaction } = some();
    const offers = new InMemoryKeyOffers(clock, storage);
    offers.offered.set('product-1', 3).set('product-2', 1);
    return { offers: port(offers), clock, products, inTransaction };
  });
});

describe('counts and decisions about risk', () =>
  riskRecordsContract(async () => {
    const { storage, port, inTransaction } = some();
    return { records: port(new InMemoryRiskRecords(storage)), inTransaction };
  }));

describe('events of the payment provider', () =>
  paymentEventsContract(async () => {
    const { storage, clock, port, inTransaction } = some();
    return { events: port(new InMemoryPaymentEvents(clock, storage)), clock, inTransaction };
  }));

describe('rows of mails', () =>
  mailRowsContract(async () => {
    const { storage, clock, port, inTransaction } = some();
    return { rows: port(new InMemoryMailRows(clock, storage)), clock, inTransaction };
  }));
