import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { Argon2Passwords } from './adapters/argon2-passwords.ts';
import { UserOnly, VisitorOrUser } from './adapters/current-user.ts';
import { JwtTokens } from './adapters/jwt-tokens.ts';
import { MikroOrmUsers, userMapping } from './adapters/mikro-orm-users.ts';
import { SqlThrottle } from './adapters/sql-throttle.ts';
import { UsersController } from './adapters/users.controller.ts';
import { Authenticate } from './application/authenticate.ts';
import { LogIn } from './application/log-in.ts';
import { Passwords, Throttle, Tokens, Users } from './application/ports.ts';

@Module({
  imports: [MikroOrmModule.forFeature([userMapping])],
  controllers: [UsersController],
  providers: [
    { provide: Users, useClass: MikroOrmUsers },
    { provide: Passwords, useClass: Argon2Passwords },
    { provide: Tokens, useClass: JwtTokens },
    { provide: Throttle, useClass: SqlThrottle },
    LogIn,
    Authenticate,
    VisitorOrUser,
    UserOnly,
  ],
  exports: [Authenticate, VisitorOrUser, UserOnly, Users, Passwords],
})
export class UsersModule {}
