import type { Database } from './database.ts';

export interface Address {
  readonly address: string;
  readonly name: string;
}

interface Attachment {
  readonly filename: string | null;
  readonly mimeType: string;
  readonly contentId: string | null;
  /** Bytes. */
  readonly size: number;
}

/** What was read out of a message. */
export interface ParsedMail {
  readonly from: readonly Address[];
  readonly to: readonly Address[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** ISO 8601: the message's own date, or when it came in. */
  readonly date: string;
  readonly messageId: string | null;
  /** Lower-case names; a name that occurs more than once holds a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly attachments: readonly Attachment[];
}

export interface Mail extends ParsedMail {
  readonly id: string;
  readonly receivedAt: string;
  /** Whom the SMTP conversation named, blind copies included. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
}

export interface MailQuery {
  /** Exact address, in any case. */
  readonly to?: string | undefined;
  /** A part of the subject, in any case. */
  readonly subject?: string | undefined;
  readonly limit: number;
}

interface Row {
  readonly id: number;
  readonly receivedAt: number;
  readonly sender: string;
  readonly recipients: string;
  readonly parsed: string;
}

const columns = 'id, received_at as receivedAt, sender, recipients, parsed';

/** Every delivery is a row, the same message twice too. */
export class Mails {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  add(envelope: Mail['envelope'], parsed: ParsedMail, source: Uint8Array, receivedAtMs: number): void {
    this.database.run(
      'insert into mails (received_at, sender, recipients, subject, parsed, source) values (?, ?, ?, ?, ?, ?)',
      receivedAtMs,
      envelope.from,
      JSON.stringify(envelope.to),
      parsed.subject,
      JSON.stringify(parsed),
      source,
    );
  }

  /** Newest first. */
  list({ to, subject, limit }: MailQuery): Mail[] {
    const conditions: string[] = [];
    const values: string[] = [];
    if (to !== undefined) {
      conditions.push('exists (select 1 from json_each(recipients) where lower(value) = lower(?))');
      values.push(to);
    }
    if (subject !== undefined) {
      conditions.push('instr(lower(subject), lower(?)) > 0');
      values.push(subject);
    }
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    return this.database.rows<Row>(`select ${columns} from mails ${where} order by id desc limit ?`, ...values, limit).map(toMail);
  }

  find(id: string): Mail | null {
    const row = this.database.row<Row>(`select ${columns} from mails where id = ?`, id);
    return row && toMail(row);
  }

  /** The message as it came in. */
  source(id: string): Uint8Array | null {
    return this.database.row<{ source: Uint8Array }>('select source from mails where id = ?', id)?.source ?? null;
  }

  remove(id: string): void {
    this.database.run('delete from mails where id = ?', id);
  }

  clear(): void {
    this.database.run('delete from mails');
  }
}

function toMail({ id, receivedAt, sender, recipients, parsed }: Row): Mail {
  return {
    id: String(id),
    ...(JSON.parse(parsed) as ParsedMail),
    receivedAt: new Date(receivedAt).toISOString(),
    envelope: { from: sender, to: JSON.parse(recipients) as string[] },
  };
}
