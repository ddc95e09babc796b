import { describe } from '@jest/globals';
import { canaryPerson } from './canary-person.db.cases.ts';
import { privacy } from './adapters/privacy.db.cases.ts';
import { otherPeople } from './other-people.db.cases.ts';
import { repeatErasures } from './repeat-erasures.db.cases.ts';
import { registerCases } from './register.db.cases.ts';
import { whoseData } from './adapters/whose-data.db.cases.ts';

// One file, because each test file loads the whole API, which takes longer than most tests.
describe('canary person', canaryPerson);
describe('privacy', privacy);
describe('other people', otherPeople);
describe('repeat erasures', repeatErasures);
describe('whose data it is', whoseData);
describe('register of personal data', registerCases);
