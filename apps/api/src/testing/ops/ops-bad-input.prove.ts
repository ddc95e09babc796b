import { describe } from '@jest/globals';
import { opsBadInput } from './ops-bad-input.db.cases.ts';

const seed = Number(process.env.SEED ?? 20_261_123);

describe('bad input of the staff', () => opsBadInput({ attacks: 25, seed }));
