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

  /** Resolves where all of them answer: what one took before is settled and refunded there. @throws PaymentUnavailable */
  async ping(): Promise<void> {
    await Promise.all([...this.byName.values()].map((provider) => provider.ping()));
  }

  /** @throws Error for one that is not listed */
  named(name: string): PaymentProvider {
    const provider = this.byName.get(name);
    if (!provider) throw new Error(`There is no adapter for the payment provider "${name}".`);
    return provider;
  }
}
