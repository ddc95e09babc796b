import type { Subscription } from '../domain/subscription.ts';

export type TokenPurpose = 'confirm' | 'unsubscribe' | 'refuse';

/** Who gets the newsletter, and how we know that they want it. Tokens are stored as hashes only. */
export abstract class Subscriptions {
  /** The id of an address's subscription, locked until the transaction ends; made as `pending` where there is none. */
  abstract ofEmail(email: string, asked: { id: string; at: Date; from: string }): Promise<string>;
  abstract ofId(id: string): Promise<Subscription | null>;
  /** Locks it until the transaction ends. */
  abstract forUpdate(id: string): Promise<Subscription | null>;
  /** Asked for again: one that had ended, or waits, waits for a confirmation from now on; any other stays as it is. The same statement whichever it is. */
  abstract reopen(id: string, asked: { at: Date; from: string }): Promise<void>;
  abstract save(subscription: Subscription): Promise<void>;
  /** Saves one that has ended, and makes its links of confirmation worthless. */
  abstract saveEnded(subscription: Subscription): Promise<void>;
  /** With its tokens. */
  abstract remove(subscription: Subscription): Promise<void>;
  abstract addTokens(subscriptionId: string, tokens: Readonly<Record<TokenPurpose, string>>, at: Date): Promise<void>;
  /** The subscription of a token that was made after `since`, locked until the transaction ends. */
  abstract ofToken(token: string, purpose: TokenPurpose, since: Date | null): Promise<Subscription | null>;
}
