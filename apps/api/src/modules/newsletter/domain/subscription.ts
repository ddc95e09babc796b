export const SUBSCRIPTION_STATES = ['pending', 'confirmed', 'unsubscribed', 'refused'] as const;
/** `refused`: by the link of a mail, permanently; no request sends a mail any more. */
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** A newsletter subscription with its proof of consent. Created by the database only, one per address. */
export class Subscription {
  readonly id!: string;
  readonly email!: string;
  readonly state!: SubscriptionState;
  readonly askedAt!: Date;
  /** The network of the request. */
  readonly askedFrom!: string;
  readonly confirmedAt!: Date | null;
  readonly confirmedFrom!: string | null;
  readonly unsubscribedAt!: Date | null;

  isEnded(): boolean {
    return this.state === 'unsubscribed' || this.state === 'refused';
  }

  /** Idempotent. */
  confirm(at: Date, from: string): void {
    if (this.state === 'pending')
      Object.assign(this, { state: 'confirmed', confirmedAt: at, confirmedFrom: from } satisfies Partial<Subscription>);
  }

  /** Idempotent, and a refusal stays one. Returns whether anything changed. */
  end(as: 'unsubscribed' | 'refused', at: Date): boolean {
    if (this.state === 'refused' || this.state === as) return false;
    Object.assign(this, { state: as, unsubscribedAt: at } satisfies Partial<Subscription>);
    return true;
  }
}
