import type { SupplierSettings } from '../../../platform/config/supplier-settings.ts';
import type { Throttle } from '../../../shared/ports.ts';
import type { Supplier, SupplierName } from '../application/ports.ts';
import { CodesWholesaleSupplier } from './codeswholesale/codeswholesale-supplier.ts';
import { type HttpLimits, USUAL_LIMITS } from './http/supplier-http.ts';
import { SharedTurns } from './http/shared-turns.ts';
import { KinguinSupplier } from './kinguin/kinguin-supplier.ts';

/** The suppliers that have credentials. All processes together keep to the limit of each. Add an adapter and its line here. */
export function connectedSuppliers({ kinguin, codesWholesale }: SupplierSettings, throttle: Throttle): Supplier[] {
  const limitsOf = (name: SupplierName): HttpLimits => ({
    ...USUAL_LIMITS,
    turns: new SharedTurns(throttle, name, USUAL_LIMITS.perSecond),
  });
  return [
    ...(kinguin === null ? [] : [new KinguinSupplier(kinguin, limitsOf('kinguin'))]),
    ...(codesWholesale === null ? [] : [new CodesWholesaleSupplier(codesWholesale, limitsOf('codeswholesale'))]),
  ];
}
