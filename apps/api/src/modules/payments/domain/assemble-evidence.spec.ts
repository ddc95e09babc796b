import { expect, test } from '@jest/globals';
import { orderLine, unpaidOrder } from '../../orders/testing/order-builder.ts';
import { assembleEvidence, type EvidenceFacts } from './assemble-evidence.ts';
import { EVIDENCE_TEXTS } from './evidence-texts.ts';

const at = (time: string) => new Date(`2026-03-01T${time}Z`);

function facts(change: Partial<EvidenceFacts> = {}): EvidenceFacts {
  const order = Object.assign(unpaidOrder({ lines: [orderLine({ quantity: 2 })], termsAcceptedAt: at('12:00:00') }), {
    paidAt: at('12:01:00'),
    completedAt: at('12:01:05'),
  });
  return { order, views: [], visits: [], mails: [], terms: null, prior: null, ...change };
}

const opened = (given: EvidenceFacts) =>
  assembleEvidence(given)
    .accessLog.split('\n')
    .filter((line) => line.includes('keys opened'));

test('the texts say who bought what, and when it was paid and delivered', () => {
  expect(assembleEvidence(facts())).toEqual({
    productDescription: 'Digital activation keys, delivered by e-mail and on the page of the order: 2 × Half Moon (Steam).',
    customerName: 'Ada Buyer',
    customerEmail: 'ada@example.com',
    customerAddress: '192.0.2.1',
    billingAddress: 'Ada Buyer',
    serviceDate: '2026-03-01',
    accessLog: [
      '2026-03-01 12:00:00 UTC order placed from 192.0.2.1',
      '2026-03-01 12:01:00 UTC payment received',
      '2026-03-01 12:01:05 UTC keys delivered to ada@example.com',
    ].join('\n'),
    refundPolicy: 'The buyer accepted the terms and conditions before the payment, on 2026-03-01 12:00:00 UTC.',
    refundRefusal: '',
    uncategorizedText: '',
    receipt: [
      'Order K-order-1',
      'Buyer: Ada Buyer, ada@example.com',
      'Ordered: 2026-03-01 12:00:00 UTC',
      'Paid: 2026-03-01 12:01:00 UTC',
      'Delivered: 2026-03-01 12:01:05 UTC',
      '2 × Half Moon (Steam), 36.00 EUR each',
      'Total: 72.00 EUR',
    ].join('\n'),
    deliveryRecord: expect.stringMatching(
      /^Order K-order-1: 2 × Half Moon \(Steam\)\n\n2026-03-01 12:00:00 UTC order placed[^]*keys delivered/,
    ),
    mailsSent: '',
    acceptedTerms: '',
  });
});

test('the day of the delivery is the day on which keys were delivered or opened, and none before', () => {
  const frozen = facts();
  const order = { ...frozen.order, completedAt: null };
  const opened = [{ id: '1', at: new Date('2026-02-28T23:59:00Z'), viewer: 'guest', address: '192.0.2.1' }];
  expect(assembleEvidence({ ...frozen, order }).serviceDate).toBe('');
  expect(assembleEvidence({ ...frozen, order, views: opened }).serviceDate).toBe('2026-02-28');
  expect(assembleEvidence({ ...frozen, views: opened }).serviceDate).toBe('2026-02-28');
});

test('views of the keys are in the access log in order of time, without the id of an account', () => {
  const views = [
    { id: '2', at: at('12:05:00'), viewer: 'user 01hzx', address: '192.0.2.1' },
    { id: '1', at: at('12:03:00'), viewer: 'guest', address: '192.0.2.7' },
  ];
  expect(assembleEvidence(facts({ views })).accessLog.split('\n').slice(3)).toEqual([
    '2026-03-01 12:03:00 UTC keys opened from 192.0.2.7 by the holder of the link that was mailed to the buyer',
    '2026-03-01 12:05:00 UTC keys opened from 192.0.2.1 by the signed-in account of the buyer',
  ]);
});

