import { describe } from '@jest/globals';
import { brokenForms } from './broken-forms.db.cases.ts';
import { opsBadInput } from './ops-bad-input.db.cases.ts';
import { opsCanary } from './ops-canary.db.cases.ts';
import { opsExamples } from './ops-examples.db.cases.ts';
import { opsWalk } from './ops-walk.db.cases.ts';
import { peopleOps } from './people-ops.db.cases.ts';
import { wholeDays } from './whole-days.db.cases.ts';

// One file, because each test file loads the whole API, which takes longer than most tests.
describe('broken forms', brokenForms);
describe('ops bad input', () => opsBadInput());
describe('ops canary', opsCanary);
describe('ops examples', opsExamples);
describe('ops walk', opsWalk);
describe('people ops', peopleOps);
describe('whole days', wholeDays);
