import type { ExpiringRows } from '../../../platform/scheduler/personal-data.ts';

export const EXPIRING: readonly ExpiringRows[] = [
  // The order stays in the books; what the buyer wrote beside them goes.
  {
    afterDays: 730,
    statement: `update shop_order set customer = customer || '{"notes": null, "phone": null}'
      where coalesce(customer ->> 'notes', customer ->> 'phone') is not null and created_at < ?`,
  },
];
