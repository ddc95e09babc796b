import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { CompiledQuery } from 'kysely';
import pLimit from 'p-limit';
import { type ExportedData, type Person, PersonalData } from '../../shared/personal-data.ts';
import { Clock } from '../../shared/ports.ts';
import { JobQueues } from '../queues/job-queues.ts';
import { type NamedValues, numbered } from './named-values.ts';
import { PersonalTables } from './personal-rows.ts';

/** Ids of rows lead to mails, and ids of mails to alerts. */
const ROUNDS = 2;
/** Of the rows of a subject in one export: a stranger can fill the form of contacts, and open checkouts, for days with one address. */
const MOST_OF_SUBJECT = 2_000_000;
const EXPORTED_AT_ONCE = 1;

type Sized = Record<string, unknown> & { readonly rowsInAll: number };

@Injectable()
export class SqlPersonalData extends PersonalData {
  private readonly turns = pLimit(EXPORTED_AT_ONCE);

  constructor(
    private readonly tables: PersonalTables,
    private readonly em: EntityManager,
    private readonly queues: JobQueues,
    private readonly clock: Clock,
  ) {
    super();
  }

  override export(person: Person): Promise<ExportedData> {
    return this.turns(() => this.exported(person));
  }

  private async exported(person: Person): Promise<ExportedData> {
    const values = await this.valuesOf(person);
    const found: Record<string, Record<string, unknown>[]> = {};
    for (const { name, find } of this.tables.all()) {
      if (find === undefined) continue;
      const rows = await this.rows<Sized>(bounded(find), values);
      const [first] = rows;
      if (first === undefined) continue;
      found[name] = [...(found[name] ?? []), ...rows.map(({ rowsInAll: _all, placeOfRow: _place, sizeSoFar: _size, ...row }) => row)];
      if (rows.length < first.rowsInAll) (found.leftOut ??= []).push({ subject: name, rows: first.rowsInAll - rows.length });
    }
    return found;
  }

  override async obstacles(person: Person): Promise<string[]> {
    const values = await this.valuesOf(person);
    // Locks first, in statements of their own: one that waits for a lock still reads other rows as of its beginning.
    for (const { lock } of this.tables.all()) if (lock !== undefined) await this.rows(lock, values);
    const sentences: string[] = [];
    for (const { obstacles } of this.tables.all()) {
      if (obstacles === undefined) continue;
      sentences.push(...(await this.rows<{ sentence: string }>(obstacles, values)).map(({ sentence }) => sentence));
    }
    return sentences;
  }

  override async erase(person: Person, pseudonym: string, at: Date): Promise<void> {
    // All ids first: statements delete the rows that lead to others.
    const values = { ...(await this.valuesOf(person, pseudonym)), until: at };
    for (const { erase } of this.tables.all()) for (const statement of erase) await this.rows(statement, values);
  }

  override async eraseJobs(person: Person): Promise<void> {
    const { ids, emails } = await this.valuesOf(person);
    await this.queues.removeNaming([...ids, ...emails]);
  }

  override async addresses(): Promise<string[]> {
    const now = this.clock.now();
    const values = { account: null, emails: [], ids: [], pseudonym: null, now, until: now };
    const found = new Set<string>();
    for (const { addresses } of this.tables.all()) {
      if (addresses === undefined) continue;
      for (const { email } of await this.rows<{ email: string }>(addresses, values)) found.add(email);
    }
    return [...found];
  }

  private async valuesOf({ accountId, emails, otherIds = [] }: Person, pseudonym: string | null = null): Promise<NamedValues> {
    const now = this.clock.now();
    const values = { account: accountId, emails, pseudonym, now, until: now };
    const ids = new Set<string>(accountId === null ? otherIds : [accountId, ...otherIds]);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const table of this.tables.all()) {
        if (table.ids === undefined) continue;
        const rows = await this.rows<{ id: string | null }>(table.ids, { ...values, ids: [...ids] });
        for (const { id } of rows) if (id !== null) ids.add(id);
      }
    return { ...values, ids: [...ids] };
  }

  private async rows<Row>(statement: string, values: NamedValues): Promise<Row[]> {
    const { text, parameters } = numbered(statement, values);
    const { rows } = await this.em.getKysely().executeQuery<Row>(CompiledQuery.raw(text, parameters));
    return rows;
  }
}

/** The rows of a statement up to MOST_OF_SUBJECT characters, the first one in any case. Files count elsewhere: their table bounds them. */
function bounded(find: string): string {
  return `select * from (
      select found.*, count(*) over ()::int as "rowsInAll", row_number() over () as "placeOfRow",
        sum(octet_length((to_jsonb(found) - 'fileInBase64')::text)) over (rows unbounded preceding) as "sizeSoFar"
      from (${find}) found
    ) sized where "sizeSoFar" <= ${MOST_OF_SUBJECT} or "placeOfRow" = 1`;
}
