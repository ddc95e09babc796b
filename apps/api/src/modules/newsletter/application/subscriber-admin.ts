import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';
import type { Subscription, SubscriptionState } from '../domain/subscription.ts';
import { Subscriptions } from './ports.ts';

/** A subscribed address with its proof of consent. */
export interface Consent {
  readonly id: string;
  readonly email: string;
  readonly askedAt: string;
  readonly askedFrom: string;
  readonly confirmedAt: string;
  readonly confirmedFrom: string;
}

/** With the token of its unsubscribe link. */
export type Recipient = Consent & { readonly endingToken: string };

export abstract class SubscriberList {
  /** JSON in the wire's shape. */
  abstract list(filter: { state?: SubscriptionState; email?: string }, window: ListWindow): Promise<{ items: unknown[]; total: number }>;
  /** Confirmed ones after an id, in the order of ids. */
  abstract confirmed(afterId: string, most: number): Promise<Consent[]>;
  /** The unsubscribe token of each subscription, stable and without expiry; unknown ids have none. */
  abstract endingTokens(ids: readonly string[], at: Date): Promise<ReadonlyMap<string, string>>;
}

export class SubscriptionNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such subscription.');
  }
}

const PIECE = 2000;

@Injectable()
export class SubscriberAdmin {
  constructor(
    private readonly list: SubscriberList,
    private readonly subscriptions: Subscriptions,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** All confirmed subscribers, in batches. The export is recorded in the audit log first, or it fails. */
  async export(act: StaffAct): Promise<AsyncGenerator<readonly Recipient[]>> {
    await this.transaction.run(() =>
      this.audit.record({ ...act, action: 'newsletter.export', subject: { type: 'newsletter', id: 'confirmed' } }),
    );
    return this.pieces();
  }

  private async *pieces(): AsyncGenerator<readonly Recipient[]> {
    for (let afterId = ''; ;) {
      const piece = await this.list.confirmed(afterId, PIECE);
      const tokens = await this.list.endingTokens(
        piece.map(({ id }) => id),
        this.clock.now(),
      );
      yield piece.flatMap((consent) => {
        const endingToken = tokens.get(consent.id);
        return endingToken === undefined ? [] : [{ ...consent, endingToken }];
      });
      const last = piece.at(-1);
      if (last === undefined || piece.length < PIECE) return;
      afterId = last.id;
    }
  }

  /** For somebody who asked support to. A repeat changes nothing. @throws SubscriptionNotFound */
  unsubscribe(id: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const subscription = await this.found(id);
      const { state } = subscription;
      if (!subscription.end('unsubscribed', this.clock.now())) return;
      await this.subscriptions.saveEnded(subscription);
      await this.audit.record({
        ...act,
        action: 'newsletter.unsubscribe',
        subject: { type: 'subscription', id },
        before: { state },
        after: { state: 'unsubscribed' },
      });
    });
  }

  /** Deletes the address, including its refusal. @throws SubscriptionNotFound */
  remove(id: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const subscription = await this.found(id);
      const { state } = subscription;
      await this.subscriptions.remove(subscription);
      await this.audit.record({ ...act, action: 'newsletter.remove', subject: { type: 'subscription', id }, before: { state } });
    });
  }

  private async found(id: string): Promise<Subscription> {
    const subscription = await this.subscriptions.forUpdate(id);
    if (subscription === null) throw new SubscriptionNotFound();
    return subscription;
  }
}
