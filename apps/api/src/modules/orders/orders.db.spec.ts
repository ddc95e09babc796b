import { describe } from '@jest/globals';
import { keyReveals } from './adapters/key-reveals.db.cases.ts';
import { largeKeys } from './adapters/large-keys.db.cases.ts';
import { myOrders } from './adapters/my-orders.db.cases.ts';
import { orderEmail } from './ops/order-email.db.cases.ts';
import { orderSearch } from './ops/order-search.db.cases.ts';
import { ordersOps } from './ops/orders-ops.db.cases.ts';
import { orderCases } from './adapters/orders.db.cases.ts';
import { refundUnderWay } from './adapters/refund-under-way.db.cases.ts';
import { undelivered } from './ops/undelivered.db.cases.ts';

// One file, because each test file loads the whole API, which takes longer than most tests.
describe('key reveals', keyReveals);
describe('large keys', largeKeys);
describe('my orders', myOrders);
describe('order email', orderEmail);
describe('order search', orderSearch);
describe('orders ops', ordersOps);
describe('orders', orderCases);
describe('refund under way', refundUnderWay);
describe('undelivered', undelivered);