test('a view has the browser of the visit that names it, whatever else came in the same millisecond', () => {
  const same = { at: at('12:03:00'), viewer: 'guest' };
  const views = [
    { ...same, id: '1', address: '192.0.2.1' },
    { ...same, id: '2', address: '192.0.2.2' },
    { ...same, id: '3', address: '192.0.2.3' },
  ];
  const visit = { ...same, shown: 'keys', isBuyingBrowser: false } as const;
  const visits = [
    { ...visit, revealId: '3', address: '192.0.2.3', browser: 'Safari 18 on iOS' },
    { ...visit, revealId: '1', address: '192.0.2.1', browser: 'Firefox 144 on Windows' },
    // Of a process of the version before.
    { ...visit, revealId: null, address: '192.0.2.2', browser: 'Chrome 140 on Windows' },
  ];
  expect(opened(facts({ views, visits }))).toEqual([
    expect.stringContaining('keys opened from 192.0.2.1 with Firefox 144 on Windows, by'),
    expect.stringContaining('keys opened from 192.0.2.2 by'),
    expect.stringContaining('keys opened from 192.0.2.3 with Safari 18 on iOS, by'),
  ]);
});

test('that somebody who was erased has opened the keys is said, and no more', () => {
  const views = [{ id: '1', at: at('12:03:00'), viewer: 'erased', address: '' }];
  expect(opened(facts({ views }))).toEqual(['2026-03-01 12:03:00 UTC keys opened']);
  expect(assembleEvidence(facts({ views })).refundRefusal).toContain('opened on 2026-03-01 12:03:00 UTC. A key');
});

test('visits are in the access log with address and browser, and name the browser of the purchase', () => {
  const visit = { address: '2001:db8::7', browser: 'Firefox 144 on Windows', viewer: 'guest', isBuyingBrowser: true, revealId: null };
  const visits = [
    { ...visit, shown: 'checkout', at: at('12:00:00') },
    { ...visit, shown: 'link', at: at('12:01:30') },
    { ...visit, shown: 'keys', at: at('12:02:00'), browser: null, isBuyingBrowser: false, revealId: '1' },
    { ...visit, shown: 'list', at: at('12:03:00'), viewer: 'user 01hzx' },
    { ...visit, shown: 'page', at: at('12:04:00') },
    { ...visit, shown: 'resend', at: at('12:05:00') },
  ] as const;
  const views = [{ id: '1', at: at('12:02:00'), viewer: 'guest', address: '2001:db8::7' }];
  const { accessLog, customerAddress } = assembleEvidence(facts({ visits, views }));
  const from = 'from 2001:db8::7 with Firefox 144 on Windows';
  expect(accessLog.split('\n')).toEqual([
    `2026-03-01 12:00:00 UTC order placed ${from}`,
    '2026-03-01 12:01:00 UTC payment received',
    '2026-03-01 12:01:05 UTC keys delivered to ada@example.com',
    `2026-03-01 12:01:30 UTC page shown after the payment ${from}, the browser of the purchase, by the browser that paid`,
    '2026-03-01 12:02:00 UTC keys opened from 2001:db8::7 with an unknown browser, by the holder of the link that was mailed to the buyer',
    `2026-03-01 12:03:00 UTC order shown in the account's list of orders ${from}, the browser of the purchase, by the signed-in account of the buyer`,
    `2026-03-01 12:04:00 UTC page of the order opened ${from}, the browser of the purchase, by the holder of the link that was mailed to the buyer`,
    `2026-03-01 12:05:00 UTC mail with the keys asked for again ${from}, the browser of the purchase, by the holder of the link that was mailed to the buyer`,
  ]);
  expect(customerAddress).toBe('2001:db8::7');
});

