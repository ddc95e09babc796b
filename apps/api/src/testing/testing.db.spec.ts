import { describe } from '@jest/globals';
import { badInput } from './bad-input/bad-input.db.cases.ts';
import { canaryCases } from './canary.db.cases.ts';
import { databaseAway } from './bad-input/database-away.db.cases.ts';
import { invariantCases } from './invariants/invariants.db.cases.ts';
import { ownership } from './ownership.db.cases.ts';
import { purgeExpired } from './retention/purge-expired.db.cases.ts';
import { sharedCaches } from './shared-caches.db.cases.ts';
import { unpaidOrders } from './retention/unpaid-orders.db.cases.ts';

// One file, because each test file loads the whole API, which takes longer than most tests.
describe('bad input', () => badInput());
describe('canary', canaryCases);
describe('database away', databaseAway);
describe('invariants', invariantCases);
describe('ownership', ownership);
describe('purge personal', purgeExpired);
describe('shared caches', sharedCaches);
describe('unpaid orders', unpaidOrders);
