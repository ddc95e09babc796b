import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../../shared/failure.ts';

const POLL_MS = 100;

/** Reads the stand-in's store beside it: asking the mailbox over HTTP would cost the stand-in more than taking the mails. */
export class MailboxFile {
  private readonly store: DatabaseSync;
  private readonly received = new Map<string, number[]>();
  private last = 0;

  /** `file`: SANDBOX_DATA of the stand-in. */
  constructor(file: string) {
    this.store = new DatabaseSync(file, { readOnly: true });
  }

  /** When each of these addresses got its mail. @throws Failure where one has none within `withinMs` milliseconds, or more than one. */
  async arrivals(emails: readonly string[], withinMs: number): Promise<ReadonlyMap<string, number>> {
    const end = Date.now() + withinMs;
    for (;;) {
      this.readOn();
      const missing = emails.filter((email) => !this.received.has(email));
      if (missing.length === 0) break;
      if (Date.now() > end) throw new Failure(`${missing.length} of ${emails.length} orders have no mail, ${missing[0]} for one.`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const repeated = emails.find((email) => this.received.get(email)?.length !== 1);
    if (repeated !== undefined) throw new Failure(`${repeated} got ${this.received.get(repeated)?.length} mails for one order.`);
    return new Map(emails.map((email) => [email, this.received.get(email)?.[0] ?? 0]));
  }

  /** The messages to these addresses as they came in. */
  sources(emails: readonly string[]): { to: string; raw: Buffer }[] {
    const wanted = new Set(emails);
    return this.rows<{ recipients: string; source: Uint8Array }>('select recipients, source from mails where id > ?', 0).flatMap(
      ({ recipients, source }) => {
        const [to = ''] = JSON.parse(recipients) as string[];
        return wanted.has(to) ? [{ to, raw: Buffer.from(source) }] : [];
      },
    );
  }

  close(): void {
    this.store.close();
  }

  private readOn(): void {
    for (const { id, recipients, at } of this.rows<{ id: number; recipients: string; at: number }>(
      'select id, recipients, received_at as at from mails where id > ? order by id',
      this.last,
    )) {
      this.last = id;
      for (const to of JSON.parse(recipients) as string[]) this.received.set(to, [...(this.received.get(to) ?? []), at]);
    }
  }

  private rows<T>(statement: string, after: number): T[] {
    return this.store.prepare(statement).all(after) as T[];
  }
}
