import { describe } from '@jest/globals';
import { riskPolicy } from './ops/risk-policy.db.cases.ts';
import { riskRecords } from './adapters/risk-records.db.cases.ts';

// One file, because each file of tests loads the whole API anew, and that takes longer than most of what is tested.
describe('risk records', riskRecords);
describe('risk policy', riskPolicy);
