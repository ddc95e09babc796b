import { describe } from '@jest/globals';
import { SEED } from '../campaigns/campaign.ts';
import { opsBadInput } from './ops-bad-input.db.cases.ts';

describe('bad input of the staff', () => opsBadInput({ attacks: 25, seed: SEED }));
