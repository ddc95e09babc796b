import { EntitySchema } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Users } from '../application/ports.ts';
import { normalEmail, User } from '../domain/user.ts';

export const userMapping = new EntitySchema<User>({
  class: User,
  tableName: 'shop_user',
  properties: {
    id: { type: 'string', primary: true },
    email: { type: 'string' },
    username: { type: 'string' },
    lastname: { type: 'string' },
    passwordHash: { type: 'string' },
    emailVerifiedAt: { type: 'datetime', nullable: true },
    tokenVersion: { type: 'integer' },
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

  override async add(user: User): Promise<void> {
    this.em.persist(user);
    await this.em.flush();
  }

  override withEmail(email: string): Promise<User | null> {
    return this.em.findOne(User, { email: normalEmail(email) });
  }

  override withId(id: string): Promise<User | null> {
    return this.em.findOne(User, { id });
  }
}
