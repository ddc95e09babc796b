import { describe } from '@jest/globals';
import { badInput } from './bad-input.db.cases.ts';

const seed = Number(process.env.SEED ?? 20_261_122);

describe('bad input of shoppers', () => badInput({ attacks: 95, good: 20, seed, leastRequests: 5000 }));
