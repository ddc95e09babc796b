import { CountingIds, FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import type { CountryBlocks } from '../../blocker/index.ts';
import { InMemoryBuyerBlocks } from '../../blocker/testing/in-memory-buyer-blocks.ts';
import type { CheckCart, CheckedCart } from '../../cart-validation/index.ts';
import type { Offer } from '../../catalog/index.ts';
import { EndUnpaidOrder, PlaceOrder } from '../../orders/index.ts';
import { InMemoryOrderVisits } from '../../orders/testing/in-memory-order-visits.ts';
import { InMemoryOrders } from '../../orders/testing/in-memory-orders.ts';
import { OpenSession, PaymentProviders, type Settle } from '../../payments/index.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { ChooseThreeDSecure } from '../../risk/index.ts';
import { assessing } from '../../risk/testing/assessing.ts';
import { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { ListedPasses } from '../../users/testing/in-memory-users.ts';
import { EndOpenCheckouts } from '../application/end-open-checkouts.ts';
import { type CheckoutRequest, OpenCheckout } from '../application/open-checkout.ts';

export const MINUTE = 60_000;
export const GRACE = 5 * MINUTE;
const LIMITS = {
  graceMs: GRACE,
  mostOpenPerAddress: 2,
  mostOpenPerEmail: 2,
  mostPiecesPerProduct: 4,
  mostFurtherMinor: 50_000,
  perEuro: { Eur: 1, Usd: 1.1, Pln: 4.3, Gbp: 0.9 },
  isLifted: false,
};
const price = (listMinor: number, discountedMinor: number | null = null) => ({ listMinor, discountedMinor });
export const offer: Offer = {
  productId: 'product-1',
  ref: { type: 'game', id: '1949' },
  name: 'Half Moon',
  platform: 'Steam',
  category: 'Game',
  coverImage: 'images/00-320.webp',
  prices: { Eur: price(1000, 800), Usd: price(1100), Pln: price(4300), Gbp: price(900) },
  limitPerBasket: null,
  activation: {},
};
export const line = (quantity: number, change: object = {}) => ({
  ref: offer.ref,
  status: 'ok',
  quantity,
  offer,
  unitMinor: 800,
  free: 10,
  ...change,
});
export const cartOf = (...lines: ReturnType<typeof line>[]) =>
  ({ lines, totalMinor: lines.reduce((sum, { unitMinor, quantity }) => sum + unitMinor * quantity, 0) }) as unknown as CheckedCart;

/** A checkout on fakes with ten keys, whose cart's check answers `cart`. `blocked`: countries, `blockedBuyers`: accounts. */
export async function checkoutShop({
  cart = cartOf(line(1)),
  limits = {},
  blocked = [] as readonly string[],
  blockedBuyers = [] as readonly string[],
} = {}) {
  const clock = new FixedClock();
  const transaction = new PlainTransaction();
  const orders = new InMemoryOrders(clock);
  const stock = new InMemoryKeyStock(clock);
  await stock.add(
    Array.from({ length: 10 }, (_, key) => ({ productId: 'product-1', secret: { kind: 'text', key: `KEY-${key}` } as const })),
  );
  const provider = new InMemoryPaymentProvider();
  const providers = new PaymentProviders(provider);
  const end = new EndUnpaidOrder(orders, stock, transaction, clock);
  const captcha = new ListedPasses();
  const buyerBlocks = new InMemoryBuyerBlocks(clock);
  buyerBlocks.all.push(...blockedBuyers.map((value) => ({ kind: 'account', value, reason: 'chargeback', endsAt: null }) as const));
  const visits = new InMemoryOrderVisits((id) => orders.all.get(id)?.browserId);
  const settled: unknown[] = [];
  const settle = { run: async (...call: unknown[]) => (settled.push(call), 'still open') } as unknown as Settle;
  const own: unknown[] = [];
  const check = {
    run: async (_lines: unknown, _currency: unknown, ownOrders: unknown) => (own.push(ownOrders), cart),
  } as unknown as CheckCart;
  const endOpen = new EndOpenCheckouts(orders, providers, settle, end);
  const checkout = new OpenCheckout(
    { isBlocked: async (countries: (string | null)[]) => countries.some((one) => one !== null && blocked.includes(one)) } as CountryBlocks,
    buyerBlocks,
    check,
    endOpen,
    new PlaceOrder(orders, stock, clock, new CountingIds()),
    orders,
    new OpenSession(orders, providers, end),
    providers,
    { ...LIMITS, ...limits },
    captcha,
    new ChooseThreeDSecure(assessing().assess, { threeDSecure: 'automatic' }),
    { current: async () => 'terms-1', ofVersion: async () => null },
    visits,
    transaction,
    clock,
  );
  let browser = 0;
  const run = (change: Partial<CheckoutRequest> = {}) =>
    checkout.run({
      lines: [{ ref: offer.ref, quantity: 1 }] as unknown as CheckoutRequest['lines'],
      currency: 'Eur',
      expectedTotalMinor: null,
      email: `ada-${(browser += 1)}@example.com`,
      customer: { fullName: 'Ada', country: null } as unknown as CheckoutRequest['customer'],
      fromCountry: null,
      termsAccepted: true,
      isForElsewhere: false,
      userId: null,
      clientAddress: `192.0.${browser}.1`,
      caller: { address: `192.0.${browser}.1`, browser: 'Firefox 144 on Windows' },
      browserId: `browser-${browser}`,
      idempotencyKey: null,
      requestHash: 'hash',
      pass: null,
      ...change,
    });
  return { clock, orders, visits, stock, captcha, provider, settled, own, run, endOpen, all: () => [...orders.all.values()] };
}
