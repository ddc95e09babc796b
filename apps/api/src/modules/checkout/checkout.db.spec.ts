import { describe } from '@jest/globals';
import { checkoutRefusals } from './adapters/checkout-refusals.db.cases.ts';
import { checkout } from './adapters/checkout.db.cases.ts';
import { dashboardRefunds } from '../payments/adapters/dashboard-refunds.db.cases.ts';
import { disputeCases } from '../payments/adapters/disputes.db.cases.ts';
import { failedRefunds } from '../payments/adapters/failed-refunds.db.cases.ts';
import { frozenOrders } from '../payments/adapters/frozen-orders.db.cases.ts';
import { lostInPart } from '../payments/adapters/lost-in-part.db.cases.ts';
import { paymentsOps } from '../payments/ops/payments-ops.db.cases.ts';
import { payments } from '../payments/adapters/payments.db.cases.ts';
import { refundParts } from '../payments/adapters/refund-parts.db.cases.ts';
import { refundCases } from '../payments/adapters/refunds.db.cases.ts';
import { soldOut } from '../payments/adapters/sold-out.db.cases.ts';

// One file, because each file of tests loads the whole API anew, and that takes longer than most of what is tested.
describe('checkout refusals', checkoutRefusals);
describe('checkout', checkout);
describe('dashboard refunds', dashboardRefunds);
describe('disputes', disputeCases);
describe('failed refunds', failedRefunds);
describe('frozen orders', frozenOrders);
describe('lost in part', lostInPart);
describe('payments ops', paymentsOps);
describe('payments', payments);
describe('refunds', refundCases);
describe('sold out', soldOut);
describe('refund parts', refundParts);
