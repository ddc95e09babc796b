import { describe } from '@jest/globals';
import { SEED } from '../campaigns/campaign.ts';
import { badInput } from './bad-input.db.cases.ts';

describe('bad input of shoppers', () => badInput({ attacks: 95, good: 20, seed: SEED, leastRequests: 5000 }));
