import { createHash } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type Subscription, Subscriptions, type TokenPurpose } from '../application/ports.ts';

@Injectable()
export class SqlSubscriptions extends Subscriptions {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async ofEmail(email: string, { id, at, from }: { id: string; at: Date; from: string }): Promise<Subscription> {
    // An update that changes nothing answers and locks the row that is there.
    const { rows } = await sql<Subscription>`insert into newsletter_subscription (id, email, state, asked_at, asked_from)
      values (${id}, ${email}, 'pending', ${at}, ${from})
      on conflict (email) do update set email = excluded.email returning id, email, state`.execute(this.db());
    const [subscription] = rows;
    if (!subscription) throw new Error('The subscription was not written.');
    return subscription;
  }

  override async ofId(id: string): Promise<Subscription | null> {
    const { rows } = await sql<Subscription>`select id, email, state from newsletter_subscription where id = ${id}`.execute(this.db());
    return rows[0] ?? null;
  }

  override async reopen(id: string, { at, from }: { at: Date; from: string }): Promise<void> {
    await sql`update newsletter_subscription set state = 'pending', asked_at = ${at}, asked_from = ${from}
      where id = ${id} and state in ('unsubscribed', 'pending')`.execute(this.db());
  }

  override async confirm(id: string, { at, from }: { at: Date; from: string }): Promise<void> {
    await sql`update newsletter_subscription set state = 'confirmed', confirmed_at = ${at}, confirmed_from = ${from}
      where id = ${id}`.execute(this.db());
  }

  override async end(id: string, as: 'unsubscribed' | 'refused', at: Date): Promise<void> {
    await sql`update newsletter_subscription set state = ${as}, unsubscribed_at = ${at} where id = ${id}`.execute(this.db());
    await sql`delete from newsletter_token where subscription_id = ${id} and purpose = 'confirm'`.execute(this.db());
  }

  override async addToken(token: string, subscriptionId: string, purpose: TokenPurpose, at: Date): Promise<void> {
    await sql`insert into newsletter_token (hash, subscription_id, purpose, created_at)
      values (${hashOf(token)}, ${subscriptionId}, ${purpose}, ${at})`.execute(this.db());
  }

  override async ofToken(token: string, purpose: TokenPurpose, since: Date | null): Promise<Subscription | null> {
    const { rows } = await sql<Subscription>`select s.id, s.email, s.state
      from newsletter_token t join newsletter_subscription s on s.id = t.subscription_id
      where t.hash = ${hashOf(token)} and t.purpose = ${purpose} and (${since}::timestamptz is null or t.created_at > ${since})
      for update of s`.execute(this.db());
    return rows[0] ?? null;
  }

  private db() {
    return this.em.getKysely();
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
