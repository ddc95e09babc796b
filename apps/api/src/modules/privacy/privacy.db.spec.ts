import { describe } from '@jest/globals';
import { registerCases } from './register.db.cases.ts';

// One file, because each test file loads the whole API, which takes longer than most tests.
describe('register of personal data', registerCases);
