import { type Currency, currencyCode, toMajor } from '@keyturn/shop-rules';
import type { MailKind, MailRecord } from '../../../shared/ports.ts';
import { EVIDENCE_TEXTS, type EvidenceTexts } from './evidence-texts.ts';
import { accessLog, type RecordedView, type RecordedVisit } from './access-log.ts';
import type { PriorEvidence } from './dispute.ts';
import { instantOf } from './instant-of.ts';

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
  /** Whether its mails carry a link to its page instead of its keys. */
  readonly linkOnly: boolean;
  /** IP address, for IPv6 its network. */
  readonly clientAddress: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly completedAt: Date | null;
}

export interface EvidenceFacts {
  readonly order: DisputedOrder;
  /** Views of the keys, oldest first. */
  readonly views: readonly RecordedView[];
  /** Oldest first; none in orders of earlier versions of the shop. */
  readonly visits: readonly RecordedVisit[];
  /** To the buyer about this order, oldest first. */
  readonly mails: readonly Pick<MailRecord, 'kind' | 'state' | 'plannedAt' | 'sentAt'>[];
  /** The terms that the buyer accepted; null: none, or the version was not recorded. */
  readonly terms: { readonly version: string; readonly since: Date; readonly text: string } | null;
  readonly prior: PriorEvidence | null;
}

/** What the shop knows about a disputed order, as texts for the bank. Holds no key. */
export function assembleEvidence(facts: EvidenceFacts): EvidenceTexts {
  const { order, visits } = facts;
  const placed = visits.find(({ shown }) => shown === 'checkout');
  const log = accessLog(order, facts.views, visits);
  const delivered = `Order ${order.number}: ${productsOf(order)}`;
  const { fullName, company, zipCode, country } = order.customer;
  return fitted({
    productDescription: `Digital activation keys, delivered by e-mail and on the page of the order: ${productsOf(order)}.`,
    customerName: fullName,
    customerEmail: order.email,
    customerAddress: placed?.address ?? order.clientAddress,
    billingAddress: [fullName, company, zipCode, country].filter(Boolean).join(', '),
    serviceDate: servedOn(facts),
    accessLog: log,
    refundPolicy: consentOf(facts),
    refundRefusal: refusalOf(facts),
    uncategorizedText: priorOf(facts),
    receipt: receiptOf(order),
    deliveryRecord: `${delivered}\n\n${log}`,
    mailsSent: mailsOf(facts),
    acceptedTerms:
      facts.terms === null ? '' : `Version ${facts.terms.version}, since ${instantOf(facts.terms.since)}\n\n${facts.terms.text}`,
  });
}

/** `2 × Half Moon (Steam), 1 × …` in one line. */
export function productsOf({ lines }: { readonly lines: readonly Omit<BoughtLine, 'unitMinor'>[] }): string {
  return lines.map(({ quantity, name, platform }) => `${quantity} × ${name} (${platform})`).join(', ');
}

function consentOf({ order, terms }: EvidenceFacts): string {
  if (order.termsAcceptedAt === null) return '';
  const consent = `The buyer accepted the terms and conditions before the payment, on ${instantOf(order.termsAcceptedAt)}.`;
  if (terms === null) return consent;
  const version = `It was their version ${terms.version}, published in this form since ${instantOf(terms.since)}.`;
  return `${consent} ${version} They and the refund policy are attached as they were then.`;
}

/** Who saw a key can use it: it is not taken back. */
function refusalOf({ views }: EvidenceFacts): string {
  const [first] = views;
  if (!first) return '';
  const opened = `The keys were opened on ${instantOf(first.at)}${first.address && ` from ${first.address}`}.`;
  return `${opened} A key that was shown can be used at once and by anybody who has seen it, so it cannot be returned.`;
}

function receiptOf(order: DisputedOrder): string {
  const amount = (minor: number) => `${toMajor(minor).toFixed(2)} ${currencyCode(order.currency)}`;
  return [
    `Order ${order.number}`,
    `Buyer: ${[order.customer.fullName, order.email].filter(Boolean).join(', ')}`,
    `Ordered: ${instantOf(order.createdAt)}`,
    ...(order.paidAt ? [`Paid: ${instantOf(order.paidAt)}`] : []),
    ...(order.completedAt ? [`Delivered: ${instantOf(order.completedAt)}`] : []),
    ...order.lines.map(({ quantity, name, platform, unitMinor }) => `${quantity} × ${name} (${platform}), ${amount(unitMinor)} each`),
    `Total: ${amount(order.totalMinor)}`,
  ].join('\n');
}

/** Those about an order, in words. */
const MAILS: Readonly<Partial<Record<MailKind, string>>> = {
  keys: 'delivery, with the keys',
  waiting: 'payment received, the keys follow',
  refund: 'refund of the order',
  'staff-refund': 'refund of a part of the order',
  'refund-bounced': 'refund that the bank sent back',
};

function mailsOf({ order, mails }: EvidenceFacts): string {
  const sent = mails.filter(({ state }) => state === 'sent');
  const words = order.linkOnly ? { ...MAILS, keys: 'delivery, with a link to the keys' } : MAILS;
  if (sent.length === 0) return '';
  return [
    `To ${order.email}, accepted by its mail server:`,
    ...sent.map(({ kind, plannedAt, sentAt }) => `${instantOf(sentAt ?? plannedAt)} ${words[kind] ?? kind}`),
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
  const short = Object.entries(EVIDENCE_TEXTS).map(([name, most]) => [name, upTo(most, texts[name as keyof EvidenceTexts])]);
  return Object.fromEntries(short) as EvidenceTexts;
}

function upTo(most: number, text: string): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most);
  return text.slice(0, end > 0 ? end : most);
}

/** The day on which the buyer got keys; empty: none were delivered. */
function servedOn({ order, views }: EvidenceFacts): string {
  const [first] = views;
  return (first?.at ?? order.completedAt)?.toISOString().slice(0, 10) ?? '';
}
