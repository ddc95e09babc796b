import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.ts';
import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { expiringOfUsers, PERSONAL } from './adapters/personal-data.ts';
import { Callers } from '../../platform/limits/callers.ts';
import { CatalogModule } from '../catalog/catalog.module.ts';
import { AccountMailWriter } from './adapters/mails/account-mail-writer.ts';
import { AccountsController } from './adapters/accounts.controller.ts';
import { Argon2Passwords } from './adapters/passwords/argon2-passwords.ts';
import { LenientJwtAuthGuard } from './adapters/jwt/jwt-auth-guards.ts';
import { JwtStrategy } from './adapters/jwt/jwt-strategy.ts';
import { JwtTokens } from './adapters/jwt/jwt-tokens.ts';
import { TokenCallers } from './adapters/jwt/token-callers.ts';
import { ListedPasswords } from './adapters/passwords/listed-passwords.ts';
import { MikroOrmUsers, userMapping } from './adapters/mikro-orm-users.ts';
import { SqlAccountReads } from './ops/sql-account-reads.ts';
import { SignUpMemory } from './adapters/sign-up-memory.ts';
import { FlowCookie } from './adapters/social/flow-cookie.ts';
import { SocialController } from './adapters/social/social.controller.ts';
import { SocialStrategies } from './adapters/social/social-strategies.ts';
import { SqlClosedAddresses } from './adapters/sql-closed-addresses.ts';
import { SqlIdentities } from './adapters/sql-identities.ts';
import { SqlMailedTokens } from './adapters/sql-mailed-tokens.ts';
import { SqlWishlists } from './adapters/sql-wishlists.ts';
import { SessionsController } from './adapters/sessions/sessions.controller.ts';
import { SqlSessions } from './adapters/sessions/sql-sessions.ts';
import { SignInsController } from './adapters/trail/sign-ins.controller.ts';
import { SqlAuthTrail } from './adapters/trail/sql-auth-trail.ts';
import { UsersController } from './adapters/users.controller.ts';
import { AccountMails } from './application/account-mails.ts';
import { AccountReads } from './application/account-reads.ts';
import { AuthTrail } from './application/auth-trail.ts';
import { Authenticate } from './application/authenticate.ts';
import { ChangeAccount } from './application/change-account.ts';
import { ConfirmOwner } from './application/confirm-owner.ts';
import { EditWishlist } from './application/edit-wishlist.ts';
import { LogIn } from './application/log-in.ts';
import { ManageAccount } from './application/manage-account.ts';
import { ClosedAddresses, CommonPasswords, Identities, MailedTokens, Passwords, Tokens, Users, Wishlists } from './application/ports.ts';
import { ResetPassword } from './application/reset-password.ts';
import { SeeAccount } from './application/see-account.ts';
import { LongestIdle, OwnSessions, Sessions } from './application/sessions.ts';
import { SignUp } from './application/sign-up.ts';
import { SocialLogIn } from './application/social-log-in.ts';
import { SocialLogins } from './application/social-logins.ts';
import { VerifyEmail } from './application/verify-email.ts';
import { SqlUserNames } from './adapters/sql-user-names.ts';
import { UserNames } from './application/user-names.ts';

@Module({
  imports: [MikroOrmModule.forFeature([userMapping]), CatalogModule],
  controllers: [UsersController, AccountsController, SessionsController, SignInsController, SocialController],
  providers: [
    { provide: Users, useClass: MikroOrmUsers },
    { provide: Passwords, useClass: Argon2Passwords },
    { provide: CommonPasswords, useClass: ListedPasswords },
    { provide: Tokens, useClass: JwtTokens },
    { provide: MailedTokens, useClass: SqlMailedTokens },
    { provide: Identities, useClass: SqlIdentities },
    { provide: ClosedAddresses, useClass: SqlClosedAddresses },
    { provide: Wishlists, useClass: SqlWishlists },
    { provide: Sessions, useClass: SqlSessions },
    { provide: AuthTrail, useClass: SqlAuthTrail },
    { provide: UserNames, useClass: SqlUserNames },
    { provide: AccountReads, useClass: SqlAccountReads },
    { provide: Callers, useClass: TokenCallers },
    AccountMails,
    AccountMailWriter,
    Authenticate,
    ChangeAccount,
    ConfirmOwner,
    EditWishlist,
    LogIn,
    ManageAccount,
    { provide: LongestIdle, useFactory: ({ longestIdleMs }: Config) => new LongestIdle(longestIdleMs), inject: [Config] },
    OwnSessions,
    ResetPassword,
    SeeAccount,
    SignUp,
    SocialLogIn,
    SocialLogins,
    VerifyEmail,
    JwtStrategy,
    LenientJwtAuthGuard,
    FlowCookie,
    SocialStrategies,
    SignUpMemory,
  ],
  exports: [
    AccountMails,
    AccountReads,
    ClosedAddresses,
    ConfirmOwner,
    MailedTokens,
    JwtStrategy,
    ManageAccount,
    SeeAccount,
    UserNames,
    Users,
    Passwords,
  ],
})
export class UsersModule {
  constructor(retention: Retention, personal: PersonalTables, config: Config) {
    retention.add(...expiringOfUsers(config.retention.authTrailDays));
    personal.add(...PERSONAL);
  }
}
