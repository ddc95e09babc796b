import type { SupplierSettings } from '../../../platform/config/supplier-settings.ts';
import type { Supplier } from '../application/ports.ts';
import { CodesWholesaleSupplier } from './codeswholesale/codeswholesale-supplier.ts';
import { KinguinSupplier } from './kinguin/kinguin-supplier.ts';

/** The suppliers that have credentials. Add an adapter and its line here. */
export function connectedSuppliers({ kinguin, codesWholesale }: SupplierSettings): Supplier[] {
  return [
    ...(kinguin === null ? [] : [new KinguinSupplier(kinguin)]),
    ...(codesWholesale === null ? [] : [new CodesWholesaleSupplier(codesWholesale)]),
  ];
}
