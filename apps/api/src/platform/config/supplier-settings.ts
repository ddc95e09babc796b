import type { Variables } from './environment.ts';
import type { Environment } from './variables.ts';

export interface KinguinSettings {
  readonly apiKey: string;
  /** What its webhooks carry; null: it is not compared. */
  readonly webhookSecret: string | null;
  /** Without a slash at its end. */
  readonly apiUrl: string;
}

export interface CodesWholesaleSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** What its postbacks are hashed with; null: it is not compared. */
  readonly signature: string | null;
  /** Without a slash at its end. */
  readonly apiUrl: string;
}

/** Null: off. */
export interface SupplierSettings {
  readonly kinguin: KinguinSettings | null;
  readonly codesWholesale: CodesWholesaleSettings | null;
  /** Milliseconds from one synchronisation of all offers to the next. */
  readonly syncEveryMs: number;
  /** From one small synchronisation to the next. */
  readonly changesEveryMs: number;
  /** Whether the catalogue takes in the products of a feed. */
  readonly importsProducts: boolean;
  /** Age up to which an offer is bought from, in milliseconds. */
  readonly offerMaxAgeMs: number;
  /** Below this a balance is low, in minor units of a euro. */
  readonly lowBalanceMinor: number;
  /** The share of what was charged that must be left: 0.02 is 2 %. */
  readonly minMargin: number;
}

const MINUTE_MS = 60_000;

export function supplierProblems(set: Environment): string[] {
  return (set.CODESWHOLESALE_CLIENT_ID === undefined) === (set.CODESWHOLESALE_CLIENT_SECRET === undefined)
    ? []
    : ['CODESWHOLESALE_CLIENT_ID and CODESWHOLESALE_CLIENT_SECRET must be set both, or neither.'];
}

export function supplierSettings(data: Variables): SupplierSettings {
  const { CODESWHOLESALE_CLIENT_ID: clientId, CODESWHOLESALE_CLIENT_SECRET: clientSecret } = data;
  return {
    kinguin:
      data.KINGUIN_API_KEY === null
        ? null
        : { apiKey: data.KINGUIN_API_KEY, apiUrl: plain(data.KINGUIN_API_URL), webhookSecret: data.KINGUIN_WEBHOOK_SECRET },
    codesWholesale:
      clientId === null || clientSecret === null
        ? null
        : { clientId, clientSecret, apiUrl: plain(data.CODESWHOLESALE_API_URL), signature: data.CODESWHOLESALE_SIGNATURE },
    syncEveryMs: data.SUPPLIER_SYNC_MINUTES * MINUTE_MS,
    changesEveryMs: data.SUPPLIER_CHANGES_MINUTES * MINUTE_MS,
    importsProducts: data.SUPPLIER_IMPORT_PRODUCTS,
    offerMaxAgeMs: data.OFFER_MAX_AGE_MINUTES * MINUTE_MS,
    lowBalanceMinor: Math.round(data.SUPPLIER_LOW_BALANCE_EUR * 100),
    minMargin: data.MIN_MARGIN,
  };
}

function plain(url: string): string {
  return url.replace(/\/+$/, '');
}
