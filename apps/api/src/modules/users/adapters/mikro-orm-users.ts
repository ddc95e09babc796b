import { EntitySchema, LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Users } from '../application/ports.ts';
import { AddressTaken } from '../domain/account-errors.ts';
import { normalEmail, User } from '../domain/user.ts';

export const userMapping = new EntitySchema<User>({
  class: User,
  tableName: 'shop_user',
  properties: {
    id: { type: 'string', primary: true },
    email: { type: 'string', nullable: true },
    username: { type: 'string' },
    lastname: { type: 'string' },
    passwordHash: { type: 'string', nullable: true },
    emailVerifiedAt: { type: 'datetime', nullable: true },
    tokenVersion: { type: 'integer' },
    closedAt: { type: 'datetime', nullable: true },
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    changedBy: { type: 'string' },
  },
});

@Injectable()
export class MikroOrmUsers extends Users {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override add(user: User): Promise<void> {
    return this.save(user);
  }

  override async addUnlessTaken(user: User & { email: string }): Promise<User> {
    await sql`insert into shop_user
        (id, email, username, lastname, password_hash, email_verified_at, token_version, created_at, updated_at, changed_by)
      values (${user.id}, ${user.email}, ${user.username}, ${user.lastname}, ${user.passwordHash}, ${user.emailVerifiedAt},
        ${user.tokenVersion}, ${user.createdAt}, ${user.updatedAt}, ${user.changedBy})
      on conflict (email) do nothing`.execute(this.em.getKysely());
    return this.reader().findOneOrFail(User, { email: user.email });
  }

  override async save(user: User): Promise<void> {
    try {
      this.em.persist(user);
      await this.em.flush();
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new AddressTaken();
      throw error;
    }
  }

  override withEmail(email: string): Promise<User | null> {
    return this.reader().findOne(User, { email: normalEmail(email) });
  }

  override withId(id: string): Promise<User | null> {
    return this.reader().findOne(User, { id });
  }

  override forUpdate(id: string): Promise<User | null> {
    return this.em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  /** Inside a transaction its own manager, outside one a fresh fork, so that nothing stale is read from an identity map. */
  private reader(): EntityManager {
    return this.em.isInTransaction() ? this.em : this.em.fork();
  }
}
