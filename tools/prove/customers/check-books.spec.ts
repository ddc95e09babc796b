import { expect, test } from '@jest/globals';
import type { Books, OrderRow } from './books.ts';
import { faultsIn } from './check-books.ts';
import { NEVER_DELIVERED, unpaid } from './outcomes.ts';
import { type Seen, tellNothing, type Told } from './told.ts';

const ADA: OrderRow = {
  id: 'o1',
  session: 'cs_1',
  email: 'ada@example.com',
  status: 'completed',
  totalMinor: 2000,
  refundedMinor: 0,
  sentBackMinor: 0,
  isWaiting: false,
  lines: [{ kinguinId: 7, quantity: 2 }],
  createdAt: 1100,
  endedAt: null,
  paidAt: 1300,
  refundAskedAt: null,
  isPaidLate: false,
  hadKeys: true,
  isWaitCutShort: false,
};
const ADAS_PAYMENT = { session: 'cs_1', amountMinor: 2000, refundedMinor: 0, lostMinor: 0, intent: 'pi_1' };
const ADAS_MAIL = { to: 'ada@example.com', messageId: '<1>', keys: ['A', 'B'] };
const BOB: OrderRow = {
  ...ADA,
  id: 'o2',
  session: 'cs_2',
  email: 'bob@example.com',
  status: 'expired',
  endedAt: 500,
  paidAt: null,
  hadKeys: false,
};
const RIGHT: Books = { orders: [ADA, BOB], payments: [ADAS_PAYMENT], mails: [ADAS_MAIL], refundMails: [] };

const told = (changes: Partial<Told>): Told => ({ ...tellNothing('ada@example.com', [{ kinguinId: 7, quantity: 2 }]), ...changes });
const ADAS_STORY = told({ askedAt: 1000, answeredAt: 1200, session: 'cs_1', isPaid: true });
const SUPPLY = new Map([[7, 4]]);

const withOrder = (changes: Partial<OrderRow>): Books => ({ ...RIGHT, orders: [{ ...ADA, ...changes }, BOB] });
const withPayment = (changes: Partial<typeof ADAS_PAYMENT>): Books => ({ ...RIGHT, payments: [{ ...ADAS_PAYMENT, ...changes }] });
const page = (...statuses: string[]) => told({ ...ADAS_STORY, seen: statuses.map((status) => ({ status, keys: [] })) });

const list = (status: string): Seen => ({ status, keys: [], from: 'list' });
const keysOnPage = (status: string, ...keys: string[]): Seen => ({ status, keys });
const REFUNDED_IN_TWO: Told = told({
  ...ADAS_STORY,
  seen: [
    { status: 'Paid', keys: [], from: 'link' },
    list('Processing'),
    keysOnPage('Completed', 'A', 'B'),
    list('Completed'),
    keysOnPage('Completed', 'B'),
    list('Partially refunded'),
    keysOnPage('Partially refunded', 'B'),
    keysOnPage('Refunded'),
    list('Refunded'),
  ],
  refundAskedAfter: 4,
});
const refundedThen = (seen: Seen): Told => ({ ...REFUNDED_IN_TWO, seen: [...REFUNDED_IN_TWO.seen, seen] });

test('an order that is not on the list yet, and one whose keys go while it is refunded, are right', () => {
  for (const story of [REFUNDED_IN_TWO, { ...REFUNDED_IN_TWO, seen: [list('Missing'), ...REFUNDED_IN_TWO.seen] }])
    expect(faultsIn(RIGHT, [{ ...story, refundAskedAfter: story.seen.length - 5 }], SUPPLY)).toEqual([]);
});

test.each<[string, Told]>([
  ['the list shows that only a part is refunded', refundedThen(list('Partially refunded'))],
  ['the list shows an order without a refund', refundedThen(list('Completed'))],
  ['the page shows an order without a refund', refundedThen(keysOnPage('Completed', 'A', 'B'))],
  ['the page shows keys that have gone back', refundedThen(keysOnPage('Refunded', 'B'))],
  ['the list does not have what was refunded', refundedThen(list('Missing'))],
  ['the list does not have what was paid', { ...ADAS_STORY, seen: [{ status: 'Paid', keys: [], from: 'link' }, list('Missing')] }],
  ['keys go before a refund is asked for', { ...REFUNDED_IN_TWO, refundAskedAfter: 5 }],
])('%s: an older state', (_what, story) => {
  expect(faultsIn(RIGHT, [story], SUPPLY)).toEqual([
    expect.stringMatching(/^ada@example.com saw an older state of its order: Paid link, /),
  ]);
});

