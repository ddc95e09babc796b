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
