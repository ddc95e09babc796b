import { RESET_LINK_MINUTES } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Clock, Ids, type MailKind, MailOutbox, Throttle } from '../../../shared/ports.ts';
import { type MailedTokenKind, MailedTokens } from './ports.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** For how long a link that confirms an address works. */
export const VERIFICATION_LINK_HOURS = 48;

const lifetimeMs: Readonly<Record<MailedTokenKind, number>> = {
  verification: VERIFICATION_LINK_HOURS * HOUR_MS,
  reset: RESET_LINK_MINUTES * MINUTE_MS,
  'taken-address': 24 * HOUR_MS,
  'account-closed': 48 * HOUR_MS,
};

const mailOf: Readonly<Record<MailedTokenKind, MailKind>> = {
  verification: 'verification',
  reset: 'password-reset',
  'taken-address': 'address-taken',
  'account-closed': 'account-closed',
};

/**
 * Mails of one kind to one address, or about one account. The window ends long before their links do: whoever gets no further mail
 * has one in the mailbox that is still good, so that strangers who ask again and again keep nobody from a link.
 */
const MOST_MAILS = 2;
const WINDOW_MS = 15 * MINUTE_MS;

/**
 * Mails that one account gets at one address in a day, so that no stranger fills its mailbox. Enough for who loses a few; the mail
 * about a taken address holds no secret, and says the same each time.
 */
const MOST_A_DAY: Readonly<Record<MailedTokenKind, number>> = { verification: 6, reset: 6, 'taken-address': 1, 'account-closed': 6 };
const DAY_MS = 24 * HOUR_MS;

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
   * To whoever has the address when the mail is written. Nobody is looked up before: the caller's answer takes the same time for
   * an address that nobody has, whose mail is dropped by the worker. Plans nothing while enough mails are fresh.
   */
  toOwner(kind: MailedTokenKind, email: string): Promise<void> {
    return this.plan(kind, { email, userId: null });
  }

  /**
   * About this very account. Counted apart from what was asked for with the address alone: that may have been before there was an
   * account, and have brought no mail.
   */
  toAccount(kind: MailedTokenKind, account: { userId: string; email: string }): Promise<void> {
    return this.plan(kind, account);
  }

  /** Ends what verification links the address has, written or still to be: each would log in whoever made the account. */
  async endVerifications({ email }: { email: string | null }): Promise<void> {
    if (email !== null) await this.tokens.endAll(email, 'verification');
  }

  /**
   * With a password ends every link that was mailed before it. The count of reset links is forgiven, so that there is nothing fresh that
   * another mail would repeat; that of verification links is not: their address may be a stranger's.
   */
  async endLinks({ email }: { email: string | null }): Promise<void> {
    if (email === null) return;
    await this.endVerifications({ email });
    await this.tokens.endAll(email, 'reset');
    await this.throttle.forget(bucketOf('reset', { email, userId: null }));
  }

  /**
   * Counts one more mail of the day, and answers whether it may leave. Asked when a mail is written and not when it is planned:
   * mails that reach nobody count for nobody, and the caller who asked for one cannot tell.
   */
  async mayLeave(kind: MailedTokenKind, { email, userId }: { email: string; userId: string }): Promise<boolean> {
    return (await this.throttle.hit(`letters-a-day ${kind} ${email} ${userId}`, MOST_A_DAY[kind], DAY_MS)) === null;
  }

  /**
   * Forgets what was asked for with an address before it had an account, and brought no mail. For an address that had one already
   * nothing is forgotten, by as many statements: `isNew` shows in no time.
   */
  async welcome({ email, userId, isNew }: { email: string; userId: string; isNew: boolean }): Promise<void> {
    const asked = { email, userId: isNew ? null : userId };
    for (const kind of ['verification', 'reset'] as const) await this.throttle.forget(bucketOf(kind, asked));
  }

  /** Tells the owner, in the current transaction, that the account has another password, or none any more. */
  async tellPasswordChanged(userId: string): Promise<void> {
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
