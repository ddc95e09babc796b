const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** The last moment that the database and ISO 8601 in four-digit years can hold. */
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Whether `name` is a zone of the IANA time zone database, such as `Europe/Warsaw`. A fixed offset (`+02:00`) is none: it has no daylight
 * saving.
 */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Turns the dates that staff give into instants. Text with a time is that instant; a date alone (`2026-11-27`) is the whole day in the
 * shop's time zone. Text must have passed `IsInstant`.
 */
export class ShopCalendar {
  private readonly clock: Intl.DateTimeFormat;

  /** @param timeZone an IANA name (`isTimeZone`) */
  constructor(timeZone: string) {
    this.clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** The instant at which a period that begins with `text` begins: of a date its first instant. */
  start(text: string): Date {
    return DAY.test(text) ? new Date(this.firstInstant(Date.parse(text))) : new Date(text);
  }

  /** The instant before which a period that ends with `text` ends (exclusive): of a date the first instant of the next day. */
  end(text: string): Date {
    return DAY.test(text) ? new Date(Math.min(this.firstInstant(Date.parse(text) + DAY_MS), LATEST_MS)) : new Date(text);
  }

  /** The last instant that belongs to a period up to `text` (inclusive): of a date its last millisecond. */
  last(text: string): Date {
    return DAY.test(text) ? new Date(this.end(text).getTime() - 1) : new Date(text);
  }

  /** The day of an instant in the shop's time zone, as `YYYY-MM-DD`. */
  day(at: Date): string {
    return new Date(this.shownAt(at.getTime())).toISOString().slice(0, 10);
  }

  /**
   * The first instant (ms) at which clocks of the zone show `midnight` (ms, as if it were UTC) or later: where daylight saving leaves
   * midnight out, the day begins after the gap. No zone is ever a day away from UTC, so the answer lies within a day on either side.
   */
  private firstInstant(midnight: number): number {
    let before = midnight - DAY_MS;
    let reached = midnight + DAY_MS;
    while (reached - before > 1) {
      const middle = Math.floor((before + reached) / 2);
      if (this.shownAt(middle) >= midnight) reached = middle;
      else before = middle;
    }
    return reached;
  }

  /** What clocks of the zone show at an instant (ms), as if it were UTC (ms). */
  private shownAt(instant: number): number {
    const parts = Object.fromEntries(this.clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }
}
