import type { Settings } from '../store/settings.ts';
import type { SupplierName } from './supplier-store.ts';

export const weathers = [
  'none',
  'error',
  'error-after',
  'rate-limit',
  'timeout-before',
  'timeout-after',
  'lost-answer',
  'invalid-json',
  'sold-out',
  'price-above',
  'balance-empty',
] as const;

/** Faults of a supplier's API. */
export interface Weather {
  /** Milliseconds before each answer. */
  readonly delayMs: number;
  /**
   * `error`: 500 and nothing done; `error-after`: all done, and 500. `rate-limit`: 429 and nothing done. `timeout-before`, `timeout-after`:
   * no answer ever, with nothing or with all done. `lost-answer`: all done, and the connection breaks. `invalid-json`: all done, and an
   * answer that nobody can read. `sold-out`, `price-above`, `balance-empty`: orders are refused so.
   */
  readonly failure: (typeof weathers)[number];
  /** Which requests: those that order, those that read, or all. */
  readonly of: 'orders' | 'reads' | 'all';
  /** How many requests still meet it; null: no end. */
  readonly times: number | null;
  /** How many of a hundred requests meet it, by chance. */
  readonly percent: number;
}

const fair: Weather = { delayMs: 0, failure: 'none', of: 'all', times: 0, percent: 100 };
const nameOf = (supplier: SupplierName) => `supplier-weather-${supplier}`;

export function weatherOf(settings: Settings, supplier: SupplierName): Weather {
  return settings.read(nameOf(supplier), fair);
}

/** What is left out keeps its default, not its last value. */
export function setWeather(settings: Settings, supplier: SupplierName, change: Partial<Weather>): Weather {
  return settings.write(nameOf(supplier), { ...fair, times: 1, ...change });
}

/** Uses up one failure for a request and returns its kind. */
export function nextWeather(settings: Settings, supplier: SupplierName, request: 'orders' | 'reads'): Weather['failure'] {
  const now = weatherOf(settings, supplier);
  const isMet = now.failure !== 'none' && now.times !== 0 && (now.of === 'all' || now.of === request);
  if (!isMet || Math.random() * 100 >= now.percent) return 'none';
  if (now.times !== null) settings.write(nameOf(supplier), { ...now, times: now.times - 1 });
  return now.failure;
}
