import { createHash } from 'node:crypto';
import { EntitySchema, LockMode, raw } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Subscriptions, type TokenPurpose } from '../application/ports.ts';
import { Subscription } from '../domain/subscription.ts';

export const subscriptionMapping = new EntitySchema<Subscription>({
  class: Subscription,
  tableName: 'newsletter_subscription',
  properties: {
    id: { type: 'string', primary: true },
    email: { type: 'string' },
    state: { type: 'string' },
    askedAt: { type: 'datetime' },
    askedFrom: { type: 'string' },
    confirmedAt: { type: 'datetime', nullable: true },
    confirmedFrom: { type: 'string', nullable: true },
    unsubscribedAt: { type: 'datetime', nullable: true },
  },
});

/** Tokens of links in mails are stored hashed. */
class NewsletterToken {
  readonly hash!: Buffer;
  readonly subscriptionId!: string;
  readonly purpose!: TokenPurpose;
  readonly createdAt!: Date;
}

export const newsletterTokenMapping = new EntitySchema<NewsletterToken>({
  class: NewsletterToken,
  tableName: 'newsletter_token',
  properties: {
    hash: { type: 'blob', primary: true },
    subscriptionId: { type: 'string' },
    purpose: { type: 'string' },
    createdAt: { type: 'datetime' },
  },
});

@Injectable()
export class MikroOrmSubscriptions extends Subscriptions {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async ofEmail(email: string, { id, at, from }: { id: string; at: Date; from: string }): Promise<string> {
    // An update without changes returns and locks the existing row.
    const { rows } = await sql<{ id: string }>`insert into newsletter_subscription (id, email, state, asked_at, asked_from)
      values (${id}, ${email}, 'pending', ${at}, ${from})
      on conflict (email) do update set email = excluded.email returning id`.execute(this.em.getKysely());
    const [subscription] = rows;
    if (!subscription) throw new Error('The subscription was not written.');
    return subscription.id;
  }

  override ofId(id: string): Promise<Subscription | null> {
    return (this.em.isInTransaction() ? this.em : this.em.fork()).findOne(Subscription, { id });
  }

  override forUpdate(id: string): Promise<Subscription | null> {
    return this.em.findOne(Subscription, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  override async reopen(id: string, { at, from }: { at: Date; from: string }): Promise<void> {
    await sql`update newsletter_subscription set state = 'pending', asked_at = ${at}, asked_from = ${from}
      where id = ${id} and state in ('unsubscribed', 'pending')`.execute(this.em.getKysely());
  }

  override async save(subscription: Subscription): Promise<void> {
    await this.em.persist(subscription).flush();
  }

  override async saveEnded(subscription: Subscription): Promise<void> {
    await this.save(subscription);
    await this.em.nativeDelete(NewsletterToken, { subscriptionId: subscription.id, purpose: 'confirm' });
  }

  override async remove(subscription: Subscription): Promise<void> {
    await this.em.remove(subscription).flush();
  }

  override async addTokens(subscriptionId: string, tokens: Readonly<Record<TokenPurpose, string>>, at: Date): Promise<void> {
    const purposes = Object.keys(tokens) as TokenPurpose[];
    await this.em.insertMany(
      NewsletterToken,
      purposes.map((purpose) => ({ hash: hashOf(tokens[purpose]), subscriptionId, purpose, createdAt: at })),
    );
  }

  override ofToken(token: string, purpose: TokenPurpose, since: Date | null): Promise<Subscription | null> {
    const isMadeSince = since === null ? '' : 'and created_at > ?';
    const isOfToken = raw(
      `id = (select subscription_id from newsletter_token where hash = decode(?, 'hex') and purpose = ? ${isMadeSince})`,
      [hashOf(token).toString('hex'), purpose, ...(since === null ? [] : [since])],
    );
    return this.em.findOne(Subscription, { [isOfToken]: [] }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
