export { OptionalUser, RequiredUser } from './adapters/current-user.ts';
export { Authenticate, type Identity } from './application/authenticate.ts';
export { Passwords, Users } from './application/ports.ts';
export { NotLoggedIn } from './domain/account-errors.ts';
export { User } from './domain/user.ts';
