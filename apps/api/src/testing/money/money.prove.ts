import { afterEach, expect, test } from '@jest/globals';
import { CURRENCIES, type Currency } from '@keyturn/shop-rules';
import type Stripe from 'stripe';
import { Settle } from '../../modules/payments/application/settle.ts';
import { clockBesideStandIn, type StripeStandIn, stripeStandIn } from '../../modules/payments/testing/stripe-stand-in.ts';
import { SendMail } from '../../platform/mail/sending/send-mail.ts';
import { report, SEED, sized } from '../campaigns/campaign.ts';
import { chance, picker } from '../campaigns/chance.ts';
import { brokenInvariants } from '../invariants/invariants.ts';
import { addProducts } from '../products.ts';
import { type TestShop, testShop } from '../test-shop.ts';
import { CartBuyer, sumOf, type Validated, type Wanted } from './cart-buyer.ts';
import { PriceChanges, TIME } from './price-changes.ts';
import { faultsOfSteps, type Moment, MOMENTS } from './steps.ts';

const { carts, mailed } = sized({ full: { carts: 100_000, mailed: 5000 }, sample: { carts: 2000, mailed: 60 } });
/** So many shops one after the other, each with a share: histories of prices that no shop has in years would only make each cart slower. */
const PARTS = sized({ full: 10, sample: 1 });
const AT_ONCE = 8;
const PRODUCTS = 30;
/** Pieces of one cart: three lines of two at most. */
const MOST_PIECES = 6;
const LONGEST_MS = sized({ full: 6 * 3_600_000, sample: 15 * 60_000 });
const symbols: Readonly<Record<Currency, RegExp>> = { Eur: /€([\d,.]+)/, Usd: /\$([\d,.]+)/, Pln: /([\d,.]+)\s*zł/, Gbp: /£([\d,.]+)/ };

const next = chance(SEED);
const pick = picker(next);
const kinguinIds = Array.from({ length: PRODUCTS }, (_, index) => index + 1);
const figures = { changedAnswers: 0, repriced: 0, mailed: 0 };
const made: Record<string, number> = {};
let shop: TestShop;
let standIn: StripeStandIn;
let changes: PriceChanges;
let productIds: readonly string[];
let buyers: readonly CartBuyer[];

/** The real SDK against the stand-in, real SMTP, and the staff's calls; the clock moves when the campaign says so. */
async function open(): Promise<void> {
  standIn = await stripeStandIn();
  // Nobody listens, and the backlog would only slow the stand-in down.
  await standIn.control('webhooks', { mode: 'none' }, 'PUT');
  const environment = {
    STRIPE_API_URL: standIn.origin,
    SMTP_URL: standIn.smtpUrl,
    RATE_LIMIT_SCALE: '1000000',
  };
  shop = await testShop({ environment, clock: clockBesideStandIn() });
  const keys = Math.ceil((MOST_PIECES * mailed) / PARTS / PRODUCTS) + AT_ONCE * MOST_PIECES;
  productIds = await addProducts(
    shop,
    // Every third has a price that follows from its cost.
    kinguinIds.map((kinguinId) => ({ kinguinId, keys, price: 3 + kinguinId / 7, sellPrice: kinguinId % 3 ? 4.99 + kinguinId : undefined })),
  );
  const moveOtherClock = async (advanceMs: number) => void (await standIn.control('clock', { advanceMs }));
  changes = await PriceChanges.of(shop, kinguinIds, { next, pick, moveOtherClock, made });
  buyers = Array.from({ length: AT_ONCE }, (_, index) => new CartBuyer(shop, `10.${index}.0.1`));
}

async function close(): Promise<void> {
  await shop?.close();
  await standIn?.close();
}
// Where a part has failed.
afterEach(close, 60_000);

function anyCart(): Wanted {
  const products = new Set(Array.from({ length: 3 }, () => pick(kinguinIds)));
  return {
    currency: pick(CURRENCIES),
    lines: [...products].slice(0, pick([1, 2, 3])).map((kinguinId) => ({ kinguinId, quantity: pick([1, 1, 2]) })),
  };
}

interface OrderRow {
  readonly id: string;
  readonly currency: string;
  readonly total: number;
  readonly lines: readonly { productId: string; unitMinor: number; quantity: number }[];
}

interface Sale {
  readonly browser: CartBuyer;
  readonly wanted: Wanted;
  readonly email: string;
  readonly session: string;
  /** The total that the buyer agreed to. */
  readonly agreed: number;
  readonly order: OrderRow;
}

async function ordersOf(sessions: readonly string[]): Promise<ReadonlyMap<string, OrderRow>> {
  const query = 'select session_id as session, id, currency, total_minor as total, lines from shop_order where session_id = any($1)';
  const { rows } = await shop.database.query<OrderRow & { session: string }>(query, [sessions]);
  return new Map(rows.map((row) => [row.session, row]));
}

/** Order, payment session, and what the buyer agreed to. */
async function expectSame({ wanted, session, agreed, order }: Sale): Promise<void> {
  const atProvider = await standIn.stripe.checkout.sessions.retrieve(session);
  expect({
    order: [order.total, order.currency.toLowerCase()],
    lines: order.lines.reduce((sum, { unitMinor, quantity }) => sum + unitMinor * quantity, 0),
    provider: [atProvider.amount_total, atProvider.currency],
  }).toEqual({ order: [agreed, wanted.currency.toLowerCase()], lines: agreed, provider: [agreed, wanted.currency.toLowerCase()] });
}

