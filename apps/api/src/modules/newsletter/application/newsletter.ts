import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error.ts';
import { Clock, Ids, MailOutbox, Throttle, Transaction } from '../../../shared/ports.ts';
import { Subscriptions } from './ports.ts';

const CONFIRM_WITHIN_MS = 7 * 86_400_000;

/** Mails to one address, whoever asks for them. Their links live far longer than the window: who gets no further one has one that is good. */
const MOST_MAILS = 3;
const WINDOW_MS = 3_600_000;

/** Mails that leave for one subscription in a day, so that no stranger fills a mailbox. */
const MOST_A_DAY = 3;
const DAY_MS = 86_400_000;

class UnknownNewsletterLink extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('This link is not valid any more. Please subscribe again.');
  }
}

/** Double opt-in: nobody gets a newsletter who has not confirmed by mail, and nobody learns who does. */
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
   * The same answer and the same statements for every address: a mail is planned for each, under the name of the one that is on its
   * way where there is one, and the worker drops it where nobody waits for a confirmation (subscribed, or refused for good).
   * Plans none while enough mails are fresh.
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

  /** Twice is once. @throws UnknownNewsletterLink for a link that is unknown, a week old, or of a subscription that has ended. */
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
   * Twice is once. The link "Never ask this address again" refuses for good: no later `subscribe` brings a mail, or anybody could have
   * the shop write on. Whoever wants back writes to support from that address, and staff removes the subscription (subscriber-admin.ts).
   * @throws UnknownNewsletterLink
   */
  unsubscribe(token: string): Promise<void> {
    return this.transaction.run(async () => {
      const ending = await this.subscriptions.ofToken(token, 'unsubscribe', null);
      const refusing = ending ?? (await this.subscriptions.ofToken(token, 'refuse', null));
      if (!refusing) throw new UnknownNewsletterLink();
      if (refusing.end(ending ? 'unsubscribed' : 'refused', this.clock.now())) await this.subscriptions.saveEnded(refusing);
      // The links of what was sent are worth nothing now: who comes back gets a new one.
      await this.throttle.forget(bucketOf(refusing.email));
      await this.throttle.forget(dayOf(refusing.id));
    });
  }

  /**
   * Tokens for one mail: `confirm` lives a week, the others for ever. Null when the subscription does not wait for a confirmation,
   * or got enough mails today: a first try counts as one, when it is written and not when it is asked for, so that no caller can tell.
   */
  openMail(
    id: string,
    { isFirstTry }: { isFirstTry: boolean },
  ): Promise<{ email: string; confirm: string; unsubscribe: string; refuse: string } | null> {
    return this.transaction.run(async () => {
      const subscription = await this.subscriptions.ofId(id);
      if (subscription?.state !== 'pending') return null;
      if (isFirstTry && (await this.throttle.hit(dayOf(id), MOST_A_DAY, DAY_MS)) !== null) return null;
      const tokens = { confirm: this.ids.token(), unsubscribe: this.ids.token(), refuse: this.ids.token() };
      await this.subscriptions.addTokens(id, tokens, this.clock.now());
      return { email: subscription.email, ...tokens };
    });
  }
}

function dayOf(id: string): string {
  return `letters-a-day newsletter ${id}`;
}

function bucketOf(email: string): string {
  return `letters newsletter ${email}`;
}
