import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error.ts';
import { mayMailPlusAddress } from '../../../shared/plus-addresses.ts';
import { Clock, Ids, MailOutbox, Throttle, Transaction } from '../../../shared/ports.ts';
import { Subscriptions } from './ports.ts';

const CONFIRM_WITHIN_MS = 7 * 86_400_000;

/**
 * Limit of mails to one address, over all requests. Their links are valid far longer than the window, so an earlier one still works.
 */
const MOST_MAILS = 3;
const WINDOW_MS = 3_600_000;

/** Mails a day for one subscription, so that nobody can flood a mailbox. */
const MOST_A_DAY = 3;
const MOST_A_DAY_TO_PLUS_ADDRESSES = 5;
const DAY_MS = 86_400_000;

class UnknownNewsletterLink extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('This link is not valid any more. Please subscribe again.');
  }
}

/** Double opt-in: newsletters are sent only to confirmed addresses, and no answer reveals which are subscribed. */
@Injectable()
export class Newsletter {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly mails: MailOutbox,
    private readonly throttle: Throttle,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * The same answer and the same statements for every address: a mail is planned for each, with the id of a pending one if there is one, and
   * the worker drops it if no confirmation is needed (subscribed, or refused permanently). Plans none above the limit of recent mails.
   */
  subscribe(email: string, from: string): Promise<void> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const id = await this.subscriptions.ofEmail(email, { id: this.ids.next(), at, from });
      await this.subscriptions.reopen(id, { at, from });
      if ((await this.throttle.hit(bucketOf(email), MOST_MAILS, WINDOW_MS)) !== null) return;
      const mails = await this.mails.about(id, 'newsletter-confirm');
      const number = mails.some(({ isOpen }) => isOpen) ? mails.length : mails.length + 1;
      await this.mails.plan({ id: `${id}-newsletter-${number}`, kind: 'newsletter-confirm', about: id });
    });
  }

  /** Idempotent. @throws UnknownNewsletterLink for a link that is unknown, a week old, or of a subscription that has ended. */
  confirm(token: string, from: string): Promise<void> {
    return this.transaction.run(async () => {
      const at = this.clock.now();
      const since = new Date(at.getTime() - CONFIRM_WITHIN_MS);
      const subscription = await this.subscriptions.ofToken(token, 'confirm', since);
      if (!subscription || subscription.isEnded()) throw new UnknownNewsletterLink();
      subscription.confirm(at, from);
      await this.subscriptions.save(subscription);
    });
  }

  /**
   * Idempotent. The link "Never ask this address again" refuses permanently: no later `subscribe` sends a mail, or anybody could make the
   * shop continue. To subscribe again, the owner writes to support from that address, and staff delete the subscription
   * (subscriber-admin.ts).
   * @throws UnknownNewsletterLink
   */
  unsubscribe(token: string): Promise<void> {
    return this.transaction.run(async () => {
      const ending = await this.subscriptions.ofToken(token, 'unsubscribe', null);
      const refusing = ending ?? (await this.subscriptions.ofToken(token, 'refuse', null));
      if (!refusing) throw new UnknownNewsletterLink();
      if (refusing.end(ending ? 'unsubscribed' : 'refused', this.clock.now())) await this.subscriptions.saveEnded(refusing);
      // Earlier links are invalid now: a new subscription gets a new one.
      await this.throttle.forget(bucketOf(refusing.email));
      await this.throttle.forget(dayOf(refusing.id));
    });
  }

  /**
   * Tokens for one mail: `confirm` is valid for a week, the others for ever. Null if the subscription does not wait for a confirmation, or
   * has reached the limit of the day: a mail counts on its first attempt and not when it is requested, so that the answer reveals nothing.
   */
  openMail(
    id: string,
    { isFirstTry }: { isFirstTry: boolean },
  ): Promise<{ email: string; confirm: string; unsubscribe: string; refuse: string } | null> {
    return this.transaction.run(async () => {
      const subscription = await this.subscriptions.ofId(id);
      if (subscription?.state !== 'pending') return null;
      if (isFirstTry && !(await this.mayLeave(subscription))) return null;
      const tokens = { confirm: this.ids.token(), unsubscribe: this.ids.token(), refuse: this.ids.token() };
      await this.subscriptions.addTokens(id, tokens, this.clock.now());
      return { email: subscription.email, ...tokens };
    });
  }

  private async mayLeave({ id, email }: { id: string; email: string }): Promise<boolean> {
    const mostADay = MOST_A_DAY_TO_PLUS_ADDRESSES;
    if (!(await mayMailPlusAddress(this.throttle, { email, kind: 'newsletter', mostADay }))) return false;
    return (await this.throttle.hit(dayOf(id), MOST_A_DAY, DAY_MS)) === null;
  }
}

function dayOf(id: string): string {
  return `letters-a-day newsletter ${id}`;
}

function bucketOf(email: string): string {
  return `letters newsletter ${email}`;
}
