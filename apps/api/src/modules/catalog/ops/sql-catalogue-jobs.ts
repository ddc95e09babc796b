import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { countedRows } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { type CatalogueJob, CatalogueJobs, type JobProgress } from '../application/ops/catalogue-jobs.ts';
import { linesOf } from '../adapters/supplier/feed-lines.ts';

const PIECE_BYTES = 262_144;
const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const view = sql`json_build_object('id', id, 'state', state, 'dryRun', is_dry_run, 'file', file_name, 'bytes', file_bytes, 'readBytes', read_bytes,
  'lines', lines, 'counts', counts, 'problems', problems, 'failure', failure, 'createdBy', created_by, 'createdAt', ${iso('created_at')},
  'startedAt', ${iso('started_at')}, 'finishedAt', ${iso('finished_at')})`;
const shortView = sql`json_build_object('id', id, 'state', state, 'dryRun', is_dry_run, 'file', file_name, 'bytes', file_bytes, 'readBytes', read_bytes,
  'lines', lines, 'counts', counts, 'problems', '[]'::json, 'failure', failure, 'createdBy', created_by, 'createdAt', ${iso('created_at')},
  'startedAt', ${iso('started_at')}, 'finishedAt', ${iso('finished_at')})`;

@Injectable()
export class SqlCatalogueJobs extends CatalogueJobs {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async add({ id, kind, isDryRun, createdBy, fileName }: CatalogueJob & { fileName: string | null }, at: Date): Promise<void> {
    await this.rows(sql`insert into catalog_job (id, kind, state, is_dry_run, file_name, created_at, created_by)
      values (${id}, ${kind}, 'waiting', ${isDryRun}, ${fileName}, ${at}, ${createdBy}) returning id`);
  }

  override async storeFile(jobId: string, content: AsyncIterable<Buffer>): Promise<number> {
    let size = 0;
    let number = 0;
    for await (const piece of pieces(content)) {
      await this.rows(sql`insert into catalog_job_chunk (job_id, number, content) values (${jobId}, ${number}, ${piece}) returning number`);
      number += 1;
      size += piece.length;
    }
    await this.rows(sql`update catalog_job set file_bytes = ${size} where id = ${jobId} returning id`);
    return size;
  }

  override lines(jobId: string, reading: (bytes: number) => void) {
    return linesOf(this.textOf(jobId, reading));
  }

  override async isAnyDue(silentSince: Date): Promise<boolean> {
    return (await this.rows(sql`select 1 from catalog_job where ${dueAfter(silentSince)} limit 1`)).length > 0;
  }

  override async take(at: Date, silentSince: Date): Promise<CatalogueJob | null> {
    const [job] = await this.rows<CatalogueJob>(sql`
      update catalog_job set state = 'running', started_at = coalesce(started_at, ${at}), beat_at = ${at} where id = (
        select id from catalog_job where ${dueAfter(silentSince)}
        order by created_at, id limit 1 for update skip locked
      ) returning id, kind, is_dry_run as "isDryRun", created_by as "createdBy"`);
    return job ?? null;
  }

  override async heartbeat(jobId: string, progress: JobProgress, at: Date): Promise<void> {
    await this.rows(sql`update catalog_job set ${progressColumns(progress)}, beat_at = ${at} where id = ${jobId} returning id`);
  }

  override async end(jobId: string, progress: JobProgress, at: Date, failure: string | null): Promise<void> {
    await this
      .rows(sql`update catalog_job set ${progressColumns(progress)}, state = ${failure === null ? 'done' : 'failed'}, failure = ${failure},
      finished_at = ${at} where id = ${jobId} returning id`);
    await this.rows(sql`delete from catalog_job_chunk where job_id = ${jobId} returning number`);
  }

  override async putBack(jobId: string): Promise<void> {
    await this.rows(sql`update catalog_job set state = 'waiting' where id = ${jobId} and state = 'running' returning id`);
  }

  override async view(jobId: string, kind: CatalogueJob['kind']): Promise<unknown> {
    const [row] = await this.rows<{ job: unknown }>(sql`select ${view} as job from catalog_job where id = ${jobId} and kind = ${kind}`);
    return row?.job ?? null;
  }

  override async list(kind: CatalogueJob['kind'], window: ListWindow): Promise<{ items: unknown[]; total: number }> {
    const { rows, total } = await countedRows<{ job: unknown }>(this.em.getKysely() as never, {
      columns: sql`${shortView} as job`,
      from: sql`catalog_job`,
      where: sql`kind = ${kind}`,
      order: sql`id desc`,
      window,
    });
    return { items: rows.map(({ job }) => job), total };
  }

  private async *textOf(jobId: string, reading: (bytes: number) => void): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let size = 0;
    for (let number = 0; ; number += 1) {
      const [piece] = await this.rows<{ content: Buffer }>(
        sql`select content from catalog_job_chunk where job_id = ${jobId} and number = ${number}`,
      );
      if (!piece) break;
      reading((size += piece.content.length));
      yield decoder.decode(piece.content, { stream: true });
    }
    yield decoder.decode();
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}

function dueAfter(silentSince: Date): RawBuilder<unknown> {
  return sql`(state = 'waiting' or (state = 'running' and beat_at < ${silentSince}))`;
}

function progressColumns({ lines, counts, problems, readBytes }: JobProgress): RawBuilder<unknown> {
  return sql`lines = ${lines}, counts = ${JSON.stringify(counts)}::jsonb, problems = ${JSON.stringify(problems)}::jsonb, read_bytes = ${readBytes}`;
}

/** The same bytes in chunks of equal size, except the last. */
async function* pieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
