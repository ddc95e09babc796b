import { exclusionSentence } from '@keyturn/shop-rules';
import { DomainError } from '../../../shared/domain-error.ts';
import { euroText } from './amount.ts';

export class SupplierUnknown extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such supplier.');
  }
}

export class SupplierOff extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This supplier is off: its credentials are not set.');
  }
}

export class SupplierPaused extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This supplier is paused. Resume it first.');
  }
}

export class LinkUnfit extends DomainError {
  readonly kind = 'invalid';
  override readonly details = [{ field: 'product', message: 'There is no such product.' }];
  constructor() {
    super('There is no such product.');
  }
}

export class MarginRuleKindUnknown extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('Rules are for a product, a genre or a supplier.');
  }
}

export class MarginRuleUnfit extends DomainError {
  readonly kind = 'invalid';
  override readonly details: { field: string; message: string }[];
  constructor(kind: string) {
    super(`There is no such ${kind}.`);
    this.details = [{ field: 'subject', message: this.message }];
  }
}

/** No offer can be bought in place of a key. */
export class NoOtherOffer extends DomainError {
  readonly kind = 'conflict';
  /** @param seller who sold the key, and whose offers were left out for that; null: no supplier was */
  constructor(seller: string | null) {
    super(
      seller === null
        ? 'No supplier offers another key of this product now.'
        : `No supplier but ${seller}, which sold this key, offers the product now. Name ${seller} as \`supplier\` to buy another offer of it.`,
    );
  }
}

/** What is offered in place of a key does not keep the margin. Amounts in minor units of a euro. */
export class MarginNotKept extends DomainError {
  readonly kind = 'conflict';
  override readonly details: { field: string; message: string }[];
  override readonly extra: Readonly<Record<string, unknown>>;

  constructor(offer: { supplier: string; priceMinor: number; mostMinor: number; chargedMinor: number }) {
    const { supplier, priceMinor, mostMinor, chargedMinor } = offer;
    const accepted = (priceMinor / 100).toFixed(2);
    super(
      `The cheapest offer costs ${euroText(priceMinor)}. The buyer paid ${euroText(chargedMinor)}, and a key may cost ${euroText(mostMinor)}. To buy it all the same, send \`acceptCost\` ${accepted}.`,
    );
    this.details = [{ field: 'acceptCost', message: this.message }];
    this.extra = { supplier, price: priceMinor / 100, most: mostMinor / 100, charged: chargedMinor / 100 };
  }
}

/** A key that is bought by now does not activate in the country of its buyer, and it did when it was sold. */
export class RegionExcluded extends DomainError {
  readonly kind = 'conflict';
  override readonly details: { field: string; message: string }[];

  /** @param country two letters */
  constructor(product: string, country: string) {
    super(`${exclusionSentence([product], country)} It could when it was sold. To buy it all the same, send \`acceptRegion\` true.`);
    this.details = [{ field: 'acceptRegion', message: this.message }];
  }
}

/** A key would cost many times what the buyer paid. */
export class LossTooHigh extends DomainError {
  readonly kind = 'forbidden';
  override readonly details: { field: string; message: string }[];
  constructor(times: number) {
    super(`Only an owner may buy a key for more than ${times} times what the buyer paid. The key can be refunded instead.`);
    this.details = [{ field: 'acceptCost', message: this.message }];
  }
}

/** A supplier did not do what was asked. The message is for staff and logs. */
export abstract class SupplierFailed extends Error {}

/** A supplier did not answer as its API promises. `mayBeDone`: it may have done what was asked. */
export class SupplierAway extends SupplierFailed {
  readonly mayBeDone: boolean;

  constructor(message: string, { mayBeDone = false, cause }: { mayBeDone?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.mayBeDone = mayBeDone;
  }
}

/** Nothing was sent: the supplier had asked for a pause, which ends after so many milliseconds. */
export class SupplierPausing extends SupplierAway {
  constructor(readonly pauseMs: number) {
    super('It asked for a pause.');
  }
}

/** A supplier understood the request and said no: nothing was done. */
export class SupplierRefused extends SupplierFailed {
  /** Whether the balance is too low: no other offer of this supplier can be bought either. */
  readonly isOutOfFunds: boolean;

  constructor(message: string, { isOutOfFunds = false }: { isOutOfFunds?: boolean } = {}) {
    super(message);
    this.isOutOfFunds = isOutOfFunds;
  }
}
