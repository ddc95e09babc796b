import type Stripe from 'stripe';
import type { Upload } from '../../http/uploads.ts';
import { newId } from '../../ids.ts';
import type { StripeState } from '../../stripe-state.ts';
import { badParameter, StripeRefusal } from '../error.ts';

/** Source: docs.stripe.com/file-upload */
const LARGEST = 5 * 1024 * 1024;
const KEPT_SECONDS = 270 * 86_400;
const EVIDENCE = 'dispute_evidence';

/** The fields of evidence that take the id of a file. */
export const FILE_FIELDS = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const;

/** By how such a file begins, whatever it calls itself. */
const TYPES = [
  { type: 'pdf', start: '%PDF-' },
  { type: 'png', start: '\x89PNG' },
  { type: 'jpg', start: '\xff\xd8\xff' },
] as const;

/** @throws StripeRefusal for a file that is too large, or neither PDF nor picture */
export function addFile(state: StripeState, { name, content }: Upload): Stripe.File {
  if (content.length > LARGEST) throw badParameter(`The file must be at most ${LARGEST} bytes.`, 'file');
  const start = content.subarray(0, 8).toString('latin1');
  const type = TYPES.find((one) => start.startsWith(one.start))?.type;
  if (type === undefined) throw badParameter(`Files of the purpose ${EVIDENCE} must be PDF, JPEG or PNG.`, 'file');
  const created = state.clock.nowSeconds();
  const id = newId('file_');
  const file: Stripe.File = {
    id,
    object: 'file',
    created,
    expires_at: created + KEPT_SECONDS,
    filename: name,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose: EVIDENCE,
    size: content.length,
    title: null,
    type,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  };
  state.objects.add(file);
  return file;
}

/** @throws StripeRefusal for an id of no file */
export function evidenceFile(state: StripeState, id: string, param: string): void {
  if (state.objects.find('file', id)) return;
  throw new StripeRefusal(`No such file upload: '${id}'`, { code: 'resource_missing', param });
}
