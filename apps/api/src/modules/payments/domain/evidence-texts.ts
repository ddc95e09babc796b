const LINE = 5000;
const PASSAGE = 20_000;

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
  uncategorizedText: PASSAGE,
} as const;

/** Empty: not sent. */
export type EvidenceTexts = { readonly [Name in keyof typeof EVIDENCE_TEXTS]: string };
