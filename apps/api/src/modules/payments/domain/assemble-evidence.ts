import { type Currency, currencyCode, toMajor } from '@keyturn/shop-rules';
import type { MailRecord } from '../../../shared/ports.ts';
import { EVIDENCE_TEXTS, type EvidenceTexts } from './evidence-texts.ts';
import type { PriorEvidence } from './dispute.ts';

/** Somebody opened the keys of the order. */
interface RecordedView {
  readonly at: Date;
  /** `guest`, or `user` with the account's id. */
  readonly viewer: string;
  /** IP address. */
  readonly address: string;
}

interface BoughtLine {
  readonly name: string;
  readonly platform: string;
  readonly quantity: number;
  readonly unitMinor: number;
}

interface DisputedOrder {
  readonly number: string;
  readonly email: string;
  readonly currency: Currency;
  readonly totalMinor: number;
  readonly lines: readonly BoughtLine[];
  readonly customer: {
    readonly fullName: string;
    readonly company: string | null;
    readonly zipCode: string | null;
    readonly country: string | null;
  };
  readonly termsAcceptedAt: Date | null;
  /** IP address. */
  readonly clientAddress: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly completedAt: Date | null;
}

export interface EvidenceFacts {
  readonly order: DisputedOrder;
  /** Oldest first. */
  readonly views: readonly RecordedView[];
  /** To the buyer about this order, oldest first. */
  readonly mails: readonly Pick<MailRecord, 'kind' | 'state' | 'plannedAt'>[];
  /** Since when the terms were as the buyer accepted them; null: not recorded. */
  readonly termsSince: Date | null;
  readonly prior: PriorEvidence | null;
}

/** What the shop knows about a disputed order, as texts for the bank. Holds no key. */
export function assembleEvidence(facts: EvidenceFacts): EvidenceTexts {
  const { order } = facts;
  const { fullName, company, zipCode, country } = order.customer;
  return fitted({
    productDescription: `Digital activation keys, delivered by e-mail and on the page of the order: ${productsOf(order)}.`,
    customerName: fullName,
    customerEmail: order.email,
    customerAddress: order.clientAddress,
    billingAddress: [fullName, company, zipCode, country].filter(Boolean).join(', '),
    serviceDate: dateOf(order.completedAt ?? order.paidAt ?? order.createdAt),
    accessLog: accessLog(facts),
    refundPolicy: consentOf(facts),
    uncategorizedText: [receiptOf(order), mailsOf(facts), priorOf(facts)].filter(Boolean).join('\n\n'),
  });
}

/** `2 × Half Moon (Steam), 1 × …` in one line. */
export function productsOf({ lines }: { readonly lines: readonly Omit<BoughtLine, 'unitMinor'>[] }): string {
  return lines.map(({ quantity, name, platform }) => `${quantity} × ${name} (${platform})`).join(', ');
}

function accessLog({ order, views }: EvidenceFacts): string {
  const entries = [
    [order.createdAt, `order placed from ${order.clientAddress}`] as const,
    ...(order.paidAt ? [[order.paidAt, 'payment received'] as const] : []),
    ...(order.completedAt ? [[order.completedAt, `keys delivered to ${order.email}`] as const] : []),
    ...views.map(({ at, viewer, address }) => [at, `keys opened from ${address} by ${viewerOf(viewer)}`] as const),
  ];
  return entries
    .toSorted(([one], [other]) => one.getTime() - other.getTime())
    .map(([at, what]) => `${instantOf(at)} ${what}`)
    .join('\n');
}

function viewerOf(viewer: string): string {
  return viewer === 'guest' ? 'the holder of the link that was mailed to the buyer' : 'the signed-in account of the buyer';
}

function consentOf({ order, termsSince }: EvidenceFacts): string {
  if (order.termsAcceptedAt === null) return '';
  const version = termsSince === null ? '' : ` They were published in this form since ${instantOf(termsSince)}.`;
  return `The buyer accepted the terms and conditions with the refund policy before the payment, on ${instantOf(order.termsAcceptedAt)}.${version}`;
}

function receiptOf(order: DisputedOrder): string {
  const amount = (minor: number) => `${toMajor(minor).toFixed(2)} ${currencyCode(order.currency)}`;
  return [
    `Receipt of order ${order.number}`,
    `Ordered: ${instantOf(order.createdAt)}`,
    ...(order.paidAt ? [`Paid: ${instantOf(order.paidAt)}`] : []),
    ...(order.completedAt ? [`Delivered: ${instantOf(order.completedAt)}`] : []),
    ...order.lines.map(({ quantity, name, platform, unitMinor }) => `${quantity} × ${name} (${platform}), ${amount(unitMinor)} each`),
    `Total: ${amount(order.totalMinor)}`,
  ].join('\n');
}

function mailsOf({ order, mails }: EvidenceFacts): string {
  const sent = mails.filter(({ state }) => state === 'sent');
  if (sent.length === 0) return '';
  return [
    `Mails accepted by the mail server of ${order.email}`,
    ...sent.map(({ kind, plannedAt }) => `${instantOf(plannedAt)} ${kind}`),
  ].join('\n');
}

function priorOf({ prior }: EvidenceFacts): string {
  if (prior === null) return '';
  const lines = prior.earlier.map(
    ({ paidAt, orderNumber, description, address, email }) =>
      `${instantOf(new Date(paidAt))} order ${orderNumber}: ${description}; placed from ${address} by ${email}`,
  );
  return [`Earlier payments of the same buyer, never disputed or refunded (the same ${prior.matches.join(', ')})`, ...lines].join('\n');
}

/** The last lines of a text that is too long are left out. */
function fitted(texts: EvidenceTexts): EvidenceTexts {
  const short = Object.entries(EVIDENCE_TEXTS).map(([name, most]) => {
    const text = texts[name as keyof EvidenceTexts];
    return [name, text.length <= most ? text : text.slice(0, most)];
  });
  return Object.fromEntries(short) as EvidenceTexts;
}

/** `2026-12-01 23:59:10 UTC` */
function instantOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function dateOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
