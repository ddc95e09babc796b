import { RefreshDuePrices, Reprice } from '../../modules/catalog/index.ts';
import { operator } from '../operators.ts';
import type { TestShop } from '../test-shop.ts';
import { comeBack } from './come-back.ts';

const SECOND = 1000;
const NO_CUT = 'A sale must cost less than the base price.';

/** The kind of change that nobody makes. */
export const TIME = 'time goes by';

type Staff = Awaited<ReturnType<typeof operator>>;
type Pick = <T>(list: readonly T[]) => T;

/** Changes what the shop's products cost, as its staff does, and lets time go by, in which planned prices and sales start and end. */
export class PriceChanges {
  private readonly sales: { product: number; id: string }[] = [];
  private movedAt = Date.now();

  private constructor(
    private readonly shop: TestShop,
    private readonly owner: Staff,
    private readonly products: readonly number[],
    private readonly next: () => number,
    private readonly pick: Pick,
    private readonly moveOtherClock: (byMs: number) => Promise<void>,
    private readonly made: Record<string, number>,
  ) {}

  /** `moveOtherClock` is told by how much the clock of the shop goes beyond real time. `made` counts each kind of change. */
  static async of(
    shop: TestShop,
    products: readonly number[],
    {
      next,
      pick,
      moveOtherClock,
      made,
    }: { next: () => number; pick: Pick; moveOtherClock: (byMs: number) => Promise<void>; made: Record<string, number> },
  ): Promise<PriceChanges> {
    return new PriceChanges(shop, await operator(shop, 'owner'), products, next, pick, moveOtherClock, made);
  }

  /** One change of chance. Answers its kind. */
  async make(): Promise<string> {
    const kinds = {
      price: () => this.setPrice({}),
      'price for a time': () => this.setPrice(this.period()),
      'former price': () => this.call('PUT', `products/${this.pick(this.products)}/price`, {}),
      sale: () => this.planSale(),
      'sale ended by hand': () => this.endSale(),
      'rates and margin': () => this.changeRules(),
      [TIME]: () => this.pass(),
    };
    const kind = this.pick(Object.keys(kinds) as (keyof typeof kinds)[]);
    if ((await kinds[kind]()) !== false) this.made[kind] = (this.made[kind] ?? 0) + 1;
    return kind;
  }

  /** Up to ten seconds, and what really went by: prices and sales that start or end meanwhile are on the pages then. */
  async pass(): Promise<void> {
    const byMs = Math.floor(this.next() * 10 * SECOND);
    this.shop.clock.advance(byMs + Date.now() - this.movedAt);
    this.movedAt = Date.now();
    await this.moveOtherClock(byMs);
    await this.shop.get(RefreshDuePrices).run();
  }

  /** In major units. A fifth of the least is still what a card pays at least, in each currency. */
  private amount(leastMinor = 1000, mostMinor = 6000): number {
    return (leastMinor + Math.floor(this.next() * (mostMinor - leastMinor))) / 100;
  }

  private period(): object {
    const startsAt = this.shop.clock.now().getTime() + Math.floor(this.next() * 20) * SECOND;
    const endsAt = startsAt + (1 + Math.floor(this.next() * 40)) * SECOND;
    return { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
  }

  private setPrice(period: object): Promise<boolean> {
    const others = ['usd', 'pln', 'gbp'].filter(() => this.next() < 0.3).map((code) => [code, this.amount()]);
    const amounts = { eur: this.amount(), ...Object.fromEntries(others) };
    return this.call('PUT', `products/${this.pick(this.products)}/price`, { ...amounts, ...period });
  }

  private async planSale(): Promise<boolean> {
    const product = this.pick(this.products);
    const offer = this.next() < 0.7 ? { percent: 1 + Math.floor(this.next() * 80) } : { amounts: { eur: this.amount(1500, 4000) } };
    const answer = await this.send('POST', `products/${product}/sales`, { ...offer, ...this.period() });
    if (isRefused(answer)) return false;
    this.sales.push({ product, id: answer.json<{ id: string }>().id });
    return true;
  }

  private async endSale(): Promise<boolean> {
    const [sale] = this.sales.splice(Math.floor(this.next() * this.sales.length), 1);
    if (sale === undefined) return false;
    const answer = await this.ask('DELETE', `products/${sale.product}/sales/${sale.id}`);
    // It may have ended by itself.
    if (![204, 404, 409].includes(answer.status)) throw new Error(`${answer.status} for a sale: ${answer.text}`);
    return answer.status === 204;
  }

  private async changeRules(): Promise<void> {
    const around = (rate: number) => Math.round(rate * (0.8 + 0.4 * this.next()) * 10_000) / 10_000;
    await this.call('PUT', 'pricing', { margin: around(0.3), usd: around(1.09), pln: around(4.27), gbp: around(0.85) });
    await this.shop.get(Reprice).run('ops');
  }

  private async call(method: 'PUT' | 'POST', path: string, body: object): Promise<boolean> {
    return !isRefused(await this.send(method, path, body));
  }

  private async send(method: 'PUT' | 'POST', path: string, body: object): ReturnType<Staff['call']> {
    const consent = path === 'pricing' ? {} : { belowCost: true, confirm: true };
    const answer = await this.ask(method, path, { ...body, ...consent });
    if (answer.status >= 400 && !isRefused(answer)) throw new Error(`${answer.status} for ${path}: ${answer.text}`);
    return answer;
  }

  private ask(method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object): ReturnType<Staff['call']> {
    return comeBack(
      () => this.owner.call(method, `/ops/${path}`, body),
      (answer) => answer,
    );
  }
}

/** Of a sale that overlaps another one, would raise a price, or is no cut. */
const isRefused = ({ status, text }: { status: number; text: string }) => status === 409 || (status === 400 && text.includes(NO_CUT));
