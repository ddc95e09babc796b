import { type BreakerState, type OfferPage, Supplier, type SupplierName, type SupplierOffer } from '../application/ports.ts';
import { SupplierAway } from '../domain/supplier-errors.ts';

const PAGE = 2;

/** A supplier in memory. It is called by the name of a real one. */
export class InMemorySupplier extends Supplier {
  offered: SupplierOffer[] = [];
  balanceMinor = 100_000;
  isAway = false;
  /** Called with each cursor before its page is read. */
  onPage: (cursor: string | null) => void = () => undefined;

  constructor(override readonly name: SupplierName = 'kinguin') {
    super();
  }

  override breaker(): BreakerState {
    return this.isAway ? 'open' : 'closed';
  }

  override async offers(cursor: string | null): Promise<OfferPage> {
    this.onPage(cursor);
    this.answer();
    const from = Number(cursor ?? 0);
    const offers = this.offered.slice(from, from + PAGE);
    const end = from + PAGE;
    return { offers, products: offers.length, skipped: 0, next: end < this.offered.length ? String(end) : null };
  }

  override async balance(): Promise<number> {
    this.answer();
    return this.balanceMinor;
  }

  private answer(): void {
    if (this.isAway) throw new SupplierAway('It cannot be reached.');
  }
}
