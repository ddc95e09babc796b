import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../shared/ports.ts';
import { Identities, type LinkedLogin, type Provider } from '../application/ports.ts';

@Injectable()
export class SqlIdentities extends Identities {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async ofUser(userId: string): Promise<LinkedLogin[]> {
    const { rows } = await sql<{ provider: Provider; created_at: string }>`select provider, created_at from user_identity
      where user_id = ${userId} order by created_at, provider`.execute(this.em.getKysely());
    return rows.map(({ provider, created_at }) => ({ provider, linkedAt: new Date(created_at) }));
  }

  override async ownerOf(provider: Provider, providerId: string): Promise<string | null> {
    const { rows } = await sql<{ user_id: string }>`select user_id from user_identity
      where provider = ${provider} and provider_id = ${providerId}`.execute(this.em.getKysely());
    return rows[0]?.user_id ?? null;
  }

  override async link(provider: Provider, providerId: string, userId: string): Promise<boolean> {
    const { rows } = await sql`insert into user_identity (provider, provider_id, user_id, created_at)
      values (${provider}, ${providerId}, ${userId}, ${this.clock.now()}) on conflict do nothing returning 1`.execute(this.em.getKysely());
    return rows.length === 1;
  }

  override async unlink(provider: Provider, userId: string): Promise<boolean> {
    const { rows } = await sql`delete from user_identity where provider = ${provider} and user_id = ${userId} returning 1`.execute(
      this.em.getKysely(),
    );
    return rows.length > 0;
  }

  override async unlinkAll(userId: string): Promise<void> {
    await sql`delete from user_identity where user_id = ${userId}`.execute(this.em.getKysely());
  }
}
