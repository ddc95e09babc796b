import type { PaymentProvider } from './ports.ts';

/**
 * The shop's payment providers by name. The first takes new payments; earlier payments of another one are settled, refunded and disputed
 * there as long as its adapter is listed. Orders and events store their provider.
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

  all(): readonly PaymentProvider[] {
    return [...this.byName.values()];
  }

  /** Resolves if all of them answer, because earlier payments need them too. @throws PaymentUnavailable */
  async ping(): Promise<void> {
    await Promise.all(this.all().map((provider) => provider.ping()));
  }

  /** @throws Error for one that is not listed */
  named(name: string): PaymentProvider {
    const provider = this.byName.get(name);
    if (!provider) throw new Error(`There is no adapter for the payment provider "${name}".`);
    return provider;
  }
}
