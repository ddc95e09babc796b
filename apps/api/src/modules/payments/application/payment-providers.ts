import type { PaymentProvider } from './ports.ts';

/**
 * The shop's payment providers by name. New payments are taken by the first; what another one once took is settled, refunded and
 * disputed there for as long as its adapter is listed. An order and an event say which one they belong to.
 */
export class PaymentProviders {
  private readonly byName: ReadonlyMap<string, PaymentProvider>;

  constructor(
    /** Takes new payments. */
    readonly current: PaymentProvider,
    others: readonly PaymentProvider[] = [],
  ) {
    this.byName = new Map([...others, current].map((provider) => [provider.name, provider]));
  }

  /** `null`: of an order that has no payment yet, which the current one would take. @throws Error for one that is not listed */
  named(name: string | null): PaymentProvider {
    const provider = name === null ? this.current : this.byName.get(name);
    if (!provider) throw new Error(`There is no adapter for the payment provider "${name}".`);
    return provider;
  }
}