test.each<[string, Books]>([
  ['what was sold and delivered', RIGHT],
  ['the same mail twice', { ...RIGHT, mails: [ADAS_MAIL, ADAS_MAIL] }],
  ['an order that a dispute took back', { ...withOrder({ status: 'charged_back' }), payments: [{ ...ADAS_PAYMENT, lostMinor: 2000 }] }],
])('%s is right', (_what, books) => expect(faultsIn(books, [ADAS_STORY], SUPPLY)).toEqual([]));

test.each<[string, Books, Told]>([
  [
    'ada@example.com was told of a checkout, and there is no such order',
    { ...RIGHT, orders: [BOB], payments: [], mails: [] },
    told({ session: 'cs_1' }),
  ],
  [
    'ada@example.com was told that it is paid, and the provider has no payment',
    { ...withOrder({ status: 'pending' }), payments: [], mails: [] },
    ADAS_STORY,
  ],
  ['ada@example.com has paid, and its order is charged_back', withOrder({ status: 'charged_back' }), ADAS_STORY],
  ['ada@example.com has not paid what was ordered, and its order is completed', RIGHT, { ...ADAS_STORY, isTampered: true }],
  ['ada@example.com has not paid what was ordered, and got keys', withOrder({ status: 'on_hold' }), { ...ADAS_STORY, isTampered: true }],
  ['cs_9 is paid, and no order has it', { ...RIGHT, payments: [ADAS_PAYMENT, { ...ADAS_PAYMENT, session: 'cs_9' }] }, ADAS_STORY],
  ['ada@example.com paid 1500 for an order of 2000', withPayment({ amountMinor: 1500 }), ADAS_STORY],
  ['ada@example.com paid 2000 and got 4000 back', withPayment({ refundedMinor: 4000 }), ADAS_STORY],
  ['ada@example.com: 500 went back, and the order says 0', withPayment({ refundedMinor: 500 }), ADAS_STORY],
  ['ada@example.com has keys and got 500 back', withPayment({ refundedMinor: 500 }), ADAS_STORY],
  ['ada@example.com: the order is completed, and no mail came', { ...RIGHT, mails: [] }, ADAS_STORY],
  ['ada@example.com got several mails of its keys', { ...RIGHT, mails: [ADAS_MAIL, { ...ADAS_MAIL, messageId: '<2>' }] }, ADAS_STORY],
  ['ada@example.com bought 2 and got 1 keys', { ...RIGHT, mails: [{ ...ADAS_MAIL, keys: ['A'] }] }, ADAS_STORY],
  ['ada@example.com is refunded, and 0 of 2000 went back', withOrder({ status: 'refunded' }), ADAS_STORY],
  ['ada@example.com has paid, and its order is expired', withOrder({ status: 'expired' }), ADAS_STORY],
  ['ada@example.com has paid, and its order is paid', withOrder({ status: 'paid' }), ADAS_STORY],
  ['bob@example.com has not paid, and its order is completed', { ...RIGHT, orders: [ADA, { ...BOB, status: 'completed' }] }, ADAS_STORY],
  [
    'bob@example.com has not paid, and got keys',
    { ...RIGHT, mails: [ADAS_MAIL, { ...ADAS_MAIL, to: 'bob@example.com', keys: ['C'] }] },
    ADAS_STORY,
  ],
  [
    'ada@example.com and bob@example.com got the same key',
    { ...RIGHT, mails: [ADAS_MAIL, { ...ADAS_MAIL, to: 'bob@example.com' }] },
    ADAS_STORY,
  ],
  ['ada@example.com was answered checkout: 500 Oh', RIGHT, told({ ...ADAS_STORY, wrong: ['checkout: 500 Oh'] })],
  ['ada@example.com saw an older state of its order: Completed 0, Processing 0', RIGHT, page('Completed', 'Processing')],
  ['ada@example.com saw keys that are in none of its mails', RIGHT, told({ ...ADAS_STORY, seen: [{ status: 'Completed', keys: ['C'] }] })],
  [
    'cleo@example.com was refused 2 of 7, and at least 2 were free all the time',
    RIGHT,
    told({ email: 'cleo@example.com', refused: [7], askedAt: 6000, answeredAt: 6100 }),
  ],
])('%s', (fault, books, story) => expect(faultsIn(books, [story], SUPPLY)).toContain(fault));

