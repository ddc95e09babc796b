import { CURRENCIES } from '@keyturn/shop-rules';
import { FulfilBackorders, Orders } from '../../modules/orders/index.ts';
import { PaymentProvider } from '../../modules/payments/application/ports.ts';
import { Reconcile } from '../../modules/payments/application/reconcile.ts';
import { RefundPayment } from '../../modules/payments/application/refunds/refund-payment.ts';
import { Settle } from '../../modules/payments/application/settle.ts';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { AddKeys, ApplyStockChanges } from '../../modules/stock/index.ts';
import { LookAgain } from '../../modules/suppliers/application/after-sales/look-again.ts';
import { Looks } from '../../modules/suppliers/application/after-sales/looks.ts';
import { ReturnKeys } from '../../modules/suppliers/application/after-sales/return-keys.ts';
import { SupplierReturns } from '../../modules/suppliers/application/after-sales/returns.ts';
import { BuyKeys } from '../../modules/suppliers/application/buy-keys.ts';
import { FollowHints } from '../../modules/suppliers/application/follow-hints.ts';
import { PlanPurchases } from '../../modules/suppliers/application/plan-purchases.ts';
import { SupplierOffers, Suppliers } from '../../modules/suppliers/application/ports.ts';
import { KeyPurchases } from '../../modules/suppliers/application/purchases.ts';
import { ShowOffers } from '../../modules/suppliers/application/show-offers.ts';
import { Mailer, Transaction } from '../../shared/ports.ts';
import { chance, picker } from '../campaigns/chance.ts';
import { RecordingMailer } from '../fakes.ts';
import { addProducts, buyer, cartLine } from '../products.ts';
import { testShop } from '../test-shop.ts';
import { MortalProcesses } from './mortal-processes.ts';
import { StormySupplier } from './stormy-supplier.ts';
import { sendHints } from './supply-hints.ts';
import { supplyStaff } from './supply-staff.ts';

const MINUTE_MS = 60_000;
/** After so long a purchase whose answer was lost is looked at. */
const LOOK_AGAIN_MS = 5000;
const PRODUCTS = 16;
/** Products of which suppliers say that they have pieces, and refuse each order. */
const GHOSTS = 2;
const GHOST_PIECES = 3;
const MOST_OFFERED = 80;
/** Of every fourth product. */
const OWN_KEYS = 5;
const AT_ONCE = 8;
const BATCH = 48;
const REPLACED_OF_BATCH = 4;
const WORKERS = 2;
export const MIN_MARGIN = 0.1;
const FUNDS_MINOR = 500_000;

