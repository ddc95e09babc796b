import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { LEASE_MS } from '../../../shared/concurrency/lease.ts';
import { ALONE } from '../../../shared/batches.ts';
import { InProcessBatches } from '../../database/in-process-batches.ts';
import { Clock, type MailKind, type PlannedMail } from '../../../shared/ports.ts';
import { type Claim, type ClaimedMail, CLOCK_SKEW_MS, type MailEnd, MailRows, type UndeliveredMail } from '../ports.ts';

type UndeliveredRow = Omit<UndeliveredMail, 'closedAt'> & { readonly closed_at: Date };

type MailAbout = Awaited<ReturnType<MailRows['about']>>[number];

const claimable = (now: Date) =>
  sql`(state = 'waiting' and (next_try_at is null or next_try_at <= ${new Date(now.getTime() + CLOCK_SKEW_MS)}) or (state = 'sending' and claimed_at < ${new Date(now.getTime() - LEASE_MS)}))`;

/** Claims the rows of `before`, which are locked. */
const claimed = (now: Date) => sql`update letter set state = 'sending', claimed_at = ${now},
    tries = letter.tries + (before.state = 'sending')::int
  from before where letter.id = any(array(select id from before)) and letter.id = before.id
  returning letter.id, kind, about, tries, before.state = 'sending' as "isTakenOver"`;

@Injectable()
export class SqlMailRows extends MailRows {
  private readonly claims = new InProcessBatches<string, Claim>({
    together: async (batch) => {
      const claimed = await this.claimUnlocked(batch.map(({ item }) => item));
      // Two callers may claim the same mail: the second one finds it claimed.
      return batch.map(({ item }) => {
        const mail = claimed.get(item);
        return mail && claimed.delete(item) ? mail : ALONE;
      });
    },
    alone: (id) => this.claimOne(id),
  });
  private readonly reads = new InProcessBatches<{ about: string; kind: MailKind }, MailAbout[]>({
    together: async (batch) => {
      const found = new Map<MailKind, ReadonlyMap<string, MailAbout[]>>();
      for (const [kind, same] of Map.groupBy(batch, ({ item }) => item.kind)) {
        const about = same.map(({ item }) => item.about);
        found.set(kind, await this.allAbout(about, kind));
      }
      return batch.map(({ item }) => found.get(item.kind)?.get(item.about) ?? []);
    },
    alone: async ({ about, kind }) => (await this.allAbout([about], kind)).get(about) ?? [],
  });

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async add(...mails: readonly PlannedMail[]): Promise<void> {
    if (mails.length === 0) return;
    const rows = mails.map(({ id, kind, about }) => sql`(${id}, ${about}, ${kind}, 'waiting', ${this.clock.now()})`);
    await sql`insert into letter (id, about, kind, state, created_at) values ${sql.join(rows)}
      on conflict (id) do nothing`.execute(this.em.getKysely());
  }

  override claim(id: string): Promise<Claim> {
    return this.em.isInTransaction() ? this.claimOne(id) : this.claims.run(id);
  }

  /** Skips mails that another transaction has locked. */
  private async claimUnlocked(ids: readonly string[]): Promise<Map<string, ClaimedMail>> {
    const now = this.clock.now();
    const { rows } = await sql<ClaimedMail>`
      with before as materialized (
        select id, state from letter where id = any(${[...ids]}::text[]) and ${claimable(now)} order by id for no key update skip locked)
      ${claimed(now)}`.execute(this.em.getKysely());
    return new Map(rows.map((mail) => [mail.id, mail]));
  }

  private async claimOne(id: string): Promise<Claim> {
    const now = this.clock.now();
    const { rows } = await sql<ClaimedMail>`
      with before as materialized (select id, state from letter where id = ${id} and ${claimable(now)} for no key update)
      ${claimed(now)}`.execute(this.em.getKysely());
    if (rows[0]) return rows[0];
    const { rows: open } = await sql<{
      state: string;
    }>`select state from letter where id = ${id} and state in ('sending', 'waiting')`.execute(this.em.getKysely());
    if (!open[0]) return 'closed';
    return open[0].state === 'sending' ? 'busy' : 'not due';
  }

  override async renewClaim(id: string): Promise<void> {
    await sql`update letter set claimed_at = ${this.clock.now()} where id = ${id} and state = 'sending'`.execute(this.em.getKysely());
  }

