import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../../platform/database/read-database.ts';
import { type UserName, UserNames } from '../application/user-names.ts';

@Injectable()
export class SqlUserNames extends UserNames {
  constructor(private readonly database: ReadDatabase) {
    super();
  }

  override async ofIds(userIds: readonly string[]): Promise<ReadonlyMap<string, UserName>> {
    if (userIds.length === 0) return new Map();
    const text = `select id, username, lastname, case when email_verified_at is not null then email end as verified_email
      from shop_user where id = any($1::text[])`;
    const rows = await this.database.rows<Omit<UserName, 'verifiedEmail'> & { id: string; verified_email: string | null }>(
      'user-names',
      text,
      [[...new Set(userIds)]],
    );
    return new Map(rows.map(({ id, username, lastname, verified_email: verifiedEmail }) => [id, { username, lastname, verifiedEmail }]));
  }
}
