import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../shared/ports.ts';
import { type SignIn, SignIns } from '../application/ports.ts';

@Injectable()
export class SqlSignIns extends SignIns {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async note({ userId, method, isSuccess, network }: Omit<SignIn, 'at'> & { userId: string | null }): Promise<void> {
    await sql`insert into sign_in (user_id, method, is_success, network, at)
      values (${userId}, ${method}, ${isSuccess}, ${network}, ${this.clock.now()})`.execute(this.em.getKysely());
  }

  override async ofUser(userId: string, most: number): Promise<SignIn[]> {
    const { rows } = await sql<SignIn>`select method, is_success as "isSuccess", network, at from sign_in
      where user_id = ${userId} order by id desc limit ${most}`.execute(this.em.getKysely());
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  }
}
