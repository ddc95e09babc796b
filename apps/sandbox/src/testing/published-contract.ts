import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Json = Record<string, unknown>;

const folder = new URL('../../../../../shared/data/stripe/', import.meta.url);
export const isContractPresent = existsSync(new URL('openapi-subset.json', folder));

/**
 * What every answer must have, also where Stripe's published contract is not at hand: the fields that a shop reads.
 */
export const requiredKeys: Readonly<Record<string, readonly string[]>> = {
  'checkout.session': [
    ...['id', 'object', 'amount_subtotal', 'amount_total', 'cancel_url', 'client_reference_id', 'created', 'currency', 'customer_details'],
    ...[
      'customer_email',
      'expires_at',
      'livemode',
      'metadata',
      'mode',
      'payment_intent',
      'payment_method_types',
      'payment_status',
      'status',
    ],
    ...['success_url', 'total_details', 'ui_mode', 'url'],
  ],
  payment_intent: [
    ...['id', 'object', 'amount', 'amount_received', 'canceled_at', 'client_secret', 'created', 'currency', 'last_payment_error'],
    ...['latest_charge', 'livemode', 'metadata', 'payment_method', 'payment_method_types', 'status'],
  ],
  charge: [
    ...['id', 'object', 'amount', 'amount_captured', 'amount_refunded', 'billing_details', 'captured', 'created', 'currency', 'disputed'],
    ...[
      'failure_code',
      'failure_message',
      'livemode',
      'metadata',
      'outcome',
      'paid',
      'payment_intent',
      'payment_method_details',
      'refunded',
      'status',
    ],
  ],
  refund: ['id', 'object', 'amount', 'charge', 'created', 'currency', 'metadata', 'payment_intent', 'reason', 'status'],
  dispute: [
    'id',
    'object',
    'amount',
    'charge',
    'created',
    'currency',
    'evidence_details',
    'is_charge_refundable',
    'payment_intent',
    'reason',
    'status',
  ],
  event: ['id', 'object', 'api_version', 'created', 'data', 'livemode', 'pending_webhooks', 'request', 'type'],
  item: ['id', 'object', 'amount_subtotal', 'amount_total', 'currency', 'description', 'price', 'quantity'],
};

/** Keys of the newest published example of an object; those of our own list where the examples are not at hand. */
export function exampleKeys(name: string): readonly string[] {
  if (!isContractPresent) return requiredKeys[name] ?? [];
  const { resources } = read('fixtures-2026-08.json') as { resources: Record<string, Json> };
  return Object.keys(resources[name] ?? {});
}

/** What the published schema finds wrong with an object; only presence of keys is checked where it is not at hand. */
export function violations(name: string, object: Json): string[] {
  if (!isContractPresent) return (requiredKeys[name] ?? []).filter((key) => !(key in object)).map((key) => `${key} is missing`);
  const validate = schemas().getSchema(`stripe#/components/schemas/${name}`);
  if (!validate) return [`no schema ${name}`];
  void validate(object);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Keys that the three years older schema knows. */
export function schemaKeys(name: string): readonly string[] {
  if (!isContractPresent) return [];
  const document = read('openapi-subset.json') as { components: { schemas: Record<string, { properties?: Json }> } };
  return Object.keys(document.components.schemas[name]?.properties ?? {});
}

let compiled: Ajv2020 | null = null;

function schemas(): Ajv2020 {
  if (compiled) return compiled;
  compiled = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  compiled.addSchema(withNulls(read('openapi-subset.json')) as Json, 'stripe');
  return compiled;
}

/** OpenAPI 3.0 says `nullable`; JSON Schema says "or null". */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = value as Json;
  const schema = Object.fromEntries(Object.entries(rest).map(([key, entry]) => [key, withNulls(entry)]));
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
}
