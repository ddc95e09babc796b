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
    const { rows } = await sql<{ provider: Provider; linkedAt: string }>`select provider, min(created_at) as "linkedAt" from user_identity
      where user_id = ${userId} and unlinked_at is null group by provider order by 2, 1`.execute(this.em.getKysely());
    return rows.map(({ provider, linkedAt }) => ({ provider, linkedAt: new Date(linkedAt) }));
  }

  override async ownerOf(provider: Provider, providerId: string): Promise<string | null> {
    const { rows } = await sql<{ user_id: string }>`select user_id from user_identity
      where provider = ${provider} and provider_id = ${providerId} and unlinked_at is null`.execute(this.em.getKysely());
    return rows[0]?.user_id ?? null;
  }

  override async wasUnlinked(provider: Provider, providerId: string): Promise<boolean> {
    // The version before writes the second one alone.
    const { rows } = await sql`select 1 from unlinked_identity where provider = ${provider} and provider_id = ${providerId}
      union all select 1 from user_identity
      where provider = ${provider} and provider_id = ${providerId} and unlinked_at is not null`.execute(this.em.getKysely());
    return rows.length > 0;
  }

  override async link(provider: Provider, providerId: string, userId: string): Promise<boolean> {
    const { rows } = await sql`insert into user_identity (provider, provider_id, user_id, created_at)
      values (${provider}, ${providerId}, ${userId}, ${this.clock.now()})
      on conflict (provider, provider_id) do update
        set user_id = excluded.user_id, created_at = excluded.created_at, unlinked_at = null
        where user_identity.unlinked_at is not null
      returning 1`.execute(this.em.getKysely());
    return rows.length === 1;
  }

  override async unlink(provider: Provider, userId: string): Promise<boolean> {
    const { rows } = await sql`with unlinked as (update user_identity set unlinked_at = ${this.clock.now()}
        where provider = ${provider} and user_id = ${userId} and unlinked_at is null returning *)
      insert into unlinked_identity (provider, provider_id, user_id, unlinked_at)
      select provider, provider_id, user_id, unlinked_at from unlinked
      on conflict (provider, provider_id, user_id) do update set unlinked_at = excluded.unlinked_at
      returning 1`.execute(this.em.getKysely());
    return rows.length > 0;
  }

  override async unlinkAll(userId: string): Promise<void> {
    await sql`delete from user_identity where user_id = ${userId}`.execute(this.em.getKysely());
  }
}
