import { InMemoryCatalogue } from '../../modules/catalog/testing/in-memory-catalogue.ts';
import { InMemoryKeyReveals } from '../../modules/orders/testing/in-memory-key-reveals.ts';
import { InMemoryOrders } from '../../modules/orders/testing/in-memory-orders.ts';
import { InMemoryRefunds } from '../../modules/orders/testing/in-memory-refunds.ts';
import { InMemoryPaymentEvents } from '../../modules/payments/testing/in-memory-payment-events.ts';
import { AssessOrders } from '../../modules/risk/index.ts';
import { InMemoryBlockLists } from '../../modules/risk/testing/in-memory-block-lists.ts';
import { InMemoryRiskRecords } from '../../modules/risk/testing/in-memory-risk-records.ts';
import { InMemoryKeyReturns } from '../../modules/stock/testing/in-memory-key-returns.ts';
import { StockWithOffers } from '../../modules/stock/application/offers/stock-with-offers.ts';
import { InMemoryKeyOffers } from '../../modules/stock/testing/in-memory-key-offers.ts';
import { InMemoryMailRows } from '../../platform/mail/testing/in-memory-mail-rows.ts';
import { chance } from '../campaigns/chance.ts';
import { CountingIds, FixedClock } from '../fakes.ts';
import { Scheduler, SimulatedProcess } from './scheduler.ts';
import { CHECKOUT_LIMITS, PRODUCTS } from './goods.ts';
import { Thrown } from './passing.ts';
import { composeShop, type Ports, type Shop } from './shop.ts';
import {
  SimulatedAlerts,
  SimulatedAudit,
  SimulatedMailer,
  SimulatedOutbox,
  SimulatedProvider,
  SimulatedQueue,
  SimulatedStock,
  Weather,
} from './simulated-ports.ts';
import { type SimulatedTimers, withTimers } from './simulated-timers.ts';
import { scheduled, SimulatedTransaction, TransactionalStorage } from './transactional-storage.ts';

/** A world follows from these alone. */
export interface WorldPlan {
  readonly seed: number;
  readonly buyers: number;
  /** How many processes are killed, at most. */
  readonly kills: number;
  /** How likely each call of another service, and each commit, goes wrong. */
  readonly badWeather: number;
}

/** Ports of one use case, with a defect. */
export type Plant = (useCase: string, ports: Ports, world: World) => Ports;

const MINUTE = 60_000;
const LONGEST_WAIT_MS = 20 * MINUTE;
/** Far more than any world needs that ends: large ones in which everybody waits for the same few have needed 30,000. */
const MOST_STEPS = 200_000;

/** Two APIs and two workers of the shop on one database, with what is around them. */
export class World {
  readonly scheduler: Scheduler;
  readonly storage: TransactionalStorage;
  readonly clock = new FixedClock();
  readonly queue = new SimulatedQueue(() => this.isStormy && this.shape.losesJobs && this.scheduler.happens(0.1));
  readonly orders: InMemoryOrders;
  readonly refunds: InMemoryRefunds;
  readonly stock: SimulatedStock;
  /** What a supplier has; nothing in most worlds. */
  readonly offers: InMemoryKeyOffers;
  readonly hasSupplier: boolean;
  readonly risk: InMemoryRiskRecords;
  readonly mailRows: InMemoryMailRows;
  readonly outbox: SimulatedOutbox;
  readonly audit: SimulatedAudit;
  readonly reveals: InMemoryKeyReveals;
  readonly provider: SimulatedProvider;
  readonly mailer: SimulatedMailer;
  readonly weather: Weather;
  /** Session ids that a buyer was given. */
  readonly acknowledged = new Set<string>();
  /** Events that the provider was told are received. `isPaid`: the session was paid when it sent them. */
  readonly acknowledgedEvents = new Map<string, { readonly orderId: string; readonly isPaid: boolean }>();
  /** Events of a payment that were closed while their order still waited for it. */
  readonly closedTooEarly = new Set<string>();
  /** Orders whose money the staff sent back at the provider's dashboard. */
  readonly refundedAtDashboard = new Set<string>();
  /** Orders that were paid with another amount: the staff decides. */
  readonly tampered = new Set<string>();
  readonly thrown = new Thrown();
  /** Jobs that have failed at all attempts, and what the staff saw and must not see. */
  readonly seen: string[] = [];
  kills = 0;
  /** The most unpaid orders that one address had at any time. */
  mostOpen = 0;
  /** How many orders there were when it was counted last. */
  private counted = 0;
  readonly limits = CHECKOUT_LIMITS;
  private readonly ids = new CountingIds();
  /**
   * How much the buyers of this world are in each other's way. `hasLongWaits`: transfers take longer than their keys are kept; nobody is away
   * for so long that webhooks of a payment are given up (those of a refund are not repeated: the provider's list has its event). `losesJobs`:
   * the queue has no backup. `hasStalls`: processes stand still for longer than a lease, and the staff gives up what did.
   */
  readonly shape;
  private isStormy = false;
  private readonly commits: Weather;
  readonly events: InMemoryPaymentEvents;
  readonly renewals = new Set<{ process: SimulatedProcess; renew: () => void }>();
  private readonly processes: { process: SimulatedProcess; shop: Shop; kind: 'api' | 'worker' }[] = [];

