import type { Variables } from './environment.ts';

/** After how many days records are deleted that nobody needs as evidence any more. */
export interface RetentionSettings {
  /** Full years that orders stay accounting records, counted from the end of the year in which they were placed. */
  readonly accountingYears: number;
  readonly paymentEventDays: number;
  readonly disputeDays: number;
  readonly mailRecordDays: number;
  readonly catalogueJobDays: number;
  readonly authTrailDays: number;
  readonly erasureDays: number;
  readonly orderTraceDays: number;
  readonly keyRevealDays: number;
  readonly contactMessageDays: number;
  readonly unpaidOrderDays: number;
  readonly riskCountDays: number;
  readonly knownBuyerDays: number;
}

export function retentionSettings(data: Variables): RetentionSettings {
  return {
    accountingYears: data.ACCOUNTING_YEARS,
    paymentEventDays: data.KEEP_PAYMENT_EVENTS_DAYS,
    disputeDays: data.KEEP_DISPUTES_DAYS,
    mailRecordDays: data.KEEP_MAIL_RECORDS_DAYS,
    catalogueJobDays: data.KEEP_CATALOGUE_JOBS_DAYS,
    erasureDays: data.KEEP_ERASURES_DAYS,
    orderTraceDays: data.KEEP_ORDER_TRACES_DAYS,
    keyRevealDays: data.KEEP_KEY_VIEWS_DAYS,
    contactMessageDays: data.KEEP_CONTACT_MESSAGES_DAYS,
    unpaidOrderDays: data.KEEP_UNPAID_ORDERS_DAYS,
    riskCountDays: data.KEEP_RISK_COUNTS_DAYS,
    knownBuyerDays: data.KEEP_KNOWN_BUYERS_DAYS,
    authTrailDays: data.KEEP_AUTH_TRAIL_DAYS,
  };
}
