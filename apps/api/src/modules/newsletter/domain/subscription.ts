export const SUBSCRIPTION_STATES = ['pending', 'confirmed', 'unsubscribed', 'refused'] as const;
/** `refused`: by the link of a mail, for good; nobody's asking leads to a mail any more. */
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** An address that asked for the newsletter, and what proves that it did. Only the database makes one: of each address the first. */
export class Subscription {
  readonly id!: string;
  readonly email!: string;
  readonly state!: SubscriptionState;
  readonly askedAt!: Date;
  /** The network that asked. */
  readonly askedFrom!: string;
  readonly confirmedAt!: Date | null;
  readonly confirmedFrom!: string | null;
  readonly unsubscribedAt!: Date | null;

  isEnded(): boolean {
    return this.state === 'unsubscribed' || this.state === 'refused';
  }

  /** Twice is once. */
  confirm(at: Date, from: string): void {
    if (this.state === 'pending')
      Object.assign(this, { state: 'confirmed', confirmedAt: at, confirmedFrom: from } satisfies Partial<Subscription>);
  }

  /** Twice is once, and a refusal stays one. Answers whether anything changed. */
  end(as: 'unsubscribed' | 'refused', at: Date): boolean {
    if (this.state === 'refused' || this.state === as) return false;
    Object.assign(this, { state: as, unsubscribedAt: at } satisfies Partial<Subscription>);
    return true;
  }
}