  constructor(
    readonly plan: WorldPlan,
    private readonly plant: Plant = (_useCase, ports) => ports,
  ) {
    this.scheduler = new Scheduler(chance(plan.seed), MOST_STEPS, (label, process) => {
      if (label.startsWith('orders.')) this.countOpen();
      if (label.startsWith('events.')) this.noteClosedTooEarly();
      this.mayKill(process);
    });
    const hasLongWaits = this.scheduler.happens(0.3);
    this.shape = {
      browsers: this.scheduler.pick([2, 5, 20]),
      addresses: this.scheduler.pick([2, 5, 20]),
      emails: this.scheduler.pick([3, 7, 20]),
      hurry: this.scheduler.pick([2, 8, 30]),
      keys: hasLongWaits ? 0.05 : this.scheduler.pick([0.05, 0.1, 0.3]),
      transfers: hasLongWaits ? 70 : 10,
      hasLongWaits,
      losesJobs: !this.isCalm && this.scheduler.happens(0.2),
      hasStalls: !this.isCalm && this.scheduler.happens(0.3),
    };
    this.storage = new TransactionalStorage(this.scheduler);
    this.weather = new Weather(this.scheduler);
    this.commits = new Weather(this.scheduler);
    this.orders = new InMemoryOrders(this.clock, this.storage);
    this.refunds = new InMemoryRefunds(this.clock, this.storage);
    this.stock = new SimulatedStock(this.clock, this.storage);
    this.offers = new InMemoryKeyOffers(this.clock, this.storage);
    this.hasSupplier = plan.seed % 4 === 1;
    for (const { offer } of PRODUCTS) this.offers.offered.set(offer.productId, this.hasSupplier ? Math.ceil(plan.buyers / 6) : 0);
    this.risk = new InMemoryRiskRecords(this.storage);
    this.events = new InMemoryPaymentEvents(this.clock, this.storage);
    this.mailRows = new InMemoryMailRows(this.clock, this.storage);
    this.reveals = new InMemoryKeyReveals(this.orders, this.stock, this.mailRows, this.storage);
    this.audit = new SimulatedAudit(this.storage);
    this.outbox = new SimulatedOutbox(this.storage, this.clock);
    this.provider = new SimulatedProvider(this.weather);
    this.mailer = new SimulatedMailer(this.weather, this.scheduler);
    for (const kind of ['api', 'api', 'worker', 'worker'] as const) this.start(kind, this.processes.length);
  }

  /** Whether nothing fails and nobody is killed. */
  get isCalm(): boolean {
    return this.plan.kills === 0 && this.plan.badWeather === 0;
  }

  /** From now on processes die and calls fail, or no more. */
  setStormy(isStormy: boolean): void {
    this.isStormy = isStormy;
    this.weather.probability = isStormy ? this.plan.badWeather : 0;
    this.commits.probability = this.weather.probability / 4;
  }