const HOUR = 3_600_000;
const AT_SUPPLIERS = new Map<number, number>();
const CLEO: OrderRow = { ...BOB, id: 'o3', session: 'cs_3', email: 'cleo@example.com', status: 'pending', endedAt: null };
const LATE = { isPaidLate: true, hadKeys: false, endedAt: 1200 };
const MONEY_BACK = { status: 'refunded', refundedMinor: 2000, refundAskedAt: 1400 };
const WAITS = { status: 'paid', isWaiting: true };
const refundedOrder = (changes: Partial<OrderRow>, others: readonly OrderRow[] = []): Books => ({
  orders: [{ ...ADA, ...MONEY_BACK, ...changes }, BOB, ...others],
  payments: [{ ...ADAS_PAYMENT, refundedMinor: 2000 }],
  mails: [],
  refundMails: [],
});
const waitingOrder = (changes: Partial<OrderRow>, others: readonly OrderRow[] = []): Books => ({
  ...RIGHT,
  orders: [{ ...ADA, ...WAITS, ...changes }, BOB, ...others],
  mails: [],
});
/** Of the four keys that there are. */
const SOLD_TO_OTHERS = [{ ...CLEO, lines: [{ kinguinId: 7, quantity: 3 }] }];

test.each<[string, Books, ReadonlyMap<number, number>, number | null]>([
  ['a refund of all by the staff', refundedOrder({}), SUPPLY, 0],
  ['a refund of what was paid late and sold to others', refundedOrder(LATE, SOLD_TO_OTHERS), SUPPLY, null],
  ['a refund of what suppliers have not brought', refundedOrder({ hadKeys: false, refundAskedAt: 1300 + HOUR }), AT_SUPPLIERS, null],
  ['a wait for what was paid late and sold to others', waitingOrder(LATE, SOLD_TO_OTHERS), SUPPLY, null],
  ['a wait for suppliers', waitingOrder({ hadKeys: false }), AT_SUPPLIERS, null],
])('%s has a cause', (_what, books, supply, refundAskedAfter) =>
  expect(faultsIn(books, [{ ...ADAS_STORY, refundAskedAfter }], supply)).toEqual([]),
);

test.each<[string, Books, ReadonlyMap<number, number>]>([
  ['after its keys were delivered', refundedOrder({}), SUPPLY],
  ['of what was paid in time, though others want those keys', refundedOrder({ hadKeys: false }, SOLD_TO_OTHERS), SUPPLY],
  ['of what was paid late, while its keys were free', refundedOrder(LATE), SUPPLY],
  [
    'of what was paid late, while keys were free that others bought after it',
    refundedOrder(
      LATE,
      SOLD_TO_OTHERS.map((order) => ({ ...order, createdAt: 1500 + 60_000 })),
    ),
    SUPPLY,
  ],
  ['of what was paid late, and is to wait for longer', refundedOrder({ ...LATE, isWaitCutShort: true }, SOLD_TO_OTHERS), SUPPLY],
  ['of what suppliers have had no time to bring', refundedOrder({ hadKeys: false }), AT_SUPPLIERS],
  ['of what suppliers have brought', refundedOrder({ refundAskedAt: 1300 + HOUR }), AT_SUPPLIERS],
  ['that nobody has asked for', refundedOrder({ ...LATE, refundAskedAt: null }, SOLD_TO_OTHERS), SUPPLY],
])('a refund %s has no cause', (_what, books, supply) =>
  expect(faultsIn(books, [ADAS_STORY], supply)).toEqual(['ada@example.com is refunded without a cause']),
);

test.each<[string, Books]>([
  ['paid in time', waitingOrder({ hadKeys: false }, SOLD_TO_OTHERS)],
  ['paid late, while its keys are free', waitingOrder(LATE)],
])('a wait for keys that were there is a fault: %s', (_what, books) =>
  expect(faultsIn(books, [ADAS_STORY], SUPPLY)).toEqual(['ada@example.com has paid, and waits for keys that were there']),
);

