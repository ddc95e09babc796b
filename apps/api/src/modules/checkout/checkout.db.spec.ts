import { describe } from '@jest/globals';
import { checkoutRefusals } from './adapters/checkout-refusals.db.cases.ts';
import { checkout } from './adapters/checkout.db.cases.ts';
import { checkoutRegions } from './adapters/checkout-regions.db.cases.ts';
import { customerLimits } from './adapters/customer-limits.db.cases.ts';
import { hoarding } from './adapters/hoarding.db.cases.ts';

// One file, because each test file loads the whole API, which takes longer than most tests.
describe('checkout refusals', checkoutRefusals);
describe('checkout', checkout);
describe('hoarding', hoarding);
describe('checkout regions', checkoutRegions);
describe('limits per customer', customerLimits);
