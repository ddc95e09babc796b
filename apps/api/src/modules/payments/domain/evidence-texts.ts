const LINE = 5000;
const PASSAGE = 20_000;
/** Some ten pages: a bank reads no more, and Mastercard takes 19 of all files. */
const DOCUMENT = 40_000;

/** The texts of an answer to a bank, and the most characters of each. Source: docs.stripe.com/api/disputes/update */
export const EVIDENCE_TEXTS = {
  productDescription: PASSAGE,
  customerName: LINE,
  customerEmail: LINE,
  customerAddress: LINE,
  billingAddress: LINE,
  serviceDate: LINE,
  accessLog: PASSAGE,
  refundPolicy: PASSAGE,
  refundRefusal: PASSAGE,
  uncategorizedText: PASSAGE,
  receipt: DOCUMENT,
  deliveryRecord: DOCUMENT,
  mailsSent: DOCUMENT,
  acceptedTerms: DOCUMENT,
} as const;

/** Those that the bank gets as files, with their titles. */
export const EVIDENCE_DOCUMENTS = {
  receipt: 'Receipt',
  deliveryRecord: 'Record of delivery and access',
  mailsSent: 'Mails that were sent to the buyer',
  acceptedTerms: 'Terms that the buyer accepted',
} as const;
export type EvidenceDocument = keyof typeof EVIDENCE_DOCUMENTS;

/** Empty: not sent. */
export type EvidenceTexts = { readonly [Name in keyof typeof EVIDENCE_TEXTS]: string };

/** Evidence that an earlier version of the shop assembled lacks some. */
export function allTexts(stored: Partial<EvidenceTexts>): EvidenceTexts {
  const names = Object.keys(EVIDENCE_TEXTS) as (keyof EvidenceTexts)[];
  return Object.fromEntries(names.map((name) => [name, stored[name] ?? ''])) as EvidenceTexts;
}
