import { Injectable } from '@nestjs/common';
import type { StaffOrder } from './staff-orders.ts';

/** Where something about an order is recorded. What happened at the same moment is shown in this order. */
const TIMELINE_SOURCES = ['payment', 'risk', 'order', 'supplier', 'mail', 'reveal', 'staff'] as const;

interface Recorded {
  readonly source: (typeof TIMELINE_SOURCES)[number];
  /** What happened: a state, an event, `planned`, `looked at`, the type of a provider's event, an audited action. */
  readonly what: string;
  readonly by: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** `position`: order among entries of one source at the same time, lowest first. */
export type SourceEntry = Recorded & { readonly at: Date; readonly position?: number };

export type TimelineEntry = Recorded & { readonly at: string };

/** Returns the entries of one module about an order, unsorted. */
export type TimelineSource = (
  order: Pick<StaffOrder, 'id' | 'sessionId' | 'paymentIntentId' | 'paymentProvider'>,
) => Promise<SourceEntry[]>;

/** The timeline of an order. Modules that record something about orders register sources. */
@Injectable()
export class OrderTimeline {
  private readonly sources: TimelineSource[] = [];

  add(source: TimelineSource): void {
    this.sources.push(source);
  }

  /** Oldest first. Fields of `data` that are null are left out. */
  async of(order: Parameters<TimelineSource>[0]): Promise<TimelineEntry[]> {
    const entries = (await Promise.all(this.sources.map((source) => source(order)))).flat();
    return entries.toSorted(inOrderOfTime).map(({ at, source, what, by, data }) => ({
      at: at.toISOString(),
      source,
      what,
      by,
      data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null)),
    }));
  }
}

function inOrderOfTime(one: SourceEntry, other: SourceEntry): number {
  return (
    one.at.getTime() - other.at.getTime() ||
    TIMELINE_SOURCES.indexOf(one.source) - TIMELINE_SOURCES.indexOf(other.source) ||
    (one.position ?? 0) - (other.position ?? 0)
  );
}