test('the staff asks for the refund of one order, and that is no cause for another one', () => {
  const bobs = told({ email: 'bob@example.com', session: 'cs_2', refundAskedAfter: 0 });
  expect(faultsIn(refundedOrder({}), [ADAS_STORY, bobs], SUPPLY)).toEqual(['ada@example.com is refunded without a cause']);
});

/** Ada paid 1500 for her order of 2000, and the staff sent it back. */
const UNLIKE: Books = {
  orders: [{ ...ADA, status: 'refunded', refundedMinor: 2000, sentBackMinor: 1500 }, BOB],
  payments: [{ ...ADAS_PAYMENT, amountMinor: 1500, refundedMinor: 1500 }],
  mails: [],
  refundMails: [{ to: 'ada@example.com', messageId: '<3>', amountMinor: 1500 }],
};
const EXPECTED = new Map([['ada@example.com', NEVER_DELIVERED]]);
const withUnlike = (changes: Partial<OrderRow>): Books => ({ ...UNLIKE, orders: [{ ...ADA, ...UNLIKE.orders[0], ...changes }, BOB] });

test('a payment of another amount that went back whole is right where that is expected', () => {
  const twice = { ...UNLIKE, refundMails: [...UNLIKE.refundMails, ...UNLIKE.refundMails] };
  for (const books of [UNLIKE, twice]) expect(faultsIn(books, [ADAS_STORY], SUPPLY, { outcomes: EXPECTED })).toEqual([]);
});

test.each<[string, Books]>([
  ['ada@example.com has to be refunded, and is on_hold', withUnlike({ status: 'on_hold' })],
  ['ada@example.com: 1500 of 1500 had to go back, and 0 did', { ...UNLIKE, payments: [{ ...ADAS_PAYMENT, amountMinor: 1500 }] }],
  ['ada@example.com: 1500 went back, and its refunds say 2000', withUnlike({ sentBackMinor: 2000 })],
  ['ada@example.com: 2000 of the order went back, and it says 1500', withUnlike({ refundedMinor: 1500 })],
  ['ada@example.com: 1500 went back, and its mails say 0', { ...UNLIKE, refundMails: [] }],
  ['ada@example.com had to get none of the mails with its keys, and got 1', { ...UNLIKE, mails: [ADAS_MAIL] }],
])('%s', (fault, books) => expect(faultsIn(books, [ADAS_STORY], SUPPLY, { outcomes: EXPECTED })).toContain(fault));

const BOBS_STORY = told({ email: 'bob@example.com', session: 'cs_2' });

test('an order that ended unpaid is right where that is expected', () =>
  expect(faultsIn(RIGHT, [ADAS_STORY, BOBS_STORY], SUPPLY, { outcomes: new Map([['bob@example.com', unpaid('expired')]]) })).toEqual([]));

test.each([
  ['bob@example.com has to be payment_failed, and is expired without a payment', unpaid('payment_failed')],
  ['bob@example.com has to be refunded, and is expired without a payment', NEVER_DELIVERED],
])('%s', (fault, outcome) =>
  expect(faultsIn(RIGHT, [ADAS_STORY, BOBS_STORY], SUPPLY, { outcomes: new Map([['bob@example.com', outcome]]) })).toContain(fault),
);

test('nobody was refused in vain while others may have held the rest', () => {
  const cleo = told({ email: 'cleo@example.com', refused: [7], askedAt: 4000, answeredAt: 6000 });
  expect(faultsIn(RIGHT, [ADAS_STORY, cleo], SUPPLY)).toEqual([]);
});

test('an order without a session holds its keys from before its row on, whenever those without a session asked', () => {
  const open: OrderRow = { ...BOB, session: null, status: 'pending', createdAt: 5000, endedAt: null };
  const cleo = told({ email: 'cleo@example.com', refused: [7], askedAt: 4000, answeredAt: 4500 });
  const dan = told({ email: 'dan@example.com', askedAt: 9000, answeredAt: 9100 });
  expect(faultsIn({ ...RIGHT, orders: [ADA, open] }, [ADAS_STORY, cleo, dan], SUPPLY)).toEqual([]);
});
