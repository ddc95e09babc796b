import { eventually } from '../buyer.ts';
import { buy, type Intention } from './customer.ts';
import { refundByStaff } from './staff.ts';
import { planOf, type StockedShop } from './stocked-shop.ts';
import type { Told } from './told.ts';

const CUSTOMERS_AT_ONCE = 10;
const LONGEST_PAUSE_MS = 300_000;
const INTENTIONS: readonly Intention[] = ['pays', 'pays', 'pays', 'pays after a refused card', 'lets it expire'];

/**
 * Customers who come one after the other until told to stop; every fourth order is refunded by the staff. `visit`: what customer number so and
 * so does instead, and is told; null: nothing.
 */
export class Storm {
  readonly tolds: Told[] = [];
  /** Sessions of orders that the staff was told are refunded. */
  readonly refunded = new Set<string>();
  sales = 0;
  private isOver = false;
  private index = 0;
  private readonly customers: Promise<void>[];

  private readonly stocked: StockedShop;
  private readonly name: string;
  private readonly seed: number;

  private readonly visit: (index: number) => Promise<Told> | null;

  constructor(stocked: StockedShop, name: string, seed: number, visit: Storm['visit'] = () => null) {
    [this.stocked, this.name, this.seed, this.visit] = [stocked, name, seed, visit];
    this.customers = Array.from({ length: CUSTOMERS_AT_ONCE }, () => this.come());
  }

  /** Waits for so many more payments. */
  async goOn(sales: number): Promise<void> {
    const before = this.sales;
    await eventually(
      async () => this.sales,
      (now) => now >= before + sales,
      LONGEST_PAUSE_MS,
      20,
    );
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.customers);
  }

  private ordinaryCustomer(index: number): Promise<Told> {
    const plan = planOf(this.stocked, { name: this.name, seed: this.seed, index, intentions: INTENTIONS, reads: 20 });
    return buy(this.stocked.places, plan);
  }

  private async come(): Promise<void> {
    while (!this.isOver) {
      const index = (this.index += 1);
      const visit = this.visit(index);
      const told = await (visit ?? this.ordinaryCustomer(index));
      this.tolds.push(told);
      if (told.isPaid) this.sales += 1;
      if (!visit && told.isPaid && index % 4 === 0) await this.refund(told);
    }
  }

  private async refund(told: Told): Promise<void> {
    const { session, seen, wrong } = told;
    if (session === null || seen.at(-1)?.status !== 'Completed') return;
    try {
      if (await refundByStaff(this.stocked.places, told, () => this.isOver)) this.refunded.add(session);
    } catch (error) {
      wrong.push(String(error));
    }
  }
}
