import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../../shared/ports.ts';
import { type AuthEntry, AuthTrail } from '../../application/auth-trail.ts';

@Injectable()
export class SqlAuthTrail extends AuthTrail {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async record({
    userId,
    event,
    method,
    network,
    browser,
  }: Omit<AuthEntry, 'at'> & { readonly userId: string | null }): Promise<void> {
    // The version before this one reads `is_success`.
    await sql`insert into sign_in (user_id, event, method, is_success, network, browser, at)
      values (${userId}, ${event}, ${method}, ${event !== 'failure'}, ${network}, ${browser}, ${this.clock.now()})`.execute(
      this.em.getKysely(),
    );
  }

  override async ofUser(userId: string, most: number): Promise<AuthEntry[]> {
    // That version writes no `event`.
    const { rows } = await sql<AuthEntry>`select case when is_success then event else 'failure' end as event, method, network, browser, at
      from sign_in where user_id = ${userId} order by id desc limit ${most}`.execute(this.em.getKysely());
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  }
}
