import { readFileSync } from 'node:fs';
import { type StoredProduct, supplierNames, type SupplierStore } from './supplier-store.ts';

/** Gives each supplier that has no product those of a JSON file: `{kinguin: [{id, name, offers}], codeswholesale: […]}`. */
export function fillFirstCatalogue(store: SupplierStore, file: string): void {
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Partial<Record<string, readonly StoredProduct[]>>>;
  for (const supplier of supplierNames)
    if (store.countProducts(supplier) === 0) for (const product of catalogue[supplier] ?? []) store.putProduct(supplier, product);
}
