import { createHash } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock, SingleUse } from '../../shared/ports.ts';

const SWEEP_EVERY = 200;

@Injectable()
export class SqlSingleUse extends SingleUse {
  private count = 0;

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async note(name: string, until: Date): Promise<boolean> {
    const now = this.clock.now();
    const db = this.em.getKysely();
    const { rows } = await sql`insert into single_use as known (name, ends_at) values (${hashed(name)}, ${until})
      on conflict (name) do update set ends_at = excluded.ends_at where known.ends_at <= ${now} returning 1`.execute(db);
    if ((this.count += 1) % SWEEP_EVERY === 0) await sql`delete from single_use where ends_at <= ${now}`.execute(db);
    return rows.length === 1;
  }

  override async isNoted(name: string): Promise<boolean> {
    const { rows } = await sql`select 1 from single_use where name = ${hashed(name)} and ends_at > ${this.clock.now()}`.execute(
      this.em.getKysely(),
    );
    return rows.length === 1;
  }

  override async take(name: string): Promise<boolean> {
    const { rows } = await sql`delete from single_use where name = ${hashed(name)} and ends_at > ${this.clock.now()} returning 1`.execute(
      this.em.getKysely(),
    );
    return rows.length === 1;
  }
}

function hashed(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}