  /** An interval renews a lease, a timeout ends when chance has it. */
  private readonly timers: SimulatedTimers = {
    renewing: (renew) => {
      const entry = { process: this.scheduler.current.getStore() as SimulatedProcess, renew };
      this.renewals.add(entry);
      return entry;
    },
    over: (entry) => void this.renewals.delete(entry as { process: SimulatedProcess; renew: () => void }),
    waiting: (resolve) => void this.scheduler.pause('waits a moment').then(resolve),
  };

  /** Runs all that was begun to its end. @throws what no part of the shop may throw. */
  go(): Promise<void> {
    return withTimers(this.timers, () => this.scheduler.run());
  }

  private start(kind: 'api' | 'worker', place: number): void {
    const process = new SimulatedProcess(`${kind}-${place}`);
    // What a process does in batches belongs to it, too.
    const shop = this.scheduler.current.run(process, () => composeShop((useCase) => this.plant(useCase, this.ports(), this)));
    this.processes[place] = { process, shop, kind };
  }

  private mayKill(process: SimulatedProcess): void {
    if (this.kills >= this.plan.kills || !this.isStormy) return;
    const place = this.processes.findIndex((one) => one.process === process);
    if (place < 0 || !this.scheduler.happens(0.003)) return;
    this.kills += 1;
    this.scheduler.kill(process);
    for (const entry of this.renewals) if (entry.process === process) this.renewals.delete(entry);
    this.start(this.processes[place]?.kind ?? 'api', place);
  }

  /** There are more unpaid ones only after there are more orders. */
  private countOpen(): void {
    if (this.orders.all.size === this.counted) return;
    this.counted = this.orders.all.size;
    const pending = [...this.orders.all.values()].filter(({ status }) => status === 'pending');
    for (const open of Map.groupBy(pending, ({ clientAddress }) => clientAddress).values())
      this.mostOpen = Math.max(this.mostOpen, open.length);
  }

  private noteClosedTooEarly(): void {
    for (const [id, { orderId, isPaid }] of this.acknowledgedEvents)
      if (isPaid && this.orders.all.get(orderId)?.status === 'pending' && (this.events.all.get(id)?.outcome ?? null) !== null)
        this.closedTooEarly.add(id);
  }

  private ports(): Ports {
    const port = <T extends object>(one: T, name: string) => scheduled(one, name, this.storage, this.scheduler);
    return {
      orders: port(this.orders, 'orders'),
      refunds: port(this.refunds, 'refunds'),
      stock: this.hasSupplier ? new StockWithOffers(port(this.stock, 'stock'), port(this.offers, 'offers')) : port(this.stock, 'stock'),
      assess: new AssessOrders(
        port(this.risk, 'risk'),
        new InMemoryBlockLists(this.clock),
        { isDisposable: () => false },
        { perEuro: { Eur: 1, Usd: 1, Gbp: 1, Pln: 1 } },
      ),
      keyReturns: port(new InMemoryKeyReturns(this.stock.keys), 'returns'),
      keyReveals: port(this.reveals, 'reveals'),
      events: port(this.events, 'events'),
      mailRows: port(this.mailRows, 'mails'),
      outbox: port(this.outbox, 'outbox'),
      alerts: port(new SimulatedAlerts(this.storage), 'alerts'),
      audit: port(this.audit, 'audit'),
      transaction: new SimulatedTransaction(this.storage, () => this.commits.isBad()),
      provider: scheduled(this.provider, 'provider', null, this.scheduler),
      mailer: scheduled(this.mailer, 'mailer', null, this.scheduler),
      catalogue: new InMemoryCatalogue(PRODUCTS),
      clock: this.clock,
      ids: this.ids,
      limits: this.limits,
      longestWaitMs: this.plan.seed % 3 === 0 ? 0 : LONGEST_WAIT_MS,
    };
  }

  async pauses(most: number): Promise<void> {
    for (let count = this.scheduler.below(most); count >= 0; count -= 1) await this.scheduler.pause('thinks');
  }

  inApi<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
    return this.on('api', work);
  }

  inWorker<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
    return this.on('worker', work);
  }

  private on<T>(kind: 'api' | 'worker', work: (shop: Shop) => Promise<T>): Promise<T> {
    const { process, shop } = this.scheduler.pick(this.processes.filter((one) => one.kind === kind));
    return this.scheduler.call(process, () => work(shop));
  }
}
