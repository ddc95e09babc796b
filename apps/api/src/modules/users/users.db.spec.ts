import { describe } from '@jest/globals';
import { accountMails } from './adapters/mails/account-mails.db.cases.ts';
import { accounts } from './adapters/accounts.db.cases.ts';
import { passwordCases } from './adapters/passwords.db.cases.ts';
import { sessions } from './adapters/sessions.db.cases.ts';
import { social } from './adapters/social/social.db.cases.ts';
import { users } from './adapters/users.db.cases.ts';
import { verification } from './adapters/verification.db.cases.ts';
import { accountTestShop } from './testing/account-test-shop.ts';

// One file, because each test file loads the whole API, which takes longer than most tests.
describe('in a shop that forgets all accounts before each test', () => {
  const desk = accountTestShop();
  describe('account mails', () => accountMails(desk));
  describe('accounts', () => accounts(desk));
  describe('passwords', () => passwordCases(desk));
  describe('sessions', () => sessions(desk));
  describe('verification', () => verification(desk));
});
describe('social', social);
describe('users', users);
