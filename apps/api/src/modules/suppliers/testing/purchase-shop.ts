import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { operator } from '../../../testing/operators.ts';
import { addProducts, buyer, cartLine } from '../../../testing/products.ts';
import { salesShop } from '../../../testing/sales-shop.ts';
import { buy } from '../../../testing/sales.ts';
import { FulfilBackorders } from '../../orders/index.ts';
import { Settle } from '../../payments/application/settle.ts';
import { InMemoryPaymentProvider } from '../../payments/testing/in-memory-payments.ts';
import { AddKeys, ApplyStockChanges } from '../../stock/index.ts';
import { LookAgain } from '../application/after-sales/look-again.ts';
import { BuyKeys } from '../application/buy-keys.ts';
import { PlanPurchases } from '../application/plan-purchases.ts';
import { type SupplierName, SupplierOffers } from '../application/ports.ts';
import { ShowOffers } from '../application/show-offers.ts';
import type { PurchaseItem } from '../ops/suppliers-ops.dto.ts';
import { InMemorySupplier } from './in-memory-supplier.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
export const DEATH = 'the process died';

/** A shop with these suppliers, a margin of 10 %, and a product for 10 euros that `renew` makes. */
async function purchaseShop(kinguin: InMemorySupplier, other: InMemorySupplier) {
  const provider = new InMemoryPaymentProvider();
  const shop = await salesShop({ provider, suppliers: [kinguin, other], environment: { MIN_MARGIN: '0.1' } });
  const staff = await operator(shop, 'catalogue');
  let product = 1000;
  let productId = '';
  let buyers = 0;
  let own = 0;

  async function addKeys(count: number): Promise<void> {
    const keys = Array.from({ length: count }, () => ({
      productId,
      secret: { kind: 'text', key: `OWN-${product}-${(own += 1)}` } as const,
    }));
    await shop.get(AddKeys).run(keys, 'test');
  }

  /** `amountMinor`: where it is not what the order costs, which is on hold then. */
  async function pay(sessionId: string, amountMinor?: number): Promise<void> {
    provider.become(sessionId, { outcome: 'paid', ...(amountMinor !== undefined && { amountMinor }) });
    await shop.get(Settle).run(sessionId, 'stripe', 'stripe');
  }

  /** A checkout of a buyer of its own; answers what came. */
  function checkOut(quantity = 1) {
    buyers += 1;
    return shop.app.inject({
      method: 'POST',
      url: '/products/payment_checkout',
      payload: { cart: [cartLine(product, quantity)], data: { ...buyer, email: `buyer-${buyers}@example.com` }, currency: 'EUR' },
    });
  }

  async function orderOf(sessionId: string): Promise<string> {
    const { rows } = await shop.database.query<{ id: string }>('select id from shop_order where session_id = $1', [sessionId]);
    return rows[0]?.id ?? '';
  }

  return {
    shop,
    staff,
    kinguin,
    other,
    product: () => product,
    /** Another product, and suppliers that have nothing. */
    async renew(): Promise<void> {
      product += 1;
      [productId = ''] = await addProducts(shop, [{ kinguinId: product, sellPrice: 10 }]);
      await shop.database.query(
        'delete from alert; delete from supplier_look; delete from supplier_return; delete from purchased_key; delete from purchase; delete from commitment; delete from supplier_offer; delete from supplier',
      );
      const empty = () => ({
        offered: [],
        ordered: [],
        underWay: [],
        isAway: false,
        trouble: null,
        keysAtOnce: Infinity,
        delivers: 'texts',
        countsInOrder: false,
        surchargeMinor: 0,
        references: 'unique',
        returns: 'call',
        showsReturns: true,
        mostTaken: Infinity,
        mostPaid: Infinity,
        balanceMinor: 1_000_000,
      });
      for (const supplier of [kinguin, other]) Object.assign(supplier, empty());
    },
    /** What a supplier has, seen now: cents and pieces. */
    async offer(supplier: InMemorySupplier, priceMinor: number, quantity: number, offerId = `${supplier.name}-${product}`): Promise<void> {
      const one = { offerId, supplierProductId: String(product), kinguinId: product, name: 'Game', priceMinor, quantity };
      supplier.offered.push(one);
      await shop.get(SupplierOffers).put(supplier.name, [{ ...one, productId }], shop.clock.now());
    },
    productId: () => productId,
    /** Keys of the shop's own. */
    async addOwn(count: number): Promise<void> {
      await addKeys(count);
      await shop.get(ApplyStockChanges).run();
    },
    /** Brings what lists show up to date, and answers how many they show. */
    async shown(): Promise<number> {
      await shop.get(ApplyStockChanges).run();
      await shop.get(ShowOffers).run();
      return (await shop.app.inject(`/products/kinguinId/${product}`)).json<{ qty: number }>().qty;
    },
    checkOut,
    orderOf,
    pay,
    /** The order of a buyer who has paid for one piece; answers its id. */
    async paid(): Promise<string> {
      const session = (await checkOut()).json<{ id: string }>();
      await pay(session.id);
      return orderOf(session.id);
    },
    /** A paid order whose keys others bought after its reservation had lapsed. */
    async backorder(quantity = 1): Promise<string> {
      const email = () => `buyer-${(buyers += 1)}@example.com`;
      await addKeys(quantity);
      const id = await buy(shop, provider, { kinguinId: product, quantity, email: email(), isPaid: false });
      shop.clock.advance(HOUR_MS);
      await buy(shop, provider, { kinguinId: product, quantity, email: email() });
      const { rows } = await shop.database.query<{ session: string }>('select session_id as session from shop_order where id = $1', [id]);
      await pay(rows[0]?.session ?? '');
      return id;
    },
    /** A paid order for which Kinguin has an order, and has delivered nothing. */
    async undelivered(quantity = 1): Promise<string> {
      kinguin.keysAtOnce = 0;
      const id = await this.backorder(quantity);
      await this.offer(kinguin, 500, 5);
      await this.work();
      return id;
    },
    /** What workers do after so many minutes, until nothing is due. A process that dies is followed by another one; returns how many died. */
    async work(minutes = 0): Promise<number> {
      shop.clock.advance(minutes * MINUTE_MS);
      let deaths = 0;
      for (let rounds = 0; rounds < 20; rounds += 1) {
        try {
          await shop.get(PlanPurchases).run();
          if (!(await shop.get(BuyKeys).run(kinguin)) && !(await shop.get(BuyKeys).run(other))) break;
        } catch (error) {
          if (!(error instanceof Error) || error.message !== DEATH) throw error;
          deaths += 1;
        }
      }
      await shop.get(FulfilBackorders).run();
      return deaths;
    },
    /** Kinguin's next order takes effect late, and ten minutes have passed; answers its purchase. `arrive` of Kinguin makes it take effect. */
    async sendLate(): Promise<string> {
      kinguin.trouble = 'late';
      await this.work();
      await this.work(12);
      return (await this.purchases())[0]?.id ?? '';
    },
    /** A delivered order, and how a key is bought in place of its own at Kinguin; that order is sent late. */
    async replacementSentLate() {
      const support = await operator(shop, 'support');
      await this.addOwn(1);
      const id = await this.paid();
      const keyOf = async () =>
        (await shop.database.query<{ keyId: string }>('select key_id as "keyId" from allocation where order_id = $1', [id])).rows[0]?.keyId;
      const keyId = await keyOf();
      const buyAgain = () => support.call('POST', `/ops/orders/${id}/keys/1/1/buy-again`, { keyId });
      await this.offer(kinguin, 500, 1);
      await buyAgain();
      return { keyId, keyOf, buyAgain, purchase: await this.sendLate() };
    },
    /** After so many minutes, orders of closed purchases are looked at again. */
    async look(minutes = 0): Promise<void> {
      shop.clock.advance(minutes * MINUTE_MS);
      await shop.get(LookAgain).run();
      await this.work();
    },
    /** Keys of the product that are for sale. */
    async free(): Promise<number> {
      const { rows } = await shop.database.query(`select id from stock_key where state = 'available' and product_id = $1`, [productId]);
      return rows.length;
    },
    /** Of the first order that Kinguin made. */
    supplierOrderId: () => kinguin.ordered[0]?.order.orderId ?? '',
    async statusOf(id: string): Promise<string | undefined> {
      const { rows } = await shop.database.query<{ status: string }>('select status from shop_order where id = $1', [id]);
      return rows[0]?.status;
    },
    /** What staff was alerted to about purchases, without their ids. */
    async alerts(): Promise<string[]> {
      const { rows } = await shop.database.query<{ detail: string }>(
        `select substr(detail, strpos(detail, ': ') + 2) as detail from alert where kind = 'supplier-purchase' order by raised_at, detail`,
      );
      return rows.map(({ detail }) => detail);
    },
    async purchases(name: SupplierName = 'kinguin'): Promise<PurchaseItem[]> {
      return (await staff.call('GET', `/ops/suppliers/${name}/purchases`)).json<{ items: PurchaseItem[] }>().items;
    },
  };
}

type PurchaseShop = Awaited<ReturnType<typeof purchaseShop>>;

/** The shop of the tests that follow, with another product for each. Only its suppliers are there before these tests run. */
export function purchaseShopOfTests(): PurchaseShop {
  const kinguin = new InMemorySupplier();
  const other = new InMemorySupplier('codeswholesale');
  const made = { kinguin, other } as PurchaseShop;
  beforeAll(async () => {
    Object.assign(made, await purchaseShop(kinguin, other));
  });
  afterAll(() => made.shop.close());
  beforeEach(() => made.renew());
  return made;
}
