import { type Currency, formatMoney } from '@keyturn/shop-rules';
import { DomainError } from '../../../shared/domain-error.ts';

export class PaymentUnavailable extends DomainError {
  readonly kind = 'unavailable';
  constructor() {
    super('The payment provider does not answer right now. Please try again in a moment.');
  }
}

export class CheckoutOver extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This checkout is over: it was paid, ran out of time or was replaced by a newer one.');
  }
}

export class ForgedEvent extends DomainError {
  readonly kind = 'invalid';
  override readonly details;
  /** `header`: where the provider puts its signature. */
  constructor(header: string) {
    super('The signature of this event is not valid or too old.');
    this.details = [{ field: header, message: 'This is no signature of the event, or one that is too old.' }];
  }
}

/** The provider refuses this refund now: insufficient balance, a dispute, or it is unavailable. The job retries. */
export class RefundRefused extends DomainError {
  readonly kind = 'unavailable';
  /** `code`: the provider's code. `isRepeated`: repeats of this attempt get the same answer, so only a new attempt can succeed. */
  constructor(
    readonly code: string,
    readonly isRepeated = false,
  ) {
    super(`The payment provider does not send the money back: ${code}.`);
  }
}

export class EventNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such event.');
  }
}

export class NoSessionToAsk extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('This order has no payment session that the provider could be asked for.');
  }
}

/** A refund call that names nothing to refund, or more than one thing. */
export class RefundAmbiguous extends DomainError {
  readonly kind = 'invalid';
  override readonly details;
  constructor(field: string) {
    const message = 'Name exactly one of everything (true), lines, pieces and goodwill, and for a piece either slots or a count.';
    super(message);
    this.details = [{ field, message }];
  }
}

export class RefundNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('This order has no such refund.');
  }
}

export class RefundNotOpen extends DomainError {
  readonly kind = 'conflict';
  constructor(state: string) {
    super(`This refund is ${state === 'done' ? 'made: the provider has sent the money back' : 'closed already'}.`);
  }
}

/** The bank has returned a refund whose completion is still being written, or may have: its event must come again. */
export class RefundNotRecorded extends DomainError {
  readonly kind = 'unavailable';
  constructor(id: string) {
    super(`Refund ${id} came back, or may have, and is not recorded as made yet.`);
  }
}

export class RefundMadeAnyway extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super(
      'This refund was given up meanwhile, and the provider has made it all the same. It is recorded as soon as the provider has told of it, at most some minutes later: do not ask for it again before.',
    );
  }
}

export class RefundAttempted extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('The provider is being asked for this refund right now. Please try again in ten seconds.');
  }
}

export class NothingToRefund extends DomainError {
  readonly kind = 'conflict';
  constructor(why: string) {
    super(`Nothing can be sent back: ${why}.`);
  }
}

/** A partial refund of at least the remaining payment. */
export class RefundTooHigh extends DomainError {
  readonly kind = 'conflict';
  constructor(leftMinor: number, currency: Currency) {
    super(
      `Of this order ${formatMoney(leftMinor, currency)} is left, and a part of it must cost less. To send back all that is left, name neither lines nor an amount.`,
    );
  }
}

export class NoSuchLine extends DomainError {
  readonly kind = 'invalid';
  override readonly details: readonly { field: string; message: string }[];
  /** `field`: the field of the call with the error. */
  constructor(field: 'lines' | 'pieces') {
    const message = 'This order has no such line or key: GET /ops/orders/{order} lists each key with its line and slot.';
    super(message);
    this.details = [{ field, message }];
  }
}
