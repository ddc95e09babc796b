import { describe } from '@jest/globals';
import { dashboardRefunds } from './adapters/dashboard-refunds.db.cases.ts';
import { disputeCases } from './adapters/disputes.db.cases.ts';
import { failedRefunds } from './adapters/failed-refunds.db.cases.ts';
import { frozenOrders } from './adapters/frozen-orders.db.cases.ts';
import { lostInPart } from './adapters/lost-in-part.db.cases.ts';
import { paymentsOps } from './ops/payments-ops.db.cases.ts';
import { paidTogether } from './adapters/paid-together.db.cases.ts';
import { payments } from './adapters/payments.db.cases.ts';
import { refundParts } from './adapters/refund-parts.db.cases.ts';
import { secondProvider } from './adapters/second-provider.db.cases.ts';
import { riskCases } from './adapters/risk.db.cases.ts';
import { refundCases } from './adapters/refunds.db.cases.ts';
import { soldOut } from './adapters/sold-out.db.cases.ts';

// One file, because each file of tests loads the whole API anew, and that takes longer than most of what is tested.
describe('dashboard refunds', dashboardRefunds);
describe('disputes', disputeCases);
describe('failed refunds', failedRefunds);
describe('frozen orders', frozenOrders);
describe('lost in part', lostInPart);
describe('payments ops', paymentsOps);
describe('paid together', paidTogether);
describe('payments', payments);
describe('refunds', refundCases);
describe('risk', riskCases);
describe('second provider', secondProvider);
describe('sold out', soldOut);
describe('refund parts', refundParts);
