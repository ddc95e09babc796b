import { describe } from '@jest/globals';
import { accountMails } from './adapters/mails/account-mails.db.cases.ts';
import { accounts } from './adapters/accounts.db.cases.ts';
import { passwordCases } from './adapters/passwords.db.cases.ts';
import { ownSessions } from './adapters/sessions/own-sessions.db.cases.ts';
import { socialLogins } from './adapters/sessions/social-logins.db.cases.ts';
import { sessions } from './adapters/sessions.db.cases.ts';
import { social } from './adapters/social/social.db.cases.ts';
import { socialAccounts } from './adapters/social/social-accounts.db.cases.ts';
import { users } from './adapters/users.db.cases.ts';
import { authTrail } from './adapters/trail/auth-trail.db.cases.ts';
import { verification } from './adapters/verification.db.cases.ts';
import { accountTestShop } from './testing/account-test-shop.ts';
import { socialTestShop } from './testing/social-test-shop.ts';

// One file, because each test file loads the whole API, which takes longer than most tests.
describe('in a shop that forgets all accounts before each test', () => {
  const fixture = accountTestShop();
  describe('account mails', () => accountMails(fixture));
  describe('accounts', () => accounts(fixture));
  describe('the trail of authentication', () => authTrail(fixture));
  describe('passwords', () => passwordCases(fixture));
  describe('sessions', () => sessions(fixture));
  describe('where a user is signed in', () => ownSessions(fixture));
  describe('linked social logins', () => socialLogins(fixture));
  describe('verification', () => verification(fixture));
});
describe('in a shop whose visitors come by other sites', () => {
  const fixture = socialTestShop();
  describe('the way to a site and back', () => social(fixture));
  describe('the account of who comes by a site', () => socialAccounts(fixture));
});
describe('users', users);