/** Order = charge = the sum in the mail. */
async function payAndRead({ wanted, session, agreed, email, order: { id } }: Sale): Promise<void> {
  await standIn.control(`sessions/${session}/pay`);
  await shop.get(Settle).run(session, 'stripe', 'stripe');
  await shop.get(SendMail).run(`${id}-keys-1`);
  const paid = await standIn.stripe.checkout.sessions.retrieve(session, { expand: ['payment_intent.latest_charge'] });
  const charge = (paid.payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge;
  const mails = (await (await fetch(`${standIn.mailboxOrigin}/api/email?to=${email}`)).json()) as { text: string }[];
  const sums = mails.map(({ text }) => symbols[wanted.currency].exec(/^Total\b.*$/m.exec(text)?.[0] ?? '')?.[1]);
  expect({ charged: [charge.amount_captured, charge.currency], mails: sums }).toEqual({
    charged: [agreed, wanted.currency.toLowerCase()],
    mails: [(agreed / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })],
  });
}

/** Checks out until the answer is a session, as a buyer who agrees to each new total. Answers the session and the total. */
async function agree(
  browser: CartBuyer,
  wanted: Wanted,
  validated: Validated,
  email: string,
): Promise<{ session: string; agreed: number }> {
  for (let agreed = validated.total; ;) {
    const answer = await browser.checkOut(wanted, agreed, email);
    if ('session' in answer) return { session: answer.session, agreed };
    // Nothing but a price may have changed: there are enough keys for all.
    expect(answer.changed.total).not.toBe(agreed);
    figures.changedAnswers += 1;
    agreed = answer.changed.total;
  }
}

/** What one piece of each line costs by the order. */
const unitsIn = ({ wanted, order }: Sale) =>
  wanted.lines.map(({ kinguinId }) => order.lines.find(({ productId }) => productId === productIds[kinguinId - 1])?.unitMinor ?? NaN);

async function round(first: number): Promise<void> {
  const moment = pick(MOMENTS);
  const all = buyers.map((browser, index) => {
    const wanted = anyCart();
    return { browser, wanted, line: pick([...wanted.lines.keys()]), email: `cart-${first + index}@example.com` };
  });
  const lists = () => Promise.all(all.map(({ browser, wanted }) => browser.list(wanted)));
  const changeAt = async (one: Moment) => (one === moment ? changes.make() : undefined);
  await changeAt('before');
  const before = moment === 'meanwhile' ? await lists() : [];
  const meanwhile = changeAt('meanwhile');

  const listed = await lists();
  await changeAt('after the list');
  const validated = await Promise.all(all.map(({ browser, wanted }) => browser.validate(wanted)));
  const pages = await Promise.all(
    all.map(({ browser, wanted, line }) => browser.page(wanted.lines[line]?.kinguinId ?? NaN, wanted.currency)),
  );
  await changeAt('after the validation');
  const agreed = await Promise.all(
    all.map(async (one, index) => ({ ...one, ...(await agree(one.browser, one.wanted, validated[index] as Validated, one.email)) })),
  );
  const isOfTime = (await meanwhile) === TIME;
  const orders = await ordersOf(agreed.map(({ session }) => session));
  const sales = agreed.map((one): Sale & { line: number } => ({ ...one, order: orders.get(one.session) as OrderRow }));
  await Promise.all(sales.map(expectSame));
  const after = moment === 'meanwhile' || moment === 'after the validation' ? await lists() : [];
  for (const [index, { wanted, line, ...sale }] of sales.entries()) {
    const [seen, checked] = [listed[index]?.units ?? [], validated[index] as Validated];
    expect(sumOf(wanted, checked)).toBe(checked.total);
    const steps = {
      listed: seen,
      validated: checked.units,
      statuses: checked.statuses,
      page: { line, unit: pages[index] ?? NaN },
      ordered: unitsIn({ wanted, ...sale }),
      before: before[index]?.units,
      after: after[index]?.units,
      isOfTime,
    };
    expect(faultsOfSteps(moment, steps)).toEqual([]);
    figures.repriced += checked.statuses.filter((status) => status === 'repriced').length;
  }

  const toPay = sales.slice(0, Math.floor(((first + AT_ONCE) * mailed) / carts) - figures.mailed);
  await Promise.all(toPay.map(payAndRead));
  figures.mailed += toPay.length;
}

/** Those of one shop, from cart number `from` on. */
async function sellAll(from: number, to: number): Promise<void> {
  const mailedBefore = figures.mailed;
  for (let first = from; first < to; first += AT_ONCE) await round(first);
  const { rows } = await shop.database.query<{ count: number }>('select count(*)::int from shop_order where paid_at is not null');
  expect(rows).toEqual([{ count: figures.mailed - mailedBefore }]);
  expect(await brokenInvariants(shop.database, shop.clock.now())).toEqual([]);
}

test(
  `what the pages show, what validation says and what is charged are the same amount at each moment, in ${carts} carts while prices change`,
  async () => {
    const share = carts / PARTS;
    for (let from = 0; from < carts; from += share) {
      await open();
      await sellAll(from, from + share);
      if (from + share < carts) await close();
    }
    const { changedAnswers, repriced } = figures;
    expect(figures.mailed).toBe(mailed);
    // Without them nothing would have been tried.
    expect(Math.min(changedAnswers, repriced)).toBeGreaterThan(0);
    const currencies = CURRENCIES.map((currency) => currency.toUpperCase()).join(', ');
    report(
      `${carts} carts in ${currencies}, ${repriced} lines answered as repriced, ${changedAnswers} checkouts answered with another total`,
    );
    const kinds = Object.entries(made).map(([kind, count]) => `${kind} ${count}`);
    report(`price changes: ${kinds.join(', ')}; ${mailed} orders charged and mailed`);
  },
  LONGEST_MS,
);
