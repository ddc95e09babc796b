import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from './shared/ports.ts';

/**
 * How long the shop keeps what people left behind, all in one place: which rows end, and how many days after.
 * Orders, payments and looks at keys are kept: they are the books. `CLEARED` says what goes of them all the same.
 */
const KEPT: readonly { readonly days: number; readonly rows: string }[] = [
  { days: 730, rows: 'contact_message where created_at < ?' },
  // Who opens an old link is told that it was used.
  { days: 7, rows: 'account_token where expires_at < ?' },
  // Asked for with an address that nobody has.
  { days: 1, rows: 'account_token where user_id is null and expires_at < ?' },
  { days: 7, rows: `newsletter_token where purpose = 'confirm' and created_at < ?` },
  // Never confirmed: nothing may be sent there, so there is nothing to know. Who said no stays known.
  { days: 90, rows: `newsletter_subscription where state = 'pending' and asked_at < ?` },
  { days: 730, rows: 'staff_note where at < ?' },
  { days: 90, rows: 'sign_in where at < ?' },
  // At an address that nobody has: noted only to cost as much as the others.
  { days: 1, rows: 'sign_in where user_id is null and at < ?' },
  { days: 0, rows: 'single_use where ends_at < ?' },
  { days: 0, rows: 'rate_limit where ends_at < ?' },
];
/** What is no part of the books in rows that stay. */
const CLEARED: readonly { readonly days: number; readonly rows: string }[] = [
  {
    days: 730,
    rows: `shop_order set customer = customer || '{"notes": null, "phone": null}'
      where coalesce(customer ->> 'notes', customer ->> 'phone') is not null and created_at < ?`,
  },
];
const DAY_MS = 86_400_000;

@Injectable()
export class PurgePersonal {
  constructor(
    private readonly em: EntityManager,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Deletes and clears what has been kept long enough, each kind in a transaction of its own. */
  async run(): Promise<void> {
    const now = this.clock.now().getTime();
    const ending = [
      ...KEPT.map(({ days, rows }) => ({ days, statement: `delete from ${rows}` })),
      ...CLEARED.map(({ days, rows }) => ({ days, statement: `update ${rows}` })),
    ];
    for (const { days, statement } of ending)
      await this.transaction.run(async () => void (await this.em.execute(statement, [new Date(now - days * DAY_MS)])));
  }
}
