/** The kind of a broken rule: the platform maps each kind to one HTTP status. */
export type ErrorKind = 'invalid' | 'unauthenticated' | 'forbidden' | 'not-found' | 'conflict' | 'too-many' | 'unavailable';

/** A rule of the shop that was broken. The message is a sentence that a shopper can read. */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;

  /** Fields of the answer beside the message (`lines` of a changed cart). */
  readonly extra?: Readonly<Record<string, unknown>>;

  /** Which input is wrong, where one is. */
  readonly details?: readonly { field: string; message: string }[];
}

/** Somebody has done something as often as one may for now: the answer has `retryAfterSeconds`, and the same as `Retry-After`. */
export abstract class TooManyTries extends DomainError {
  readonly kind = 'too-many';
  override readonly extra: NonNullable<DomainError['extra']>;

  constructor(message: string, retryAfterSeconds: number, further: DomainError['extra'] = {}) {
    super(message);
    this.extra = { ...further, retryAfterSeconds };
  }
}