  override async putBack(id: string, reason: string, nextTryAt: Date, by: 'mailbox' | 'delivery' = 'delivery'): Promise<void> {
    await sql`update letter set state = 'waiting', claimed_at = null, tries = tries + 1, reason = ${reason}, next_try_at = ${nextTryAt},
      is_put_off_by_mailbox = is_put_off_by_mailbox or ${by === 'mailbox'}
      where id = ${id} and state = 'sending'`.execute(this.em.getKysely());
  }

  override async settle(id: string | readonly string[], as: MailEnd, reason?: string): Promise<number> {
    const ids = [id].flat();
    if (ids.length === 0) return 0;
    const now = this.clock.now();
    const { rows } =
      await sql`update letter set state = ${as}, sent_at = ${as === 'sent' ? now : null}, closed_at = ${now}, next_try_at = null,
      tries = tries + 1, reason = ${reason ?? null} where id = any(${ids}::text[]) and state = 'sending' returning id`.execute(
        this.em.getKysely(),
      );
    return rows.length;
  }

  override async withdraw(about: string, kind: MailKind): Promise<number> {
    const { rows } = await sql`update letter set state = 'dropped', closed_at = ${this.clock.now()}
      where about = ${about} and kind = ${kind} and state = 'waiting' returning id`.execute(this.em.getKysely());
    return rows.length;
  }

  override async findUndelivered(id: string): Promise<UndeliveredMail | null> {
    const { rows } = await sql<UndeliveredRow>`select id, kind, about, state, reason, closed_at from letter
      where id = ${id} and state in ('refused', 'dead') for update`.execute(this.em.getKysely());
    return rows[0] ? undeliveredOf(rows[0]) : null;
  }

  override async reopen(id: string): Promise<boolean> {
    const { rows } =
      await sql`update letter set state = 'waiting', claimed_at = null, closed_at = null, tries = 0, is_put_off_by_mailbox = false,
      next_try_at = ${this.clock.now()}
      where id = ${id} and state in ('refused', 'dead') returning id`.execute(this.em.getKysely());
    return rows.length > 0;
  }

  override async dismiss(id: string): Promise<boolean> {
    const { rows } = await sql`update letter set state = 'dropped', closed_at = ${this.clock.now()}
      where id = ${id} and state in ('refused', 'dead') returning id`.execute(this.em.getKysely());
    return rows.length > 0;
  }

  override async undelivered(since: Date, limit: number): Promise<UndeliveredMail[]> {
    const { rows } = await sql<UndeliveredRow>`select id, kind, about, state, reason, closed_at from letter
      where state in ('refused', 'dead') and (state = 'dead' or closed_at >= ${since}) order by closed_at desc, id limit ${limit}`.execute(
      this.em.getKysely(),
    );
    return rows.map(undeliveredOf);
  }

  override async latestUndelivered(about: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from (
        select distinct on (kind) id, state from letter where about = ${about} order by kind, created_at desc, id desc
      ) latest where state in ('refused', 'dead') order by id`.execute(this.em.getKysely());
    return rows.map(({ id }) => id);
  }

  override async about(about: string, kind: MailKind): Promise<MailAbout[]> {
    return this.em.isInTransaction() ? ((await this.allAbout([about], kind)).get(about) ?? []) : this.reads.run({ about, kind });
  }

  private async allAbout(about: readonly string[], kind: MailKind): Promise<ReadonlyMap<string, MailAbout[]>> {
    const { rows } = await sql<{ id: string; about: string; planned_at: Date; is_open: boolean; has_left: boolean }>`
      select id, about, created_at as planned_at, state in ('waiting', 'sending') as is_open, state in ('sending', 'sent') as has_left
      from letter where about = any(${[...about]}::text[]) and kind = ${kind} order by created_at, id`.execute(this.em.getKysely());
    const mails = Map.groupBy(rows, (row) => row.about);
    const view = ({ id, planned_at, is_open, has_left }: (typeof rows)[number]) => ({
      id,
      plannedAt: new Date(planned_at),
      isOpen: is_open,
      hasLeft: has_left,
    });
    return new Map([...mails].map(([one, group]) => [one, group.map(view)]));
  }

  override async overdue(before: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from letter
      where state in ('waiting', 'sending') and created_at < ${before} and coalesce(next_try_at, created_at) < ${before} order by created_at limit 500`.execute(
      this.em.getKysely(),
    );
    return rows.map(({ id }) => id);
  }
}

function undeliveredOf({ closed_at, ...row }: UndeliveredRow): UndeliveredMail {
  return { ...row, closedAt: new Date(closed_at) };
}
