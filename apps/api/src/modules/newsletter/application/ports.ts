import type { Subscription } from '../domain/subscription.ts';

export type TokenPurpose = 'confirm' | 'unsubscribe' | 'refuse';

/** Newsletter subscriptions with their proof of consent. Tokens are stored only as hashes. */
export abstract class Subscriptions {
  /** The id of an address's subscription, locked until the transaction ends; created as `pending` if there is none. */
  abstract ofEmail(email: string, asked: { id: string; at: Date; from: string }): Promise<string>;
  abstract ofId(id: string): Promise<Subscription | null>;
  /** Locks it until the transaction ends. */
  abstract forUpdate(id: string): Promise<Subscription | null>;
  /** Subscribes again: one that has ended or is pending becomes pending; any other is not changed. The same statement in each case. */
  abstract reopen(id: string, asked: { at: Date; from: string }): Promise<void>;
  abstract save(subscription: Subscription): Promise<void>;
  /** Stores an ended subscription, and invalidates its confirmation links. */
  abstract saveEnded(subscription: Subscription): Promise<void>;
  /** With its tokens. */
  abstract remove(subscription: Subscription): Promise<void>;
  abstract addTokens(subscriptionId: string, tokens: Readonly<Record<TokenPurpose, string>>, at: Date): Promise<void>;
  /** The subscription of a token that was made after `since`, locked until the transaction ends. */
  abstract ofToken(token: string, purpose: TokenPurpose, since: Date | null): Promise<Subscription | null>;
}
