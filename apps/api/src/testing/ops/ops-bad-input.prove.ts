import { describe } from '@jest/globals';
import { SEED, sized } from '../campaigns/campaign.ts';
import { opsBadInput } from './ops-bad-input.db.cases.ts';
import { opsGoodInput } from './ops-good-input.cases.ts';

describe('bad input of the staff', () => opsBadInput({ attacks: 25, seed: SEED }));
describe('good input of the staff', () => opsGoodInput({ times: sized({ full: 20, sample: 3 }) }));
