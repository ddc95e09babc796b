import { RESET_LINK_MINUTES } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { mayMailPlusAddress } from '../../../shared/plus-addresses.ts';
import { Clock, Ids, type MailKind, MailOutbox, Throttle } from '../../../shared/ports.ts';
import { type MailedTokenKind, MailedTokens } from './ports.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a verification link is valid. */
export const VERIFICATION_LINK_HOURS = 48;
/** How long a link is valid that closes an account or opens personal data. */
export const SINGLE_USE_LINK_MINUTES = 60;

const lifetimeMs: Readonly<Record<MailedTokenKind, number>> = {
  verification: VERIFICATION_LINK_HOURS * HOUR_MS,
  reset: RESET_LINK_MINUTES * MINUTE_MS,
  'taken-address': 24 * HOUR_MS,
  'account-closed': 48 * HOUR_MS,
  'account-erased': 48 * HOUR_MS,
  'close-account': SINGLE_USE_LINK_MINUTES * MINUTE_MS,
  'personal-data': SINGLE_USE_LINK_MINUTES * MINUTE_MS,
};

const mailOf: Readonly<Record<MailedTokenKind, MailKind>> = {
  verification: 'verification',
  reset: 'password-reset',
  'taken-address': 'address-taken',
  'account-closed': 'account-closed',
  'account-erased': 'account-erased',
  'close-account': 'close-account',
  'personal-data': 'personal-data',
};

/**
 * Limit of mails of one kind to one address, or about one account. The window is much shorter than the validity of their links: above the
 * limit the mailbox already has a valid link, so that repeated requests of others do no harm.
 */
const MOST_MAILS = 2;
const WINDOW_MS = 15 * MINUTE_MS;

/**
 * Mails a day for one account and address, so that nobody can flood its mailbox. Enough for somebody who loses a few; the mail about a taken
 * address has no link, and is the same each time. Links to choose a new password are counted when they are asked for (`mayAskForReset`).
 */
const MOST_A_DAY: Readonly<Record<Exclude<MailedTokenKind, 'reset'>, number>> = {
  verification: 6,
  'taken-address': 1,
  'account-closed': 6,
  'account-erased': 6,
  'close-account': 6,
  'personal-data': 3,
};
const DAY_MS = 24 * HOUR_MS;
/** Of accounts that nobody has confirmed, all kinds together. */
const MOST_A_DAY_TO_PLUS_ADDRESSES = 10;
/** Requests a day for reset links to one address, from anywhere, after which each further one needs a captcha. */
const FREE_RESETS_A_DAY = 6;
/** Of those with a captcha, how many of one network are followed by a mail. */
const MOST_SOLVED_A_DAY = 4;

/** Plans the mails about an account in the current transaction. They are written and sent by the worker. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly tokens: MailedTokens,
    private readonly mails: MailOutbox,
    private readonly throttle: Throttle,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * To the account that has the address when the mail is written. No account is looked up here: the answer takes the same time for an
   * unknown address, whose mail the worker drops. Plans nothing above the limit of recent mails.
   */
  toOwner(kind: MailedTokenKind, email: string): Promise<void> {
    return this.plan(kind, { email, userId: null });
  }

  /**
   * About this account. Counted separately from requests by address: those may have been before the account existed, and have sent no mail.
   */
  toAccount(kind: MailedTokenKind, account: { userId: string; email: string }): Promise<void> {
    return this.plan(kind, account);
  }

  /** Invalidates all verification links of the address, sent or pending: each would log in the person who created the account. */
  async endVerifications({ email }: { email: string | null }): Promise<void> {
    if (email !== null) await this.tokens.endAll(email, 'verification');
  }

  /**
   * Called for a new password: invalidates every link mailed before that proves its owner. The limit of reset links is reset, because no valid
   * link is left; that of verification links is not: their address may belong to somebody else.
   */
  async endLinks({ email }: { email: string | null }): Promise<void> {
    if (email === null) return;
    await this.endVerifications({ email });
    for (const kind of ['reset', 'close-account'] as const) await this.tokens.endAll(email, kind);
    await this.throttle.forget(bucketOf('reset', { email, userId: null }));
  }

  /**
   * Counts a mail for the limit of the day, and returns whether it may be sent. Those to an address that nobody has confirmed count together,
   * however many accounts are made with it and closed. Called when a mail is written and not when it is planned: mails without recipient do
   * not count, and the answer of the request reveals nothing.
   */
  async mayLeave(
    kind: MailedTokenKind,
    { email, userId, isConfirmed }: { email: string; userId: string; isConfirmed: boolean },
  ): Promise<boolean> {
    const mostADay = MOST_A_DAY_TO_PLUS_ADDRESSES;
    if (!isConfirmed && !(await mayMailPlusAddress(this.throttle, { email, kind: 'account', mostADay }))) return false;
    if (kind === 'reset') return true;
    const counted = `letters-a-day ${kind} ${email} ${isConfirmed ? userId : 'unconfirmed'}`;
    return (await this.throttle.hit(counted, MOST_A_DAY[kind], DAY_MS)) === null;
  }

  /**
   * Counts a request for a reset link, whether or not the address has an account. Strangers who ask all day do not lock the owner out: beyond a
   * few, requests need a captcha, and those of each network count by themselves. `solve` spends the captcha, or throws. Returns whether a mail
   * may be planned.
   */
  async mayAskForReset(email: string, network: string, solve: () => Promise<void>): Promise<boolean> {
    if ((await this.throttle.hit(asksOf(email), FREE_RESETS_A_DAY, DAY_MS)) === null) return true;
    await solve();
    return (await this.throttle.hit(`${asksOf(email)} network ${network}`, MOST_SOLVED_A_DAY, DAY_MS)) === null;
  }

  /**
   * Resets the requests for an address before it had an account, which sent no mail; those of the day for reset links once a day, as strangers
   * can make and close one account after the other. For an existing account nothing is reset, with as many statements: timing does not
   * reveal `isNew`.
   */
  async welcome({ email, userId, isNew }: { email: string; userId: string; isNew: boolean }): Promise<void> {
    const asked = { email, userId: isNew ? null : userId };
    for (const kind of ['verification', 'reset'] as const) await this.throttle.forget(bucketOf(kind, asked));
    const isFirst = (await this.throttle.hit(`welcomed ${email}${isNew ? '' : ` ${userId}`}`, 1, DAY_MS)) === null;
    await this.throttle.forget(isNew && isFirst ? asksOf(email) : `${asksOf(email)} ${userId}`);
  }

  /** Notifies the owner, in the current transaction, that the password was changed or removed. */
  async notifyPasswordChanged(userId: string): Promise<void> {
    await this.mails.plan({ id: `${this.ids.next()}-password-changed`, kind: 'password-changed', about: userId });
  }

  private async plan(kind: MailedTokenKind, to: { email: string; userId: string | null }): Promise<void> {
    if ((await this.throttle.hit(bucketOf(kind, to), MOST_MAILS, WINDOW_MS)) !== null) return;
    const id = this.ids.next();
    const expiresAt = new Date(this.clock.now().getTime() + lifetimeMs[kind]);
    await this.tokens.add({ id, kind, ...to, expiresAt });
    await this.mails.plan({ id: `${id}-${kind}`, kind: mailOf[kind], about: id });
  }
}

function bucketOf(kind: MailedTokenKind, { email, userId }: { email: string; userId: string | null }): string {
  return `letters ${kind} ${email} ${userId ?? 'owner'}`;
}

function asksOf(email: string): string {
  return `reset asked ${email}`;
}
