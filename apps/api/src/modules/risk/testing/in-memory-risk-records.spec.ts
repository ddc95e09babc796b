import { describe } from '@jest/globals';
import { InMemoryRiskRecords } from './in-memory-risk-records.ts';
import { riskRecordsContract } from './risk-records.contract.ts';

describe('the fake', () => riskRecordsContract(async () => ({ records: new InMemoryRiskRecords(), inTransaction: (work) => work() })));
