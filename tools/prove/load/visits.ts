import { Agent } from 'node:http';
import { picker } from '../../../apps/api/src/testing/campaigns/chance.ts';
import type { SoldProduct } from '../../bench/sale/stock.ts';
import { type Answer, ask, type Asked, isPassing } from '../customers/ask.ts';
import type { Places } from '../customers/customer.ts';
import type { Visit } from './arrivals.ts';
import { eventually } from '../buyer.ts';

const PAGES = 40;
const GENRES = ['Action', 'Adventure', 'Indie', 'RPG', 'Strategy', 'Simulation'];
const SORTS = ['popular', 'newest', 'priceAsc', 'nameAsc'];
const PAY_WITHIN_MS = 60_000;

interface Wanted {
  readonly places: Places;
  readonly next: () => number;
  /** All products that can be looked at. */
  readonly products: readonly SoldProduct[];
  /** Words of their names. */
  readonly words: readonly string[];
  /** Those that are bought. */
  readonly sold: readonly SoldProduct[];
}

/** What visitors of a shop ask for: lists, pages of products, searches and, one in ten, a purchase, of which every second is paid. */
export class Visits {
  private count = 0;
  private readonly payments: Promise<unknown>[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  private readonly wanted: Wanted;

  constructor(wanted: Wanted) {
    this.wanted = wanted;
  }

  readonly one = async (): Promise<Visit> => {
    const { next, places, products, words } = this.wanted;
    const pick = picker(next);
    const place = (this.count += 1);
    const api = places.apis[place % places.apis.length] ?? '';
    const kind = next();
    if (kind < 0.1) return { isPurchase: true, answer: await this.buy(api, place) };
    if (kind < 0.15) return this.read(`${api}/home`);
    if (kind < 0.35) return this.read(`${api}/products/kinguinId/${pick(products).kinguinId}`);
    if (kind < 0.55) return this.read(`${api}/products/search/${encodeURIComponent(pick(words))}?limit=20`);
    const page = 1 + Math.floor(next() * PAGES);
    const filter = `${next() < 0.5 ? `&genres=${pick(GENRES)}` : ''}&sort=${pick(SORTS)}`;
    return this.read(`${api}/products/getAllProductsFiltred?limit=20&page=${page}${filter}`);
  };

  /** How many were paid, once all payments were made. */
  async paid(): Promise<number> {
    return (await Promise.all(this.payments)).length;
  }

  close(): void {
    this.agent.destroy();
  }

  private async ask(url: string, asked: Asked = {}): Promise<Answer> {
    const answer = await ask(url, { ...asked, agent: this.agent });
    return answer.isStale === true ? ask(url, { ...asked, agent: this.agent }) : answer;
  }

  private async read(url: string): Promise<Visit> {
    return { isPurchase: false, answer: await this.ask(url) };
  }

  private async buy(api: string, place: number): Promise<Answer> {
    const product = this.wanted.sold[place % this.wanted.sold.length];
    const body = {
      cart: [{ item: { _id: String(product?.kinguinId), type: 'game' }, quantity: 1 }],
      currency: 'EUR',
      data: { fullName: 'Ada Buyer', email: `load-${place}@example.com`, selectedCountry: 'DE', zipCode: '10115', termsAccepted: true },
    };
    const answer = await this.ask(`${api}/products/payment_checkout`, { body, localAddress: `127.1.0.${1 + (place % 250)}` });
    if (answer.status === 201 && place % 2 === 0) this.payments.push(this.pay((JSON.parse(answer.body) as { id: string }).id));
    return answer;
  }

  private pay(session: string): Promise<Answer> {
    const url = `${this.wanted.places.sandbox}/sandbox/sessions/${session}/pay`;
    return eventually(
      () => this.ask(url, { body: {} }),
      (answer) => !isPassing(answer),
      PAY_WITHIN_MS,
    );
  }
}
