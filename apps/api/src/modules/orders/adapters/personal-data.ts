import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

export const EXPIRING: readonly ExpiringRows[] = [
  // The order is an accounting record and stays; phone number and notes of the buyer are deleted.
  {
    afterDays: 730,
    statement: `update shop_order set customer = customer || '{"notes": null, "phone": null}'
      where coalesce(customer ->> 'notes', customer ->> 'phone') is not null and created_at < ?`,
  },
];