/** A shop on PostgreSQL that sells what two suppliers offer, in bad weather, with workers that die. */
export async function supplyWorld(seed: number) {
  const next = chance(seed);
  const pick = picker(next);
  const suppliers = [
    new StormySupplier('kinguin', 'unique', 'call', next),
    new StormySupplier('codeswholesale', 'listed', 'by hand', next),
  ] as const;
  const provider = new InMemoryPaymentProvider();
  const shop = await testShop({
    fakes: [
      { provide: PaymentProvider, useValue: provider },
      { provide: Mailer, useValue: new RecordingMailer() },
      { provide: Suppliers, useValue: new Suppliers([...suppliers]) },
    ],
    environment: { RATE_LIMIT_SCALE: '1000000', MIN_MARGIN: String(MIN_MARGIN), WAITING_REFUND_AFTER_HOURS: '2' },
  });
  const kinguinIds = Array.from({ length: PRODUCTS }, (_, index) => index + 1);
  const productIds = await addProducts(
    shop,
    kinguinIds.map((kinguinId) => ({ kinguinId, keys: kinguinId % 4 === 0 ? OWN_KEYS : 0, price: 2, sellPrice: 9 + kinguinId })),
  );
  const staff = await supplyStaff(shop, suppliers, pick);
  const counts = { orders: 0, refused: 0, hints: 0 };
  const late: string[] = [];
  let buyers = 0;
  let isCalm = false;
  const processes = new MortalProcesses(next, shop.get(Transaction));
  processes.endanger(shop.get(KeyPurchases), 'add', 'sent', 'ordered', 'noteKeys', 'close', 'postpone', 'drop');
  processes.endanger(shop.get(AddKeys), 'run');
  processes.endanger(shop.get(SupplierReturns), 'step');
  processes.endanger(shop.get(Looks), 'add', 'take', 'made');
  for (const supplier of suppliers) processes.endanger(supplier, 'order', 'keys', 'find', 'orderOf', 'takeBack', 'takenBack', 'product');

  /** Prices and pieces move; the shop hears of it now and then alone. */
  async function moveOffers(): Promise<void> {
    for (const supplier of suppliers) {
      supplier.balanceMinor = !isCalm && next() < 0.05 ? 1000 : FUNDS_MINOR;
      supplier.offered = kinguinIds.map((kinguinId) => ({
        offerId: `${supplier.name}-${kinguinId}`,
        supplierProductId: String(kinguinId),
        kinguinId,
        name: `Game ${kinguinId}`,
        priceMinor: Math.round((9 + kinguinId) * 100 * (0.5 + next() * 0.5)),
        quantity: kinguinId > PRODUCTS - GHOSTS ? 0 : Math.floor(next() * MOST_OFFERED),
      }));
      // What a webhook makes the shop ask about is what there is: of those that it must not find out about, none.
      const changed = supplier.offered.filter(({ quantity }) => quantity > 0);
      for (const { supplierProductId, kinguinId } of [pick(changed), pick(changed)])
        supplier.hinted.push({ kind: 'product', supplierProductId, kinguinId });
      if (!isCalm && next() < 0.15) continue;
      const offers = supplier.offered.map((offer) => ({
        ...offer,
        quantity: offer.quantity || GHOST_PIECES,
        productId: productIds[kinguinIds.indexOf(offer.kinguinId ?? 0)] ?? null,
      }));
      await shop.get(SupplierOffers).put(supplier.name, offers, shop.clock.now());
    }
  }

  async function settle(session: string): Promise<void> {
    await shop.get(Settle).run(session, 'stripe', 'stripe');
  }

  /** A buyer who pays at once, late, or never. */
  async function sale(): Promise<void> {
    buyers += 1;
    const number = buyers;
    const products = new Set([pick(kinguinIds), ...(next() < 0.3 ? [pick(kinguinIds)] : [])]);
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      remoteAddress: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      payload: {
        cart: [...products].map((kinguinId) => cartLine(kinguinId, pick([1, 1, 2, 3, 5]))),
        data: { ...buyer, email: `buyer-${number}@example.com` },
        currency: pick(CURRENCIES).toUpperCase(),
      },
    });
    if (answer.statusCode === 409) return void (counts.refused += 1);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    counts.orders += 1;
    const session = answer.json<{ id: string }>().id;
    const chosen = next();
    if (chosen < 0.15) return;
    if (chosen < 0.25) return void late.push(session);
    provider.become(session, { outcome: 'paid' });
    await settle(session);
  }

  async function worker(): Promise<void> {
    for (let rounds = 0; rounds < 60; rounds += 1) {
      const done = await processes.unlessItDies(async () => {
        let bought = await shop.get(PlanPurchases).run();
        for (const supplier of suppliers) while (await shop.get(BuyKeys).run(supplier)) bought += 1;
        return bought;
      });
      if (done === 0) return;
    }
  }

  async function isLookDue(): Promise<boolean> {
    const { rows } = await shop.database.query('select from supplier_look where due_at <= $1 limit 1', [shop.clock.now()]);
    return rows.length > 0;
  }

  /** What workers do, until nothing is due. */
  async function work(): Promise<void> {
    counts.hints += await sendHints(shop, suppliers, next);
    processes.isMortal = !isCalm;
    await Promise.all(Array.from({ length: WORKERS }, worker));
    for (const task of [FollowHints, ReturnKeys]) await processes.unlessItDies(() => shop.get<FollowHints | ReturnKeys>(task).run());
    while (await isLookDue()) await processes.unlessItDies(() => shop.get(LookAgain).run());
    processes.isMortal = false;
    await shop.get(FulfilBackorders).run();
    await shop.get(ApplyStockChanges).run();
    await shop.get(ShowOffers).run();
    for (const orderId of await shop.get(Orders).refundsDue(new Date(shop.clock.now().getTime() - MINUTE_MS)))
      await shop.get(RefundPayment).run(orderId);
  }

  async function payLate(): Promise<void> {
    for (const session of late.splice(0)) {
      provider.become(session, { outcome: 'paid' });
      await settle(session);
    }
  }

  return {
    shop,
    suppliers,
    provider,
    counts,
    processes,
    staff,
    ownKeys: (OWN_KEYS * PRODUCTS) / 4,
    /** Some sales, and what workers do in the minutes after. */
    async batch(): Promise<void> {
      await moveOffers();
      await shop.get(ShowOffers).run();
      for (let sold = 0; sold < BATCH; sold += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, sale));
      await work();
      if (suppliers.some((supplier) => supplier.isAtWork())) {
        shop.clock.advance(LOOK_AGAIN_MS);
        await work();
      }
      for (const supplier of suppliers) supplier.settle();
      shop.clock.advance(pick([1, 5, 15]) * MINUTE_MS);
      for (let times = 0; times < REPLACED_OF_BATCH; times += 1) await staff.replaceAKey();
      await staff.giveBack();
      await staff.askAboutUnclear();
      if (next() < 0.15) await payLate();
      if (next() < 0.3) await shop.get(Reconcile).run();
      await work();
    },
    /** The weather is fine, nobody dies, and time passes until everything is settled. */
    async end(): Promise<void> {
      isCalm = true;
      for (const supplier of suppliers) supplier.isCalm = true;
      await payLate();
      for (let rounds = 0; rounds < 20; rounds += 1) {
        await moveOffers();
        for (const supplier of suppliers) supplier.settle();
        shop.clock.advance(11 * MINUTE_MS);
        await staff.giveBack();
        await shop.get(Reconcile).run();
        await work();
      }
      // What no webhook told is found by the schedule, which looks at a delivered order after one and after three days; then what follows from
      // it is done.
      for (const minutes of [25 * 60, 49 * 60, 11, 11]) {
        await moveOffers();
        shop.clock.advance(minutes * MINUTE_MS);
        await work();
      }
    },
    close: () => shop.close(),
  };
}

export type SupplyWorld = Awaited<ReturnType<typeof supplyWorld>>;
