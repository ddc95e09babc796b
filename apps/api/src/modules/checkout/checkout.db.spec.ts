import { describe } from '@jest/globals';
import { checkoutRefusals } from './adapters/checkout-refusals.db.cases.ts';
import { checkout } from './adapters/checkout.db.cases.ts';

// One file, because each file of tests loads the whole API anew, and that takes longer than most of what is tested.
describe('checkout refusals', checkoutRefusals);
describe('checkout', checkout);
