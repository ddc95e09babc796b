import { describe } from '@jest/globals';
import { accountLetters } from './adapters/account-letters.db.cases.ts';
import { accounts } from './adapters/accounts.db.cases.ts';
import { passwordCases } from './adapters/passwords.db.cases.ts';
import { sessions } from './adapters/sessions.db.cases.ts';
import { social } from './adapters/social/social.db.cases.ts';
import { users } from './adapters/users.db.cases.ts';
import { verification } from './adapters/verification.db.cases.ts';

// One file, because each file of tests loads the whole API anew, and that takes longer than most of what is tested.
describe('account letters', accountLetters);
describe('accounts', accounts);
describe('passwords', passwordCases);
describe('sessions', sessions);
describe('social', social);
describe('users', users);
describe('verification', verification);
