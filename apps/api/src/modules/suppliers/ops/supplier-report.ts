import type { DayOfSupplier } from '../application/reports.ts';

export const REPORT_COLUMNS = 'day,supplier,purchases,keys,cost,charged,margin,marginPercent';
export const REPORT_EXAMPLE = `${REPORT_COLUMNS}\r\n2026-11-21,kinguin,12,13,75.27,93.60,18.33,19.6\r\n`;

export function reportCells({ day, supplier, purchases, keys, costMinor, chargedMinor }: DayOfSupplier): (string | number)[] {
  const marginMinor = chargedMinor - costMinor;
  const percent = chargedMinor === 0 ? '' : ((marginMinor * 100) / chargedMinor).toFixed(1);
  return [day, supplier, purchases, keys, ...[costMinor, chargedMinor, marginMinor].map((minor) => minor / 100), percent];
}
