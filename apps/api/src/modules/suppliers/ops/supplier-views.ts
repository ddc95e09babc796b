import { currencyCode } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import type { ListWindow } from '../../../shared/list-window.ts';
import { Clock } from '../../../shared/ports.ts';
import { ShopCalendar } from '../../../shared/shop-calendar.ts';
import { Catalogue, ProductReads } from '../../catalog/index.ts';
import { SUPPLIER_CURRENCY, SUPPLIER_NAMES, SupplierOffers, SupplierStates, Suppliers } from '../application/ports.ts';
import { type AfterSales, NO_AFTER_SALES, ReadAfterSales } from '../application/margins/after-sales.ts';
import { amountsOf } from '../application/margins/purchase-amounts.ts';
import { ReportMargins } from '../application/margins/report-margins.ts';
import type { DayOfSupplier } from '../application/reports.ts';
import { supplierNamed } from '../application/steer-suppliers.ts';
import { Syncs } from '../application/feeds/syncs.ts';
import { type PurchaseRecord, KeyPurchases, type PurchaseState } from '../application/purchases.ts';
import { returnView } from './returns/returns-ops.dto.ts';
import type { OfferItem, PurchaseItem, SupplierCondition, SupplierItem, SyncView } from './suppliers-ops.dto.ts';

const DAY_MS = 86_400_000;

/** Suppliers, offers and purchases in the shape of the wire. */
@Injectable()
export class SupplierViews {
  constructor(
    private readonly known: Suppliers,
    private readonly states: SupplierStates,
    private readonly syncs: Syncs,
    private readonly supplierOffers: SupplierOffers,
    private readonly purchases: KeyPurchases,
    private readonly catalogue: Catalogue,
    private readonly products: ProductReads,
    private readonly afterSales: ReadAfterSales,
    private readonly reports: ReportMargins,
    private readonly calendar: ShopCalendar,
    private readonly clock: Clock,
  ) {}

  async suppliers(): Promise<SupplierItem[]> {
    const states = await this.states.of(SUPPLIER_NAMES);
    const now = this.clock.now().getTime();
    const counts = await this.purchases.counts(new Date(now - DAY_MS));
    const items: SupplierItem[] = [];
    for (const name of SUPPLIER_NAMES) {
      const state = states.get(name);
      const isOn = this.known.named(name) !== null;
      const feedAt = state?.feedAt ?? null;
      items.push({
        name,
        state: conditionOf(isOn, state?.pausedAt ?? null, state?.failure ?? null),
        balance: state?.balanceMinor === null || state === undefined ? null : state.balanceMinor / 100,
        breaker: state?.breaker ?? null,
        failure: state?.failure ?? null,
        checkedAt: state?.checkedAt ?? null,
        feedAt,
        feedAgeSeconds: feedAt && Math.max(0, Math.round((now - feedAt.getTime()) / 1000)),
        offers: state?.offers ?? 0,
        ordersOpen: counts.get(name)?.open ?? 0,
        ordersFailed: counts.get(name)?.failed ?? 0,
        pausedBy: state?.pausedBy ?? null,
        sync: await this.syncs.latest(name),
      });
    }
    return items;
  }

  /** @throws SupplierUnknown */
  async offers(
    text: string,
    { isWithoutStock, ...filter }: { isWithoutStock: boolean; isLinked?: boolean },
    window: ListWindow,
  ): Promise<{ items: OfferItem[]; total: number }> {
    const name = supplierNamed(text);
    const productIds = isWithoutStock ? await this.withoutStock(await this.supplierOffers.productIds(name)) : undefined;
    const { items, total } = await this.supplierOffers.list(name, { ...filter, ...(productIds && { productIds }) }, window);
    const products = await this.products.ofIds(items.flatMap(({ productId }) => productId ?? []));
    return {
      total,
      items: items.map(({ supplierProductId, productId, kinguinId, priceMinor, quantity, ...offer }) => {
        const product = productId === null ? undefined : products.get(productId);
        return {
          ...offer,
          supplierProduct: supplierProductId,
          productId,
          kinguinId: kinguinId ?? product?.kinguinId ?? null,
          price: priceMinor / 100,
          currency: currencyCode(SUPPLIER_CURRENCY),
          qty: quantity,
          ownStock: product?.stock ?? null,
        };
      }),
    };
  }

  /** Newest first. @throws SupplierUnknown */
  syncsOf(text: string, window: ListWindow): Promise<{ items: SyncView[]; total: number }> {
    return this.syncs.list(supplierNamed(text), window);
  }

  /** Of the last 30 days where no time is given. Dates without a time are whole days. */
  async *report({ from, to }: { from?: string; to?: string }): AsyncGenerator<DayOfSupplier[]> {
    const end = to === undefined ? this.clock.now() : this.calendar.end(to);
    yield* this.reports.parts(from === undefined ? new Date(end.getTime() - 30 * DAY_MS) : this.calendar.start(from), end);
  }

  /** Newest first. @throws SupplierUnknown */
  async purchasesOf(text: string, state: PurchaseState | null, window: ListWindow): Promise<{ items: PurchaseItem[]; total: number }> {
    const { items, total } = await this.purchases.list(supplierNamed(text), state, window);
    const afterSalesOf = await this.afterSales.of(items);
    return { items: items.map((item) => purchaseItem(item, afterSalesOf(item))), total };
  }

  private async withoutStock(productIds: readonly string[]): Promise<string[]> {
    const stock = await this.catalogue.shownStock(productIds);
    return productIds.filter((id) => (stock.get(id) ?? 0) === 0);
  }
}

function purchaseItem(purchase: PurchaseRecord, afterSales: AfterSales): PurchaseItem {
  const { returned } = afterSales;
  const { id, state, orderId, productId, offerId, supplierOrderId, quantity, keys, failure, createdAt, sentAt, closedAt } = purchase;
  const { priceMinor, chargedMinor, knownKeys, replaces } = purchase;
  const costMinor = amountsOf(purchase, NO_AFTER_SALES)?.costMinor ?? purchase.costMinor;
  const amounts = amountsOf(purchase, afterSales);
  return {
    ...{ id, state, orderId, productId, offerId, supplierOrderId, quantity, keys, failure, createdAt, sentAt, closedAt },
    knownKeys,
    replaces: replaces && { line: replaces.line + 1, slot: replaces.slot + 1 },
    price: priceMinor / 100,
    charged: purchase.chargedPieces === 0 ? 0 : chargedMinor / 100,
    cost: costMinor === null ? null : costMinor / 100,
    margin: amounts && (amounts.revenueMinor - amounts.costMinor) / 100,
    returned: returned && returnView(returned),
  };
}

function conditionOf(isOn: boolean, pausedAt: Date | null, failure: string | null): SupplierCondition {
  if (!isOn) return 'off';
  if (pausedAt !== null) return 'paused';
  return failure === null ? 'on' : 'unreachable';
}
