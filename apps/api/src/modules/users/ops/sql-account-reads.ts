import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { countedRows, whereAll } from '../../../platform/database/ops-list.ts';
import { literalInPattern } from '../../../platform/database/search-pattern.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { type AccountFilter, AccountReads, type AccountRecord, type AccountSummary } from '../application/account-reads.ts';

/** The searched text, as in the index `shop_user_like`. */
const SEARCHED = sql`lower(coalesce(email, '') || ' ' || username || ' ' || lastname)`;

const columns = sql`id, email, username, lastname, email is not null and email_verified_at is not null as "isEmailVerified",
  created_at as "createdAt", closed_at as "closedAt"`;
type SummaryRow = Omit<AccountSummary, 'createdAt' | 'closedAt'> & { readonly createdAt: string; readonly closedAt: string | null };
type RecordRow = SummaryRow &
  Pick<AccountRecord, 'hasPassword' | 'providers'> & { readonly emailVerifiedAt: string | null; readonly updatedAt: string };

@Injectable()
export class SqlAccountReads extends AccountReads {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async list({ text }: AccountFilter, window: ListWindow): Promise<{ accounts: AccountSummary[]; total: number }> {
    const { rows, total } = await countedRows<SummaryRow>(this.em.getKysely(), {
      columns,
      from: sql`shop_user`,
      where: whereAll([text !== undefined && sql`(${SEARCHED} like lower(${`%${literalInPattern(text)}%`}) or id = lower(${text}))`]),
      order: sql`created_at desc, id desc`,
      window,
    });
    return { accounts: rows.map(summaryOf), total };
  }

  override async find(id: string): Promise<AccountRecord | null> {
    const { rows } = await sql<RecordRow>`select ${columns}, email_verified_at as "emailVerifiedAt", updated_at as "updatedAt",
        password_hash is not null as "hasPassword",
        array(select provider from user_identity where user_id = shop_user.id and unlinked_at is null order by provider) as providers
      from shop_user where id = ${id}`.execute(this.em.getKysely());
    const [row] = rows;
    if (!row) return null;
    const { emailVerifiedAt, updatedAt, hasPassword, providers } = row;
    return {
      ...summaryOf(row),
      emailVerifiedAt: emailVerifiedAt === null ? null : new Date(emailVerifiedAt),
      updatedAt: new Date(updatedAt),
      hasPassword,
      providers,
    };
  }
}

function summaryOf({ id, email, username, lastname, isEmailVerified, createdAt, closedAt }: SummaryRow): AccountSummary {
  return {
    id,
    email,
    username,
    lastname,
    isEmailVerified,
    createdAt: new Date(createdAt),
    closedAt: closedAt === null ? null : new Date(closedAt),
  };
}
