export interface Subscription {
  readonly id: string;
  readonly email: string;
  /** `refused`: by the link of a letter, for good; nobody's asking leads to a letter any more. */
  readonly state: 'pending' | 'confirmed' | 'unsubscribed' | 'refused';
}

export type TokenPurpose = 'confirm' | 'unsubscribe' | 'refuse';

/** Who gets the newsletter, and how we know that they want it. Tokens are kept as hashes only. */
export abstract class Subscriptions {
  /** The subscription of an address, locked until the transaction ends; made as `pending` where there is none. */
  abstract ofEmail(email: string, asked: { id: string; at: Date; from: string }): Promise<Subscription>;
  abstract ofId(id: string): Promise<Subscription | null>;
  /** Asked for again: one that had ended, or waits, waits for a confirmation from now on; any other stays as it is. */
  abstract reopen(id: string, asked: { at: Date; from: string }): Promise<void>;
  abstract confirm(id: string, confirmed: { at: Date; from: string }): Promise<void>;
  /** Ends it and makes its links of confirmation worthless. */
  abstract end(id: string, as: 'unsubscribed' | 'refused', at: Date): Promise<void>;
  abstract addToken(token: string, subscriptionId: string, purpose: TokenPurpose, at: Date): Promise<void>;
  /** The subscription of a token that was made after `since`, locked until the transaction ends. */
  abstract ofToken(token: string, purpose: TokenPurpose, since: Date | null): Promise<Subscription | null>;
}
