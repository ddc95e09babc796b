import { expect, test } from '@jest/globals';
import type { Supplier, SupplierOffer } from '../application/ports.ts';
import { SupplierAway } from '../domain/supplier-errors.ts';

export interface SupplierUnderTest {
  readonly supplier: Supplier;
  /** Replaces the catalogue by so many products with ids from 1, each for 5.79 euros with four pieces. */
  offer(products: number): Promise<void>;
  setBalance(minor: number): Promise<void>;
  /** Every call fails from now on, or none. */
  setAway(isAway: boolean): Promise<void>;
}

/** What every Supplier must do. */
export function supplierContract(make: () => Promise<SupplierUnderTest>): void {
  async function everything(supplier: Supplier): Promise<{ offers: SupplierOffer[]; pages: number }> {
    const offers: SupplierOffer[] = [];
    let pages = 0;
    for (let cursor: string | null = null; ;) {
      const page = await supplier.offers(cursor);
      offers.push(...page.offers);
      pages += 1;
      cursor = page.next;
      if (cursor === null) return { offers, pages };
    }
  }

  test('all offers are read once, on several pages', async () => {
    const { supplier, offer } = await make();
    await offer(205);
    const { offers, pages } = await everything(supplier);
    expect(pages).toBeGreaterThan(2);
    expect(offers.map(({ supplierProductId }) => Number(supplierProductId)).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 205 }, (_, index) => index + 1),
    );
    expect(offers[0]).toMatchObject({ name: 'Game 1', priceMinor: 579, quantity: 4, offerId: expect.any(String) });
  });

  test('a supplier without products has one page, which is empty', async () => {
    const { supplier, offer } = await make();
    await offer(0);
    expect(await supplier.offers(null)).toEqual({ offers: [], products: 0, skipped: 0, next: null });
  });

  test('the balance is in minor units', async () => {
    const { supplier, setBalance } = await make();
    await setBalance(123_45);
    expect(await supplier.balance()).toBe(123_45);
  });

  test('a supplier that fails is away, and its breaker opens', async () => {
    const { supplier, setAway } = await make();
    await setAway(true);
    await expect(supplier.offers(null)).rejects.toThrow(SupplierAway);
    await expect(supplier.balance()).rejects.toThrow(SupplierAway);
    expect(supplier.breaker()).toBe('open');
    await setAway(false);
  });
}
