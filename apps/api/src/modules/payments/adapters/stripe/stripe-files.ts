import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { EVIDENCE_DOCUMENTS, type EvidenceDocument, type EvidenceTexts } from '../../domain/evidence-texts.ts';
import { pdfOf } from '../documents/pdf-document.ts';

const PURPOSE = 'dispute_evidence';
const DIGEST_LENGTH = 16;

/** Stripe's names of the files. Source: docs.stripe.com/api/disputes/update */
const FIELDS = {
  receipt: 'receipt',
  deliveryRecord: 'service_documentation',
  mailsSent: 'customer_communication',
  acceptedTerms: 'refund_policy',
} as const satisfies Record<EvidenceDocument, keyof Stripe.DisputeUpdateParams.Evidence>;

/**
 * The ids of the documents of a dispute, uploaded where they are not there yet. The name of a file has the digest of its content: who repeats
 * the call finds what an earlier one has uploaded, however long ago.
 */
export async function uploadDocuments(
  stripe: Stripe,
  { id, created }: Pick<Stripe.Dispute, 'id' | 'created'>,
  texts: EvidenceTexts,
): Promise<Stripe.DisputeUpdateParams.Evidence> {
  const documents = Object.entries(EVIDENCE_DOCUMENTS).map(([name, title]) => ({ name: name as EvidenceDocument, title }));
  const given = documents.filter(({ name }) => texts[name] !== '');
  if (given.length === 0) return {};
  const known = await filesSince(stripe, created);
  const fields = [];
  for (const { name, title } of given) {
    const data = await pdfOf(title, texts[name]);
    const filename = `${name}-${id}-${createHash('sha256').update(data).digest('hex').slice(0, DIGEST_LENGTH)}.pdf`;
    const file = known.get(filename) ?? (await upload(stripe, filename, data));
    fields.push([FIELDS[name], file]);
  }
  return Object.fromEntries(fields) as Stripe.DisputeUpdateParams.Evidence;
}

async function upload(stripe: Stripe, filename: string, data: Buffer): Promise<string> {
  const file = { data, name: filename, type: 'application/pdf' };
  return (await stripe.files.create({ purpose: PURPOSE, file }, { idempotencyKey: `file-${filename}` })).id;
}

/** The ids of files by their names. */
async function filesSince(stripe: Stripe, created: number): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for await (const { id, filename } of stripe.files.list({ purpose: PURPOSE, created: { gte: created }, limit: 100 }))
    if (filename !== null) files.set(filename, id);
  return files;
}
