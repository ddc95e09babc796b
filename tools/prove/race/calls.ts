import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { report, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { type Answer, ask } from '../customers/ask.ts';
import { checkoutBody } from '../customers/customer.ts';
import { booksAtRest, faultsAtRest, OPS_KEY, type StockedShop } from '../customers/stocked-shop.ts';
import { stillLapsing } from './lapse.ts';

const MINUTE = 60_000;
const ROUNDS = sized({ full: 50, sample: 3 });
const AT_ONCE = 24;
const STAFF = { 'x-ops-key': OPS_KEY };

interface Checkout {
  readonly round: number;
  /** Begins with `winner-`: by that its order is found and cancelled before the next round. */
  readonly email: string;
  readonly pieces?: number;
  readonly key?: string;
  readonly address: string;
  readonly cookie?: string;
  readonly token?: string;
}

export const statusesOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort();

/** Calls that race each other, over all API processes. `spare`: the product that is bought in a round, by kinguinId. */
export class Calls {
  private networks = 0;
  private readonly shop: () => StockedShop;
  readonly spare: (round: number) => number;

  constructor(shop: () => StockedShop, spare: (round: number) => number) {
    [this.shop, this.spare] = [shop, spare];
  }

  get anApi(): string {
    return this.shop().places.apis[0] ?? '';
  }

  /** All of a test, each without open checkouts of those before, and at their end the books and invariants. */
  async rounds(name: string, round: (round: number) => Promise<void>, often = ROUNDS): Promise<void> {
    for (let count = 0; count < often; count += 1) {
      await this.endOpenCheckouts();
      await round(count);
    }
    const books = await booksAtRest(this.shop(), [], MINUTE, { onItsWay: () => stillLapsing(this.shop()) });
    expect(await faultsAtRest(this.shop(), [], books)).toEqual([]);
    report(`${name}: ${often} rounds of ${AT_ONCE} calls at the same time`);
  }

  atOnce<T>(call: (index: number, api: string) => Promise<T>): Promise<T[]> {
    const { apis } = this.shop().places;
    return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(index, apis[index % apis.length] ?? '')));
  }

  /** An address in a network that nobody has asked from yet: 127.3.1.1 and on. */
  newAddress(): string {
    this.networks += 1;
    return `127.${3 + Math.floor(this.networks / 250)}.${this.networks % 250}.1`;
  }

  /** The cookie of a browser that has solved a captcha, as the shop would have noted it. */
  async solvedCaptcha(): Promise<string> {
    const pass = randomBytes(32).toString('base64url');
    const name = createHash('sha256').update(`captcha pass ${pass}`).digest('base64url');
    await this.shop().database.query(`insert into single_use (name, ends_at) values ($1, now() + interval '1 day')`, [name]);
    return `captcha=${pass}`;
  }

  /** One for each of the calls. */
  solvedCaptchas(): Promise<string[]> {
    return Promise.all(Array.from({ length: AT_ONCE }, () => this.solvedCaptcha()));
  }

  checkOut(api: string, { round, email, pieces = 1, key = randomUUID(), address, cookie, token }: Checkout): Promise<Answer> {
    return ask(`${api}/products/payment_checkout`, {
      body: checkoutBody(email, [{ kinguinId: this.spare(round), quantity: pieces }]),
      headers: { 'idempotency-key': key, ...(cookie !== undefined && { cookie }), ...(token !== undefined && { authorization: token }) },
      localAddress: address,
    });
  }

  /** One from each of so many addresses of a network that nobody has asked from yet, each by a browser that has solved a captcha. */
  async checkOutsOfNetwork(round: number, name: string): Promise<Answer[]> {
    const network = this.newAddress().replace(/1$/, '');
    const cookies = await this.solvedCaptchas();
    return this.atOnce((index, api) =>
      this.checkOut(api, {
        round,
        email: `winner-${name}-${round}-${index}@example.com`,
        address: `${network}${index + 1}`,
        cookie: cookies[index] ?? '',
      }),
    );
  }

  private async endOpenCheckouts(): Promise<void> {
    const { rows } = await this.shop().database.query<{ number: string }>(
      "select number from shop_order where status = 'pending' and email like 'winner-%'",
    );
    const answers = await Promise.all(rows.map(({ number }) => this.changeByStaff(this.anApi, number, 'cancel')));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }

  /** `refund`: of everything, or of this goodwill in the order's currency. */
  changeByStaff(api: string, number: string, what: 'cancel' | 'refund', goodwill?: number): Promise<Answer> {
    const body = { ...(what === 'refund' && (goodwill === undefined ? { everything: true } : { goodwill })), reason: 'a race' };
    return ask(`${api}/ops/orders/${number}/${what}`, { body, headers: STAFF });
  }

  /** A write by the staff. @throws Error for any answer but 2xx */
  async byStaff(method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> {
    const answer = await ask(`${this.anApi}/ops/${path}`, { method, ...(body && { body }), headers: STAFF });
    if (answer.status < 200 || answer.status > 299) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 300)}`);
  }
}
