import { createHash, createHmac } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../../../platform/config/config.ts';
import { derivedSecret } from '../../../platform/config/derived-secret.ts';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { type Consent, SubscriberList } from '../application/subscriber-admin.ts';
import type { SubscriptionState } from '../domain/subscription.ts';

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

@Injectable()
export class SqlSubscriberList extends SubscriberList {
  private readonly endingSecret: string;

  constructor(
    private readonly em: EntityManager,
    config: Config,
  ) {
    super();
    this.endingSecret = derivedSecret(config, 'newsletter unsubscribe');
  }

  override async list({ state, email }: { state?: SubscriptionState; email?: string }, window: ListWindow) {
    const { rows, total } = await countedRows<{ item: unknown }>(this.em.getKysely() as never, {
      columns: sql`json_build_object('id', id, 'email', email, 'state', state, 'askedAt', ${iso('asked_at')}, 'confirmedAt', ${iso('confirmed_at')},
        'unsubscribedAt', ${iso('unsubscribed_at')}) as item`,
      from: sql`newsletter_subscription`,
      where: whereAll([state !== undefined && sql`state = ${state}`, email !== undefined && sql`email = ${email.toLowerCase()}`]),
      order: sql`id desc`,
      window,
    });
    return { items: rows.map(({ item }) => item), total };
  }

  override async confirmed(afterId: string, most: number): Promise<Consent[]> {
    const { rows } = await sql<Consent>`select id, email, ${iso('asked_at')} as "askedAt", asked_from as "askedFrom",
      ${iso('confirmed_at')} as "confirmedAt", confirmed_from as "confirmedFrom"
      from newsletter_subscription where state = 'confirmed' and id > ${afterId} order by id limit ${most}`.execute(this.em.getKysely());
    return rows;
  }

  /** Derived from the id, so that repeated exports store one row each; stored, so that a link stays valid after a change of the secret. */
  override async endingTokens(ids: readonly string[], at: Date): Promise<ReadonlyMap<string, string>> {
    const tokens = ids.map((id) => createHmac('sha256', this.endingSecret).update(id).digest('base64url'));
    const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
    const { rows } = await sql<{ id: string }>`
      with known as (select id from newsletter_subscription where id = any(${ids}) for key share),
      kept as (
        insert into newsletter_token (hash, subscription_id, purpose, created_at)
        select decode(given.hash, 'hex'), id, 'unsubscribe', ${at}
        from unnest(${ids}::text[], ${hashes}::text[]) as given (id, hash) join known using (id)
        on conflict do nothing
      )
      select id from known`.execute(this.em.getKysely());
    const there = new Set(rows.map(({ id }) => id));
    return new Map(ids.flatMap((id, at) => (there.has(id) ? [[id, tokens[at] ?? '']] : [])));
  }
}