test('a buyer who looks at an order very often does not crowd out its delivery and the views of its keys', () => {
  const visit = { address: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', browser: 'Samsung Internet for Android 28 on Android' };
  const by = { viewer: 'guest', isBuyingBrowser: true };
  const often = Array.from({ length: 300 }, (_, index) => new Date(at('12:01:00').getTime() + index));
  const visits = (['link', 'list', 'page', 'resend'] as const).flatMap((shown) =>
    often.map((instant) => ({ ...visit, ...by, shown, revealId: null, at: instant })),
  );
  const views = [...often, at('13:00:00')].map((instant, index) => ({ ...visit, ...by, id: `${index}`, at: instant }));
  const looks = views.map(({ id, ...view }) => ({ ...view, shown: 'keys' as const, revealId: id }));
  const { accessLog, deliveryRecord } = assembleEvidence(facts({ views, visits: [...visits, ...looks] }));
  const lines = accessLog.split('\n');
  expect(lines).toContain('2026-03-01 12:01:05 UTC keys delivered to ada@example.com');
  expect(lines.filter((line) => line.includes('UTC keys opened from'))).toHaveLength(12);
  expect(lines.at(-1)).toBe('2026-03-01 13:00:00 UTC keys opened, 289 more times until then');
  expect(deliveryRecord.endsWith(accessLog)).toBe(true);
});

test('only mails that were sent are named', () => {
  const mails = [
    { kind: 'keys', state: 'dropped', plannedAt: at('12:02:00'), sentAt: null },
    { kind: 'keys', state: 'sent', plannedAt: at('12:02:30'), sentAt: at('12:03:00') },
  ] as const;
  expect(assembleEvidence(facts({ mails })).mailsSent).toBe(
    'To ada@example.com, accepted by its mail server:\n2026-03-01 12:03:00 UTC delivery, with the keys',
  );
});

const terms = { version: '2026-02-01-3f2a', since: at('08:00:00'), text: 'No refunds of keys that were shown.' };

test('an order that is delivered by a link says so', () => {
  const { order } = facts();
  const mails = [{ kind: 'keys', state: 'sent', plannedAt: at('12:01:05'), sentAt: at('12:01:05') }] as const;
  const { accessLog, mailsSent } = assembleEvidence(facts({ order: { ...order, linkOnly: true }, mails }));
  expect(accessLog).toContain('link to the keys delivered to ada@example.com');
  expect(mailsSent).toContain('delivery, with a link to the keys');
});

test('the terms are there with their version where it is known, and no consent where none was recorded', () => {
  expect(assembleEvidence(facts({ terms })).refundPolicy).toContain(
    'their version 2026-02-01-3f2a, published in this form since 2026-03-01 08:00:00 UTC',
  );
  expect(assembleEvidence(facts({ terms })).acceptedTerms).toBe(
    'Version 2026-02-01-3f2a, since 2026-03-01 08:00:00 UTC\n\nNo refunds of keys that were shown.',
  );
  expect(assembleEvidence(facts({ order: Object.assign(unpaidOrder(), { paidAt: at('12:01:00') }) })).refundPolicy).toBe('');
});

test('earlier payments are named with what links them', () => {
  const proof = {
    orderNumber: 'K2',
    paymentId: 'pi_2',
    paidAt: '2025-09-01T10:00:00.000Z',
    description: '1 × Half Moon (Steam)',
    email: 'ada@example.com',
    accountId: null,
    address: '192.0.2.1',
    deviceId: 'd',
  };
  const prior = { disputed: proof, earlier: [proof], matches: ['address', 'email'] } as const;
  expect(assembleEvidence(facts({ prior })).uncategorizedText).toContain(
    'Earlier payments of the same buyer, never disputed or refunded (the same address, email)\n' +
      '2025-09-01 10:00:00 UTC order K2: 1 × Half Moon (Steam); placed from 192.0.2.1 by ada@example.com',
  );
});

test('a text that is too long for the provider ends with a whole line', () => {
  const long = { ...terms, text: 'One sentence of the terms.\n'.repeat(2000) };
  const { acceptedTerms } = assembleEvidence(facts({ terms: long }));
  expect(acceptedTerms.length).toBeGreaterThan(EVIDENCE_TEXTS.acceptedTerms - 200);
  expect(acceptedTerms.length).toBeLessThanOrEqual(EVIDENCE_TEXTS.acceptedTerms);
  expect(acceptedTerms).toMatch(/\nOne sentence of the terms\.$/);
  const name = 'x'.repeat(6000);
  const order = Object.assign(unpaidOrder({ customer: { ...unpaidOrder().customer, fullName: name } }), { paidAt: at('12:01:00') });
  expect(assembleEvidence(facts({ order })).customerName).toHaveLength(EVIDENCE_TEXTS.customerName);
});

test('a refund is refused for keys that were opened, from the first view on', () => {
  const views = ['12:03:00', '12:05:00'].map((time) => ({ id: time, at: at(time), viewer: 'guest', address: '192.0.2.7' }));
  expect(assembleEvidence(facts({ views })).refundRefusal).toMatch(
    /^The keys were opened on 2026-03-01 12:03:00 UTC from 192\.0\.2\.7\. A key/,
  );
});
