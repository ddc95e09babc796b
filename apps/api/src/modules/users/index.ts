export { CurrentUser } from './adapters/jwt/current-user.ts';
export { JwtAuthGuard, OptionalJwtAuthGuard } from './adapters/jwt/jwt-auth-guards.ts';
export { AccountReads, type AccountSummary } from './application/account-reads.ts';
export type { Identity } from './application/authenticate.ts';
export { ManageAccount } from './application/manage-account.ts';
export { Passwords, SIGN_IN_METHODS, type SignIn, type SignInMethod, Users } from './application/ports.ts';
export { SeeAccount, type SeenAccount } from './application/see-account.ts';
export { AccountClosed, AccountNotFound, AddressVerified, CloseNotConfirmed } from './domain/account-errors.ts';
export { User } from './domain/user.ts';
