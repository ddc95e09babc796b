import { LEASE_MS } from '../../../shared/concurrency/lease.ts';
import type { Clock, MailKind, PlannedMail } from '../../../shared/ports.ts';
import { PlainStorage, type Storage } from '../../../testing/storage/storage.ts';
import { type Claim, CLOCK_SKEW_MS, type MailEnd, MailRows, type UndeliveredMail } from '../ports.ts';

interface Row {
  readonly mail: PlannedMail;
  readonly state: 'waiting' | 'sending' | MailEnd;
  readonly claimedAt: number;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly closedAt: number;
  readonly tries: number;
  readonly reason: string | null;
  readonly isPutOffByMailbox: boolean;
}

export class InMemoryMailRows extends MailRows {
  readonly all: Map<string, Row>;

  constructor(
    private readonly clock: Clock,
    private readonly storage: Storage = new PlainStorage(),
  ) {
    super();
    this.all = storage.table();
  }

  override async add(...mails: readonly PlannedMail[]): Promise<void> {
    const at = this.clock.now().getTime();
    const fresh = { claimedAt: 0, createdAt: at, dueAt: at, closedAt: 0, tries: 0, reason: null, isPutOffByMailbox: false };
    for (const mail of mails) {
      await this.lock(mail.id);
      if (!this.all.has(mail.id)) this.all.set(mail.id, { mail, state: 'waiting', ...fresh });
    }
  }

  override async claim(id: string): Promise<Claim> {
    await this.lock(id);
    const row = this.all.get(id);
    const now = this.clock.now().getTime();
    if (!row || !isOpen(row)) return 'closed';
    if (row.state === 'sending' && row.claimedAt >= now - LEASE_MS) return 'busy';
    if (row.state === 'waiting' && row.dueAt > now + CLOCK_SKEW_MS) return 'not due';
    const isTakenOver = row.state === 'sending';
    const tries = row.tries + (isTakenOver ? 1 : 0);
    this.all.set(id, { ...row, state: 'sending', claimedAt: now, tries });
    return { ...row.mail, tries, isTakenOver };
  }

  override async renewClaim(id: string): Promise<void> {
    await this.lock(id);
    const row = this.all.get(id);
    if (row?.state === 'sending') this.all.set(id, { ...row, claimedAt: this.clock.now().getTime() });
  }

  override async putBack(id: string, reason: string, nextTryAt: Date, by: 'mailbox' | 'delivery' = 'delivery'): Promise<void> {
    await this.lock(id);
    const row = this.all.get(id);
    if (row?.state !== 'sending') return;
    const isPutOffByMailbox = row.isPutOffByMailbox || by === 'mailbox';
    this.all.set(id, { ...row, state: 'waiting', tries: row.tries + 1, reason, dueAt: nextTryAt.getTime(), isPutOffByMailbox });
  }

  override async settle(ids: string | readonly string[], as: MailEnd, reason?: string): Promise<number> {
    let settled = 0;
    for (const id of [ids].flat()) {
      await this.lock(id);
      const row = this.all.get(id);
      if (row?.state !== 'sending') continue;
      const closedAt = this.clock.now().getTime();
      this.all.set(id, { ...row, state: as, closedAt, tries: row.tries + 1, reason: reason ?? null });
      settled += 1;
    }
    return settled;
  }

  override async withdraw(about: string, kind: MailKind): Promise<number> {
    const ids = [...this.all].flatMap(([id, { mail }]) => (mail.about === about && mail.kind === kind ? [id] : []));
    let withdrawn = 0;
    for (const id of ids) {
      await this.lock(id);
      const row = this.all.get(id);
      if (row?.state !== 'waiting') continue;
      this.all.set(id, { ...row, state: 'dropped', closedAt: this.clock.now().getTime() });
      withdrawn += 1;
    }
    return withdrawn;
  }

  override async findUndelivered(id: string): Promise<UndeliveredMail | null> {
    return (await this.undelivered(new Date(0), Number.POSITIVE_INFINITY)).find((mail) => mail.id === id) ?? null;
  }

  override async reopen(id: string): Promise<boolean> {
    await this.lock(id);
    const row = this.all.get(id);
    if (row?.state !== 'refused' && row?.state !== 'dead') return false;
    this.all.set(id, { ...row, state: 'waiting', tries: 0, dueAt: this.clock.now().getTime(), isPutOffByMailbox: false });
    return true;
  }

  override async dismiss(id: string): Promise<boolean> {
    await this.lock(id);
    const row = this.all.get(id);
    if (row?.state !== 'refused' && row?.state !== 'dead') return false;
    this.all.set(id, { ...row, state: 'dropped', closedAt: this.clock.now().getTime() });
    return true;
  }

  override async undelivered(since: Date, limit: number): Promise<UndeliveredMail[]> {
    return [...this.all.values()]
      .flatMap(({ mail, state, reason, closedAt }) =>
        state === 'dead' || (state === 'refused' && closedAt >= since.getTime())
          ? [{ ...mail, state, reason, closedAt: new Date(closedAt) }]
          : [],
      )
      .sort((a, b) => b.closedAt.getTime() - a.closedAt.getTime())
      .slice(0, limit);
  }

  override async latestUndelivered(about: string): Promise<string[]> {
    const latest = new Map<string, Row>();
    for (const row of this.all.values()) {
      const other = latest.get(row.mail.kind);
      if (row.mail.about === about && (!other || row.createdAt >= other.createdAt)) latest.set(row.mail.kind, row);
    }
    return [...latest.values()].flatMap(({ mail, state }) => (state === 'refused' || state === 'dead' ? [mail.id] : [])).sort();
  }

  override async about(about: string, kind: MailKind): Promise<{ id: string; plannedAt: Date; isOpen: boolean; hasLeft: boolean }[]> {
    return [...this.all.values()]
      .filter(({ mail }) => mail.about === about && mail.kind === kind)
      .map((row) => ({
        id: row.mail.id,
        plannedAt: new Date(row.createdAt),
        isOpen: isOpen(row),
        hasLeft: row.state === 'sending' || row.state === 'sent',
      }));
  }

  override async overdue(before: Date): Promise<string[]> {
    return [...this.all].filter(([, row]) => isOpen(row) && row.dueAt < before.getTime()).map(([id]) => id);
  }

  /** What is read under the lock must be read in the same turn as it is changed: a plain storage locks nothing. */
  private lock(id: string): Promise<void> {
    return this.storage.lock(`mail ${id}`);
  }
}

function isOpen({ state }: Row): boolean {
  return state === 'waiting' || state === 'sending';
}
