import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../shared/ports.ts';
import { ShopCalendar } from '../../../../shared/shop-calendar.ts';
import { type BuyerRefund, BuyerRefunds } from '../../../orders/index.ts';
import { type SupplierReturn, SupplierReturns } from '../after-sales/returns.ts';
import { KeyPurchases, type PurchaseRecord } from '../purchases.ts';
import { type DayOfSupplier, SupplierReports } from '../reports.ts';
import { type AfterSales, ReadAfterSales } from './after-sales.ts';
import { amountsOf } from './purchase-amounts.ts';

const DAY_MS = 86_400_000;
/** Read at a time: the memory of a report does not grow with its period. */
const PART_DAYS = 30;
/** Few purchases are open for longer; these are found one by one. */
const LONGEST_OPEN_MS = 31 * DAY_MS;

/** What a return or a refund changes, on its day. */
type Change = Omit<DayOfSupplier, 'purchases'>;

/**
 * Cost and margin of each day and supplier: each purchase on the day when it was closed, each return and refund on its own day, but not before
 * the purchase was closed.
 */
@Injectable()
export class ReportMargins {
  constructor(
    private readonly reports: SupplierReports,
    private readonly purchases: KeyPurchases,
    private readonly returns: SupplierReturns,
    private readonly refunds: BuyerRefunds,
    private readonly afterSales: ReadAfterSales,
    private readonly calendar: ShopCalendar,
    private readonly clock: Clock,
  ) {}

  /**
   * From `from` on and before `to`, by day and supplier, in parts of about a month: a day is in one of them alone. The sum of all days is what
   * `amountsOf` says of all purchases.
   */
  async *parts(from: Date, to: Date): AsyncGenerator<DayOfSupplier[]> {
    const first = await this.reports.firstAt();
    // Returns and refunds count nothing before their purchase was closed, and nothing happens later than now.
    const end = Math.min(to.getTime(), this.clock.now().getTime() + 1);
    let at = first === null ? end : Math.max(from.getTime(), first.getTime());
    while (at < end) {
      const next = Math.min(end, this.calendar.end(this.calendar.day(new Date(at + PART_DAYS * DAY_MS))).getTime());
      yield await this.days(new Date(at), new Date(next));
      at = next;
    }
  }

  private async days(from: Date, to: Date): Promise<DayOfSupplier[]> {
    const days = new Map<string, DayOfSupplier>();
    const add = (day: DayOfSupplier) => {
      const key = `${day.day} ${day.supplier}`;
      const sum = days.get(key);
      days.set(key, sum ? added(sum, day) : day);
    };
    for (const day of await this.reports.days(from, to)) add(day);
    for (const change of await this.changes(from, to)) add({ ...change, purchases: 0 });
    return [...days].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, day]) => day);
  }

  private async changes(from: Date, to: Date): Promise<Change[]> {
    // A refund that was made while its purchase was open counts when that is closed: it is read that much earlier.
    const refundedFrom = new Date(from.getTime() - LONGEST_OPEN_MS);
    const slow = await this.reports.closedSlowly(from, to, LONGEST_OPEN_MS);
    const returned = await this.returns.doneBetween(from, to);
    const of = { ids: [...returned, ...slow], orderIds: await this.refunds.ordersBetween(refundedFrom, to) };
    const purchases = await this.purchases.settled(of);
    const afterSalesOf = await this.afterSales.of(purchases);
    return purchases.flatMap((purchase) =>
      changesOf(purchase, afterSalesOf(purchase))
        .filter(({ at }) => at >= from && at < to)
        .map(({ at, ...change }) => ({ day: this.calendar.day(at), supplier: purchase.supplier, ...change })),
    );
  }
}

function added(one: DayOfSupplier, other: DayOfSupplier): DayOfSupplier {
  return {
    ...one,
    purchases: one.purchases + other.purchases,
    keys: one.keys + other.keys,
    costMinor: one.costMinor + other.costMinor,
    chargedMinor: one.chargedMinor + other.chargedMinor,
  };
}

/** What each return and refund of a purchase changed in its amounts, in their order. */
function changesOf(purchase: PurchaseRecord, { returned, refunds: made }: AfterSales): (Omit<Change, 'day' | 'supplier'> & { at: Date })[] {
  const closedAt = purchase.closedAt ?? new Date(0);
  // There is no revenue to deduct before.
  const refunds = made.map((refund) => ({ ...refund, at: refund.at < closedAt ? closedAt : refund.at }));
  const backAt = returned?.state === 'done' ? returned.closedAt : null;
  const moments = [...new Set([...refunds.map(({ at }) => at.getTime()), ...(backAt ? [backAt.getTime()] : [])])].toSorted((a, b) => a - b);
  const until = (ms: number) => amountsOf(purchase, { returned: upTo(returned, backAt, ms), refunds: refunds.filter(isUpTo(ms)) });
  return moments.flatMap((ms, index) => {
    const [before, after] = [until(moments[index - 1] ?? 0), until(ms)];
    if (!before || !after) return [];
    return [
      {
        at: new Date(ms),
        keys: after.keys - before.keys,
        costMinor: after.costMinor - before.costMinor,
        chargedMinor: after.revenueMinor - before.revenueMinor,
      },
    ];
  });
}

function upTo(returned: SupplierReturn | null, backAt: Date | null, ms: number): SupplierReturn | null {
  return backAt !== null && backAt.getTime() <= ms ? returned : null;
}

const isUpTo =
  (ms: number) =>
  ({ at }: BuyerRefund): boolean =>
    at.getTime() <= ms;
