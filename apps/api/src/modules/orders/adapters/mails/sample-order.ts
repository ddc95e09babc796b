import type { DeliveredKey } from '../../../stock/index.ts';
import { SAMPLE_COVER } from '../../../../platform/mail/layout/sample-mails.controller.ts';
import { Order, type OrderLine } from '../../domain/order.ts';

const linesNamed = (untrusted: string | undefined): readonly OrderLine[] => [
  {
    productId: 'sample-1',
    ref: { type: 'game', id: '1949' },
    name: untrusted ?? 'Half Moon',
    platform: 'Steam',
    coverImage: SAMPLE_COVER,
    listMinor: 5900,
    unitMinor: 3600,
    quantity: 2,
    activation: { regionId: 1, regions: ['Europe'], countryLimitation: ['PT'] },
  },
  {
    productId: 'sample-2',
    ref: { type: 'game', id: '2049' },
    name: untrusted ?? 'Night Shift Account & Friends',
    platform: 'Xbox One',
    coverImage: SAMPLE_COVER,
    listMinor: 1200,
    unitMinor: 1200,
    quantity: 1,
    activation: { regionId: 3 },
  },
];

/** A made-up order, for the page of sample mails and the tests of templates. */
export function sampleOrder(untrusted?: string): Order {
  return new Order({
    id: '01sample0000000000000order',
    number: 'K123456789',
    at: new Date('2026-03-05T12:00:00.000Z'),
    email: 'ada@example.com',
    userId: null,
    currency: 'Eur',
    lines: linesNamed(untrusted),
    customer: {
      fullName: untrusted ?? 'Ada Buyer',
      phone: null,
      company: null,
      taxNumber: null,
      zipCode: null,
      country: null,
      notes: null,
    },
    termsAcceptedAt: null,
    regionAcceptedAt: null,
    clientAddress: '192.0.2.1',
    browserId: 'sample',
    idempotencyKey: null,
    requestHash: 'sample',
    paymentProvider: 'sample',
    expiresAt: new Date('2026-03-05T12:31:00.000Z'),
  });
}

export const sampleKeys = (untrusted?: string): readonly DeliveredKey[] => [
  { line: 0, slot: 0, secret: { kind: 'text', key: untrusted ?? 'AAAAA-BBBBB-CCCCC' } },
  { line: 0, slot: 1, secret: { kind: 'text', key: 'DDDDD-EEEEE-FFFFF' } },
  { line: 1, slot: 0, secret: { kind: 'account', login: 'night-shift', password: 'sample-password', mail: 'night@example.com' } },
];
